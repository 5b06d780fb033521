// Motion of arms between two places, for the steps of this folder.
//
// Profile: from rest to rest over a distance with limited speed and acceleration, a trapezoid of the
// speed (a triangle where it never reaches the limit):
//   t_a = min(v/a, sqrt(d/a)),  v_p = a t_a,  T = d/v_p + t_a.
// A straight line of the tool goes by one such profile for position and attitude together (the attitude
// along the shortest turn), so does a straight line of the joints.
#pragma once
#include <span>

#include "kinds/controllers/arm_types.h"
#include "math/types.h"

namespace hadal::inline kinds {

struct ProfilePoint {
  double distance = 0;
  double speed = 0;
};
// Zero for no distance.
double profile_time_s(double distance, double speed, double acceleration);
ProfilePoint profile_at(double distance, double speed, double acceleration, double time_s);

struct LineLimits {
  double speed_m_s = 0.1;
  double acceleration_m_s2 = 0.2;
  double turn_rate_rad_s = 0.5;
  double turn_acceleration_rad_s2 = 1;
};

struct LinePoint {
  Pose pose;
  Vec6 velocity = Vec6::Zero();  // of the tool point, axes of the frame of the poses
  bool at_end = false;
};
LinePoint line_at(const Pose& start, const Pose& end, const LineLimits& limits, double time_s);

// A pose in seven numbers of a step's state.
constexpr size_t kPoseSize = 7;
void store_pose(const Pose& pose, std::span<double, kPoseSize> numbers);
Pose load_pose(std::span<const double, kPoseSize> numbers);

// Distance and angle between two poses.
double distance_m(const Pose& a, const Pose& b);
double angle_rad(const Pose& a, const Pose& b);

// Asks the tool of an arm for a pose.
void ask_tool(ArmSetPoint& wanted, ArmFrame frame, bool keeps_attitude, const LinePoint& point);

}  // namespace hadal::kinds
