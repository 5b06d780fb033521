#include <gtest/gtest.h>

#include "scenario/scenario.h"
#include "world/world.h"

namespace hadal::inline world {
namespace build_mission_test {

std::string problems_of(const std::string& environment, const std::string& controller,
                        const std::string& rest) {
  const std::string text = R"(
format: 1
environment: {)" + environment +
                           R"(}
vehicle_models:
  - name: cat
    links:
      - {name: hull, mass_kg: 20, inertia_kg_m2: [1, 1, 1], volume_m3: 0.02}
    thrusters:
      - {name: port, position_m: [0, -0.4, 0], direction: [1, 0, 0]}
      - {name: starboard, position_m: [0, 0.4, 0], direction: [1, 0, 0]}
    controller: )" + controller +
                           R"(
vehicles: [{name: cat, model: cat}]
)" + rest;
  const Result<LoadedScenario> loaded = load_scenario_text(text, "a.yaml", {});
  if (!loaded) return loaded.problems().text();
  const Result<World> world = build_world(loaded.value());
  return world ? "" : world.problems().text();
}

constexpr const char* kSurvey =
    "mission: [!cruise {vehicle: cat, heading_deg: 0, speed_m_s: 1, altitude_m: 4}]\n";
constexpr const char* kSeabed = "seabed: !flat {depth_m: 20}";

TEST(BuildMission, AltitudeNeedsASeabed) {
  EXPECT_EQ(problems_of(kSeabed, "!body {}", kSurvey), "");
  const std::string problems = problems_of("", "!body {}", kSurvey);
  EXPECT_NE(problems.find("mission[0].altitude_m: needs a seabed"), std::string::npos) << problems;
}

TEST(BuildMission, AltitudeNeedsAVehicleThatDives) {
  const std::string problems =
      problems_of(kSeabed, "!differential {port: port, starboard: starboard}", kSurvey);
  EXPECT_NE(problems.find("cannot dive"), std::string::npos) << problems;
}

TEST(BuildMission, SeaEventsNeedSomethingToChange) {
  const std::string events = "events: [!waves {at_s: 1, factor: 2}, !wind {at_s: 1, factor: 2}]\n";
  EXPECT_EQ(problems_of("waves: !regular {height_m: 1}, wind: {speed_m_s: 5}", "!body {}", events),
            "");
  const std::string problems = problems_of("", "!body {}", events);
  EXPECT_NE(problems.find("no waves to change"), std::string::npos) << problems;
  EXPECT_NE(problems.find("no wind to change"), std::string::npos) << problems;
}

}  // namespace build_mission_test
}  // namespace hadal::world
