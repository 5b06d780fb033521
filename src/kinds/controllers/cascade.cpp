#include "kinds/controllers/cascade.h"

#include <algorithm>

namespace hadal::inline kinds {
namespace {

// After the two PIDs: the effort of the last update, and the loop that gave it.
constexpr size_t kLastEffort = 2 * kPidStateSize;
constexpr size_t kLastLoop = kLastEffort + 1;
enum Loop { kNoLoop, kPositionLoop, kVelocityLoop, kDirectEffort };

PidStateSpan pid_state(Loop loop, CascadeStateSpan state) {
  return loop == kPositionLoop ? PidStateSpan(state.subspan<0, kPidStateSize>())
                               : PidStateSpan(state.subspan<kPidStateSize, kPidStateSize>());
}

PidGainSpan pid_gains(Loop loop, CascadeGainSpan gains) {
  return loop == kPositionLoop ? PidGainSpan(gains.subspan<0, kPidGainCount>())
                               : PidGainSpan(gains.subspan<kPidGainCount, kPidGainCount>());
}

PidParameters pid_parameters(const CascadeKind& kind, double low, double high) {
  PidParameters parameters;
  parameters.output_min = low;
  parameters.output_max = high;
  parameters.anti_windup = kind.anti_windup;
  parameters.tracking_time_s = kind.tracking_time_s;
  return parameters;
}

PidError position_error(const CascadeInput& input, double feed_forward) {
  return {input.position_error, input.velocity_set_point - input.velocity, feed_forward,
          input.dt_s};
}

double velocity_set_point(const CascadeKind& kind, const CascadeLimits& limits,
                          CascadeGainSpan gains, const CascadeInput& input,
                          CascadeStateSpan state) {
  const double limit = limits.velocity;
  if (input.mode != ControlMode::kPosition)
    return std::clamp(input.velocity_set_point, -limit, limit);
  return pid_update_error(pid_parameters(kind, -limit, limit), pid_gains(kPositionLoop, gains),
                          position_error(input, input.velocity_set_point),
                          pid_state(kPositionLoop, state));
}

Loop effort_loop(const CascadeKind& kind, ControlMode mode) {
  if (mode == ControlMode::kEffort) return kDirectEffort;
  return kind.structure == ControlStructure::kParallel && mode == ControlMode::kPosition
             ? kPositionLoop
             : kVelocityLoop;
}

// One update of the loop that commands the effort. The velocity loop differentiates the measured
// velocity itself; the position loop has the velocity for its derivative.
double effort_from_loop(const CascadeKind& kind, const CascadeLimits& limits, Loop loop,
                        CascadeGainSpan gains, const CascadeInput& input, CascadeStateSpan state) {
  const PidParameters parameters = pid_parameters(kind, limits.effort_min, limits.effort_max);
  const PidGainSpan loop_gains = pid_gains(loop, gains);
  const PidStateSpan memory = pid_state(loop, state);
  const double forward = input.effort_feed_forward;
  const Loop last = static_cast<Loop>(state[kLastLoop]);
  const bool takes_over = last != kNoLoop && last != loop;
  if (loop == kPositionLoop) {
    const PidError error = position_error(input, forward);
    if (takes_over) pid_take_over(parameters, loop_gains, error, state[kLastEffort], memory);
    return pid_update_error(parameters, loop_gains, error, memory);
  }
  const double set_point = velocity_set_point(kind, limits, gains, input, state);
  if (takes_over)
    pid_take_over(parameters, loop_gains, {set_point - input.velocity, 0, forward, input.dt_s},
                  state[kLastEffort], memory);
  return pid_update(parameters, loop_gains, {set_point, input.velocity, forward, input.dt_s},
                    memory);
}

}  // namespace

const StructSchema& AxisParameters::schema() {
  using C = AxisParameters;
  static const StructSchema s =
      StructBuilder<C>("axis", "Gains of one direction.")
          .object("position", &C::position,
                  "Position loop: m or rad to m/s or rad/s (cascaded) or N, N m (parallel).")
          .object("velocity", &C::velocity, "Velocity loop: to N or N m.")
          .number("velocity_limit", &C::velocity_limit, "Largest velocity set-point, m/s or rad/s.",
                  kPositive);
  return s;
}

void store_gains(const AxisParameters& axis, std::span<double, kCascadeGainCount> live) {
  store_gains(axis.position, live.subspan<0, kPidGainCount>());
  store_gains(axis.velocity, live.subspan<kPidGainCount, kPidGainCount>());
}

double cascade_update(const CascadeKind& kind, const CascadeLimits& limits, CascadeGainSpan gains,
                      const CascadeInput& input, CascadeStateSpan state) {
  const Loop loop = effort_loop(kind, input.mode);
  const double effort =
      loop == kDirectEffort
          ? std::clamp(input.effort_set_point, limits.effort_min, limits.effort_max)
          : effort_from_loop(kind, limits, loop, gains, input, state);
  if (input.mode != ControlMode::kPosition) pid_reset(pid_state(kPositionLoop, state));
  state[kLastEffort] = effort;
  state[kLastLoop] = loop;
  return effort;
}

void cascade_applied(const CascadeKind& kind, CascadeGainSpan gains, double applied, double dt_s,
                     CascadeStateSpan state) {
  const Loop loop = static_cast<Loop>(state[kLastLoop]);
  if (loop != kPositionLoop && loop != kVelocityLoop) return;
  pid_applied(pid_parameters(kind, 0, 0), pid_gains(loop, gains), state[kLastEffort], applied, dt_s,
              pid_state(loop, state));
}

void cascade_reset(CascadeStateSpan state) {
  std::fill(state.begin(), state.end(), 0.0);
}

}  // namespace hadal::kinds
