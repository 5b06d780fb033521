#include "control/autopilot.h"

#include <algorithm>
#include <cmath>

#include "math/rotation.h"

namespace hadal::control {
namespace {

enum AuvLoop { kHeading, kDepth, kPitch, kSpeed };
enum UsvLoop { kUsvHeading, kUsvSpeed };

PidGainSpan loop_gains(std::span<const double> gains, size_t loop) {
  return PidGainSpan(gains.data() + loop * kPidGainCount, kPidGainCount);
}

PidStateSpan loop_state(std::span<double> state, size_t loop) {
  return PidStateSpan(state.data() + loop * kPidStateSize, kPidStateSize);
}

std::span<double, kPidGainCount> stored(std::span<double> live, size_t loop) {
  return std::span<double, kPidGainCount>(live.data() + loop * kPidGainCount, kPidGainCount);
}

PidParameters within(double low, double high) {
  PidParameters parameters;
  parameters.output_min = low;
  parameters.output_max = high;
  return parameters;
}

// A depth too small asks for a nose that points down: negative pitch.
double pitch_for_depth(const AuvAutopilotParameters& parameters, std::span<const double> gains,
                       const AuvSetPoint& wanted, const AuvMeasurement& measured, double dt_s,
                       std::span<double> state) {
  PidParameters limits = within(-parameters.pitch_limit_rad, parameters.pitch_limit_rad);
  limits.anti_windup = AntiWindup::kClamping;
  return -pid_update_error(limits, loop_gains(gains, kDepth),
                           {wanted.depth_m - measured.depth_m, -measured.depth_rate_m_s, 0, dt_s},
                           loop_state(state, kDepth));
}

}  // namespace

void store_gains(const AuvAutopilotParameters& parameters, std::span<double, kAuvGainCount> live) {
  store_gains(parameters.heading, stored(live, kHeading));
  store_gains(parameters.depth, stored(live, kDepth));
  store_gains(parameters.pitch, stored(live, kPitch));
  store_gains(parameters.speed, stored(live, kSpeed));
}

AuvCommand auv_update(const AuvAutopilotParameters& parameters,
                      std::span<const double, kAuvGainCount> gains, const AuvSetPoint& wanted,
                      const AuvMeasurement& measured, double dt_s,
                      std::span<double, kAuvStateSize> state) {
  AuvCommand command;
  command.rudder_rad = pid_update_error(
      within(-parameters.rudder_limit_rad, parameters.rudder_limit_rad),
      loop_gains(gains, kHeading),
      {wrap_angle(wanted.heading_rad - measured.heading_rad), -measured.yaw_rate_rad_s, 0, dt_s},
      loop_state(state, kHeading));

  const double limit = parameters.pitch_limit_rad;
  if (wanted.by_pitch) pid_reset(loop_state(state, kDepth));
  command.pitch_set_point_rad =
      wanted.by_pitch ? std::clamp(wanted.pitch_rad, -limit, limit)
                      : pitch_for_depth(parameters, gains, wanted, measured, dt_s, state);
  command.elevator_rad = pid_update_error(
      within(-parameters.elevator_limit_rad, parameters.elevator_limit_rad),
      loop_gains(gains, kPitch),
      {command.pitch_set_point_rad - measured.pitch_rad, -measured.pitch_rate_rad_s, 0, dt_s},
      loop_state(state, kPitch));

  command.propeller = pid_update(
      within(parameters.propeller_min, parameters.propeller_max), loop_gains(gains, kSpeed),
      {wanted.speed_m_s, measured.speed_m_s, parameters.propeller_per_m_s * wanted.speed_m_s, dt_s},
      loop_state(state, kSpeed));
  return command;
}

void store_gains(const UsvAutopilotParameters& parameters, std::span<double, kUsvGainCount> live) {
  store_gains(parameters.heading, stored(live, kUsvHeading));
  store_gains(parameters.speed, stored(live, kUsvSpeed));
}

UsvCommand usv_update(const UsvAutopilotParameters& parameters,
                      std::span<const double, kUsvGainCount> gains, const UsvCourse& wanted,
                      const UsvCourse& measured, double dt_s,
                      std::span<double, kUsvStateSize> state) {
  const double low = parameters.thrust_min_n, high = parameters.thrust_max_n;
  const double turn_limit = (high - low) / 2;  // one thruster ahead, the other astern
  const double moment_limit = 2 * parameters.lever_m * turn_limit;
  const double moment =
      pid_update_error(within(-moment_limit, moment_limit), loop_gains(gains, kUsvHeading),
                       {wrap_angle(wanted.heading_rad - measured.heading_rad),
                        wanted.yaw_rate_rad_s - measured.yaw_rate_rad_s, 0, dt_s},
                       loop_state(state, kUsvHeading));
  const double turn = moment / (2 * parameters.lever_m);
  const double least = 2 * (low + std::abs(turn));
  const double most = std::max(least, 2 * (high - std::abs(turn)));
  const double force = pid_update(
      within(least, most), loop_gains(gains, kUsvSpeed),
      {wanted.speed_m_s, measured.speed_m_s, parameters.drag_per_m_s * wanted.speed_m_s, dt_s},
      loop_state(state, kUsvSpeed));
  return {force / 2 + turn, force / 2 - turn};
}

}  // namespace hadal::control
