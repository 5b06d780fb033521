#include "scenario/mission_config.h"

#include <gtest/gtest.h>

#include "scenario/scenario.h"

namespace hadal::inline scenario {
namespace mission_config_test {

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

}  // namespace mission_config_test
}  // namespace hadal::scenario
