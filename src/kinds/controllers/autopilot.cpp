#include "kinds/controllers/autopilot.h"

#include <algorithm>
#include <cmath>

#include "kinds/controllers/list.h"
#include "math/rotation.h"

namespace hadal::inline kinds {
namespace {

enum AuvLoop { kHeading, kDepth, kPitch, kSpeed };

// A depth too small asks for a nose that points down: negative pitch.
double pitch_for_depth(const AutopilotController& controller, std::span<const double> gains,
                       const AuvSetPoint& wanted, const AuvMeasurement& measured, double dt_s,
                       std::span<double> state) {
  PidParameters limits = within(-controller.pitch_limit_rad, controller.pitch_limit_rad);
  limits.anti_windup = AntiWindup::kClamping;
  return -pid_update_error(limits, loop_gains(gains, kDepth),
                           {wanted.depth_m - measured.depth_m, -measured.depth_rate_m_s, 0, dt_s},
                           loop_state(state, kDepth));
}

double rudder_for_heading(const AutopilotController& controller, std::span<const double> gains,
                          double heading_rad, const AuvMeasurement& measured, double dt_s,
                          std::span<double> state) {
  return pid_update_error(
      within(-controller.rudder_limit_rad, controller.rudder_limit_rad),
      loop_gains(gains, kHeading),
      {wrap_angle(heading_rad - measured.heading_rad), -measured.yaw_rate_rad_s, 0, dt_s},
      loop_state(state, kHeading));
}

double elevator_for_pitch(const AutopilotController& controller, std::span<const double> gains,
                          double pitch_rad, const AuvMeasurement& measured, double dt_s,
                          std::span<double> state) {
  return pid_update_error(within(-controller.elevator_limit_rad, controller.elevator_limit_rad),
                          loop_gains(gains, kPitch),
                          {pitch_rad - measured.pitch_rad, -measured.pitch_rate_rad_s, 0, dt_s},
                          loop_state(state, kPitch));
}

}  // namespace

const StructSchema& AutopilotController::schema() {
  using C = AutopilotController;
  static const StructSchema s =
      extension::controller_schema<C>(
          "autopilot",
          "Heading, depth and speed of a torpedo with rudders, elevators and a propeller.")
          .object("heading", &C::heading, "rad to rad of rudder.")
          .object("depth", &C::depth, "m to rad of pitch.")
          .object("pitch", &C::pitch, "rad to rad of elevator.")
          .object("speed", &C::speed, "m/s to propeller command.")
          .number("rudder_limit_deg", &C::rudder_limit_rad, "Largest rudder angle.", {0, 90, true},
                  kDegree)
          .number("elevator_limit_deg", &C::elevator_limit_rad, "Largest elevator angle.",
                  {0, 90, true}, kDegree)
          .number("pitch_limit_deg", &C::pitch_limit_rad, "Largest commanded pitch.", {0, 89, true},
                  kDegree)
          .number("propeller_min", &C::propeller_min, "Smallest propeller command.")
          .number("propeller_max", &C::propeller_max, "Largest propeller command.")
          .number("propeller_per_m_s", &C::propeller_per_m_s,
                  "Feed-forward at the commanded speed.")
          .texts("rudders", &C::rudders, "Fins that steer; a leading '-' reverses one.")
          .texts("elevators", &C::elevators, "Fins that pitch; a leading '-' reverses one.")
          .texts("propellers", &C::propellers, "Thrusters that push.")
          .check([](const C& c, CheckReport& r) {
            if (c.propeller_min >= c.propeller_max)
              r.fail("propeller_max", "must be above propeller_min");
          });
  return s;
}

std::vector<AutopilotController::Fin> AutopilotController::signed_fins(
    const std::vector<std::string>& list, const char* field,
    const extension::ActuatorNames& names) {
  std::vector<Fin> out;
  for (size_t i = 0; i < list.size(); ++i) {
    const bool reversed = list[i].starts_with('-');
    const std::string name = reversed ? list[i].substr(1) : list[i];
    out.push_back(
        {names.fin(name, field + ("[" + std::to_string(i) + "]")), reversed ? -1.0 : 1.0});
  }
  return out;
}

void AutopilotController::bind(const extension::ActuatorNames& names) {
  rudder_fins_ = signed_fins(rudders, "rudders", names);
  elevator_fins_ = signed_fins(elevators, "elevators", names);
  for (size_t i = 0; i < propellers.size(); ++i)
    propellers_.push_back(
        {names.thruster(propellers[i], "propellers[" + std::to_string(i) + "]")});
}

void AutopilotController::prepare(const extension::ControllerSetting& setting) {
  for (Propeller& propeller : propellers_) {
    const auto& thruster = setting.thrusters[static_cast<size_t>(propeller.index)];
    propeller.neutral = thruster.command_neutral;
    propeller.command_min = thruster.command_min;
  }
}

// rad and m to rad; m/s to the propeller's own command.
std::vector<Gain> AutopilotController::gains() {
  std::vector<Gain> list;
  add_gains("heading/", {"", "1/s", "s"}, heading, list);
  add_gains("depth/", {"rad/m", "rad/(m s)", "rad s/m"}, depth, list);
  add_gains("pitch/", {"", "1/s", "s"}, pitch, list);
  add_gains("speed/", {"s/m", "1/m", "s^2/m"}, speed, list);
  return list;
}

void AutopilotController::command_fins(double rudder_rad, double elevator_rad,
                                       extension::ActuatorCommands& commands) const {
  for (const Fin& fin : rudder_fins_) commands.fin(fin.index, fin.sign * rudder_rad);
  for (const Fin& fin : elevator_fins_) commands.fin(fin.index, fin.sign * elevator_rad);
}

void AutopilotController::update(const extension::SetPoint& wanted,
                                 const extension::ControlContext& now) const {
  const AuvCommand command =
      auv_update(*this, now.gains.first<kAuvGainCount>(),
                 {wanted.heading_rad, wanted.depth_m, wanted.speed_m_s}, auv_measurement(now),
                 now.dt_s, now.state.first<kAuvStateSize>());
  command_fins(command.rudder_rad, command.elevator_rad, now.commands);
  for (const Propeller& propeller : propellers_)
    now.commands.thruster(propeller.index, command.propeller);
}

double AutopilotController::vertical_stick(const std::array<double, 6>& sticks) {
  return std::clamp(sticks[extension::kStickPitch] - sticks[extension::kStickHeave], -1.0, 1.0);
}

void AutopilotController::manual(const extension::ManualInput& input,
                                 const extension::ControlContext& now) const {
  const extension::StickHold &kept_heading = input.heading, &kept_depth = input.depth;
  const AuvCommand command =
      auv_by_hand(*this, now.gains.first<kAuvGainCount>(),
                  {input.sticks[extension::kStickYaw], vertical_stick(input.sticks)},
                  {kept_heading.keeps(), kept_heading.value, kept_depth.keeps(), kept_depth.value,
                   kept_depth.phase == extension::HoldPhase::kSteered},
                  auv_measurement(now), now.dt_s, now.state.first<kAuvStateSize>());
  command_fins(command.rudder_rad, command.elevator_rad, now.commands);
  const double surge = input.sticks[extension::kStickSurge];
  for (const Propeller& propeller : propellers_) {
    const double ahead = propeller_max - propeller.neutral;
    const double astern = std::min(ahead, propeller.neutral - propeller.command_min);
    now.commands.thruster(propeller.index,
                          propeller.neutral + (surge > 0 ? surge * ahead : surge * astern));
  }
}

AuvMeasurement auv_measurement(const extension::ControlContext& now) {
  const Quat q_NB(now.q_NB[0], now.q_NB[1], now.q_NB[2], now.q_NB[3]);
  const EulerAngles attitude = euler_from(q_NB);
  const Vec3 v_N = q_NB * Vec3(now.nu_B[0], now.nu_B[1], now.nu_B[2]);
  return {attitude.yaw,   now.nu_B[5], now.p_NB_N[2], v_N.z(),
          attitude.pitch, now.nu_B[4], now.nu_B[0]};
}

AuvCommand auv_update(const AutopilotController& controller,
                      std::span<const double, kAuvGainCount> gains, const AuvSetPoint& wanted,
                      const AuvMeasurement& measured, double dt_s,
                      std::span<double, kAuvStateSize> state) {
  AuvCommand command;
  command.rudder_rad =
      rudder_for_heading(controller, gains, wanted.heading_rad, measured, dt_s, state);

  const double limit = controller.pitch_limit_rad;
  if (wanted.by_pitch) pid_reset(loop_state(state, kDepth));
  command.pitch_set_point_rad =
      wanted.by_pitch ? std::clamp(wanted.pitch_rad, -limit, limit)
                      : pitch_for_depth(controller, gains, wanted, measured, dt_s, state);
  command.elevator_rad =
      elevator_for_pitch(controller, gains, command.pitch_set_point_rad, measured, dt_s, state);

  command.propeller = pid_update(
      within(controller.propeller_min, controller.propeller_max), loop_gains(gains, kSpeed),
      {wanted.speed_m_s, measured.speed_m_s, controller.propeller_per_m_s * wanted.speed_m_s, dt_s},
      loop_state(state, kSpeed));
  return command;
}

AuvCommand auv_by_hand(const AutopilotController& controller,
                       std::span<const double, kAuvGainCount> gains, const AuvSticks& sticks,
                       const AuvHold& hold, const AuvMeasurement& measured, double dt_s,
                       std::span<double, kAuvStateSize> state) {
  AuvCommand command;
  pid_reset(loop_state(state, kSpeed));
  if (!hold.heading) pid_reset(loop_state(state, kHeading));
  command.rudder_rad =
      hold.heading ? rudder_for_heading(controller, gains, hold.heading_rad, measured, dt_s, state)
                   : sticks.rudder * controller.rudder_limit_rad;
  if (!hold.depth) pid_reset(loop_state(state, kDepth));
  if (!hold.depth && !hold.pitch) {
    pid_reset(loop_state(state, kPitch));
    command.elevator_rad = sticks.elevator * controller.elevator_limit_rad;
    return command;
  }
  AuvSetPoint wanted;
  wanted.depth_m = hold.depth_m;
  command.pitch_set_point_rad =
      hold.depth ? pitch_for_depth(controller, gains, wanted, measured, dt_s, state)
                 : sticks.elevator * controller.pitch_limit_rad;
  command.elevator_rad =
      elevator_for_pitch(controller, gains, command.pitch_set_point_rad, measured, dt_s, state);
  return command;
}

template <>
extension::ControllerKind built_in_controller<AutopilotController>() {
  return extension::controller_kind<AutopilotController>();
}

}  // namespace hadal::kinds
