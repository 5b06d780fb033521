#include "control/set_point.h"

#include <algorithm>

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

extension::SetPoint read_set_point(const double* set) {
  extension::SetPoint out;
  out.mode = mode_of(set);
  std::copy_n(set + kSetPosition, 3, out.p_NB_N.begin());
  std::copy_n(set + kSetAttitude, 4, out.q_NB.begin());
  std::copy_n(set + kSetVelocity, 6, out.velocity_B.begin());
  std::copy_n(set + kSetEffort, 6, out.effort_B.begin());
  out.heading_rad = set[kSetHeading];
  out.depth_m = set[kSetDepth];
  out.speed_m_s = set[kSetSpeed];
  return out;
}

void write_set_point(double* set, const extension::SetPoint& wanted) {
  set[kSetMode] = static_cast<double>(wanted.mode);
  std::copy_n(wanted.p_NB_N.begin(), 3, set + kSetPosition);
  std::copy_n(wanted.q_NB.begin(), 4, set + kSetAttitude);
  std::copy_n(wanted.velocity_B.begin(), 6, set + kSetVelocity);
  std::copy_n(wanted.effort_B.begin(), 6, set + kSetEffort);
  set[kSetHeading] = wanted.heading_rad;
  set[kSetDepth] = wanted.depth_m;
  set[kSetSpeed] = wanted.speed_m_s;
  set[kSetActive] = 1;
}

void write_sticks(double* set, const Sticks& sticks) {
  set[kSetMode] = static_cast<double>(ControlMode::kManual);
  Eigen::Map<Vec6>(set + kSetPilot) = sticks.axes;
  set[kSetHoldHeading] = sticks.hold_heading ? 1 : 0;
  set[kSetHoldDepth] = sticks.hold_depth ? 1 : 0;
  set[kSetActive] = 1;
}

}  // namespace hadal::control
