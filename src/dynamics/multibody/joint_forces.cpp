#include "dynamics/multibody/joint_forces.h"

#include <algorithm>
#include <cmath>

namespace hadal::dynamics {
namespace {

constexpr double kLimitBand = 0.01;      // of the velocity limit
constexpr int kMaxDriveRounds = 100;
constexpr double kRounding = 1e-12;
constexpr int kBisections = 40;

// x held within low..high, all three of them linear in one unknown.
struct Linear {
  double value = 0, slope = 0;
};
Linear held(const Linear& x, const Linear& low, const Linear& high) {
  if (x.value > high.value) return high;
  if (x.value < low.value) return low;
  return x;
}

// Largest effort towards a rate that changes with the unknown by `slope`.
Linear limit_towards(const JointLaw& law, double rate, double slope) {
  if (!std::isfinite(law.velocity_limit)) return {law.effort_limit, 0};
  const double band = kLimitBand * law.velocity_limit;
  const double fraction = (law.velocity_limit - rate) / band;
  if (fraction >= 1) return {law.effort_limit, 0};
  if (fraction <= -1) return {-law.effort_limit, 0};
  return {law.effort_limit * fraction, -law.effort_limit * slope / band};
}

// tau_d of a drive that begins the step at q0, v0 and has this acceleration.
Linear drive_force(const JointLaw& law, const JointMotion& m, double q0, double v0, double a) {
  const double part = m.theta * m.step_s;
  const double rate = v0 + part * a, position = q0 + part * rate;
  const Linear wanted{law.effort + law.stiffness * (law.target - position) +
                          law.damping * (law.target_rate - rate),
                      -part * (law.stiffness * part + law.damping)};
  const double end_rate = v0 + m.step_s * a;
  const Linear high = limit_towards(law, end_rate, m.step_s);
  const Linear away = limit_towards(law, -end_rate, -m.step_s);
  return held(wanted, {-away.value, -away.slope}, high);
}

Linear friction_force(const JointLaw& law, const JointMotion& m, double a) {
  if (law.friction == 0) return {};
  const double steep = law.friction / kStickRate;
  return held({-steep * (m.v0 + m.step_s * a), -steep * m.step_s}, {-law.friction, 0},
              {law.friction, 0});
}

// The gear between drive and link, backward in time: a spring that is far stiffer than a step resolves.
struct Play {
  double gear = 0;         // effort on the link
  double gear_slope = 0;   // with the acceleration of the drive
  Linear drive;
};

Play play_at(const JointLaw& law, const JointMotion& m, double link_position, double a_drive) {
  const double end_rate = law.drive_rate + m.step_s * a_drive;
  const double apart = law.drive_position + m.step_s * end_rate - link_position;
  Play out;
  out.drive = drive_force(law, m, law.drive_position, law.drive_rate, a_drive);
  const double beyond = std::abs(apart) - 0.5 * law.gap;
  if (beyond <= 0) return out;
  out.gear = law.gear_stiffness * std::copysign(beyond, apart);
  out.gear_slope = law.gear_stiffness * m.step_s * m.step_s;
  return out;
}

// Acceleration of the drive behind its play: the root of a function that rises with it.
double drive_acceleration(const JointLaw& law, const JointMotion& m, double link_position) {
  double low = -1e18, high = 1e18, a = 0;
  for (int round = 0; round < kMaxDriveRounds; ++round) {
    const Play play = play_at(law, m, link_position, a);
    const double excess = law.drive_inertia * a - play.drive.value + play.gear;
    const double slope = law.drive_inertia - play.drive.slope + play.gear_slope;
    (excess > 0 ? high : low) = a;
    double next = a - excess / slope;
    if (!(next > low && next < high)) next = 0.5 * (low + high);
    if (std::abs(next - a) <= kRounding * std::abs(next)) return next;
    a = next;
  }
  return a;
}

double link_position(const JointMotion& m, double a) {
  return m.q0 + m.step_s * (m.v0 + m.step_s * a);
}

Linear gear_force(const JointLaw& law, const JointMotion& m, double a) {
  const Play play = play_at(law, m, link_position(m, a), drive_acceleration(law, m, link_position(m, a)));
  const double own = law.drive_inertia - play.drive.slope;
  return {play.gear, -own * play.gear_slope / (own + play.gear_slope)};
}

}  // namespace

JointForce joint_force(const JointLaw& law, const JointMotion& motion, double acceleration) {
  const Linear drive = law.gap > 0 ? gear_force(law, motion, acceleration)
                                   : drive_force(law, motion, motion.q0, motion.v0, acceleration);
  const Linear friction = friction_force(law, motion, acceleration);
  return {drive.value + friction.value, drive.slope + friction.slope};
}

JointAction joint_action(const JointLaw& law, const JointMotion& motion, double acceleration) {
  JointAction out;
  out.friction = friction_force(law, motion, acceleration).value;
  const double part = motion.theta * motion.step_s;
  if (law.gap == 0) {
    out.drive_effort = drive_force(law, motion, motion.q0, motion.v0, acceleration).value;
    out.drive_rate = motion.v0 + part * acceleration;
    return out;
  }
  const double a = drive_acceleration(law, motion, link_position(motion, acceleration));
  out.drive_effort = drive_force(law, motion, law.drive_position, law.drive_rate, a).value;
  out.drive_rate = law.drive_rate + part * a;
  out.end_drive_rate = law.drive_rate + motion.step_s * a;
  out.end_drive_position = law.drive_position + motion.step_s * out.end_drive_rate;
  return out;
}

JointForces::JointForces(const TreeModel& tree, double step_s) : tree_(&tree), step_s_(step_s) {
  joints_.resize(tree.links.size());
  active_.reserve(tree.links.size());
  guess_.resize(tree.layout.dof_parent.size());
  direction_.resize(guess_.size());
  for (size_t i = 0; i < joints_.size(); ++i) {
    joints_[i].dof = tree.links[i].dof;
    joints_[i].row = tree.links[i].row;
    joints_[i].root = tree.links[i].root;
    joints_[i].inverse_inertia = tree.links[i].inverse_inertia;
    joints_[i].motion.step_s = step_s;
  }
}

void JointForces::reset() {
  active_.clear();
  for (Joint& joint : joints_) {
    joint.has_law = false;
    joint.action = {};
  }
}

void JointForces::set(int link, const JointLaw* law) {
  Joint& joint = joints_[link];
  if (law) joint.law = *law;
  if (joint.has_law == (law != nullptr)) return;
  joint.has_law = law != nullptr;
  joint.action = {};
  if (law)
    active_.insert(std::lower_bound(active_.begin(), active_.end(), link), link);
  else
    active_.erase(std::find(active_.begin(), active_.end(), link));
}

double JointForces::theta(const Joint& joint) const {
  const JointLaw& law = joint.law;
  const double inverse = law.gap > 0 ? 1 / law.drive_inertia : joint.inverse_inertia;
  const double x = step_s_ * std::max(std::sqrt(law.stiffness * inverse), law.damping * inverse);
  return x > 2 ? 1 - 1 / x : 0.5;
}

void JointForces::begin(const Tree& tree, std::span<const double> position,
                        std::span<const double> velocity, bool implicit) {
  for (const int link : active_) {
    Joint& joint = joints_[link];
    joint.acts = !tree.kinematic(link);
    joint.motion.q0 = position[tree_->links[link].position];
    joint.motion.v0 = velocity[joint.dof];
    joint.motion.theta = implicit ? theta(joint) : 0;
  }
}

void JointForces::hold(std::span<const double> mass, std::span<const double> force,
                       std::span<const double> accelerations) {
  for (const int link : active_) {
    Joint& joint = joints_[link];
    joint.mass = mass[joint.row];
    joint.force = force[joint.dof];
  }
  std::copy(accelerations.begin(), accelerations.end(), guess_.begin());
}

void JointForces::hold_solved(std::span<double> mass, std::span<double> force,
                              std::span<const double> accelerations) {
  hold(mass, force, accelerations);
  for (const int link : active_) {
    Joint& joint = joints_[link];
    if (joint.acts)
      joint.force -= joint_force(joint.law, joint.motion, accelerations[joint.dof]).effort;
  }
}

void JointForces::linearise(std::span<const double> accelerations, std::span<double> mass,
                            std::span<double> force) {
  for (const int link : active_) {
    Joint& joint = joints_[link];
    if (!joint.acts) continue;
    joint.at = accelerations[joint.dof];
    joint.linear = joint_force(joint.law, joint.motion, joint.at);
    mass[joint.row] = joint.mass - joint.linear.slope;
    force[joint.dof] = joint.force + joint.linear.effort - joint.linear.slope * joint.at;
  }
}

bool JointForces::fits(std::span<const double> accelerations) const {
  for (const int link : active_) {
    const Joint& joint = joints_[link];
    if (!joint.acts) continue;
    const double a = accelerations[joint.dof];
    const double linear = joint.linear.effort + joint.linear.slope * (a - joint.at);
    const double effort = joint_force(joint.law, joint.motion, a).effort;
    const double size = std::abs(effort) + std::abs(joint.linear.effort) +
                        std::abs(joint.linear.slope) * (std::abs(a) + std::abs(joint.at) +
                                                        std::abs(joint.motion.v0) / step_s_);
    if (!(std::abs(effort - linear) <= kRounding * (1 + size))) return false;
  }
  return true;
}

// Derivative of the convex function along the direction, without its constant part.
double JointForces::slope_along(double fraction, double curvature) const {
  double slope = fraction * curvature;
  for (const int link : active_) {
    const Joint& joint = joints_[link];
    if (!joint.acts) continue;
    const double along = direction_[joint.dof];
    slope -= along * (joint_force(joint.law, joint.motion, joint.at + fraction * along).effort -
                      joint.linear.effort);
  }
  return slope;
}

void JointForces::advance_guess(std::span<const double> mass,
                                std::span<const double> accelerations) {
  const TreeLayout& layout = tree_->layout;
  for (size_t i = 0; i < guess_.size(); ++i) direction_[i] = accelerations[i] - guess_[i];
  double descent = 0;  // direction . (mass with the slopes) . direction
  for (size_t i = 0; i < guess_.size(); ++i) {
    const double* row = &mass[layout.mass_address[i]];
    descent += *row++ * direction_[i] * direction_[i];
    for (int j = layout.dof_parent[i]; j >= 0; j = layout.dof_parent[j])
      descent += 2 * *row++ * direction_[i] * direction_[j];
  }
  double curvature = descent;
  for (const int link : active_) {
    const Joint& joint = joints_[link];
    if (joint.acts)
      curvature += joint.linear.slope * direction_[joint.dof] * direction_[joint.dof];
  }
  double low = 0, high = 1;
  if (slope_along(1, curvature) > descent) {
    for (int k = 0; k < kBisections; ++k) {
      const double middle = 0.5 * (low + high);
      (slope_along(middle, curvature) > descent ? high : low) = middle;
    }
  }
  for (size_t i = 0; i < guess_.size(); ++i) guess_[i] += high * direction_[i];
}

void JointForces::keep_actions(std::span<const double> accelerations, double weight, bool first) {
  for (const int link : active_) {
    Joint& joint = joints_[link];
    if (first) joint.action = {};
    if (!joint.acts) continue;
    const JointAction now = joint_action(joint.law, joint.motion, accelerations[joint.dof]);
    joint.action.drive_effort += weight * now.drive_effort;
    joint.action.drive_rate += weight * now.drive_rate;
    joint.action.friction += weight * now.friction;
    joint.action.end_drive_position = now.end_drive_position;
    joint.action.end_drive_rate = now.end_drive_rate;
  }
}

}  // namespace hadal::dynamics
