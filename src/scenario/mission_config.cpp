#include "scenario/mission_config.h"

#include "scenario/network_config.h"

#include "kinds/checks.h"
#include "scenario/quantities.h"

namespace hadal::inline scenario {
namespace {

constexpr Bounds kMoment{0, 1e9};  // s; keeps ticks within 64 bits

template <class T>
StructBuilder<T> step(const char* kind, const char* doc) {
  return StructBuilder<T>(kind, doc)
      .name("vehicle", &T::vehicle, "The vehicle that does it.")
      .required();
}

template <class T>
StructBuilder<T> event(const char* kind, const char* doc) {
  return StructBuilder<T>(kind, doc)
      .number("at_s", &T::at_s, "Time of the event.", kMoment)
      .required();
}

constexpr const char* kAltitudeDoc =
    "Distance to keep from the seabed instead of a depth; by the vehicle's altimeter if it has "
    "one.";
constexpr const char* kLookaheadDoc =
    "How far ahead along the course the shallowest seabed counts for altitude_m, without an "
    "altimeter.";
constexpr Bounds kAltitude{0, 12000, true};
constexpr Bounds kSpeed{0, quantity::kVelocity.bounds.max, true};  // m/s

// Depth or altitude, one of them.
template <class T>
void check_vertical(const T& step, CheckReport& report) {
  if (!step.depth_m && !step.altitude_m) report.fail("depth_m", "expected depth_m or altitude_m");
  if (step.depth_m && step.altitude_m)
    report.fail("altitude_m", "expected either depth_m or altitude_m, found both");
}

void check_schedule(const std::vector<std::vector<double>>& rows, size_t width,
                    CheckReport& report) {
  for (size_t i = 0; i < rows.size(); ++i) {
    const std::string row = "schedule[" + std::to_string(i) + "]";
    if (rows[i].size() != width)
      report.fail(row, "expected a time and one command per actuator: " + std::to_string(width) +
                           " numbers");
    else if (i > 0 && rows[i][0] <= rows[i - 1][0])
      report.fail(row, "times must rise");
  }
}

}  // namespace

const StructSchema& HoldStepConfig::schema() {
  using C = HoldStepConfig;
  static const StructSchema s =
      step<C>("hold", "Keeps the position and heading it has.")
          .number("duration_s", &C::duration_s, "How long.", kNotNegative);
  return s;
}

const StructSchema& GoToStepConfig::schema() {
  using C = GoToStepConfig;
  static const StructSchema s =
      step<C>("go_to", "Goes to a place and is done when it is there.")
          .number("north_m", &C::north_m, "North of the origin.", quantity::kPlace.bounds)
          .required()
          .number("east_m", &C::east_m, "East of the origin.", quantity::kPlace.bounds)
          .required()
          .number("depth_m", &C::depth_m, "Depth.", {-100, 12000})
          .number("altitude_m", &C::altitude_m, kAltitudeDoc, kAltitude)
          .number("lookahead_m", &C::lookahead_m, kLookaheadDoc, kNotNegative)
          .number("heading_deg", &C::heading_deg,
                  "Heading on the way and there; toward the goal if left out.", kAngle)
          .number("speed_m_s", &C::speed_m_s, "Speed on the way.", kSpeed)
          .number("tolerance_m", &C::tolerance_m, "Arrived within this distance.", kPositive)
          .number("timeout_s", &C::timeout_s, "Gives up, and fails the mission, after this time.",
                  kPositive)
          .check(check_vertical<C>);
  return s;
}

const StructSchema& FollowStepConfig::schema() {
  using C = FollowStepConfig;
  static const StructSchema s =
      step<C>("follow", "Follows waypoints one after the other.")
          .rows("waypoints", &C::waypoints, "Rows [north m, east m, depth m].", {3})
          .required()
          .number("altitude_m", &C::altitude_m,
                  "Distance to keep from the seabed in place of the depths of the waypoints.",
                  kAltitude)
          .number("speed_m_s", &C::speed_m_s, "Speed along the path.", kSpeed)
          .number("tolerance_m", &C::tolerance_m, "A waypoint is reached within this distance.",
                  kPositive)
          .number("lookahead_m", &C::lookahead_m,
                  "Look-ahead distance of the line of sight and, with altitude_m, for the "
                  "shallowest seabed.",
                  kPositive)
          .number("timeout_s", &C::timeout_s, "Gives up, and fails the mission, after this time.",
                  kPositive)
          .check([](const C& c, CheckReport& r) {
            if (c.waypoints.empty()) r.fail("waypoints", "expected at least one waypoint");
            for (size_t i = 0; i < c.waypoints.size(); ++i)
              for (const double coordinate : c.waypoints[i])
                if (std::string wrong = range_problem(quantity::kPlace, coordinate);
                    !wrong.empty())
                  r.fail("waypoints[" + std::to_string(i) + "]", wrong);
          });
  return s;
}

const StructSchema& CruiseStepConfig::schema() {
  using C = CruiseStepConfig;
  static const StructSchema s =
      step<C>("cruise", "Keeps heading, speed and depth or altitude.")
          .number("heading_deg", &C::heading_deg, "Heading.", kAngle)
          .required()
          .number("speed_m_s", &C::speed_m_s, "Speed through the water.",
                  quantity::kVelocity.bounds)
          .required()
          .number("depth_m", &C::depth_m, "Depth.", {-10, 12000})
          .number("altitude_m", &C::altitude_m, kAltitudeDoc, kAltitude)
          .number("lookahead_m", &C::lookahead_m, kLookaheadDoc, kNotNegative)
          .number("duration_s", &C::duration_s, "How long.", kNotNegative)
          .check(check_vertical<C>);
  return s;
}

const StructSchema& VelocityStepConfig::schema() {
  using C = VelocityStepConfig;
  static const StructSchema s =
      step<C>("velocity", "Keeps a velocity in body axes (a kinematic vehicle moves with it).")
          .numbers("velocity", &C::velocity, "Surge, sway, heave m/s; roll, pitch, yaw rate rad/s.",
                   {6}, quantity::kVelocity.bounds)
          .required()
          .number("duration_s", &C::duration_s, "How long.", kNotNegative);
  return s;
}

const StructSchema& EffortStepConfig::schema() {
  using C = EffortStepConfig;
  static const StructSchema s =
      step<C>("effort", "Asks the thrusters for a wrench in body axes.")
          .numbers("wrench", &C::wrench, "Surge, sway, heave N; roll, pitch, yaw N m.", {6},
                   quantity::kEffort.bounds)
          .required()
          .number("duration_s", &C::duration_s, "How long.", kNotNegative);
  return s;
}

const StructSchema& CommandsStepConfig::schema() {
  using C = CommandsStepConfig;
  static const StructSchema s =
      step<C>("commands", "Plays commands straight to thrusters, fins and other actuators.")
          .texts("actuators", &C::actuators, "Names of the actuators, in the order of the columns.")
          .required()
          .rows("schedule", &C::schedule,
                "Rows [time s since the step began, command of each actuator]; each row holds "
                "until the next.")
          .required()
          .number("duration_s", &C::duration_s, "How long.", kNotNegative)
          .check([](const C& c, CheckReport& r) {
            if (c.schedule.empty()) r.fail("schedule", "expected at least one row");
            check_schedule(c.schedule, c.actuators.size() + 1, r);
          });
  return s;
}

const StructSchema& CommandEventConfig::schema() {
  using C = CommandEventConfig;
  static const StructSchema s =
      event<C>("command", "Commands an actuator; one of the controller's takes the vehicle over.")
          .name("vehicle", &C::vehicle, "The vehicle.")
          .required()
          .name("actuator", &C::actuator, "The actuator.")
          .required()
          .number("command", &C::command, "In the unit of commands in missions: degrees of a fin.")
          .required();
  return s;
}

const StructSchema& ThrusterHealthEventConfig::schema() {
  using C = ThrusterHealthEventConfig;
  static const StructSchema s =
      event<C>("thruster_health", "A thruster fails, weakens or recovers.")
          .name("vehicle", &C::vehicle, "The vehicle.")
          .required()
          .name("thruster", &C::thruster, "The thruster.")
          .required()
          .number("health", &C::health, "1 = as new, 0 = dead; scales its thrust.",
                  quantity::kHealth.bounds)
          .boolean("known", &C::known, "The controller is told and shares the work out anew.");
  return s;
}

const StructSchema& CurrentEventConfig::schema() {
  using C = CurrentEventConfig;
  static const StructSchema s =
      event<C>("current", "Changes a named current while the simulation runs.")
          .name("current", &C::current, "Name of the current.")
          .required()
          .number("factor", &C::factor,
                  "Multiplies what the scenario says of it; a later event replaces an earlier one.",
                  quantity::kCurrentFactor.bounds)
          .number("add_north_m_s", &C::add_north_m_s, "Added to its north component.",
                  quantity::kCurrentVelocity.bounds)
          .number("add_east_m_s", &C::add_east_m_s, "Added to its east component.",
                  quantity::kCurrentVelocity.bounds)
          .number("add_down_m_s", &C::add_down_m_s, "Added to its downward component.",
                  quantity::kCurrentVelocity.bounds);
  return s;
}

const StructSchema& WavesEventConfig::schema() {
  static const StructSchema s =
      event<WavesEventConfig>("waves", "Changes the waves while the simulation runs.")
          .number("factor", &WavesEventConfig::factor,
                  "Multiplies every amplitude; a later event replaces an earlier one.",
                  quantity::kWaveFactor.bounds)
          .required();
  return s;
}

const StructSchema& WindEventConfig::schema() {
  static const StructSchema s =
      event<WindEventConfig>("wind", "Changes the wind while the simulation runs.")
          .number("factor", &WindEventConfig::factor,
                  "Multiplies its speed; a later event replaces an earlier one.",
                  quantity::kWindFactor.bounds)
          .required();
  return s;
}

const StructSchema& TurbidityEventConfig::schema() {
  static const StructSchema s =
      event<TurbidityEventConfig>("turbidity", "Changes the turbidity while the simulation runs.")
          .number("turbidity_ntu", &TurbidityEventConfig::turbidity_ntu,
                  "Silt in the water beyond that of its type.", quantity::kTurbidity.bounds)
          .required();
  return s;
}

const StructSchema& LampEventConfig::schema() {
  using C = LampEventConfig;
  static const StructSchema s =
      event<C>("lamp", "Switches or dims a lamp.")
          .text("vehicle", &C::vehicle, "The vehicle.")
          .required()
          .text("lamp", &C::lamp, "Its lamp.")
          .required()
          .number("level", &C::level, "Share of its light.", quantity::kLampLevel.bounds)
          .required();
  return s;
}

const StructSchema& WrenchEventConfig::schema() {
  using C = WrenchEventConfig;
  static const StructSchema s =
      event<C>("wrench", "A force and moment from outside on a link, in its axes.")
          .name("vehicle", &C::vehicle, "The vehicle.")
          .required()
          .text("link", &C::link, "The link; the first if left out.")
          .numbers("wrench", &C::wrench,
                   "Surge, sway, heave N; roll, pitch, yaw N m, about the link origin.", {6},
                   quantity::kWrench.bounds)
          .required()
          .number("duration_s", &C::duration_s, "How long.", kNotNegative);
  return s;
}

const StructSchema& ExpectConfig::schema() {
  using C = ExpectConfig;
  static const StructSchema s =
      StructBuilder<C>("expectation", "What must come true; the exit code is 1 when one fails.")
          .text("that", &C::that, "An expression, e.g. distance(rov, box) < 2.0")
          .required()
          .number("after_s", &C::after_s, "Looked at from this time on.", kMoment)
          .number("until_s", &C::until_s, "Looked at up to this time.", kMoment)
          .choice("when", &C::when, "At the end of the span, always within it, or at least once.",
                  {"end", "always", "once"})
          .check([](const C& c, CheckReport& r) {
            if (c.after_s && c.until_s && *c.after_s > *c.until_s)
              r.fail("until_s", "must not be before after_s");
          });
  return s;
}

const std::vector<const StructSchema*>& mission_kinds() {
  static const std::vector<const StructSchema*> kinds{
      &HoldStepConfig::schema(),    &GoToStepConfig::schema(),     &FollowStepConfig::schema(),
      &CruiseStepConfig::schema(),  &VelocityStepConfig::schema(), &EffortStepConfig::schema(),
      &CommandsStepConfig::schema()};
  return kinds;
}

const std::vector<const StructSchema*>& event_kinds() {
  static const std::vector<const StructSchema*> kinds{
      &ThrusterHealthEventConfig::schema(), &CurrentEventConfig::schema(),
      &WavesEventConfig::schema(),          &WindEventConfig::schema(),
      &TurbidityEventConfig::schema(),      &LampEventConfig::schema(),
      &WrenchEventConfig::schema(),         &SendEventConfig::schema(),
      &CommandEventConfig::schema()};
  return kinds;
}

}  // namespace hadal::scenario
