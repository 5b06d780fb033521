#include "control/joint_controller.h"

#include "base/check.h"

namespace hadal::control {
namespace {

CascadeInput input_of(const JointSetPoint& set_point, size_t joint, double position,
                      double velocity, double feed_forward, double dt_s) {
  CascadeInput input;
  input.mode = set_point.mode;
  input.velocity = velocity;
  input.effort_feed_forward = feed_forward;
  input.dt_s = dt_s;
  switch (set_point.mode) {
    case ControlMode::kPosition:
      input.position_error = set_point.value[joint] - position;
      break;
    case ControlMode::kVelocity:
      input.velocity_set_point = set_point.value[joint];
      break;
    case ControlMode::kEffort:
      input.effort_set_point = set_point.value[joint];
      break;
    case ControlMode::kManual:
    case ControlMode::kCourse:
    case ControlMode::kOff:
      HADAL_CHECK(false, "joints have position, velocity and effort modes only");
  }
  return input;
}

}  // namespace

void store_gains(const JointControllerParameters& parameters, std::span<double> live) {
  HADAL_CHECK(live.size() == joint_gain_count(parameters.joints.size()));
  for (size_t i = 0; i < parameters.joints.size(); ++i)
    store_gains(parameters.joints[i], std::span<double, kCascadeGainCount>(
                                          live.data() + joint_gain_count(i), kCascadeGainCount));
}

void joint_update(const JointControllerParameters& parameters, std::span<const double> gains,
                  const JointSetPoint& set_point, std::span<const double> position,
                  std::span<const double> velocity, std::span<const double> feed_forward,
                  double dt_s, std::span<double> state, std::span<double> effort) {
  const size_t n = parameters.joints.size();
  HADAL_CHECK(parameters.effort_limit.size() == n && set_point.value.size() == n);
  HADAL_CHECK(position.size() == n && velocity.size() == n && effort.size() == n);
  HADAL_CHECK(gains.size() == joint_gain_count(n) && state.size() == joint_state_size(n));
  HADAL_CHECK(feed_forward.empty() || feed_forward.size() == n);
  const CascadeKind kind{parameters.structure, parameters.anti_windup, parameters.tracking_time_s};
  for (size_t i = 0; i < n; ++i) {
    const double limit = parameters.effort_limit[i];
    const double forward = feed_forward.empty() ? 0.0 : feed_forward[i];
    effort[i] =
        cascade_update(kind, {parameters.joints[i].velocity_limit, -limit, limit},
                       CascadeGainSpan(gains.data() + joint_gain_count(i), kCascadeGainCount),
                       input_of(set_point, i, position[i], velocity[i], forward, dt_s),
                       CascadeStateSpan(state.data() + joint_state_size(i), kCascadeStateSize));
  }
}

}  // namespace hadal::control
