#include "scenario/writer.h"

#include <gtest/gtest.h>

#include <bit>

#include "kinds/actuators/rotor.h"
#include "kinds/actuators/thrust_map.h"
#include "kinds/actuators/thruster.h"
#include "kinds/currents/uniform.h"
#include "kinds/steps/commands.h"
#include "scenario/reader.h"
#include "scenario/scenario.h"
#include "scenario/test_reading.h"

namespace hadal::inline scenario {
namespace writer_test {

// A scenario as a program fills it, with everything optional left out.
Scenario sparse() {
  Scenario scenario;
  scenario.environment.currents.push_back(AnyConfig::of(UniformCurrent{{}, 0.25, 2, 0}));
  LinkConfig hull;
  hull.name = "hull";
  hull.mass_kg = 2;
  hull.inertia_kg_m2 = {1, 1, 1};
  Thruster thruster;
  thruster.name = "t1";
  thruster.direction = {1, 0, 0};
  VehicleModelConfig model;
  model.name = "plain";
  model.links = {hull};
  model.thrusters = {thruster};
  scenario.vehicle_models = {model};
  VehicleConfig vehicle;
  vehicle.name = "one";
  vehicle.model = "plain";
  scenario.vehicles = {vehicle};
  return scenario;
}

TEST(Writer, WhatNobodyGaveIsLeftOutAndLoadsAgain) {
  const std::string text = save_scenario(sparse());
  const Result<LoadedScenario> loaded = load_scenario_text(text, "written.yaml", {});
  ASSERT_TRUE(loaded.ok()) << loaded.problems().text();
  EXPECT_EQ(save_scenario(loaded.value().scenario), text);
  EXPECT_EQ(loaded.value().scenario.environment.currents[0].as<UniformCurrent>()->speed_m_s,
            0.25);
}

TEST(Writer, SpellsOutDefaults) {
  const OriginConfig origin{-0.1, 1e-300};
  EXPECT_EQ(write_yaml(OriginConfig::schema(), &origin), "lat_deg: -0.1\nlon_deg: 1e-300\n");
  const UniformCurrent current;
  EXPECT_EQ(write_yaml(UniformCurrent::schema(), &current),
            "speed_m_s: 0\ntoward_deg: 0\ndown_m_s: 0\n");
}

TEST(Writer, EscapesText) {
  ClockConfig clock;
  clock.start = "a\"b\\c\n\t\r\x01 ü # : {";
  const std::string text = write_yaml(ClockConfig::schema(), &clock);
  EXPECT_EQ(text, "start: \"a\\\"b\\\\c\\n\\t\\x0d\\x01 ü # : {\"\n");
  ClockConfig again;
  SourceMap locations;
  Problems problems;
  read_struct(parse_yaml(text, "a.yaml").value(), ClockConfig::schema(), &again, "", locations,
              problems);
  EXPECT_EQ(again.start, clock.start);
}

// Numbers are the same to the last bit, however awkward.
TEST(Writer, NumbersKeepEveryBit) {
  for (const double value : {0.1, 1.0 / 3, 89.999999999999986, 4.9406564584124654e-324, -0.0, 45.0,
                             2.2250738585072014e-308, 1e-7}) {
    const OriginConfig origin{value, -value};
    OriginConfig again;
    EXPECT_EQ(test_reading::read(write_yaml(OriginConfig::schema(), &origin), again), "");
    EXPECT_EQ(std::bit_cast<uint64_t>(again.lat_deg), std::bit_cast<uint64_t>(value)) << value;
    EXPECT_EQ(std::bit_cast<uint64_t>(again.lon_deg), std::bit_cast<uint64_t>(-value)) << value;
  }
}

// Text that YAML would take for something else comes back as it was.
TEST(Writer, TextThatLooksLikeSomethingElse) {
  for (const char* text : {"", " ", "~", "null", "true", "1", "1e3", "- a", "a: b", "#", "!tag", "*a",
                           "&a", "{", "[", "%", "@", "`", "'", "\"", "\\", "\xC3\xBC",
                           "two\nlines", "tab\there", "\x7f", "a ", " a", "---", "..."}) {
    ClockConfig clock, again;
    clock.start = text;
    EXPECT_EQ(test_reading::read(write_yaml(ClockConfig::schema(), &clock), again), "") << text;
    EXPECT_EQ(again.start, text);
  }
}

// A scenario with every kind of field, saved and loaded, is the same.
TEST(Writer, ASavedScenarioIsTheSame) {
  const std::string text = R"(
format: 1
title: "all: kinds"
seed: 9007199254740991
environment:
  water: {temperature_profile: [[0, 20], [50, 12.5]]}
  currents: [!tide {name: t, constituents: [{name: M2, amplitude_m_s: 0.1}]}, !gauss_markov {std_m_s: 0.1}]
  waves: !jonswap {significant_height_m: 1, peak_period_s: 6}
vehicle_models:
  - name: v
    links:
      - {name: hull, mass_kg: 1, inertia_kg_m2: [[1, 0, 0], [0, 2, 0], [0, 0, 3]], added_mass: [1, 2, 3, 4, 5, 6]}
      - {name: arm, parent: hull, mass_kg: 1, inertia_kg_m2: [1, 1, 1], joint: {lower: -1, upper: 1}}
    thrusters: [{name: t, direction: [1, 0, 0], rotor: !instant, map: !table {table: [[-1, -5], [1, 5]]}}]
    sensors: [!imu {name: i, gyro: {white_std: 0.01}}, !camera {name: c, labels: [depth]}]
    controller: !body {surge: {velocity: {p: 1}}}
vehicles: [{name: a, model: v, velocity: [1, 2, 3, 0.1, 0.2, 0.3]}]
objects: [{name: o, shapes: {physics: [!sphere {radius_m: 1}]}, array: {count: [2, 2], spacing_m: [1, 1]}}]
marks: [{name: m, north_m: 1}]
mission: [!commands {vehicle: a, actuators: [t], schedule: [[0, 1], [1, 0]]}]
events: [!wrench {at_s: 1, vehicle: a, wrench: [1, 2, 3, 4, 5, 6]}]
expect: [{that: "depth(a) < 1", when: always, after_s: 1}]
)";
  const Result<LoadedScenario> first = load_scenario_text(text, "a.yaml", {});
  ASSERT_TRUE(first.ok()) << first.problems().text();
  const std::string saved = save_scenario(first.value().scenario);
  const Result<LoadedScenario> second = load_scenario_text(saved, "b.yaml", {});
  ASSERT_TRUE(second.ok()) << second.problems().text();
  EXPECT_EQ(save_scenario(second.value().scenario), saved);
  const Scenario& s = second.value().scenario;
  EXPECT_EQ(s.seed, 9007199254740991);
  EXPECT_EQ(s.vehicle_models[0].links[0].inertia_kg_m2,
            (std::vector<double>{1, 0, 0, 0, 2, 0, 0, 0, 3}));
  EXPECT_TRUE(s.vehicle_models[0].thrusters[0].rotor.as<InstantRotor>());
  EXPECT_EQ(s.mission[0].as<CommandsStep>()->schedule[1][0], 1);
  EXPECT_FALSE(s.expect[0].until_s.has_value());
}

TEST(Writer, UnitsOfKeys) {
  EXPECT_EQ(unit_of("speed_m_s"), "m/s");
  EXPECT_EQ(unit_of("depth_m"), "m");
  EXPECT_EQ(unit_of("name"), "");
}

TEST(Writer, DescribesEveryField) {
  const std::string table = describe_markdown(PoseConfig::schema()),
                    json = describe_json(PoseConfig::schema()),
                    text = describe_text(PoseConfig::schema());
  for (const FieldSchema& field : PoseConfig::schema().fields) {
    EXPECT_NE(table.find(field.name), std::string::npos);
    EXPECT_NE(json.find(field.name), std::string::npos);
    EXPECT_NE(text.find(field.name), std::string::npos);
  }
}

}  // namespace writer_test
}  // namespace hadal::scenario
