#include "scenario/writer.h"

#include <gtest/gtest.h>

#include "scenario/scenario.h"

namespace hadal {
namespace {

// A scenario as a program fills it, with everything optional left out.
Scenario sparse() {
  Scenario scenario;
  scenario.environment.currents.push_back(AnyConfig::of(UniformCurrentConfig{{}, 0.25, 110, 0}));
  LinkConfig hull;
  hull.name = "hull";
  hull.mass_kg = 2;
  hull.inertia_kg_m2 = {1, 1, 1};
  ThrusterConfig thruster;
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

}  // namespace
}  // namespace hadal
