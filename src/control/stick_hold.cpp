#include "control/stick_hold.h"

#include <cmath>

namespace hadal::control {
namespace {
enum HoldStateIndex { kPhase, kSettlingFor, kKept };
}  // namespace

StickHold stick_hold(const StickHoldParameters& parameters, const StickHoldInput& input,
                           std::span<double, kStickHoldStateSize> state) {
  const auto last = static_cast<HoldPhase>(static_cast<int>(state[kPhase]));
  StickHold answer{last, state[kKept], false};
  if (!input.on) {
    answer = {HoldPhase::kOff, input.value, false};
  } else if (std::abs(input.stick) > parameters.neutral) {
    answer = {HoldPhase::kSteered, input.value, false};
  } else if (last != HoldPhase::kHolding) {
    if (last != HoldPhase::kSettling) state[kSettlingFor] = 0;
    const bool settled = std::abs(input.rate) < parameters.settled_rate ||
                         state[kSettlingFor] >= parameters.settle_time_s;
    state[kSettlingFor] += input.dt_s;
    answer = {settled ? HoldPhase::kHolding : HoldPhase::kSettling, input.value,
              last == HoldPhase::kSteered};
  }
  state[kPhase] = static_cast<double>(answer.phase);
  state[kKept] = answer.value;
  return answer;
}

}  // namespace hadal::control
