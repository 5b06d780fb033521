#include "control/arm/arm_control.h"

#include <algorithm>
#include <cmath>

#include "control/arm/arm_moment.h"


namespace hadal::control {
namespace {

using Layout = ArmLayout;

double* reference_of(State& state, const ArmSetup& setup) {
  return state.control_memory.data() + setup.layout.reference;
}
const double* reference_of(const State& state, const ArmSetup& setup) {
  return state.control_memory.data() + setup.layout.reference;
}

// Of a joint or, after the joints, a finger.
CascadeStateSpan loops_of(State& state, const ArmSetup& setup, size_t index) {
  return CascadeStateSpan(
      state.control_memory.data() + setup.layout.loops + index * kCascadeStateSize,
      kCascadeStateSize);
}

// Modes in which the joints are asked for positions, which then carry over from one to the other.
bool has_reference(ArmMode mode) {
  return mode == ArmMode::kJointPosition || mode == ArmMode::kToolPose ||
         mode == ArmMode::kToolVelocity;
}

ArmMode last_mode(const State& state, const ArmSetup& setup) {
  return static_cast<ArmMode>(static_cast<int>(state.control_memory[setup.layout.last_mode]));
}

Pose inverse_of(const Pose& X_AB) {
  const Quat q_BA = X_AB.q.conjugate();
  return {-(q_BA * X_AB.p), q_BA};
}

Pose pose_of_link(const State& state, int link) {
  return {state.p_NL_N[static_cast<size_t>(link)], state.q_NL[static_cast<size_t>(link)]};
}

std::span<const double> values(const JointVector& vector) {
  return {vector.data(), static_cast<size_t>(vector.size())};
}

// How far a joint may go in one update.
struct JointBounds {
  std::array<double, kMaxArmJoints> lower, upper;
};

JointBounds bounds_of_update(const ArmSetup& setup, const JointVector& reference) {
  JointBounds out;
  for (size_t j = 0; j < setup.joints.size(); ++j) {
    const ArmJointFacts& facts = setup.joints[j].facts;
    const double q = reference[static_cast<long>(j)], way = facts.velocity_limit * setup.dt_s;
    out.lower[j] = std::fmax(q - way, std::fmin(facts.lower, q));
    out.upper[j] = std::fmin(q + way, std::fmax(facts.upper, q));
  }
  return out;
}

// Whether the value was beyond the limits, to which it is brought.
bool clamp_counted(double& value, double low, double high) {
  const double inside = std::clamp(value, low, high);
  const bool beyond = inside != value;
  value = inside;
  return beyond;
}

}  // namespace

ArmControl::ArmControl(const World& world, double gravity_m_s2, size_t memory_begin,
                       size_t gains_begin)
    : gravity_m_s2_(gravity_m_s2) {
  for (const MissionStep& step : world.mission) presses_ |= step.kind->force_sensor != nullptr;
  for (size_t arm = 0; arm < world.arms.size(); ++arm) {
    setups_.push_back(arm_setup(world, static_cast<int>(arm), memory_begin + memory_size_,
                                gains_begin));
    memory_size_ += setups_.back().layout.memory_size;
    gains_begin += setups_.back().layout.gain_count;
  }
}

void ArmControl::start(State& state) const {
  state.arm_set_point.assign(setups_.size() * kArmSetPointSize, 0.0);
  state.arm_status.assign(setups_.size() * kArmStatusSize, 0.0);
  state.arm_press.assign(presses_ ? setups_.size() * kPressSize : 0, 0.0);
  for (const ArmSetup& setup : setups_) {
    write_arm_set_point(arm_set_point(state, setup.arm), {});
    state.control_gains.insert(state.control_gains.end(), setup.start_gains.begin(),
                               setup.start_gains.end());
  }
}

std::span<double> ArmControl::gains(int arm, State& state) const {
  const Layout& layout = setup(arm).layout;
  return std::span(state.control_gains).subspan(layout.gains, layout.gain_count);
}

std::span<const double> ArmControl::gains(int arm, const State& state) const {
  const Layout& layout = setup(arm).layout;
  return std::span(state.control_gains).subspan(layout.gains, layout.gain_count);
}

ArmControl::Moment ArmControl::moment(const World& world, const State& state,
                                      const ArmSetup& setup,
                                      const BodyMeasurement& measured) const {
  Moment now;
  const Pose X_NB_true = pose_of_link(state, setup.hull_link);
  now.X_NP_true = pose_of_link(state, setup.base_link);
  const Pose X_BP = inverse_of(X_NB_true) * now.X_NP_true;
  now.X_FP = {measured.pose_NB * X_BP, X_BP, Pose{}};
  const auto count = static_cast<long>(setup.joints.size());
  now.q.resize(count);
  now.rate.resize(count);
  for (long j = 0; j < count; ++j) {
    const Link& link = world.links[static_cast<size_t>(setup.joints[static_cast<size_t>(j)].link)];
    now.q[j] = state.position[static_cast<size_t>(link.position_address)];
    now.rate[j] = state.velocity[static_cast<size_t>(link.velocity_address)];
  }
  now.tool = tool_kinematics(setup.chain, values(now.q));
  now.reference = now.q;
  if (has_reference(last_mode(state, setup)))
    now.reference = Eigen::Map<const JointVector>(reference_of(state, setup), count);
  now.reference_rate = JointVector::Zero(count);
  return now;
}

void ArmControl::update(const World& world, State& state, int arm,
                        const BodyMeasurement& measured) const {
  const ArmSetup& own = setup(arm);
  Moment now = moment(world, state, own, measured);
  if (mission_status(state, world.arms[static_cast<size_t>(arm)].track) == MissionStatus::kRunning)
    follow_mission(world, state, own, now);
  const ArmSetPoint wanted = read_arm_set_point(arm_set_point(state, arm));
  if (wanted.mode != ArmMode::kOff) {
    refer(own, state, wanted, now);
    drive_joints(world, state, own, wanted, now);
  }
  drive_fingers(world, state, own, wanted, now);
  measure_error(own, state, wanted, now);
  state.control_memory[own.layout.last_mode] = static_cast<double>(wanted.mode);
  std::copy_n(now.reference.data(), now.reference.size(), reference_of(state, own));
  if (now.clamped) arm_status(state, arm)[kArmClamped] += 1;
}

// Positions and rates that the joints are asked for now.
void ArmControl::refer(const ArmSetup& setup, State& state, const ArmSetPoint& wanted,
                       Moment& now) const {
  double* status = arm_status(state, setup.arm);
  status[kArmResidual_m] = status[kArmResidual_rad] = 0;
  const JointVector before = now.reference;
  const JointBounds bounds = bounds_of_update(setup, before);
  const std::span<const double> lower(bounds.lower.data(), setup.joints.size()),
      upper(bounds.upper.data(), setup.joints.size());
  InverseParameters inverse = setup.inverse;
  inverse.keeps_attitude = wanted.keeps_attitude;
  const Pose& X_FP = now.X_FP[static_cast<size_t>(wanted.frame)];
  if (wanted.mode == ArmMode::kToolPose) {
    const Pose wanted_PT = inverse_of(X_FP) * wanted.pose;
    now.reference += inverse_advance(setup.chain, inverse, values(before), wanted_PT,
                                     setup.posture, lower, upper);
    const Vec6 left = pose_error(wanted_PT, tool_pose(setup.chain, values(now.reference)));
    status[kArmResidual_m] = left.head<3>().norm();
    status[kArmResidual_rad] = wanted.keeps_attitude ? left.tail<3>().norm() : 0.0;
    now.reference_rate = (now.reference - before) / setup.dt_s;
  } else if (wanted.mode == ArmMode::kToolVelocity) {
    Vec6 way;
    way << X_FP.q.conjugate() * Vec3(wanted.velocity.head<3>()),
        X_FP.q.conjugate() * Vec3(wanted.velocity.tail<3>());
    now.reference += inverse_step(setup.chain, inverse, values(before),
                                  tool_kinematics(setup.chain, values(before)), setup.dt_s * way,
                                  setup.posture, lower, upper);
    now.reference_rate = (now.reference - before) / setup.dt_s;
  } else {
    refer_joints(setup, wanted, bounds.lower.data(), bounds.upper.data(), now);
  }
}

void ArmControl::refer_joints(const ArmSetup& setup, const ArmSetPoint& wanted,
                              const double* lower, const double* upper, Moment& now) const {
  for (size_t j = 0; j < setup.joints.size(); ++j) {
    const ArmJointFacts& facts = setup.joints[j].facts;
    const auto i = static_cast<long>(j);
    const double before = now.reference[i];
    if (wanted.mode == ArmMode::kJointPosition) {
      double target = wanted.position[j];
      now.clamped |= clamp_counted(target, facts.lower, facts.upper);
      now.reference[i] = std::clamp(target, lower[j], upper[j]);
      now.reference_rate[i] = now.reference[i] == target
                                  ? std::clamp(wanted.joint_velocity[j], -facts.velocity_limit,
                                               facts.velocity_limit)
                                  : (now.reference[i] - before) / setup.dt_s;
    } else if (wanted.mode == ArmMode::kJointVelocity) {
      double rate = wanted.joint_velocity[j];
      now.clamped |= clamp_counted(rate, -facts.velocity_limit, facts.velocity_limit);
      const double position = now.q[i];
      if ((rate > 0 && position >= facts.upper) || (rate < 0 && position <= facts.lower)) rate = 0;
      now.reference_rate[i] = rate;
      now.reference[i] = std::clamp(before + rate * setup.dt_s, lower[j], upper[j]);
    }
  }
}

void ArmControl::drive_joints(const World& world, State& state, const ArmSetup& setup,
                              const ArmSetPoint& wanted, Moment& now) const {
  const ControlMode mode = wanted.mode == ArmMode::kJointEffort     ? ControlMode::kEffort
                           : wanted.mode == ArmMode::kJointVelocity ? ControlMode::kVelocity
                                                                    : ControlMode::kPosition;
  for (size_t j = 0; j < setup.joints.size(); ++j) {
    const auto i = static_cast<long>(j);
    CascadeInput input;
    input.mode = mode;
    input.position_error = now.reference[i] - now.q[i];
    input.velocity_set_point = now.reference_rate[i];
    input.velocity = now.rate[i];
    input.effort_set_point = wanted.effort[j];
    input.dt_s = setup.dt_s;
    now.clamped |= drive(world, state, setup, j, input, now.reference[i]);
  }
}

void ArmControl::drive_fingers(const World& world, State& state, const ArmSetup& setup,
                               const ArmSetPoint& wanted, Moment& now) const {
  if (wanted.grip_mode == GripMode::kOff) return;
  for (size_t f = 0; f < setup.fingers.size(); ++f) {
    const DrivenJoint& finger = setup.fingers[f];
    const Link& link = world.links[static_cast<size_t>(finger.link)];
    const double q = state.position[static_cast<size_t>(link.position_address)];
    const double target =
        finger.facts.lower +
        std::clamp(wanted.grip, 0.0, 1.0) * (finger.facts.upper - finger.facts.lower);
    CascadeInput input;
    input.mode =
        wanted.grip_mode == GripMode::kEffort ? ControlMode::kEffort : ControlMode::kPosition;
    input.position_error = target - q;
    input.velocity = state.velocity[static_cast<size_t>(link.velocity_address)];
    input.effort_set_point = -wanted.grip;
    input.dt_s = setup.dt_s;
    const size_t index = setup.joints.size() + f;
    now.clamped |= drive(world, state, setup, index, input, target);
    // What squeezed a thing is not what the loops shall begin with when the hand opens.
    if (input.mode == ControlMode::kEffort) cascade_reset(loops_of(state, setup, index));
  }
}

// One joint or finger, by what its drive takes. Whether its command was clamped.
bool ArmControl::drive(const World& world, State& state, const ArmSetup& setup, size_t index,
                       CascadeInput input, double reference) const {
  const bool is_finger = index >= setup.joints.size();
  const DrivenJoint& joint =
      is_finger ? setup.fingers[index - setup.joints.size()] : setup.joints[index];
  const ArmJointFacts& facts = joint.facts;
  const CascadeGainSpan gains(
      state.control_gains.data() + setup.layout.gains + index * kCascadeGainCount,
      kCascadeGainCount);
  const CascadeStateSpan loops = loops_of(state, setup, index);
  double command = 0;
  CascadeLimits limits{facts.velocity_limit, joint.command_min, joint.command_max};
  switch (facts.asks_for) {
    case JointCommand::kEffort: {
      const double limit = facts.effort_limit;
      limits.effort_min = std::fmax(limits.effort_min, -limit);
      limits.effort_max = std::fmin(limits.effort_max, limit);
      const Link& link = world.links[static_cast<size_t>(joint.link)];
      if (setup.compensation)
        input.effort_feed_forward = holding_effort(world, state, joint, gravity_m_s2_) +
                                    link.joint_damping * input.velocity_set_point;
      command = cascade_update(setup.kind, limits, gains, input, loops);
      break;
    }
    case JointCommand::kVoltage:
      command = cascade_update(setup.kind, limits, gains, input, loops);
      break;
    case JointCommand::kVelocity: {
      const PidError error{input.position_error, input.velocity_set_point - input.velocity,
                           input.velocity_set_point, input.dt_s};
      command = input.mode == ControlMode::kPosition
                    ? pid_update_error(within(-facts.velocity_limit, facts.velocity_limit),
                                       PidGainSpan(gains.data(), kPidGainCount), error,
                                       PidStateSpan(loops.data(), kPidStateSize))
                    : input.velocity_set_point;
      break;
    }
    case JointCommand::kPosition:
      command = reference;
      break;
  }
  const bool at_limit =
      (facts.asks_for == JointCommand::kEffort || facts.asks_for == JointCommand::kVoltage) &&
      (command <= limits.effort_min || command >= limits.effort_max);
  const bool beyond = clamp_counted(command, joint.command_min, joint.command_max);
  state.actuator_command[static_cast<size_t>(joint.actuator)] = command;
  return at_limit || beyond;
}

void ArmControl::measure_error(const ArmSetup& setup, State& state, const ArmSetPoint& wanted,
                               const Moment& now) const {
  double* status = arm_status(state, setup.arm);
  status[kArmError_m] = status[kArmError_rad] = 0;
  if (wanted.mode != ArmMode::kToolPose) return;
  const bool in_world = wanted.frame == ArmFrame::kWorld;
  const Pose& X_FP = in_world ? now.X_NP_true : now.X_FP[static_cast<size_t>(wanted.frame)];
  const Vec6 error = pose_error(wanted.pose, X_FP * now.tool.X_PT);
  status[kArmError_m] = error.head<3>().norm();
  if (wanted.keeps_attitude) status[kArmError_rad] = error.tail<3>().norm();
  if (!wanted.measures_error) return;
  status[kArmErrorSquares] += error.head<3>().squaredNorm();
  status[kArmErrorUpdates] += 1;
}

double holding_effort(const World& world, const State& state, const DrivenJoint& joint,
                      double gravity_m_s2) {
  const auto own = static_cast<size_t>(joint.link);
  const Vec3 axis_N = state.q_NL[own] * world.links[own].axis_L;
  Vec3 force_N = Vec3::Zero(), moment_N = Vec3::Zero();
  for (const int carried : joint.carried) {
    const auto i = static_cast<size_t>(carried);
    const Link& link = world.links[i];
    const Vec3 p_G = state.p_NL_N[i] + state.q_NL[i] * link.p_LG_L;
    const Vec3 p_C = state.p_NL_N[i] + state.q_NL[i] * link.buoyancy.p_BC_B;
    const Vec3 weight(0, 0, link.mass_kg * gravity_m_s2);
    const double displaced_kg =
        p_C.z() > 0 ? state.water_density_kg_m3[i] * link.buoyancy.volume_m3 : 0;
    const Vec3 lift(0, 0, -displaced_kg * gravity_m_s2);
    force_N += weight + lift;
    moment_N += (p_G - state.p_NL_N[own]).cross(weight) + (p_C - state.p_NL_N[own]).cross(lift);
  }
  return -axis_N.dot(joint.facts.slides ? force_N : moment_N);
}

}  // namespace hadal::control
