// PID controller with limited output, anti-windup and bumpless change of gains.
//
//   u* = P e + I + D de/dt + f,   u = min(max(u*, u_min), u_max),   dI/dt = K_i e + (u - u*) / T_t
//
// in the ideal parallel form (Astrom & Hagglund 2006, Advanced PID Control, ch. 3). The integrator
// holds its fraction of the output, in output units, so that a change of K_i makes no step; a
// change of K_p or K_d is moved into the integrator at that moment (only when K_i > 0: without
// integral action nothing would ever take the shift out again). With K_i = 0 the integrator is
// empty.
//
// Anti-windup: back-calculation leaks the integrator with time constant T_t while the output is
// limited; clamping stops integrating while the error pushes further into the limit.
//
// Gains are live: three doubles {K_p, K_i, K_d} in the caller's memory, read at every update.
// State: kPidStateSize doubles of the caller, all zero before the first update.
#pragma once
#include <array>
#include <limits>
#include <span>
#include <string>
#include <vector>

#include "hadal/extension/controller.h"
#include "math/types.h"

namespace hadal::inline kinds {

using extension::ControlMode;
using extension::Gain;

// Order of the three numbers in memory; live gains are spans of doubles in this order.
struct PidGains {
  double proportional = 0;
  double integral = 0;    // per second
  double derivative = 0;  // seconds
  static const StructSchema& schema();
};

enum class AntiWindup { kNone, kClamping, kBackCalculation };

struct PidParameters {
  double output_min = -std::numeric_limits<double>::infinity();
  double output_max = std::numeric_limits<double>::infinity();
  AntiWindup anti_windup = AntiWindup::kBackCalculation;
  double tracking_time_s = 0;      // of the back-calculation; 0: proportional / integral gain
  double derivative_filter_s = 0;  // time constant of the first-order filter; 0: none
  bool derivative_on_measurement = true;
};

constexpr size_t kPidGainCount = 3;
constexpr size_t kPidStateSize = 6;

using PidGainSpan = std::span<const double, kPidGainCount>;
using PidStateSpan = std::span<double, kPidStateSize>;

// Writes gains into live memory, in the order that the updates read.
void store_gains(const PidGains& gains, std::span<double, kPidGainCount> live);

// The gains of a loop in the same order, with the units of P, I and D: PREFIXp, PREFIXi, PREFIXd.
void add_gains(const std::string& prefix, const std::array<const char*, 3>& units, PidGains& gains,
               std::vector<Gain>& list);

// One of several loops whose gains and states lie one after the other.
inline PidGainSpan loop_gains(std::span<const double> gains, size_t loop) {
  return PidGainSpan(gains.data() + loop * kPidGainCount, kPidGainCount);
}
inline PidStateSpan loop_state(std::span<double> state, size_t loop) {
  return PidStateSpan(state.data() + loop * kPidStateSize, kPidStateSize);
}
inline PidParameters within(double low, double high) {
  PidParameters parameters;
  parameters.output_min = low;
  parameters.output_max = high;
  return parameters;
}

struct PidInput {
  double set_point = 0;
  double measurement = 0;
  double feed_forward = 0;
  double dt_s = 0;
};

// Differentiates the measurement (or the error) itself. The set-point and measurement must not
// wrap: give angles to pid_update_error.
double pid_update(const PidParameters& parameters, PidGainSpan gains, const PidInput& input,
                  PidStateSpan state);

// For errors and rates that the caller knows better: wrapped angles, measured velocities.
struct PidError {
  double error = 0;
  double error_rate = 0;
  double feed_forward = 0;
  double dt_s = 0;
};
double pid_update_error(const PidParameters& parameters, PidGainSpan gains, const PidError& input,
                        PidStateSpan state);

// Back-calculation for a limit that lies behind the controller (e.g. thrusters): tells it that
// `applied` came out where `requested` was asked. Does nothing with other kinds of anti-windup.
void pid_applied(const PidParameters& parameters, PidGainSpan gains, double requested,
                 double applied, double dt_s, PidStateSpan state);

// Sets the integrator so that the next update with this error gives `output`: bumpless take-over
// from another controller. Without integral gain there is nothing to set.
void pid_take_over(const PidParameters& parameters, PidGainSpan gains, const PidError& input,
                   double output, PidStateSpan state);

void pid_reset(PidStateSpan state);

}  // namespace hadal::kinds
