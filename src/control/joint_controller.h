// Position, velocity or effort control of the joints of an arm: one cascade.h loop per joint.
// Live gains: per joint {position P I D, velocity P I D}. State: joint_state_size(n) doubles, zero
// at the start. m, m/s, N for sliding joints; rad, rad/s, N m for turning ones.
#pragma once
#include "kinds/controllers/cascade.h"

namespace hadal::control {

struct JointControllerParameters {
  ControlStructure structure = ControlStructure::kCascaded;
  AntiWindup anti_windup = AntiWindup::kBackCalculation;
  double tracking_time_s = 0;
  std::vector<AxisParameters> joints;
  std::vector<double> effort_limit;  // N or N m, one per joint
};

constexpr size_t joint_gain_count(size_t joints) {
  return joints * kCascadeGainCount;
}
constexpr size_t joint_state_size(size_t joints) {
  return joints * kCascadeStateSize;
}

struct JointSetPoint {
  ControlMode mode = ControlMode::kPosition;
  std::span<const double> value;  // positions, velocities or efforts, as the mode says
};

void store_gains(const JointControllerParameters& parameters, std::span<double> live);

// One entry per joint in every span; feed_forward (e.g. gravity torque) may be empty.
void joint_update(const JointControllerParameters& parameters, std::span<const double> gains,
                  const JointSetPoint& set_point, std::span<const double> position,
                  std::span<const double> velocity, std::span<const double> feed_forward,
                  double dt_s, std::span<double> state, std::span<double> effort);

}  // namespace hadal::control
