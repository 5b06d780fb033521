#include "dynamics/multibody/stepper.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <exception>

#include "base/check.h"
#include "dynamics/multibody/drift.h"

namespace hadal::dynamics {
namespace {

constexpr int kMaxJointRounds = 50;       // of Newton's method; two or three are usual
constexpr int kMaxConstrainedRounds = 6;  // of joint laws against contacts and limits
constexpr std::array<double, 4> kRkFraction = {0, 0.5, 0.5, 1};
constexpr std::array<double, 4> kRkWeight = {1.0 / 6, 1.0 / 3, 1.0 / 3, 1.0 / 6};

// x - x is zero for every finite number and not a number otherwise.
bool all_finite(std::span<const double> numbers) {
  double sum = 0;
  for (double x : numbers) sum += x - x;
  return sum == 0;
}

// False for what is not finite, too.
bool all_within(std::span<const double> numbers, double bound) {
  bool within = true;
  for (double x : numbers) within &= std::abs(x) <= bound;
  return within;
}

bool finite(const LinkLoad& load) {
  return load.tau_L.allFinite() && load.v_water_N.allFinite() && load.damping_L.allFinite();
}

// Rate of the rotation vector u of q0 exp(u) that turns with the angular velocity w (link axes), to
// the order that a fourth-order method needs.
Vec3 rotation_vector_rate(const Vec3& u, const Vec3& w) {
  const Vec3 uw = u.cross(w);
  return w + 0.5 * uw + u.cross(uw) / 12;
}

}  // namespace

Stepper::Stepper(const StepperSettings& settings, const EngineModel& engine, const TreeModel& tree)
    : set_(settings),
      engine_(engine, tree.layout),
      tree_(tree),
      joints_(tree, settings.step_s) {
  const size_t nq = engine_.arrays().qpos.size(), nv = engine_.arrays().qvel.size();
  q_start_.resize(nq);
  for (auto* vector : {&v_start_, &effort_, &drift_rate_, &drift_sum_, &acceleration_sum_})
    vector->resize(nv);
  start_velocity_.resize(6 * tree.links.size());
  reset();
}

void Stepper::reset() {
  engine_.reset();
  tree_.reset();
  joints_.reset();
  kinematic_trees_ = 0;
  status_ = StepStatus{};
  std::fill(effort_.begin(), effort_.end(), 0.0);
  tree_.update_kinematics(engine_.arrays().qpos, engine_.arrays().qvel);
  store_start_velocity();
}

double Stepper::stage_fraction(int stage) const {
  return set_.integrator == Integrator::kLeapfrog ? 0.5 : kRkFraction[stage];
}

void Stepper::update_kinematics(int stage) {
  HADAL_CHECK(stage >= 0 && stage < stage_count());
  if (stage == 0) begin();
  if (!status_.ok()) return;
  if (set_.integrator == Integrator::kLeapfrog)
    update_leapfrog();
  else
    update_rkmk4(stage);
  tree_.update_kinematics(engine_.arrays().qpos, engine_.arrays().qvel);
}

void Stepper::accelerate(int stage) {
  if (!status_.ok()) return;
  try {
    solve_accelerations(stage);
  } catch (const std::exception& error) {
    note_failure(StepStatus::Code::kEngineError, -1, error.what());
  }
  if (set_.integrator == Integrator::kRkmk4) accumulate_rkmk4(stage);
}

StepStatus Stepper::finish() {
  const EngineArrays& a = engine_.arrays();
  if (status_.ok()) {
    end_step();
    if (kinematic_trees_ > 0) drift_kinematic(tree_, q_start_, v_start_, set_.step_s, a.qpos, a.qvel);
    if (!within_bounds()) {
      check_finite();
      if (status_.ok()) check_bounds();
    }
    if (status_.ok() && engine_.faulty()) status_ = engine_.status();
  }
  if (!status_.ok()) go_back();
  tree_.update_kinematics(a.qpos, a.qvel);
  return status_;
}

void Stepper::end_step() {
  if (set_.integrator == Integrator::kLeapfrog) return end_leapfrog();
  try {
    constrain_rkmk4();
  } catch (const std::exception& error) {
    note_failure(StepStatus::Code::kEngineError, -1, error.what());
  }
  end_rkmk4();
}

void Stepper::go_back() {
  const EngineArrays& a = engine_.arrays();
  std::copy(q_start_.begin(), q_start_.end(), a.qpos.begin());
  std::copy(v_start_.begin(), v_start_.end(), a.qvel.begin());
  std::fill(a.qacc.begin(), a.qacc.end(), 0.0);
  std::fill(a.warmstart.begin(), a.warmstart.end(), 0.0);
}

void Stepper::set_kinematic(int root, bool on) {
  kinematic_trees_ += static_cast<int>(on) - static_cast<int>(tree_.kinematic(root));
  tree_.set_kinematic(root, on);
  engine_.set_kinematic(tree_, root, on);
}

// Remembers where the step starts.
void Stepper::begin() {
  const EngineArrays& a = engine_.arrays();
  status_ = StepStatus{};
  std::copy(a.qpos.begin(), a.qpos.end(), q_start_.begin());
  std::copy(a.qvel.begin(), a.qvel.end(), v_start_.begin());
  store_start_velocity();
}

void Stepper::store_start_velocity() {
  const auto kinematics = tree_.kinematics();
  for (size_t i = 0; i < kinematics.size(); ++i) {
    const LinkKinematics& kin = kinematics[i];
    Eigen::Map<Vec6> out(&start_velocity_[6 * i]);
    out.head<3>() = kin.R_NL * kin.nu_L.head<3>();
    out.tail<3>() = kin.nu_L.tail<3>();
  }
}

void Stepper::update_leapfrog() {
  const EngineArrays& a = engine_.arrays();
  drift(tree_, q_start_, v_start_, 0.5 * set_.step_s, a.qpos);
  for (size_t i = 0; i < v_start_.size(); ++i) a.qvel[i] = v_start_[i] + 0.5 * set_.step_s * a.qacc[i];
  if (kinematic_trees_ > 0) drift_kinematic(tree_, q_start_, v_start_, 0.5 * set_.step_s, a.qpos, a.qvel);
}

void Stepper::update_rkmk4(int stage) {
  const EngineArrays& a = engine_.arrays();
  if (stage == 0) return;
  const double dt = kRkFraction[stage] * set_.step_s;
  drift(tree_, q_start_, drift_rate_, dt, a.qpos);
  for (size_t i = 0; i < v_start_.size(); ++i) a.qvel[i] = v_start_[i] + dt * a.qacc[i];
  if (kinematic_trees_ > 0) drift_kinematic(tree_, q_start_, v_start_, dt, a.qpos, a.qvel);
}

void Stepper::solve_accelerations(int stage) {
  const EngineArrays& a = engine_.arrays();
  const ImplicitDamping damping{set_.implicit_step_s, a.qacc};
  tree_.weigh_damping(set_.implicit_step_s);
  tree_.mass_matrix(a.mass);
  tree_.forces(a.qvel, effort_, set_.gravity_N, damping, a.smooth_force);
  if (kinematic_trees_ > 0) load_kinematic();
  const bool leapfrog = set_.integrator == Integrator::kLeapfrog;
  if (joints_.none()) {
    engine_.solve_smooth();
  } else {
    joints_.begin(tree_, leapfrog ? std::span<const double>(q_start_) : a.qpos,
                  leapfrog ? std::span<const double>(v_start_) : a.qvel, leapfrog);
    joints_.hold(a.mass, a.smooth_force, a.qacc);
    solve_joints();
  }
  if (!all_within(a.smooth_acceleration, kMaxAcceleration)) return check_smooth_acceleration();
  if (leapfrog && engine_.find_constraints(tree_))
    solve_constraints();
  else
    engine_.accept_smooth();
  if (kinematic_trees_ > 0) prescribe(a.qacc);
  const double weight = leapfrog ? 1 : kRkWeight[stage];
  if (!joints_.none()) joints_.keep_actions(a.qacc, weight, stage == 0);
  if (tree_.measures_wrenches())
    tree_.add_wrenches(a.qacc, leapfrog ? constraint_wrenches() : ConstraintWrenches{}, weight,
                       stage == 0);
}

ConstraintWrenches Stepper::constraint_wrenches() const {
  return {engine_.contact_wrenches_L(), engine_.coupling_wrenches_L()};
}

// Newton's method over the pieces of the laws of joints; leaves the smooth accelerations.
void Stepper::solve_joints() {
  const EngineArrays& a = engine_.arrays();
  for (int round = 1;; ++round) {
    joints_.linearise_at_guess(a.mass, a.smooth_force);
    engine_.solve_smooth();
    if (round == kMaxJointRounds || joints_.fits(a.smooth_acceleration)) return;
    joints_.advance_guess(a.mass, a.smooth_acceleration);
  }
}

// A contact may move a joint off the piece of its law that the motion without contact was on.
void Stepper::solve_constraints() {
  const EngineArrays& a = engine_.arrays();
  engine_.solve_constraints(tree_, v_start_);
  for (int round = 1; round < kMaxConstrainedRounds && !joints_.fits(a.qacc); ++round) {
    joints_.linearise(a.qacc, a.mass, a.smooth_force);
    engine_.solve_smooth();
    engine_.solve_constraints(tree_, v_start_);
  }
}

// The stages gave the mean acceleration of a step without constraints. If one acts at the pose in
// the middle of the step, its mean acceleration joins, half a step long for the positions.
void Stepper::constrain_rkmk4() {
  const EngineArrays& a = engine_.arrays();
  std::copy(v_start_.begin(), v_start_.end(), a.qvel.begin());
  drift(tree_, q_start_, v_start_, 0.5 * set_.step_s, a.qpos);
  if (kinematic_trees_ > 0) drift_kinematic(tree_, q_start_, v_start_, 0.5 * set_.step_s, a.qpos, a.qvel);
  tree_.update_kinematics(a.qpos, a.qvel);
  if (!engine_.find_constraints(tree_)) return;
  tree_.weigh_damping(0);
  tree_.mass_matrix(a.mass);
  tree_.velocity_accelerations(a.qvel);
  engine_.set_smooth_acceleration(acceleration_sum_);
  if (!joints_.none()) {
    joints_.begin(tree_, q_start_, v_start_, false);
    joints_.hold_solved(a.mass, a.smooth_force, acceleration_sum_);
    joints_.linearise(acceleration_sum_, a.mass, a.smooth_force);
    engine_.solve_smooth();
  }
  solve_constraints();
  if (kinematic_trees_ > 0) prescribe(a.qacc);
  if (tree_.measures_wrenches()) {
    for (size_t i = 0; i < a.qacc.size(); ++i) a.qvel[i] = a.qacc[i] - acceleration_sum_[i];
    tree_.add_to_wrenches(a.qvel, constraint_wrenches());
  }
  for (size_t i = 0; i < drift_sum_.size(); ++i) {
    drift_sum_[i] += 0.5 * set_.step_s * (a.qacc[i] - acceleration_sum_[i]);
    acceleration_sum_[i] = a.qacc[i];
  }
}

// The forces that give the very large masses of kinematic trees the prescribed accelerations.
void Stepper::load_kinematic() {
  const EngineArrays& a = engine_.arrays();
  prescribe(a.smooth_force);
  for (size_t i = 0; i < tree_.links().size(); ++i) {
    const TreeLink& link = tree_.links()[i];
    if (!tree_.kinematic(static_cast<int>(i))) continue;
    for (int dof = link.dof; dof < link.dof + dof_count(link); ++dof)
      a.smooth_force[dof] *= a.mass[tree_.layout().mass_address[dof]];
  }
}

// The accelerations of a kinematic tree: joints at constant rate, the velocity of a free root
// turning with the link.
void Stepper::prescribe(std::span<double> accelerations) const {
  for (size_t i = 0; i < tree_.links().size(); ++i) {
    const TreeLink& link = tree_.links()[i];
    if (link.dof < 0 || !tree_.kinematic(static_cast<int>(i))) continue;
    double* out = &accelerations[link.dof];
    if (link.joint != JointKind::kFree) {
      out[0] = 0;
      continue;
    }
    const LinkKinematics& kin = tree_.kinematics()[i];
    const Vec3 turning = kin.R_NL * kin.nu_L.tail<3>().cross(kin.nu_L.head<3>());
    for (int k = 0; k < 3; ++k) out[k] = turning[k];
    for (int k = 3; k < 6; ++k) out[k] = 0;
  }
}

void Stepper::accumulate_rkmk4(int stage) {
  const EngineArrays& a = engine_.arrays();
  if (stage == 0) {
    std::fill(drift_sum_.begin(), drift_sum_.end(), 0.0);
    std::fill(acceleration_sum_.begin(), acceleration_sum_.end(), 0.0);
    std::copy(a.qvel.begin(), a.qvel.end(), drift_rate_.begin());
  } else {
    correct_rotation_rates(kRkFraction[stage] * set_.step_s);
  }
  for (size_t i = 0; i < drift_sum_.size(); ++i) {
    drift_sum_[i] += kRkWeight[stage] * drift_rate_[i];
    acceleration_sum_[i] += kRkWeight[stage] * a.qacc[i];
  }
}

// drift_rate holds the rate that led to this stage; replaces it by the rate at this stage.
void Stepper::correct_rotation_rates(double dt_s) {
  const EngineArrays& a = engine_.arrays();
  for (const TreeLink& link : tree_.links()) {
    if (link.dof < 0) continue;
    if (link.joint != JointKind::kFree) {
      drift_rate_[link.dof] = a.qvel[link.dof];
      continue;
    }
    Eigen::Map<Vec3> rate(&drift_rate_[link.dof + 3]);
    rate = rotation_vector_rate(dt_s * rate, Eigen::Map<const Vec3>(&a.qvel[link.dof + 3]));
    for (int k = link.dof; k < link.dof + 3; ++k) drift_rate_[k] = a.qvel[k];
  }
}

void Stepper::end_leapfrog() {
  const EngineArrays& a = engine_.arrays();
  for (size_t i = 0; i < v_start_.size(); ++i) a.qvel[i] = v_start_[i] + set_.step_s * a.qacc[i];
  drift(tree_, a.qpos, a.qvel, 0.5 * set_.step_s, a.qpos);
  for (size_t i = 0; i < tree_.links().size(); ++i) {
    const TreeLink& link = tree_.links()[i];
    const double scale =
        engine_.touched(link.root) ? 0 : tree_.predictor_scale(static_cast<int>(i));
    if (scale == 1) continue;
    for (int dof = link.dof; dof < link.dof + dof_count(link); ++dof) a.qacc[dof] *= scale;
  }
}

void Stepper::end_rkmk4() {
  const EngineArrays& a = engine_.arrays();
  drift(tree_, q_start_, drift_sum_, set_.step_s, a.qpos);
  for (size_t i = 0; i < v_start_.size(); ++i) {
    a.qvel[i] = v_start_[i] + set_.step_s * acceleration_sum_[i];
    a.qacc[i] = acceleration_sum_[i];
  }
}

void Stepper::note_failure(StepStatus::Code code, int link, const char* message) {
  if (!status_.ok()) return;
  status_.code = code;
  status_.link = link;
  std::snprintf(status_.message, sizeof status_.message, "%s", message);
}

// The first link with a load that is not finite, or else whose motion is not.
int Stepper::culprit() const {
  const auto loads = tree_.loads();
  for (size_t i = 0; i < loads.size(); ++i)
    if (!finite(loads[i])) return static_cast<int>(i);
  const EngineArrays& a = engine_.arrays();
  for (const std::span<const double> numbers :
       {std::span<const double>(effort_), a.smooth_acceleration, std::span<const double>(a.qacc),
        std::span<const double>(a.qvel), std::span<const double>(a.qpos)}) {
    const bool positions = numbers.data() == a.qpos.data();
    for (size_t i = 0; i < tree_.links().size(); ++i) {
      const TreeLink& link = tree_.links()[i];
      if (link.dof < 0) continue;
      const int extra = positions && link.joint == JointKind::kFree ? 1 : 0;  // the quaternion
      if (!all_finite(
              numbers.subspan(positions ? link.position : link.dof, dof_count(link) + extra)))
        return static_cast<int>(i);
    }
  }
  return -1;
}

void Stepper::check_finite() {
  const EngineArrays& a = engine_.arrays();
  if (all_finite(a.smooth_acceleration) && all_finite(a.qacc) && all_finite(a.qvel) &&
      all_finite(a.qpos))
    return;
  note_failure(StepStatus::Code::kNonFinite, culprit(), "a force or a motion is not finite");
}

// In a glance, which hinges that have turned often do not pass: smooth accelerations were looked at
// when they were solved for, and what lies within a bound is finite.
bool Stepper::within_bounds() const {
  const EngineArrays& a = engine_.arrays();
  return all_finite(a.qacc) && all_within(a.qvel, kMaxVelocity) &&
         all_within(a.qpos, kMaxPosition_m);
}

void Stepper::check_smooth_acceleration() {
  check_finite();
  if (status_.ok())
    note_beyond(engine_.arrays().smooth_acceleration, false, kMaxAcceleration, "acceleration",
                "/s2");
}

void Stepper::check_bounds() {
  const EngineArrays& a = engine_.arrays();
  if (!all_within(a.qvel, kMaxVelocity))
    note_beyond(a.qvel, false, kMaxVelocity, "velocity", "/s");
  if (!all_within(a.qpos, kMaxPosition_m))
    note_beyond(a.qpos, true, kMaxPosition_m, "position", "");
}

// The first coordinate beyond the bound.
void Stepper::note_beyond(std::span<const double> numbers, bool positions, double bound,
                          const char* quantity, const char* unit) {
  for (size_t i = 0; i < tree_.links().size(); ++i) {
    const TreeLink& link = tree_.links()[i];
    if (link.dof < 0) continue;
    const int begin = positions ? link.position : link.dof;
    for (int k = 0; k < dof_count(link); ++k) {
      const double value = numbers[static_cast<size_t>(begin + k)];
      const bool turns =
          link.joint == JointKind::kHinge || (link.joint == JointKind::kFree && k > 2);
      if (std::abs(value) <= bound || (positions && turns)) continue;
      char text[sizeof status_.message];
      std::snprintf(text, sizeof text, "%s%s of %.3g %s%s is beyond %.0e %s%s",
                    turns ? "an angular " : positions ? "a " : "a linear ", quantity, value,
                    turns ? "rad" : "m", unit, bound, turns ? "rad" : "m", unit);
      return note_failure(StepStatus::Code::kOutOfBounds, static_cast<int>(i), text);
    }
  }
}

}  // namespace hadal::dynamics
