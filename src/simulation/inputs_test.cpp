#include "simulation/inputs.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <limits>

#include "hadal/run.h"
#include "kinds/quantities.h"
#include "math/units.h"
#include "simulation/test_craft.h"

namespace hadal::simulation {
namespace inputs_test {

using testing::craft_yaml;
using testing::make_run;

std::string refusal(Run& run, const std::string& target, const std::string& key,
                    std::vector<double> values) {
  const uint64_t before = state_hash(run.state());
  const std::string text = run.apply({run.state().tick, target, key, std::move(values)}).text();
  EXPECT_FALSE(text.empty()) << target << "." << key << " was taken";
  EXPECT_EQ(state_hash(run.state()), before) << target << "." << key << " changed something";
  return text;
}

// An active set-point of a mode.
std::vector<double> set_point(ControlMode mode) {
  std::vector<double> values(control::kSetPointSize, 0.0);
  values[control::kSetMode] = static_cast<double>(mode);
  values[control::kSetAttitude] = values[control::kSetActive] = 1;
  return values;
}

struct Example {
  const char *target, *key;
  std::vector<double> values;
  const char* refusal;  // of the last value out of its range
  double too_much;
};

// One of every key, with a value just outside its range.
std::vector<Example> examples() {
  return {
      {"drift", "factor", {2}, "factor: expected -100 to 100", 100.5},
      {"drift", "add", {0.1, 0.2, 0.3}, "velocity: expected -20 to 20 m/s", -20.5},
      {"live", "set", {0.1, 0.2, 0.3}, "velocity: expected -20 to 20 m/s", 20.5},
      {"waves", "factor", {2}, "factor: expected 0 to 10", -0.1},
      {"wind", "factor", {2}, "factor: expected 0 to 10", 10.1},
      {"optics", "turbidity_ntu", {3}, "turbidity: expected 0 to 1000 NTU", -1},
      {"sky", "offset_s", {3600}, "offset: expected -315576000 to 315576000 s", 4e8},
      {"craft/lamp", "level", {0.5}, "level: expected 0 to 1", 1.1},
      {"craft/modem", "send", {-1, 104, 105}, "expected bytes, 0 to 255", 256},
      {"craft/port", "health", {0.5, 1}, "known: expected 0 or 1", 0.5},
      {"craft/arm", "add_wrench", {1, 2, 3, 4, 5, 6}, "wrench: expected -1e+07 to 1e+07", 1e39},
      {"craft", "thrusters", {0.5, -0.5}, "command: expected -1e+06 to 1e+06", 2e6},
      {"craft/port", "command", {0.5}, "command: expected -1e+06 to 1e+06", 2e6},
      {"craft/rudder", "command", {0.2}, "fin angle: expected -6.3 to 6.3 rad", 7},
      {"craft/tank", "command", {2}, "content: expected -1e+07 to 1e+07 kg", 1e8},
      {"craft/shifter", "command", {0.05}, "offset: expected -10000 to 10000 m", 1e5},
      {"craft/arm", "command", {0.5}, "effort: expected -1e+07 to 1e+07 N m", -1e8},
      {"craft/arm", "fault", {1}, "fault: expected 0 (none), 1 (free) or 2 (stuck)", 3},
      {"magnet", "engaged", {0}, "expected 0 or 1", 2},
      {"craft", "set_point", set_point(ControlMode::kPosition), "switch: expected 0 to 1", 2},
      {"craft", "pilot", {1, 0, 0, 0, 0, -1, 1, 0}, "holds are 0 or 1", 0.5},
      {"craft", "mode", {static_cast<double>(ControlMode::kVelocity)}, "not offered", 99},
      {"craft", "pose", {1, 2, 3, 90}, "heading: expected -36000 to 36000 deg", 1e6},
      {"craft", "health", {1, 0.5}, "health: expected 0 to 1", -0.1},
      {"craft", "gains", std::vector<double>(36, 1.0), "expected 0 to 1e+09", -1},
      {"craft", "wrench", {1, 2, 3, 4, 5, 6}, "wrench: expected -1e+07 to 1e+07 N or N m", -1e39},
  };
}

TEST(Inputs, EveryKeyIsTakenAndChangesTheState) {
  for (const Example& example : examples()) {
    const auto run = make_run(craft_yaml());
    const uint64_t before = state_hash(run->state());
    const Problems problems = run->apply({0, example.target, example.key, example.values});
    EXPECT_TRUE(problems.empty()) << problems.text();
    EXPECT_NE(state_hash(run->state()), before) << example.target << "." << example.key;
  }
}

TEST(Inputs, EveryKeyRefusesWhatIsOutOfItsRange) {
  const auto run = make_run(craft_yaml());
  for (const Example& example : examples()) {
    std::vector<double> values = example.values;
    values.back() = example.too_much;
    const std::string text = refusal(*run, example.target, example.key, values);
    EXPECT_NE(text.find(std::string(example.target) + "." + example.key + ": "), std::string::npos)
        << text;
    EXPECT_NE(text.find(example.refusal), std::string::npos) << text;
  }
}

TEST(Inputs, EveryKeyRefusesAnotherNumberOfValuesAndWhatIsNotFinite) {
  const auto run = make_run(craft_yaml());
  for (const Example& example : examples()) {
    std::vector<double> values = example.values;
    values.back() = std::numeric_limits<double>::quiet_NaN();
    EXPECT_NE(refusal(*run, example.target, example.key, values).find("must be finite"),
              std::string::npos);
    if (std::string(example.key) == "send") continue;  // a packet has any number of bytes
    EXPECT_NE(refusal(*run, example.target, example.key, {}).find("expected"), std::string::npos);
    values.back() = 0;
    values.push_back(0);
    EXPECT_NE(refusal(*run, example.target, example.key, values).find("expected"),
              std::string::npos);
  }
}

TEST(Inputs, EveryKeyIsListedAbove) {
  std::vector<std::string> known;
  for (const Example& example : examples()) known.emplace_back(example.key);
  for (int key = 0; key < static_cast<int>(InputKey::kCount); ++key) {
    const std::string name = input_key(static_cast<InputKey>(key));
    if (name == "mission") continue;  // below
    if (key >= static_cast<int>(InputKey::kArmPositions)) continue;  // arm_control_test.cpp
    EXPECT_NE(std::find(known.begin(), known.end(), name), known.end()) << name;
  }
}

TEST(Inputs, NamesAndAddressesBelongTogether) {
  const auto run = make_run(craft_yaml());
  for (const Example& example : examples()) {
    const Result<InputAddress> address = find_input(run->world(), example.target, example.key);
    ASSERT_TRUE(address) << address.problems().text();
    EXPECT_EQ(input_target(run->world(), address.value()), example.target);
    EXPECT_STREQ(input_key(address.value().key), example.key);
  }
}

TEST(Inputs, UnknownTargetsAndKeysAreRefused) {
  const auto run = make_run(craft_yaml());
  EXPECT_NE(refusal(*run, "nobody", "wrench", {}).find("no vehicle, object"), std::string::npos);
  EXPECT_NE(refusal(*run, "craft", "wings", {}).find("expected one of thrusters, set_point"),
            std::string::npos);
  EXPECT_NE(refusal(*run, "drift", "wings", {}).find("expected one of factor, add, set"),
            std::string::npos);
  EXPECT_NE(refusal(*run, "sky", "colour", {1}).find("expected offset_s"), std::string::npos);
  EXPECT_NE(refusal(*run, "craft/nothing", "send", {-1}).find("no modem"), std::string::npos);
  EXPECT_NE(refusal(*run, "post", "pilot", std::vector<double>(8, 0.0)).find("nothing to control"),
            std::string::npos);
  EXPECT_NE(refusal(*run, "post", "pose", {1, 2, 3, 0}).find("fixed to the world"),
            std::string::npos);
}

// The steady state of every actuator is what it was told, within its own limits.
TEST(Inputs, CommandsReachTheirActuators) {
  const auto run = make_run(craft_yaml());
  const auto told = [&](const char* actuator, double command) {
    EXPECT_TRUE(run->apply({0, actuator, "command", {command}}).empty()) << actuator;
  };
  EXPECT_TRUE(run->apply({0, "craft", "thrusters", {0.5, 0.1}}).empty());
  told("craft/starboard", -0.25);
  told("craft/rudder", 2.0);  // its own limit is 30 degrees
  told("craft/tank", 3);
  told("craft/shifter", 0.04);
  told("craft/arm", 0.8);
  testing::run_steps(*run, 300);  // the tank fills by 1 kg/s
  const State& state = run->state();
  const auto value = [&](size_t i) { return value_of(run->world().actuators[i], state); };
  EXPECT_DOUBLE_EQ(value(0), 20);
  EXPECT_DOUBLE_EQ(value(1), -10);
  EXPECT_DOUBLE_EQ(value(2), 30 * kDegree);
  EXPECT_DOUBLE_EQ(value(3), 3);
  EXPECT_DOUBLE_EQ(value(4), 0.04);
  EXPECT_DOUBLE_EQ(state.actuator_command[5], 0.8);
  const int arm = run->world().joints[0];
  EXPECT_GT(state.position[run->world().links[arm].position_address], 0.5);  // rad
}

TEST(Inputs, ThrustersTakeTheVehicleOverAndAnArmDoesNot) {
  const auto run = make_run(craft_yaml());
  const auto status = [&] { return run->state().mission_status[0]; };
  ASSERT_TRUE(run->apply({0, "craft/arm", "command", {0.5}}).empty());
  ASSERT_TRUE(run->apply({0, "craft/tank", "command", {2}}).empty());
  EXPECT_EQ(status(), static_cast<int64_t>(control::MissionStatus::kRunning));
  EXPECT_NE(refusal(*run, "craft", "mission", {}).find("not interrupted but running"),
            std::string::npos);
  ASSERT_TRUE(run->apply({0, "craft", "thrusters", {0, 0}}).empty());
  EXPECT_EQ(status(), static_cast<int64_t>(control::MissionStatus::kOutside));
  ASSERT_TRUE(run->apply({0, "craft", "mission", {}}).empty());
  EXPECT_EQ(status(), static_cast<int64_t>(control::MissionStatus::kRunning));
  ASSERT_TRUE(run->apply({0, "craft/rudder", "command", {0.1}}).empty());
  EXPECT_EQ(status(), static_cast<int64_t>(control::MissionStatus::kOutside));
  EXPECT_NE(refusal(*run, "post", "mission", {}).find("no mission"), std::string::npos);
}

TEST(Inputs, WrenchesAddUpOrReplaceEachOther) {
  const auto run = make_run(craft_yaml());
  const std::vector<double>& external = run->state().external_wrench;
  ASSERT_TRUE(run->apply({0, "craft", "wrench", {10, 0, 0, 0, 0, 1}}).empty());
  ASSERT_TRUE(run->apply({0, "craft/hull", "add_wrench", {5, 0, 2, 0, 0, 0}}).empty());
  EXPECT_EQ((std::vector<double>(external.begin(), external.begin() + 6)),
            (std::vector<double>{15, 0, 2, 0, 0, 1}));
  ASSERT_TRUE(run->apply({0, "craft", "wrench", {1, 0, 0, 0, 0, 0}}).empty());
  EXPECT_EQ((std::vector<double>(external.begin(), external.begin() + 6)),
            (std::vector<double>{1, 0, 0, 0, 0, 0}));
}

TEST(Inputs, AThrusterFailsWithAndWithoutTheControllersKnowledge) {
  const auto run = make_run(craft_yaml());
  ASSERT_TRUE(run->apply({0, "craft/port", "health", {0.25, 0}}).empty());
  EXPECT_EQ(run->state().actuator_health[0], 0.25);
  EXPECT_EQ(run->state().actuator_health_known[0], 1);
  ASSERT_TRUE(run->apply({0, "craft/port", "health", {0.25, 1}}).empty());
  EXPECT_EQ(run->state().actuator_health_known[0], 0.25);
  ASSERT_TRUE(run->apply({0, "craft", "health", {0.5, 0}}).empty());  // what heals is known
  EXPECT_EQ(run->state().actuator_health_known[0], 0.5);
  EXPECT_EQ(run->state().actuator_health_known[1], 1);
}

// A pose is taken at rest, by a heading or a quaternion, and nothing else moves.
TEST(Inputs, APoseIsTakenAtRest) {
  const auto run = make_run(craft_yaml());
  ASSERT_TRUE(run->apply({0, "craft", "thrusters", {1, 1}}).empty());
  testing::run_steps(*run, 50);
  EXPECT_GT(run->state().nu_L[0][0], 0.1);
  ASSERT_TRUE(run->apply({50, "craft", "pose", {3, -4, 12, 90}}).empty());
  EXPECT_EQ(run->state().p_NL_N[0], Vec3(3, -4, 12));
  EXPECT_EQ(run->state().nu_L[0].norm(), 0);
  const double half = std::sqrt(0.5);
  EXPECT_NEAR(std::abs(run->state().q_NL[0].w()), half, 1e-12);
  EXPECT_NEAR(run->state().q_NL[0].z() / run->state().q_NL[0].w(), 1, 1e-12);
  ASSERT_TRUE(run->apply({50, "craft", "pose", {0, 0, 5, half, 0, half, 0}}).empty());
  EXPECT_NEAR(run->state().q_NL[0].y() / run->state().q_NL[0].w(), 1, 1e-12);
}

TEST(Inputs, APoseIsAboveTheSeabedWithAnAttitude) {
  std::string yaml = craft_yaml();
  yaml.replace(yaml.find("environment:\n"), 13, "environment:\n  seabed: !flat {depth_m: 40}\n");
  const auto run = make_run(yaml);
  EXPECT_NE(refusal(*run, "craft", "pose", {0, 0, 41, 0}).find("the seabed there is at 40 m depth"),
            std::string::npos);
  EXPECT_NE(refusal(*run, "craft", "pose", {0, 0, 5, 1, 1, 0, 0}).find("must have length 1"),
            std::string::npos);
  EXPECT_NE(refusal(*run, "craft", "pose", {0, 0, 5, 0, 0}).find("expected 4 values"),
            std::string::npos);
  EXPECT_NE(refusal(*run, "craft", "pose", {2e6, 0, 5, 0}).find("place: expected -1e+06 to 1e+06"),
            std::string::npos);
  EXPECT_TRUE(run->apply({0, "craft", "pose", {0, 0, 39, 0}}).empty());
}

TEST(Inputs, PacketsFitTheirModem) {
  const auto run = make_run(craft_yaml());
  EXPECT_NE(refusal(*run, "craft/modem", "send", {}).find("expected the receiver"),
            std::string::npos);
  EXPECT_NE(refusal(*run, "craft/modem", "send", {5, 1}).find("no receiver of this number"),
            std::string::npos);
  EXPECT_NE(refusal(*run, "craft/modem", "send", {-1, 1.5}).find("expected bytes, 0 to 255"),
            std::string::npos);
  EXPECT_NE(refusal(*run, "craft/modem", "send", std::vector<double>(70000, 0.0))
                .find("a packet holds at most"),
            std::string::npos);
}

// The range of a quantity in an input is that of the reader, to the last bit.
TEST(Inputs, RangesEndWhereThoseOfTheReaderDo) {
  const auto run = make_run(craft_yaml());
  const struct {
    const char *target, *key;
    const Quantity& quantity;
  } rows[] = {{"drift", "factor", quantity::kCurrentFactor},
              {"waves", "factor", quantity::kWaveFactor},
              {"wind", "factor", quantity::kWindFactor},
              {"optics", "turbidity_ntu", quantity::kTurbidity},
              {"sky", "offset_s", quantity::kSkyOffset},
              {"craft/lamp", "level", quantity::kLampLevel},
              {"craft/rudder", "command", quantity::kFinAngle}};
  for (const auto& row : rows) {
    const Bounds& b = row.quantity.bounds;
    EXPECT_TRUE(run->apply({0, row.target, row.key, {b.min}}).empty()) << row.target;
    EXPECT_TRUE(run->apply({0, row.target, row.key, {b.max}}).empty()) << row.target;
    refusal(*run, row.target, row.key, {std::nextafter(b.min, -INFINITY)});
    refusal(*run, row.target, row.key, {std::nextafter(b.max, INFINITY)});
  }
}

TEST(Inputs, AllOfThemAreRecordedAndReplayed) {
  const std::string path = std::filesystem::temp_directory_path() / "hadal_inputs_test.mcap";
  {
    const auto run = make_run(craft_yaml());
    ASSERT_TRUE(run->open_log(path).empty());
    for (const Example& example : examples()) {
      ASSERT_TRUE(
          run->apply({run->state().tick, example.target, example.key, example.values}).empty());
      testing::run_steps(*run, 5);
    }
    EXPECT_TRUE(run->close_log().empty());
  }
  const ReplayResult result = replay_log(path, 2);
  EXPECT_EQ(result.exit_code, 0) << result.message;
  EXPECT_EQ(result.compared, 5 * static_cast<int64_t>(examples().size()) + 1);
  std::filesystem::remove(path);
}

}  // namespace inputs_test
}  // namespace hadal::simulation
