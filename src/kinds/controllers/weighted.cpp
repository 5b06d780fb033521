#include "kinds/controllers/weighted.h"

#include <algorithm>
#include <cmath>

#include "kinds/controllers/list.h"
#include "math/rotation.h"

namespace hadal::inline kinds {

namespace {

WeightedSetPoint weighted_measurement(const extension::ControlContext& now) {
  const Quat q_NB(now.q_NB[0], now.q_NB[1], now.q_NB[2], now.q_NB[3]);
  return {euler_from(q_NB).yaw, now.nu_B[0], now.p_NB_N[2]};
}

}  // namespace

const StructSchema& WeightedController::schema() {
  using C = WeightedController;
  static const StructSchema s =
      extension::controller_schema<C>("weighted",
                                      "Heading, speed and depth by a weighted sum of proportional "
                                      "controllers (DeMarco, West & Howard 2013).")
          .number("heading_gain", &C::heading_gain, "Thruster input per rad.", kNotNegative)
          .number("speed_gain", &C::speed_gain, "Thruster input per m/s.", kNotNegative)
          .number("depth_gain", &C::depth_gain, "Thruster input per m.", kNotNegative)
          .number("heading_weight", &C::heading_weight, "Weight of the heading part.", kFraction)
          .number("speed_weight", &C::speed_weight, "Weight of the speed part.", kFraction)
          .number("input_limit", &C::input_limit, "Inputs run from -limit to limit.", kPositive)
          .name("port", &C::port, "Thruster on the left.")
          .required()
          .name("starboard", &C::starboard, "Thruster on the right.")
          .required()
          .name("vertical", &C::vertical, "Vertical thruster.")
          .required()
          .boolean("vertical_input_up", &C::vertical_input_up,
                   "A positive vertical input pushes up.");
  return s;
}

void WeightedController::bind(const extension::ActuatorNames& names) {
  port_ = names.thruster(port, "port");
  starboard_ = names.thruster(starboard, "starboard");
  vertical_ = names.thruster(vertical, "vertical");
}

std::vector<Gain> WeightedController::gains() {
  return {{"heading_gain", "1/rad", &heading_gain},
          {"speed_gain", "s/m", &speed_gain},
          {"depth_gain", "1/m", &depth_gain},
          {"heading_weight", "", &heading_weight, 1},
          {"speed_weight", "", &speed_weight, 1}};
}

void WeightedController::update(const extension::SetPoint& wanted,
                                const extension::ControlContext& now) const {
  const WeightedInputs inputs = weighted_update(
      *this, now.gains.first<kWeightedGainCount>(),
      {wanted.heading_rad, wanted.speed_m_s, wanted.depth_m}, weighted_measurement(now));
  now.commands.thruster(port_, inputs.port);
  now.commands.thruster(starboard_, inputs.starboard);
  now.commands.thruster(vertical_, inputs.vertical);
}

void WeightedController::manual(const extension::ManualInput& input,
                                const extension::ControlContext& now) const {
  const WeightedInputs inputs = weighted_by_hand(
      *this, now.gains.first<kWeightedGainCount>(),
      {input.sticks[extension::kStickSurge], input.sticks[extension::kStickHeave],
       input.sticks[extension::kStickYaw]},
      {input.heading.keeps(), input.heading.value, input.depth.keeps(), input.depth.value,
       input.hold_depth},
      weighted_measurement(now), now.dt_s, input.trim);
  now.commands.thruster(port_, inputs.port);
  now.commands.thruster(starboard_, inputs.starboard);
  now.commands.thruster(vertical_, inputs.vertical);
}

WeightedInputs weighted_update(const WeightedController& controller,
                               std::span<const double, kWeightedGainCount> gains,
                               const WeightedSetPoint& wanted, const WeightedSetPoint& measured) {
  const double limit = controller.input_limit;
  const double turn = gains[3] * gains[0] * wrap_angle(wanted.heading_rad - measured.heading_rad);
  const double drive = gains[4] * gains[1] * (wanted.speed_m_s - measured.speed_m_s);
  const double down = gains[2] * (wanted.depth_m - measured.depth_m);
  return {std::clamp(drive + turn, -limit, limit), std::clamp(drive - turn, -limit, limit),
          std::clamp(controller.vertical_input_up ? -down : down, -limit, limit)};
}

WeightedInputs weighted_by_hand(const WeightedController& controller,
                                std::span<const double, kWeightedGainCount> gains,
                                const WeightedSticks& sticks, const WeightedHold& hold,
                                const WeightedSetPoint& measured, double dt_s, double& trim) {
  const double limit = controller.input_limit;
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
          std::clamp(controller.vertical_input_up ? -down : down, -limit, limit)};
}

template <>
extension::ControllerKind built_in_controller<WeightedController>() {
  return extension::controller_kind<WeightedController>();
}

}  // namespace hadal::kinds
