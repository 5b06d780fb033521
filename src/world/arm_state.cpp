#include "world/arm_state.h"

#include <algorithm>
#include <cmath>

namespace hadal::inline world {

ArmSetPoint read_arm_set_point(const double* set) {
  ArmSetPoint out;
  out.mode = arm_mode(set);
  out.frame = static_cast<ArmFrame>(static_cast<int>(set[kArmSetFrame]));
  out.keeps_attitude = set[kArmSetKeepsAttitude] != 0;
  out.pose.p = Eigen::Map<const Vec3>(set + kArmSetToolPosition);
  const double* q = set + kArmSetToolAttitude;
  out.pose.q = Quat(q[0], q[1], q[2], q[3]);
  out.velocity = Eigen::Map<const Vec6>(set + kArmSetToolVelocity);
  out.measures_error = set[kArmSetMeasuresError] != 0;
  out.grip_mode = static_cast<GripMode>(static_cast<int>(set[kArmSetGripMode]));
  out.grip = set[kArmSetGrip];
  std::copy_n(set + kArmSetPosition, kMaxArmJoints, out.position.begin());
  std::copy_n(set + kArmSetVelocity, kMaxArmJoints, out.joint_velocity.begin());
  std::copy_n(set + kArmSetEffort, kMaxArmJoints, out.effort.begin());
  return out;
}

void write_arm_set_point(double* set, const ArmSetPoint& wanted) {
  set[kArmSetMode] = static_cast<double>(wanted.mode);
  set[kArmSetFrame] = static_cast<double>(wanted.frame);
  set[kArmSetKeepsAttitude] = wanted.keeps_attitude ? 1 : 0;
  Eigen::Map<Vec3>(set + kArmSetToolPosition) = wanted.pose.p;
  set[kArmSetToolAttitude] = wanted.pose.q.w();
  Eigen::Map<Vec3>(set + kArmSetToolAttitude + 1) = wanted.pose.q.vec();
  Eigen::Map<Vec6>(set + kArmSetToolVelocity) = wanted.velocity;
  set[kArmSetMeasuresError] = wanted.measures_error ? 1 : 0;
  set[kArmSetGripMode] = static_cast<double>(wanted.grip_mode);
  set[kArmSetGrip] = wanted.grip;
  std::copy_n(wanted.position.begin(), kMaxArmJoints, set + kArmSetPosition);
  std::copy_n(wanted.joint_velocity.begin(), kMaxArmJoints, set + kArmSetVelocity);
  std::copy_n(wanted.effort.begin(), kMaxArmJoints, set + kArmSetEffort);
}

const char* arm_mode_name(ArmMode mode) {
  constexpr const char* kNames[kArmModes] = {"off",          "joint_position", "joint_velocity",
                                             "joint_effort", "tool_pose",      "tool_velocity"};
  return kNames[static_cast<int>(mode)];
}

Pose tool_pose_N(const World& world, const State& state, int arm) {
  const Arm& a = world.arms[static_cast<size_t>(arm)];
  const auto link = static_cast<size_t>(a.tool_link);
  return Pose{state.p_NL_N[link], state.q_NL[link]} * a.X_LT;
}

double tool_error_rms_m(const State& state, int arm) {
  const double* status = arm_status(state, arm);
  return status[kArmErrorUpdates] > 0
             ? std::sqrt(status[kArmErrorSquares] / status[kArmErrorUpdates])
             : 0.0;
}

double press_error_rms_N(const State& state, int arm) {
  const std::span<const double> press = arm_press(state, arm);
  return !press.empty() && press[kPressUpdates] > 0
             ? std::sqrt(press[kPressSquares] / press[kPressUpdates])
             : 0.0;
}

}  // namespace hadal::world
