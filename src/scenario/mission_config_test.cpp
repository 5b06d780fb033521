#include "scenario/mission_config.h"

#include <gtest/gtest.h>

#include "scenario/scenario.h"
#include "scenario/test_reading.h"

namespace hadal::inline scenario {
namespace mission_config_test {

using test_reading::expect_refused;
using test_reading::taken;

// The scenario with this mission step or event, or the problems.
Result<LoadedScenario> with(const std::string& lines) {
  return load_scenario_text("format: 1\n" + lines, "a.yaml", {});
}

std::string problems_of(const std::string& lines) {
  const Result<LoadedScenario> loaded = with(lines);
  return loaded ? "" : loaded.problems().text();
}

TEST(MissionConfig, StepsTakeADepthOrAnAltitude) {
  const auto loaded = with(
      "mission:\n"
      "  - !cruise {vehicle: a, heading_deg: 0, speed_m_s: 1, altitude_m: 4, lookahead_m: 12}\n"
      "  - !go_to {vehicle: a, north_m: 1, east_m: 2, depth_m: 3}\n"
      "  - !follow {vehicle: a, waypoints: [[1, 2, 3]], altitude_m: 6}\n");
  ASSERT_TRUE(loaded) << loaded.problems().text();
  const auto& mission = loaded.value().scenario.mission;
  EXPECT_EQ(mission[0].as<CruiseStepConfig>()->altitude_m, 4);
  EXPECT_EQ(mission[0].as<CruiseStepConfig>()->lookahead_m, 12);
  EXPECT_FALSE(mission[0].as<CruiseStepConfig>()->depth_m);
  EXPECT_EQ(mission[1].as<GoToStepConfig>()->depth_m, 3);
  EXPECT_FALSE(mission[1].as<GoToStepConfig>()->altitude_m);
  EXPECT_EQ(mission[2].as<FollowStepConfig>()->altitude_m, 6);
}

TEST(MissionConfig, NeitherOrBothAreProblems) {
  const std::string cruise = "mission: [!cruise {vehicle: a, heading_deg: 0, speed_m_s: 1";
  EXPECT_NE(problems_of(cruise + "}]").find("expected depth_m or altitude_m"), std::string::npos);
  EXPECT_NE(problems_of(cruise + ", depth_m: 1, altitude_m: 2}]").find("found both"),
            std::string::npos);
  EXPECT_NE(problems_of(cruise + ", altitude_m: 0}]").find("altitude_m"), std::string::npos);
}

TEST(MissionConfig, WavesAndWindAreChangedByAFactor) {
  const auto loaded = with("events: [!waves {at_s: 3, factor: 0.5}, !wind {at_s: 4, factor: 2}]\n");
  ASSERT_TRUE(loaded) << loaded.problems().text();
  const auto& events = loaded.value().scenario.events;
  EXPECT_EQ(events[0].as<WavesEventConfig>()->factor, 0.5);
  EXPECT_EQ(events[1].as<WindEventConfig>()->at_s, 4);
  EXPECT_NE(problems_of("events: [!waves {at_s: 3, factor: -1}]").find("factor"),
            std::string::npos);
  EXPECT_NE(problems_of("events: [!wind {at_s: 3}]").find("factor"), std::string::npos);
}

TEST(MissionConfig, PlacesAndSpeedsAreThoseOfInputs) {
  expect_refused<GoToStepConfig>("{vehicle: a, north_m: @@1e300, east_m: 0, depth_m: 1}",
                                 "north_m: expected a number from -1e+06 to 1e+06, found '1e300'");
  expect_refused<GoToStepConfig>(
      "{vehicle: a, north_m: 0, east_m: 0, depth_m: 1, speed_m_s: @@51}",
      "speed_m_s: expected a number above 0 and at most 50, found '51'");
  expect_refused<CruiseStepConfig>("{vehicle: a, heading_deg: 0, speed_m_s: @@-51, depth_m: 1}",
                                   "speed_m_s: expected a number from -50 to 50, found '-51'");
  expect_refused<FollowStepConfig>(
      "{vehicle: a, waypoints: [[1, 2, 3], @@[1, 2e6, 3]]}",
      "waypoints[1]: place: expected -1e+06 to 1e+06 m from the origin, found 2e+06");
}

TEST(MissionConfig, AScheduleFitsItsActuators) {
  const auto commands = [](const std::string& schedule) {
    return "{vehicle: a, actuators: [p, s], schedule: " + schedule + "}";
  };
  EXPECT_EQ(taken<CommandsStepConfig>(commands("[[0, 1, 1], [2, 0, 0]]")).schedule[1][0], 2);
  expect_refused<CommandsStepConfig>("{vehicle: a, actuators: [p, s], @@schedule: []}",
                                     "schedule: expected at least one row");
  expect_refused<CommandsStepConfig>(
      commands("[[0, 1, 1], @@[1, 0]]"),
      "schedule[1]: expected a time and one command per actuator: 3 numbers");
  expect_refused<CommandsStepConfig>(commands("[[0, 1, 1], @@[0, 0, 0]]"),
                                     "schedule[1]: times must rise");
}

TEST(MissionConfig, WaypointsAreThreeNumbers) {
  expect_refused<FollowStepConfig>("{vehicle: a, @@waypoints: []}",
                                   "waypoints: expected at least one waypoint");
  expect_refused<FollowStepConfig>("{vehicle: a, waypoints: [@@[1, 2]]}",
                                   "waypoints[0]: expected a list of 3 numbers, found 2");
}

TEST(MissionConfig, StepsNameTheirVehicle) {
  expect_refused<HoldStepConfig>("@@duration_s: 3",
                                 "'vehicle' is missing in hold: The vehicle that does it.");
  expect_refused<VelocityStepConfig>("{vehicle: a, velocity: [0, 0, 0, 0, 0, @@50.5]}",
                                     "velocity[5]: expected a number from -50 to 50, found '50.5'");
  expect_refused<EffortStepConfig>("@@vehicle: a",
                                   "'wrench' is missing in effort: Surge, sway, heave N; roll, "
                                   "pitch, yaw N m.");
}

TEST(MissionConfig, EventsHaveATime) {
  expect_refused<WavesEventConfig>("@@factor: 1", "'at_s' is missing in waves: Time of the event.");
  expect_refused<WavesEventConfig>("{at_s: @@-1, factor: 1}",
                                   "at_s: expected a number from 0 to 1e+09, found '-1'");
  expect_refused<LampEventConfig>("@@{at_s: 1, vehicle: a, level: 1}",
                                  "'lamp' is missing in lamp: Its lamp.");
}

TEST(MissionConfig, ExpectationsHaveASpan) {
  EXPECT_EQ(taken<ExpectConfig>("{that: a < 1, after_s: 2, until_s: 2}").until_s, 2);
  expect_refused<ExpectConfig>("{that: a < 1, after_s: 3, @@until_s: 2}",
                               "until_s: must not be before after_s");
  expect_refused<ExpectConfig>("{that: a < 1, when: @@never}",
                               "when: 'never' is not a choice (one of: end, always, once)");
  expect_refused<ExpectConfig>(
      "@@when: end",
      "'that' is missing in expectation: An expression, e.g. distance(rov, box) < 2.0");
}

}  // namespace mission_config_test
}  // namespace hadal::scenario
