#include <gtest/gtest.h>

#include <algorithm>

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

// All problems as "key: message", without their places.
std::string told(const std::string& rest) {
  const std::string problems = problems_of("", "!body {}", rest);
  std::string out;
  for (size_t begin = 0; begin < problems.size();) {
    const size_t end = std::min(problems.find('\n', begin), problems.size());
    const std::string line = problems.substr(begin, end - begin);
    out += line.substr(line.find(": ") + 2) + "\n";
    begin = end + 1;
  }
  return out;
}

TEST(BuildMission, StepsNameWhatThereIs) {
  EXPECT_EQ(told("mission:\n"
                 "  - !hold {vehicle: cart}\n"
                 "  - !commands {vehicle: cat, actuators: [port, prt], schedule: [[0, 1, 1]]}\n"),
            "mission[0].vehicle: no vehicle 'cart' (did you mean 'cat'?)\n"
            "mission[1].actuators[1]: no actuator 'prt' on cat (did you mean 'port'?)\n");
}

TEST(BuildMission, EventsNameWhatThereIs) {
  EXPECT_EQ(
      told("events:\n"
           "  - !wrench {at_s: 1, vehicle: cat, link: hul, wrench: [1, 0, 0, 0, 0, 0]}\n"
           "  - !thruster_health {at_s: 1, vehicle: cat, thruster: starbord}\n"
           "  - !command {at_s: 1, vehicle: cat, actuator: rudder, command: 1}\n"
           "  - !lamp {at_s: 1, vehicle: cat, lamp: left, level: 1}\n"
           "  - !current {at_s: 1, current: liv}\n"
           "  - !send {at_s: 1, from: cat/modem, text: hi}\n"
           "  - !lamp {at_s: 1, vehicle: cart, lamp: left, level: 1}\n"),
      "events[0].link: no link 'hul' on this vehicle (did you mean 'hull'?)\n"
      "events[1].thruster: no thruster 'starbord' on cat (did you mean 'starboard'?)\n"
      "events[2].actuator: no actuator 'rudder' on cat (one of: port, starboard)\n"
      "events[3].lamp: no lamp 'left' on cat\n"
      "events[4].current: no current 'liv' (did you mean 'live'?)\n"
      "events[5].from: no modem 'cat/modem'\n"
      "events[6].vehicle: no vehicle 'cart' (did you mean 'cat'?)\n");
}

TEST(BuildMission, EventsAreInputsInTheOrderOfTime) {
  const std::string text = R"(
format: 1
step_s: 0.01
duration_s: 20
vehicle_models:
  - {name: box, links: [{name: hull, mass_kg: 20, inertia_kg_m2: [1, 1, 1], volume_m3: 0.02}]}
vehicles: [{name: box, model: box}]
events:
  - !wrench {at_s: 4, vehicle: box, wrench: [1, 0, 0, 0, 0, 0], duration_s: 2}
  - !wrench {at_s: 3, vehicle: box, wrench: [2, 0, 0, 0, 0, 0]}
  - !turbidity {at_s: 1.5, turbidity_ntu: 6}
)";
  const Result<World> world = build_world(load_scenario_text(text, "a.yaml", {}).value());
  ASSERT_TRUE(world) << world.problems().text();
  const std::vector<Event>& events = world.value().events;
  ASSERT_EQ(events.size(), 3u);
  EXPECT_EQ(events[0].tick, 150);
  EXPECT_EQ(events[0].end_tick, 0);
  EXPECT_EQ(events[0].inputs[0].address.key, InputKey::kTurbidity);
  EXPECT_EQ(events[1].tick, 300);
  EXPECT_EQ(events[1].end_tick, 2001);  // to the end and beyond
  EXPECT_EQ(events[2].tick, 400);
  EXPECT_EQ(events[2].end_tick, 600);
  EXPECT_EQ(events[2].end_inputs[0].values[0], -1);
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
