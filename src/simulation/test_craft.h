// A small world for the tests of this folder: a craft with every kind of actuator, a lamp, a modem
// and an arm, and an object that a magnet never reaches.
#pragma once
#include <memory>
#include <stdexcept>
#include <string>

#include "base/test_source_folder.h"
#include "simulation/run.h"

namespace hadal::simulation::testing {

inline std::string craft_yaml(const std::string& more = "") {
  return R"(
format: 1
title: craft
seed: 5
step_s: 0.01
duration_s: 10
environment:
  gravity_m_s2: 9.81
  water: {density_kg_m3: 1000}
  waves: !regular {height_m: 0.2, period_s: 4}
  wind: {speed_m_s: 3}
  currents: [!uniform {name: drift, speed_m_s: 0.1, toward_deg: 0}]
vehicle_models:
  - name: craft
    links:
      - {name: hull, mass_kg: 20, inertia_kg_m2: [1, 2, 2], volume_m3: 0.02, added_mass: [10, 10, 10, 1, 1, 1],
         damping: {linear: [20, 30, 30, 5, 5, 5], quadratic: [40, 60, 60, 5, 5, 5]}}
      - {name: arm, parent: hull, mass_kg: 1, inertia_kg_m2: [0.1, 0.1, 0.1], volume_m3: 0.001, added_mass: [1, 1, 1, 0.1, 0.1, 0.1],
         joint: {kind: hinge, position_m: [0.5, 0, 0], axis: [0, 0, 1], damping: 0.5, effort_limit: 5}}
    thrusters:
      - {name: port, position_m: [0, -0.3, 0], direction: [1, 0, 0], map: !linear {forward: 40, reverse: 40}}
      - {name: starboard, position_m: [0, 0.3, 0], direction: [1, 0, 0], map: !linear {forward: 40, reverse: 40}}
    fins: [{name: rudder, position_m: [-0.5, 0, 0], axis: [0, 0, 1], area_m2: 0.02}]
    ballasts: [{name: tank, kind: tank, max: 4, rate_up: 1, rate_down: 1, start: 1}]
    moving_masses: [{name: shifter, mass_kg: 2, offset_min_m: -0.1, offset_max_m: 0.1, rate_max_m_s: 0.05}]
    lamps: [!spot {name: lamp}]
    sensors:
      - !acoustic_modem {name: modem}
      - !pressure {name: pressure, rate_hz: 10}
    controller: !body
      surge: {position: {p: 0.5}, velocity: {p: 60, i: 20}, velocity_limit: 1}
      yaw: {position: {p: 1}, velocity: {p: 3, i: 1}, velocity_limit: 1}
vehicles:
  - {name: craft, model: craft, pose: {depth_m: 10}}
objects:
  - {name: post, fixed: true, pose: {north_m: 20, depth_m: 30}, links: [{name: hull, mass_kg: 5, inertia_kg_m2: [1, 1, 1], volume_m3: 0.005}]}
couplings: [!magnet {name: magnet, holder: {body: craft}, objects: [post]}]
mission:
  - !hold {vehicle: craft, duration_s: 100}
)" + more;
}

inline std::unique_ptr<Run> make_run(const std::string& yaml, int threads = 1) {
  Result<LoadedScenario> loaded = load_scenario_text(yaml, "test.yaml", {{}, {test::source_folder()}});
  if (!loaded) throw std::runtime_error(loaded.problems().text());
  Result<std::unique_ptr<Run>> created = Run::create(loaded.value(), {.threads = threads});
  if (!created) throw std::runtime_error(created.problems().text());
  return std::move(created).value();
}

inline void run_steps(Run& run, int count) {
  for (int i = 0; i < count; ++i)
    if (const StepReport report = run.step(); !report.ok) throw std::runtime_error(report.message);
}

}  // namespace hadal::simulation::testing
