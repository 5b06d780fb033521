#include "scenario/vehicle_config.h"

namespace hadal::inline scenario {
namespace {
constexpr Bounds kControlRate{0.1, 10000};
}  // namespace

const StructSchema& PidConfig::schema() {
  static const StructSchema s =
      StructBuilder<PidConfig>("pid", "PID gains.")
          .number("p", &PidConfig::p, "Proportional.", kNotNegative)
          .number("i", &PidConfig::i, "Integral, per second.", kNotNegative)
          .number("d", &PidConfig::d, "Derivative, seconds.", kNotNegative);
  return s;
}

const StructSchema& AxisGainsConfig::schema() {
  using C = AxisGainsConfig;
  static const StructSchema s =
      StructBuilder<C>("axis", "Gains of one direction.")
          .object("position", &C::position,
                  "Position loop: m or rad to m/s or rad/s (cascaded) or N, N m (parallel).")
          .object("velocity", &C::velocity, "Velocity loop: to N or N m.")
          .number("velocity_limit", &C::velocity_limit, "Largest velocity set-point, m/s or rad/s.",
                  kPositive);
  return s;
}

const StructSchema& BodyControllerConfig::schema() {
  using C = BodyControllerConfig;
  static const StructSchema s =
      StructBuilder<C>("body",
                       "Six-axis PID with thruster allocation; directions the thrusters cannot "
                       "reach are left out.")
          .number("rate_hz", &C::rate_hz, "Control rate.", kControlRate)
          .choice("structure", &C::structure,
                  "Position loop feeds the velocity loop, or both give effort.",
                  {"cascaded", "parallel"})
          .choice("anti_windup", &C::anti_windup, "What stops the integrators at a limit.",
                  {"back_calculation", "clamping", "none"})
          .number("tracking_time_s", &C::tracking_time_s,
                  "Of the back-calculation; 0 = from the gains.", kNotNegative)
          .object("surge", &C::surge, "Forward.")
          .object("sway", &C::sway, "Right.")
          .object("heave", &C::heave, "Down.")
          .object("roll", &C::roll, "Roll.")
          .object("pitch", &C::pitch, "Pitch.")
          .object("yaw", &C::yaw, "Yaw.")
          .boolean("restoring_feed_forward", &C::restoring_feed_forward,
                   "Cancels weight and buoyancy.")
          .boolean("damping_feed_forward", &C::damping_feed_forward,
                   "Supplies the damping of the set-point velocity.")
          .choice("saturation", &C::saturation, "Clip each thruster, or scale all alike.",
                  {"clip", "scale"})
          .boolean("reallocate", &C::reallocate,
                   "The others take over from a thruster known to have failed.");
  return s;
}

const StructSchema& AutopilotConfig::schema() {
  using C = AutopilotConfig;
  static const StructSchema s =
      StructBuilder<C>(
          "autopilot",
          "Heading, depth and speed of a torpedo with rudders, elevators and a propeller.")
          .number("rate_hz", &C::rate_hz, "Control rate.", kControlRate)
          .object("heading", &C::heading, "rad to rad of rudder.")
          .object("depth", &C::depth, "m to rad of pitch.")
          .object("pitch", &C::pitch, "rad to rad of elevator.")
          .object("speed", &C::speed, "m/s to propeller command.")
          .number("rudder_limit_deg", &C::rudder_limit_deg, "Largest rudder angle.", {0, 90, true})
          .number("elevator_limit_deg", &C::elevator_limit_deg, "Largest elevator angle.",
                  {0, 90, true})
          .number("pitch_limit_deg", &C::pitch_limit_deg, "Largest pitch asked for.", {0, 89, true})
          .number("propeller_min", &C::propeller_min, "Smallest propeller command.")
          .number("propeller_max", &C::propeller_max, "Largest propeller command.")
          .number("propeller_per_m_s", &C::propeller_per_m_s, "Feed-forward at the asked speed.")
          .texts("rudders", &C::rudders, "Fins that steer; a leading '-' reverses one.")
          .texts("elevators", &C::elevators, "Fins that pitch; a leading '-' reverses one.")
          .texts("propellers", &C::propellers, "Thrusters that push.")
          .check([](const C& c, CheckReport& r) {
            if (c.propeller_min >= c.propeller_max)
              r.fail("propeller_max", "must be above propeller_min");
          });
  return s;
}

const StructSchema& DifferentialConfig::schema() {
  using C = DifferentialConfig;
  static const StructSchema s =
      StructBuilder<C>("differential",
                       "Heading and speed of a surface craft with two thrusters abreast.")
          .number("rate_hz", &C::rate_hz, "Control rate.", kControlRate)
          .object("heading", &C::heading, "rad to N m.")
          .object("speed", &C::speed, "m/s to N.")
          .number("drag_per_m_s", &C::drag_per_m_s, "Feed-forward, N per m/s.", kNotNegative)
          .name("port", &C::port, "Thruster on the left.")
          .required()
          .name("starboard", &C::starboard, "Thruster on the right.")
          .required();
  return s;
}

const StructSchema& WeightedConfig::schema() {
  using C = WeightedConfig;
  static const StructSchema s =
      StructBuilder<C>("weighted",
                       "Heading, speed and depth by a weighted sum of proportional controllers "
                       "(DeMarco, West & Howard 2013).")
          .number("rate_hz", &C::rate_hz, "Control rate.", kControlRate)
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

const std::vector<const StructSchema*>& controller_kinds() {
  static const std::vector<const StructSchema*> kinds{
      &BodyControllerConfig::schema(), &AutopilotConfig::schema(), &DifferentialConfig::schema(),
      &WeightedConfig::schema()};
  return kinds;
}

}  // namespace hadal::scenario
