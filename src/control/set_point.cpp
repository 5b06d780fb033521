#include "control/set_point.h"

namespace hadal::control {

void write_pose(double* set, const Vec3& p_N, const Quat& q_NB) {
  set[kSetMode] = static_cast<double>(ControlMode::kPosition);
  Eigen::Map<Vec3>(set + kSetPosition) = p_N;
  set[kSetAttitude] = q_NB.w();
  Eigen::Map<Vec3>(set + kSetAttitude + 1) = q_NB.vec();
  set[kSetActive] = 1;
}

void write_course(double* set, double heading_rad, double depth_m, double speed_m_s) {
  set[kSetMode] = static_cast<double>(ControlMode::kCourse);
  set[kSetHeading] = heading_rad;
  set[kSetDepth] = depth_m;
  set[kSetSpeed] = speed_m_s;
  set[kSetActive] = 1;
}

BodySetPoint read_body(const double* set) {
  BodySetPoint out;
  out.mode = mode_of(set);
  out.pose_NB = {
      Eigen::Map<const Vec3>(set + kSetPosition),
      Quat(set[kSetAttitude], set[kSetAttitude + 1], set[kSetAttitude + 2], set[kSetAttitude + 3])};
  out.velocity_B = Eigen::Map<const Vec6>(set + kSetVelocity);
  out.effort_B = Eigen::Map<const Vec6>(set + kSetEffort);
  return out;
}

void write_sticks(double* set, const Sticks& sticks) {
  set[kSetMode] = static_cast<double>(ControlMode::kManual);
  Eigen::Map<Vec6>(set + kSetPilot) = sticks.axes;
  set[kSetHoldHeading] = sticks.hold_heading ? 1 : 0;
  set[kSetHoldDepth] = sticks.hold_depth ? 1 : 0;
  set[kSetActive] = 1;
}

Sticks read_sticks(const double* set) {
  return {Eigen::Map<const Vec6>(set + kSetPilot), set[kSetHoldHeading] != 0,
          set[kSetHoldDepth] != 0};
}

}  // namespace hadal::control
