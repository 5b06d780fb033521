#include "scenario/writer.h"

#include <gtest/gtest.h>

#include "scenario/reader.h"
#include "scenario/scenario.h"

namespace hadal::inline scenario {
namespace writer_test {

// A scenario as a program fills it, with everything optional left out.
Scenario sparse() {
  Scenario scenario;
  scenario.environment.currents.push_back(AnyConfig::of(UniformCurrentConfig{{}, 0.25, 110, 0}));
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
  EXPECT_EQ(loaded.value().scenario.environment.currents[0].as<UniformCurrentConfig>()->speed_m_s,
            0.25);
}

TEST(Writer, SpellsOutDefaults) {
  const OriginConfig origin{-0.1, 1e-300};
  EXPECT_EQ(write_yaml(OriginConfig::schema(), &origin), "lat_deg: -0.1\nlon_deg: 1e-300\n");
  const UniformCurrentConfig current;
  EXPECT_EQ(write_yaml(UniformCurrentConfig::schema(), &current),
            "speed_m_s: 0\ntoward_deg: 0\ndown_m_s: 0\n");
}

TEST(Writer, EscapesText) {
  ClockConfig clock;
  clock.start = "a\"b\\c\n\t\r\x01 ü # : {";
  const std::string text = write_yaml(ClockConfig::schema(), &clock);
  EXPECT_EQ(text, "start: \"a\\\"b\\\\c\\n\\t\\x0d\\x01 ü # : {\"\n");
  ClockConfig again;
  SourceMap places;
  Problems problems;
  read_struct(parse_yaml(text, "a.yaml").value(), ClockConfig::schema(), &again, "", places,
              problems);
  EXPECT_EQ(again.start, clock.start);
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
