#include "kinds/controllers/differential.h"

#include <algorithm>
#include <cmath>

#include "kinds/controllers/list.h"
#include "math/rotation.h"

namespace hadal::inline kinds {
namespace {

enum UsvLoop { kUsvHeading, kUsvSpeed };

double usv_turn_limit_n(const DifferentialController& controller) {
  return (controller.thrust_max_n - controller.thrust_min_n) / 2;  // one ahead, the other astern
}

double usv_moment_for_heading(const DifferentialController& controller,
                              std::span<const double> gains, const UsvCourse& wanted,
                              const UsvCourse& measured, double dt_s, std::span<double> state) {
  const double limit = 2 * controller.lever_m * usv_turn_limit_n(controller);
  return pid_update_error(within(-limit, limit), loop_gains(gains, kUsvHeading),
                          {wrap_angle(wanted.heading_rad - measured.heading_rad),
                           wanted.yaw_rate_rad_s - measured.yaw_rate_rad_s, 0, dt_s},
                          loop_state(state, kUsvHeading));
}

// What a turn leaves of the force of both thrusters.
PidParameters usv_force_limits(const DifferentialController& controller, double turn_n) {
  const double min = 2 * (controller.thrust_min_n + std::abs(turn_n));
  return within(min, std::max(min, 2 * (controller.thrust_max_n - std::abs(turn_n))));
}

UsvCourse usv_course(const extension::ControlContext& now) {
  const Quat q_NB(now.q_NB[0], now.q_NB[1], now.q_NB[2], now.q_NB[3]);
  return {euler_from(q_NB).yaw, now.nu_B[5], now.nu_B[0]};
}

}  // namespace

const StructSchema& DifferentialController::schema() {
  using C = DifferentialController;
  static const StructSchema s =
      extension::controller_schema<C>(
          "differential", "Heading and speed of a surface craft with two thrusters abreast.")
          .object("heading", &C::heading, "rad to N m.")
          .object("speed", &C::speed, "m/s to N.")
          .number("drag_per_m_s", &C::drag_per_m_s, "Feed-forward, N per m/s.", kNotNegative)
          .name("port", &C::port, "Thruster on the left.")
          .required()
          .name("starboard", &C::starboard, "Thruster on the right.")
          .required();
  return s;
}

void DifferentialController::bind(const extension::ActuatorNames& names) {
  port_index = names.thruster(port, "port");
  starboard_index = names.thruster(starboard, "starboard");
}

void DifferentialController::prepare(const extension::ControllerSetting& setting) {
  lever_m = std::abs(setting.thrusters[static_cast<size_t>(starboard_index)].p_BT_B[1]);
  thrust_max_n = setting.thrusters[static_cast<size_t>(port_index)].thrust_max_n;
  thrust_min_n = setting.thrusters[static_cast<size_t>(port_index)].thrust_min_n;
}

std::vector<Gain> DifferentialController::gains() {
  std::vector<Gain> list;
  add_gains("heading/", {"N m/rad", "N m/(rad s)", "N m s/rad"}, heading, list);
  add_gains("speed/", {"N s/m", "N/m", "N s^2/m"}, speed, list);
  return list;
}

void DifferentialController::update(const extension::SetPoint& wanted,
                                    const extension::ControlContext& now) const {
  const UsvCommand command = usv_update(*this, now.gains.first<kUsvGainCount>(),
                                        {wanted.heading_rad, 0, wanted.speed_m_s},
                                        usv_course(now), now.dt_s,
                                        now.state.first<kUsvStateSize>());
  now.commands.thrust(port_index, command.port_n);
  now.commands.thrust(starboard_index, command.starboard_n);
}

void DifferentialController::manual(const extension::ManualInput& input,
                                    const extension::ControlContext& now) const {
  const UsvCommand command =
      usv_by_hand(*this, now.gains.first<kUsvGainCount>(),
                  {input.sticks[extension::kStickSurge], input.sticks[extension::kStickYaw],
                   input.heading.keeps(), input.heading.value},
                  usv_course(now), now.dt_s, now.state.first<kUsvStateSize>());
  now.commands.thrust(port_index, command.port_n);
  now.commands.thrust(starboard_index, command.starboard_n);
}

UsvCommand usv_update(const DifferentialController& controller,
                      std::span<const double, kUsvGainCount> gains, const UsvCourse& wanted,
                      const UsvCourse& measured, double dt_s,
                      std::span<double, kUsvStateSize> state) {
  const double turn = usv_moment_for_heading(controller, gains, wanted, measured, dt_s, state) /
                      (2 * controller.lever_m);
  const double force = pid_update(
      usv_force_limits(controller, turn), loop_gains(gains, kUsvSpeed),
      {wanted.speed_m_s, measured.speed_m_s, controller.drag_per_m_s * wanted.speed_m_s, dt_s},
      loop_state(state, kUsvSpeed));
  return {force / 2 + turn, force / 2 - turn};
}

UsvCommand usv_by_hand(const DifferentialController& controller,
                       std::span<const double, kUsvGainCount> gains, const UsvSticks& sticks,
                       const UsvCourse& measured, double dt_s,
                       std::span<double, kUsvStateSize> state) {
  const double low = controller.thrust_min_n, high = controller.thrust_max_n;
  pid_reset(loop_state(state, kUsvSpeed));
  if (!sticks.hold_heading) pid_reset(loop_state(state, kUsvHeading));
  const double max_turn = low < 0 ? std::min(high, -low) : usv_turn_limit_n(controller);
  const double turn =
      sticks.hold_heading
          ? usv_moment_for_heading(controller, gains, {sticks.heading_rad}, measured, dt_s, state) /
                (2 * controller.lever_m)
          : sticks.yaw * max_turn;
  const PidParameters left = usv_force_limits(controller, turn);
  const double asked = 2 * (sticks.surge > 0 ? sticks.surge * high : -sticks.surge * low);
  const double force = std::clamp(asked, left.output_min, left.output_max);
  return {force / 2 + turn, force / 2 - turn};
}

template <>
extension::ControllerKind built_in_controller<DifferentialController>() {
  return extension::controller_kind<DifferentialController>();
}

}  // namespace hadal::kinds
