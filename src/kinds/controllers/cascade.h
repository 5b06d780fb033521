// Position, velocity or effort control of one direction: a body axis or a joint.
//
//   cascaded:  v* = sat(PID_p(e_p) + v_ff),  effort = PID_v(v* - v)
//   parallel:  effort = PID_p(e_p) in position mode, PID_v(v* - v) in velocity mode
//
// (Kermorgant 2014, SIMPAR, figs. 2 and 3.) Each loop limits its own output, to the velocity limit
// or to the reachable effort, and its integrator by anti-windup. A change of mode is bumpless where
// the loop that takes over the effort has integral action.
//
// Live gains: {P, I, D} of position, then of velocity. State: kCascadeStateSize doubles, zero at
// the start. Units are those of the direction: m, m/s, N or rad, rad/s, N m.
#pragma once
#include "kinds/controllers/pid.h"

namespace hadal::inline kinds {

enum class ControlStructure { kCascaded, kParallel };

// One controlled direction: a body axis or a joint.
struct AxisParameters {
  PidGains position{};
  PidGains velocity{};
  double velocity_limit = 1e9;  // m/s or rad/s
  static const StructSchema& schema();
};

constexpr size_t kCascadeGainCount = 2 * kPidGainCount;
constexpr size_t kCascadeStateSize = 2 * kPidStateSize + 2;

using CascadeGainSpan = std::span<const double, kCascadeGainCount>;
using CascadeStateSpan = std::span<double, kCascadeStateSize>;

// What holds for every direction of a controller.
struct CascadeKind {
  ControlStructure structure = ControlStructure::kCascaded;
  AntiWindup anti_windup = AntiWindup::kBackCalculation;
  double tracking_time_s = 0;
};

struct CascadeLimits {
  double velocity = 0;    // symmetric, >= 0
  double effort_min = 0;  // <= 0
  double effort_max = 0;  // >= 0
};

struct CascadeInput {
  ControlMode mode = ControlMode::kPosition;
  double position_error = 0;       // set-point minus measured
  double velocity_set_point = 0;   // in position mode: that of a moving set-point
  double velocity = 0;             // measured
  double effort_set_point = 0;     // effort mode only
  double effort_feed_forward = 0;  // position and velocity mode
  double dt_s = 0;
};

void store_gains(const AxisParameters& axis, std::span<double, kCascadeGainCount> live);

// The effort, within its limits.
double cascade_update(const CascadeKind& kind, const CascadeLimits& limits, CascadeGainSpan gains,
                      const CascadeInput& input, CascadeStateSpan state);

// Tells the loop that commands the effort what came out of the last effort.
void cascade_applied(const CascadeKind& kind, CascadeGainSpan gains, double applied, double dt_s,
                     CascadeStateSpan state);

void cascade_reset(CascadeStateSpan state);

}  // namespace hadal::kinds
