#include "control/weighted_controller.h"

#include <algorithm>
#include <cmath>

#include "math/rotation.h"

namespace hadal::control {

void store_gains(const WeightedControllerParameters& parameters,
                 std::span<double, kWeightedGainCount> live) {
  live[0] = parameters.heading_gain;
  live[1] = parameters.speed_gain;
  live[2] = parameters.depth_gain;
  live[3] = parameters.heading_weight;
  live[4] = parameters.speed_weight;
}

WeightedInputs weighted_update(const WeightedControllerParameters& parameters,
                               std::span<const double, kWeightedGainCount> gains,
                               const WeightedSetPoint& wanted, const WeightedSetPoint& measured) {
  const double limit = parameters.input_limit;
  const double turn = gains[3] * gains[0] * wrap_angle(wanted.heading_rad - measured.heading_rad);
  const double drive = gains[4] * gains[1] * (wanted.speed_m_s - measured.speed_m_s);
  const double down = gains[2] * (wanted.depth_m - measured.depth_m);
  return {std::clamp(drive + turn, -limit, limit), std::clamp(drive - turn, -limit, limit),
          std::clamp(parameters.vertical_input_up ? -down : down, -limit, limit)};
}

WeightedInputs weighted_by_hand(const WeightedControllerParameters& parameters,
                                std::span<const double, kWeightedGainCount> gains,
                                const WeightedSticks& sticks, const WeightedHold& hold,
                                const WeightedSetPoint& measured, double dt_s, double& trim) {
  const double limit = parameters.input_limit;
  const double turn =
      hold.heading
          ? std::clamp(gains[3] * gains[0] * wrap_angle(hold.heading_rad - measured.heading_rad),
                       -limit, limit)
          : sticks.yaw * limit;
  const double drive = sticks.surge * limit;
  const double scale = limit / std::max(limit, std::abs(turn) + std::abs(drive));
  if (!hold.trimmed) trim = 0;
  double down = trim + sticks.heave * limit;
  if (hold.depth) {
    const double pull = gains[2] * (hold.depth_m - measured.depth_m);
    down = trim + pull;
    if (std::abs(down) < limit) trim += pull * dt_s / kTrimTime_s;
  }
  return {scale * (drive + turn), scale * (drive - turn),
          std::clamp(parameters.vertical_input_up ? -down : down, -limit, limit)};
}

}  // namespace hadal::control
