// Keeps what a stick was steering (a heading, a depth) while the stick is neutral.
//
// Steered -> settling when the stick comes back to neutral: the value to keep is the measured one,
// so that the loops only brake. Settling -> holding when the rate is small or after settle_time_s;
// from then on the value stays. A hold that is switched on with a neutral stick settles first too.
// State: kStickHoldStateSize doubles of the caller, zero at the start (off).
#pragma once
#include <cstddef>
#include <span>

#include "hadal/extension/controller.h"

namespace hadal::control {

using extension::HoldPhase;
using extension::StickHold;

struct StickHoldParameters {
  double neutral = 0.02;       // of the stick
  double settled_rate = 0.02;  // rad/s or m/s
  double settle_time_s = 0.5;
};

struct StickHoldInput {
  bool on = false;
  double stick = 0;  // -1..1
  double value = 0;  // measured, rad or m
  double rate = 0;   // measured, rad/s or m/s
  double dt_s = 0;
};

constexpr size_t kStickHoldStateSize = 3;

StickHold stick_hold(const StickHoldParameters& parameters, const StickHoldInput& input,
                           std::span<double, kStickHoldStateSize> state);

}  // namespace hadal::control
