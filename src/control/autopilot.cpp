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

double rudder_for_heading(const AuvAutopilotParameters& parameters, std::span<const double> gains,
                          double heading_rad, const AuvMeasurement& measured, double dt_s,
                          std::span<double> state) {
  return pid_update_error(
      within(-parameters.rudder_limit_rad, parameters.rudder_limit_rad),
      loop_gains(gains, kHeading),
      {wrap_angle(heading_rad - measured.heading_rad), -measured.yaw_rate_rad_s, 0, dt_s},
      loop_state(state, kHeading));
}

double elevator_for_pitch(const AuvAutopilotParameters& parameters, std::span<const double> gains,
                          double pitch_rad, const AuvMeasurement& measured, double dt_s,
                          std::span<double> state) {
  return pid_update_error(within(-parameters.elevator_limit_rad, parameters.elevator_limit_rad),
                          loop_gains(gains, kPitch),
                          {pitch_rad - measured.pitch_rad, -measured.pitch_rate_rad_s, 0, dt_s},
                          loop_state(state, kPitch));
}

double usv_turn_limit_n(const UsvAutopilotParameters& parameters) {
  return (parameters.thrust_max_n - parameters.thrust_min_n) / 2;  // one ahead, the other astern
}

double usv_moment_for_heading(const UsvAutopilotParameters& parameters,
                              std::span<const double> gains, const UsvCourse& wanted,
                              const UsvCourse& measured, double dt_s, std::span<double> state) {
  const double limit = 2 * parameters.lever_m * usv_turn_limit_n(parameters);
  return pid_update_error(within(-limit, limit), loop_gains(gains, kUsvHeading),
                          {wrap_angle(wanted.heading_rad - measured.heading_rad),
                           wanted.yaw_rate_rad_s - measured.yaw_rate_rad_s, 0, dt_s},
                          loop_state(state, kUsvHeading));
}

// What a turn leaves of the force of both thrusters.
PidParameters usv_force_limits(const UsvAutopilotParameters& parameters, double turn_n) {
  const double least = 2 * (parameters.thrust_min_n + std::abs(turn_n));
  return within(least, std::max(least, 2 * (parameters.thrust_max_n - std::abs(turn_n))));
}

}  // namespace

void store_gains(const AuvAutopilotParameters& parameters, std::span<double, kAuvGainCount> live) {
  store_gains(parameters.heading, stored(live, kHeading));
  store_gains(parameters.depth, stored(live, kDepth));
  store_gains(parameters.pitch, stored(live, kPitch));
  store_gains(parameters.speed, stored(live, kSpeed));
}

AuvMeasurement auv_measurement(const Pose& pose_NB, const Vec6& nu_B) {
  const EulerAngles attitude = euler_from(pose_NB.q);
  const Vec3 v_N = pose_NB.q * Vec3(nu_B.head<3>());
  return {attitude.yaw, nu_B[5], pose_NB.p.z(), v_N.z(), attitude.pitch, nu_B[4], nu_B[0]};
}

AuvCommand auv_update(const AuvAutopilotParameters& parameters,
                      std::span<const double, kAuvGainCount> gains, const AuvSetPoint& wanted,
                      const AuvMeasurement& measured, double dt_s,
                      std::span<double, kAuvStateSize> state) {
  AuvCommand command;
  command.rudder_rad =
      rudder_for_heading(parameters, gains, wanted.heading_rad, measured, dt_s, state);

  const double limit = parameters.pitch_limit_rad;
  if (wanted.by_pitch) pid_reset(loop_state(state, kDepth));
  command.pitch_set_point_rad =
      wanted.by_pitch ? std::clamp(wanted.pitch_rad, -limit, limit)
                      : pitch_for_depth(parameters, gains, wanted, measured, dt_s, state);
  command.elevator_rad =
      elevator_for_pitch(parameters, gains, command.pitch_set_point_rad, measured, dt_s, state);

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
  const double turn = usv_moment_for_heading(parameters, gains, wanted, measured, dt_s, state) /
                      (2 * parameters.lever_m);
  const double force = pid_update(
      usv_force_limits(parameters, turn), loop_gains(gains, kUsvSpeed),
      {wanted.speed_m_s, measured.speed_m_s, parameters.drag_per_m_s * wanted.speed_m_s, dt_s},
      loop_state(state, kUsvSpeed));
  return {force / 2 + turn, force / 2 - turn};
}

AuvCommand auv_by_hand(const AuvAutopilotParameters& parameters,
                       std::span<const double, kAuvGainCount> gains, const AuvSticks& sticks,
                       const AuvHold& hold, const AuvMeasurement& measured, double dt_s,
                       std::span<double, kAuvStateSize> state) {
  AuvCommand command;
  pid_reset(loop_state(state, kSpeed));
  if (!hold.heading) pid_reset(loop_state(state, kHeading));
  command.rudder_rad =
      hold.heading ? rudder_for_heading(parameters, gains, hold.heading_rad, measured, dt_s, state)
                   : sticks.rudder * parameters.rudder_limit_rad;
  if (!hold.depth) pid_reset(loop_state(state, kDepth));
  if (!hold.depth && !hold.pitch) {
    pid_reset(loop_state(state, kPitch));
    command.elevator_rad = sticks.elevator * parameters.elevator_limit_rad;
    return command;
  }
  AuvSetPoint wanted;
  wanted.depth_m = hold.depth_m;
  command.pitch_set_point_rad =
      hold.depth ? pitch_for_depth(parameters, gains, wanted, measured, dt_s, state)
                 : sticks.elevator * parameters.pitch_limit_rad;
  command.elevator_rad =
      elevator_for_pitch(parameters, gains, command.pitch_set_point_rad, measured, dt_s, state);
  return command;
}

UsvCommand usv_by_hand(const UsvAutopilotParameters& parameters,
                       std::span<const double, kUsvGainCount> gains, const UsvSticks& sticks,
                       const UsvCourse& measured, double dt_s,
                       std::span<double, kUsvStateSize> state) {
  const double low = parameters.thrust_min_n, high = parameters.thrust_max_n;
  pid_reset(loop_state(state, kUsvSpeed));
  if (!sticks.hold_heading) pid_reset(loop_state(state, kUsvHeading));
  const double most_turn = low < 0 ? std::min(high, -low) : usv_turn_limit_n(parameters);
  const double turn =
      sticks.hold_heading
          ? usv_moment_for_heading(parameters, gains, {sticks.heading_rad}, measured, dt_s, state) /
                (2 * parameters.lever_m)
          : sticks.yaw * most_turn;
  const PidParameters left = usv_force_limits(parameters, turn);
  const double asked = 2 * (sticks.surge > 0 ? sticks.surge * high : -sticks.surge * low);
  const double force = std::clamp(asked, left.output_min, left.output_max);
  return {force / 2 + turn, force / 2 - turn};
}

}  // namespace hadal::control
