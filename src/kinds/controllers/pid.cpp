#include "kinds/controllers/pid.h"

#include <algorithm>

#include "base/check.h"

namespace hadal::inline kinds {
namespace {

enum StateIndex { kIntegral, kLastProportional, kLastDerivative, kLastSignal, kRate, kStarted };
enum GainIndex { kProportional, kIntegralGain, kDerivative };

double limit(const PidParameters& parameters, double output) {
  return std::clamp(output, parameters.output_min, parameters.output_max);
}

// Fraction of the excess that leaves the integrator in one update.
double tracking_fraction(const PidParameters& parameters, PidGainSpan gains, double dt_s) {
  double time_s = parameters.tracking_time_s;
  if (time_s <= 0 && gains[kIntegralGain] > 0) time_s = gains[kProportional] / gains[kIntegralGain];
  return time_s > dt_s ? dt_s / time_s : 1.0;
}

// Moves a change of gains into the integrator.
void absorb_gain_change(PidGainSpan gains, const PidError& input, PidStateSpan state) {
  if (gains[kIntegralGain] <= 0) {
    state[kIntegral] = 0;
  } else if (state[kStarted] != 0) {
    state[kIntegral] += (state[kLastProportional] - gains[kProportional]) * input.error +
                        (state[kLastDerivative] - gains[kDerivative]) * input.error_rate;
  }
  state[kLastProportional] = gains[kProportional];
  state[kLastDerivative] = gains[kDerivative];
  state[kStarted] = 1;
}

// The integrator's next value; `excess` is limited minus unlimited output.
double integrated(const PidParameters& parameters, PidGainSpan gains, const PidError& input,
                  double excess, double integral) {
  if (gains[kIntegralGain] <= 0) return 0;
  const double step = gains[kIntegralGain] * input.error * input.dt_s;
  if (parameters.anti_windup == AntiWindup::kClamping && excess * step < 0) return integral;
  if (parameters.anti_windup == AntiWindup::kBackCalculation)
    return integral + step + excess * tracking_fraction(parameters, gains, input.dt_s);
  return integral + step;
}

double filtered_rate(const PidParameters& parameters, double raw, double dt_s, double last) {
  return last + (raw - last) * dt_s / (dt_s + parameters.derivative_filter_s);
}

}  // namespace

const StructSchema& PidGains::schema() {
  using C = PidGains;
  static const StructSchema s =
      StructBuilder<C>("pid", "PID gains.")
          .number("p", &C::proportional, "Proportional.", kNotNegative)
          .number("i", &C::integral, "Integral, per second.", kNotNegative)
          .number("d", &C::derivative, "Derivative, seconds.", kNotNegative);
  return s;
}

void add_gains(const std::string& prefix, const std::array<const char*, 3>& units, PidGains& gains,
               std::vector<Gain>& list) {
  list.push_back({prefix + "p", units[0], &gains.proportional});
  list.push_back({prefix + "i", units[1], &gains.integral});
  list.push_back({prefix + "d", units[2], &gains.derivative});
}

void store_gains(const PidGains& gains, std::span<double, kPidGainCount> live) {
  live[kProportional] = gains.proportional;
  live[kIntegralGain] = gains.integral;
  live[kDerivative] = gains.derivative;
}

double pid_update_error(const PidParameters& parameters, PidGainSpan gains, const PidError& input,
                        PidStateSpan state) {
  HADAL_CHECK(input.dt_s > 0);
  absorb_gain_change(gains, input, state);
  const double unlimited = gains[kProportional] * input.error + state[kIntegral] +
                           gains[kDerivative] * input.error_rate + input.feed_forward;
  const double output = limit(parameters, unlimited);
  state[kIntegral] = integrated(parameters, gains, input, output - unlimited, state[kIntegral]);
  return output;
}

double pid_update(const PidParameters& parameters, PidGainSpan gains, const PidInput& input,
                  PidStateSpan state) {
  HADAL_CHECK(input.dt_s > 0);
  const double error = input.set_point - input.measurement;
  const double signal = parameters.derivative_on_measurement ? -input.measurement : error;
  if (state[kStarted] == 0) state[kLastSignal] = signal;
  const double raw_rate = (signal - state[kLastSignal]) / input.dt_s;
  state[kRate] = filtered_rate(parameters, raw_rate, input.dt_s, state[kRate]);
  state[kLastSignal] = signal;
  return pid_update_error(parameters, gains, {error, state[kRate], input.feed_forward, input.dt_s},
                          state);
}

void pid_applied(const PidParameters& parameters, PidGainSpan gains, double requested,
                 double applied, double dt_s, PidStateSpan state) {
  if (parameters.anti_windup != AntiWindup::kBackCalculation || gains[kIntegralGain] <= 0) return;
  state[kIntegral] += (applied - requested) * tracking_fraction(parameters, gains, dt_s);
}

void pid_take_over(const PidParameters& parameters, PidGainSpan gains, const PidError& input,
                   double output, PidStateSpan state) {
  pid_reset(state);
  if (gains[kIntegralGain] <= 0) return;
  state[kIntegral] = limit(parameters, output) - gains[kProportional] * input.error -
                     gains[kDerivative] * input.error_rate - input.feed_forward;
}

void pid_reset(PidStateSpan state) {
  std::fill(state.begin(), state.end(), 0.0);
}

}  // namespace hadal::kinds
