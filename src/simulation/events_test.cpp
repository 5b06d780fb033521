// Events of the scenario act as the same inputs would.
#include <gtest/gtest.h>

#include <algorithm>

#include "math/units.h"
#include "simulation/test_craft.h"

namespace hadal::simulation {
namespace events_test {

using testing::craft_yaml;
using testing::make_run;

struct EventAndInputs {
  const char* event;  // at 0.5 s
  std::vector<Input> inputs;
};

TEST(Events, DoWhatInputsDo) {
  const std::vector<EventAndInputs> cases{
      {"!thruster_health {at_s: 0.5, vehicle: craft, thruster: port, health: 0.3, known: false}",
       {{50, "craft/port", "health", {0.3, 0}}}},
      {"!command {at_s: 0.5, vehicle: craft, actuator: tank, command: 2.5}",
       {{50, "craft/tank", "command", {2.5}}}},
      {"!command {at_s: 0.5, vehicle: craft, actuator: rudder, command: 90}",
       {{50, "craft/rudder", "command", {90 * kDegree}}}},
      {"!joint_fault {at_s: 0.5, vehicle: craft, joint: arm, fault: free}",
       {{50, "craft/arm", "fault", {1}}}},
      {"!joint_fault {at_s: 0.5, vehicle: craft, joint: arm}", {{50, "craft/arm", "fault", {2}}}},
      {"!current {at_s: 0.5, current: drift, factor: 3, add_east_m_s: 0.2}",
       {{50, "drift", "factor", {3}}, {50, "drift", "add", {0, 0.2, 0}}}},
      {"!waves {at_s: 0.5, factor: 2}", {{50, "waves", "factor", {2}}}},
      {"!wind {at_s: 0.5, factor: 2}", {{50, "wind", "factor", {2}}}},
      {"!turbidity {at_s: 0.5, turbidity_ntu: 4}", {{50, "optics", "turbidity_ntu", {4}}}},
      {"!lamp {at_s: 0.5, vehicle: craft, lamp: lamp, level: 0.2}",
       {{50, "craft/lamp", "level", {0.2}}}},
      {"!wrench {at_s: 0.5, vehicle: craft, link: arm, wrench: [1, 2, 3, 0, 0, 0]}",
       {{50, "craft/arm", "add_wrench", {1, 2, 3, 0, 0, 0}}}},
  };
  for (const EventAndInputs& one : cases) {
    const auto by_event = make_run(craft_yaml("events: [" + std::string(one.event) + "]\n"));
    const auto by_input =
        make_run(craft_yaml("events: [!wrench {at_s: 9, vehicle: craft, wrench: "
                            "[0, 0, 0, 0, 0, 0]}]\n"));
    testing::run_steps(*by_event, 100);
    testing::run_steps(*by_input, 50);
    for (const Input& input : one.inputs) ASSERT_TRUE(by_input->apply(input).empty()) << one.event;
    testing::run_steps(*by_input, 50);
    EXPECT_EQ(by_event->state().next_event[0], 1) << one.event;
    State other = by_input->state();
    other.next_event = by_event->state().next_event;  // the one thing in which they differ
    EXPECT_EQ(first_difference(by_event->state(), other), "") << one.event;
  }
}

TEST(Events, APushLastsItsTimeAndAtLeastAStep) {
  const auto run = make_run(craft_yaml(R"(
events:
  - !wrench {at_s: 0.5, vehicle: craft, wrench: [8, 0, 0, 0, 0, 0], duration_s: 0.2}
  - !wrench {at_s: 0.6, vehicle: craft, wrench: [1, 0, 0, 0, 0, 0], duration_s: 0}
)"));
  std::vector<double> surge;
  for (int i = 0; i < 100; ++i) {
    testing::run_steps(*run, 1);
    surge.push_back(run->state().external_wrench[0]);
  }
  for (int i = 0; i < 100; ++i) EXPECT_EQ(surge[i], i < 50 || i >= 70 ? 0 : i == 60 ? 9 : 8) << i;
}

std::string problems_of(const std::string& more) {
  const Result<LoadedScenario> loaded = load_scenario_text(craft_yaml(more), "test.yaml", {});
  if (!loaded) return loaded.problems().text();
  const auto created = Run::create(loaded.value());
  return created ? "" : created.problems().text();
}

// The ranges are those of inputs; the place is that of the file.
TEST(Events, OutOfRangeAreRefusedAtLoadWithTheirPlace) {
  const std::string before = craft_yaml();
  const std::string line =
      ":" + std::to_string(std::count(before.begin(), before.end(), '\n') + 1) + ":";
  const auto refused = [&](const std::string& event, const std::string& why) {
    const std::string text = problems_of("events: [" + event + "]\n");
    EXPECT_NE(text.find("test.yaml" + line), std::string::npos) << text;
    EXPECT_NE(text.find(why), std::string::npos) << text;
  };
  refused("!wrench {at_s: 1, vehicle: craft, wrench: [1e39, 0, 0, 0, 0, 0]}",
          "expected a number from -1e+07 to 1e+07");
  refused("!command {at_s: 1, vehicle: craft, actuator: rudder, command: 400}",
          "fin angle: expected -6.3 to 6.3 rad");
  refused("!command {at_s: 1, vehicle: craft, actuator: rudr, command: 4}",
          "no actuator 'rudr' on craft");
  refused("!current {at_s: 1, current: drift, factor: 101}", "from -100 to 100");
  refused("!current {at_s: 1, current: drift, add_down_m_s: 21}", "from -20 to 20");
  refused("!waves {at_s: 1, factor: 11}", "from 0 to 10");
  refused("!turbidity {at_s: 1, turbidity_ntu: -1}", "from 0 to 1000");
  refused("!lamp {at_s: 1, vehicle: craft, lamp: lamp, level: 2}", "from 0 to 1");
  refused("!lamp {at_s: 1, vehicle: craft, lamp: lump, level: 1}", "no lamp 'lump'");
}

TEST(Events, CommandsOfAMissionHaveTheRangesOfInputs) {
  const std::string text = problems_of("");
  EXPECT_EQ(text, "");
  std::string yaml = craft_yaml();
  yaml.replace(yaml.find("  - !hold {vehicle: craft, duration_s: 100}"), 43,
               "  - !commands {vehicle: craft, actuators: [port, rudder], schedule: [[0, 1, 20], "
               "[1, 2e6, 500]]}");
  const Result<LoadedScenario> loaded = load_scenario_text(yaml, "test.yaml", {});
  ASSERT_TRUE(loaded) << loaded.problems().text();
  const Result<World> world = build_world(loaded.value());
  ASSERT_FALSE(world);
  EXPECT_EQ(world.problems().size(), 2u) << world.problems().text();
  EXPECT_NE(world.problems().text().find(
                "mission[0].schedule[1]: port: command: expected -1e+06 to 1e+06"),
            std::string::npos)
      << world.problems().text();
  EXPECT_NE(world.problems().text().find("rudder: fin angle: expected -6.3 to 6.3 rad"),
            std::string::npos);
}

// --- When they act.

const std::string kPushes = R"(
events:
  - !wrench {at_s: 0, vehicle: craft, wrench: [4, 0, 0, 0, 0, 0], duration_s: 0.1}
  - !wrench {at_s: 0.3, vehicle: craft, wrench: [8, 0, 0, 0, 0, 0], duration_s: 0.4}
)";

std::vector<double> pushes(Run& run, int steps) {
  std::vector<double> surge_n;
  for (int i = 0; i < steps; ++i) {
    testing::run_steps(run, 1);
    surge_n.push_back(run.state().external_wrench[0]);
  }
  return surge_n;
}

TEST(Events, AtTheStartActInTheFirstStep) {
  const auto run = make_run(craft_yaml(kPushes));
  const std::vector<double> surge_n = pushes(*run, 80);
  for (int i = 0; i < 80; ++i)
    EXPECT_EQ(surge_n[i], i < 10 ? 4 : i >= 30 && i < 70 ? 8 : 0) << i;
}

// A push under way is part of the state: it ends on time after a restore, and comes again after a
// reset.
TEST(Events, GoOnAfterASnapshotAndComeAgainAfterAReset) {
  const auto run = make_run(craft_yaml(kPushes));
  const std::vector<double> first = pushes(*run, 80);
  run->reset(5);
  EXPECT_EQ(pushes(*run, 50), std::vector<double>(first.begin(), first.begin() + 50));
  const std::vector<std::byte> snapshot = run->simulation().save();
  pushes(*run, 30);
  ASSERT_TRUE(run->restore(snapshot));
  EXPECT_EQ(pushes(*run, 30), std::vector<double>(first.begin() + 50, first.end()));
}

TEST(Events, AfterTheEndNeverAct) {
  const auto run = make_run(
      craft_yaml("events: [!wrench {at_s: 11, vehicle: craft, wrench: [4, 0, 0, 0, 0, 0]}]\n"));
  for (const double surge_n : pushes(*run, 1000)) EXPECT_EQ(surge_n, 0);
  EXPECT_TRUE(run->simulation().finished());
}

TEST(Events, OfOneTimeActInTheOrderOfTheFile) {
  const auto run = make_run(craft_yaml(
      "events: [!waves {at_s: 0.2, factor: 3}, !wind {at_s: 0.1, factor: 2}, !waves {at_s: 0.2, "
      "factor: 4}]\n"));
  testing::run_steps(*run, 15);
  EXPECT_EQ(run->state().wind_factor[0], 2);
  EXPECT_EQ(run->state().wave_factor[0], 1);
  testing::run_steps(*run, 15);
  EXPECT_EQ(run->state().wave_factor[0], 4);
}

// A later change of a current replaces the one before, in both of its parts.
TEST(Events, AChangeOfACurrentReplacesTheOneBefore) {
  const auto run = make_run(craft_yaml(
      "events: [!current {at_s: 0.1, current: drift, factor: 3, add_east_m_s: 0.5}, !current {at_s: "
      "0.2, current: drift, factor: 2}]\n"));
  const auto water = [&] { return run->state().water_velocity_N[0]; };
  testing::run_steps(*run, 15);
  const double north_1 = water().x(), east_1 = water().y();
  testing::run_steps(*run, 10);
  // The waves move the water, too: only what the events changed is compared, loosely.
  EXPECT_NEAR(north_1 - water().x(), 0.1, 0.02);
  EXPECT_NEAR(east_1 - water().y(), 0.5, 0.02);
}

TEST(Events, NameWhatIsNotThere) {
  const auto refused = [&](const std::string& event, const std::string& why) {
    EXPECT_NE(problems_of("events: [" + event + "]\n").find(why), std::string::npos)
        << problems_of("events: [" + event + "]\n");
  };
  refused("!wrench {at_s: 1, vehicle: carft, wrench: [1, 0, 0, 0, 0, 0]}", "'carft'");
  refused("!wrench {at_s: 1, vehicle: craft, link: wing, wrench: [1, 0, 0, 0, 0, 0]}", "'wing'");
  refused("!current {at_s: 1, current: drfit}", "'drfit'");
  refused("!thruster_health {at_s: 1, vehicle: craft, thruster: prot}", "'prot'");
  refused("!send {at_s: 1, from: craft/modem, to: craft/nothing, text: a}", "craft/nothing");
}

}  // namespace events_test
}  // namespace hadal::simulation
