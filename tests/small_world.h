// Small scenarios for tests that cross folders, written in place so that each test shows its world.
#pragma once
#include <memory>
#include <string>

#include "base/test_source_folder.h"
#include "scenario/scenario.h"
#include "simulation/simulation.h"

namespace hadal::test {

inline LoadOptions options() {
  LoadOptions out;
  out.model_folders = {test::source_folder()};
  return out;
}

inline std::unique_ptr<simulation::Simulation> simulate(const std::string& yaml, int threads = 1) {
  Result<LoadedScenario> loaded = load_scenario_text(yaml, "test.yaml", options());
  if (!loaded) throw InvalidInput(loaded.problems());
  Result<std::unique_ptr<simulation::Simulation>> created =
      simulation::Simulation::create(loaded.value(), threads);
  if (!created) throw InvalidInput(created.problems());
  return std::move(created).value();
}

inline void run_steps(simulation::Simulation& s, int steps) {
  for (int i = 0; i < steps; ++i) {
    const simulation::StepReport report = s.step();
    if (!report.ok) throw std::runtime_error(report.message);
  }
}

// One body with 20 kg, neutral, quadratic drag; no actuators.
inline std::string drifting_body(const std::string& more) {
  return R"(
format: 1
environment: {gravity_m_s2: 9.81, water: {density_kg_m3: 1000}}
vehicle_models:
  - name: ball
    kind: body
    links:
      - {name: hull, mass_kg: 20, inertia_kg_m2: [1, 1, 1], volume_m3: 0.02, added_mass: [10, 10, 10, 0.5, 0.5, 0.5],
         damping: {linear: [5, 5, 5, 1, 1, 1], quadratic: [40, 40, 40, 1, 1, 1]}}
vehicles:
  - {name: ball, model: ball, pose: {depth_m: 50}}
)" + more;
}

// Two hands on stands, each with a thing of 2 kg and 0.8 l that hovers before it for three seconds: a
// gripper closes on it and a weld makes the grasp firm, a cup takes it. An arm of seven joints moves on
// a vehicle, another joint has a servo. At eight seconds both hands let go.
inline std::string gripping_world(const std::string& more = "") {
  return R"(
format: 1
duration_s: 60
step_s: 0.005
environment: {gravity_m_s2: 9.81, water: {density_kg_m3: 1025}}
vehicle_models:
  - name: stand
    links:
      - {name: stand, mass_kg: 50, inertia_kg_m2: [9, 9, 9], volume_m3: 0.02, shapes: {collision: [!box {size_m: [0.2, 0.2, 0.2]}]}}
      - {name: lever, parent: stand, mass_kg: 1, inertia_kg_m2: [0.01, 0.01, 0.01], volume_m3: 0.0005,
         joint: {kind: hinge, position_m: [0, 0, -0.5], axis: [0, 1, 0], friction: 0.1, drive: !servo {kp: 200, kd: 10}}}
    mounts: [{name: top, position_m: [0.2, 0, 0]}]
object_models:
  - name: thing
    links:
      - {name: body, material: steel, mass_kg: 2, volume_m3: 0.0008, inertia_kg_m2: [0.003, 0.003, 0.003], added_mass: [0.5, 0.5, 0.5, 0.0005, 0.0005, 0.0005],
         damping: {linear: [0.2, 0.2, 0.2, 0.001, 0.001, 0.001], quadratic: [1, 1, 1, 0.001, 0.001, 0.001]}, shapes: {collision: [!box {size_m: [0.04, 0.03, 0.05]}]}}
vehicles:
  - {name: one, model: stand, fixed: true, pose: {depth_m: 20}, manipulators: [{name: hand, model: newton, mount: top}], sensors: [!force_torque {name: wrist, link: hand_body, rate_hz: 50}]}
  - {name: two, model: stand, fixed: true, pose: {east_m: 5, depth_m: 20}, manipulators: [{name: hand, model: hand3, mount: top}], sensors: [!force_torque {name: wrist, link: hand_palm, rate_hz: 50}]}
  - {name: rov, model: bluerov2_heavy_arm7, pose: {east_m: 10, depth_m: 20}}
objects:
  - {name: brick, model: thing, pose: {north_m: 0.51, depth_m: 20}}
  - {name: plate, model: thing, pose: {north_m: 0.25, east_m: 5, depth_m: 20}}
couplings:
  - !grasp_weld {name: grasp, holder: {body: one, link: hand_body}, fingers: [hand_jaw, hand_jaw_2], objects: [brick, plate]}
  - !suction {name: cup, holder: {body: two, link: hand_palm, position_m: [0.03, 0, 0]}, objects: [plate]}
mission:
  - !grip {vehicle: one, effort: 6}
  - !grip {vehicle: one, opening: 1, wait_for: "time > 8"}
  - !grip {vehicle: two, opening: 1}
  - !hold {vehicle: rov, duration_s: 60}
  - !joints {vehicle: rov, positions: [0.1, -0.9, 0.2, 1.4, 0, -0.5, 0.3]}
  - !reach {vehicle: rov, frame: vehicle, position_m: [0.6, 0.2, 0.2]}
events:
  - !wrench {at_s: 0, vehicle: brick, link: body, wrench: [0, 0, -11.5758, 0, 0, 0], duration_s: 3}
  - !wrench {at_s: 0, vehicle: plate, link: body, wrench: [-2, 0, -11.5758, 0, 0, 0], duration_s: 3}
  - !command {at_s: 1, vehicle: one, actuator: lever, command: 0.4}
  - !couple {at_s: 8, coupling: cup, engaged: false}
)" + more;
}

// A lively world: two vehicles with controllers, every kind of noise, random currents.
inline std::string lively_world() {
  return R"(
format: 1
seed: 11
duration_s: 60
environment:
  water: {temperature_profile: [[0, 18], [30, 9]], salinity_psu: 34}
  currents:
    - !uniform {name: drift, speed_m_s: 0.1, toward_deg: 40}
    - !gauss_markov {name: gusts, std_m_s: 0.1, correlation_time_s: 5}
    - !tide {name: tide, toward_deg: 80, constituents: [{name: M2, amplitude_m_s: 0.3, phase_deg: 20}]}
vehicle_models:
  - name: cube
    links:
      - {name: hull, mass_kg: 12, inertia_kg_m2: [0.3, 0.3, 0.4], volume_m3: 0.0121, center_of_buoyancy_m: [0, 0, -0.02],
         added_mass: [6, 7, 18, 0.2, 0.2, 0.2], damping: {linear: [14, 10, 30, 0.5, 0.8, 0.5], quadratic: [140, 200, 190, 1, 1, 1.5]}}
    thrusters:
      - {name: t1, position_m: [0.2, 0.2, 0], direction: [1, -1, 0], rotor: !first_order {time_constant_s: 0.1}, map: !linear {forward: 40, reverse: 40}}
      - {name: t2, position_m: [0.2, -0.2, 0], direction: [1, 1, 0], rotor: !first_order {time_constant_s: 0.1}, map: !linear {forward: 40, reverse: 40}}
      - {name: t3, position_m: [-0.2, 0.2, 0], direction: [-1, -1, 0], rotor: !first_order {time_constant_s: 0.1}, map: !linear {forward: 40, reverse: 40}}
      - {name: t4, position_m: [-0.2, -0.2, 0], direction: [-1, 1, 0], rotor: !first_order {time_constant_s: 0.1}, map: !linear {forward: 40, reverse: 40}}
      - {name: t5, position_m: [0, 0.2, 0], direction: [0, 0, -1], map: !linear {forward: 40, reverse: 40}}
      - {name: t6, position_m: [0, -0.2, 0], direction: [0, 0, -1], map: !linear {forward: 40, reverse: 40}}
    sensors:
      - !imu {name: imu, rate_hz: 100, gyro: {white_density: 1e-4, bias_kind: gauss_markov, bias_std: 1e-3}, accelerometer: {white_density: 1e-3}}
      - !pressure {name: pressure, rate_hz: 10, latency_s: 0.07, pressure: {white_std: 50, quantum: 20}}
      - !gps {name: gps, rate_hz: 1, horizontal: {white_std: 1}}
      - !ins {name: ins, rate_hz: 50, gyro: {white_density: 1e-5}, accelerometer: {white_density: 1e-4, bias: 1e-3}}
      - !battery {name: battery, rate_hz: 1}
      - !compass {name: compass, rate_hz: 7, noise: {white_std: 0.01}, dropout: 0.2}
      - !odometry {name: odometry, rate_hz: 30}
    controller: !body
      surge: {position: {p: 0.5}, velocity: {p: 60, i: 20}, velocity_limit: 1}
      sway: {position: {p: 0.5}, velocity: {p: 60, i: 20}, velocity_limit: 1}
      heave: {position: {p: 0.5}, velocity: {p: 80, i: 20}, velocity_limit: 0.5}
      yaw: {position: {p: 1}, velocity: {p: 3, i: 1}, velocity_limit: 1}
vehicles:
  - {name: one, model: cube, pose: {depth_m: 5}}
  - {name: two, model: cube, pose: {north_m: 3, depth_m: 8, heading_deg: 70}, navigation: odometry}
mission:
  - !follow {vehicle: one, waypoints: [[5, 0, 5], [5, 5, 7]], speed_m_s: 0.5}
  - !hold {vehicle: one, duration_s: 1000}
  - !hold {vehicle: two, duration_s: 5}
  - !cruise {vehicle: two, heading_deg: 200, speed_m_s: 0.3, depth_m: 6, duration_s: 1000}
events:
  - !thruster_health {at_s: 10, vehicle: one, thruster: t1, health: 0}
  - !current {at_s: 12, current: drift, factor: 2}
  - !wrench {at_s: 6, vehicle: two, wrench: [5, 0, 0, 0, 0, 1], duration_s: 2}
)";
}

// Devices of every kind that speak through the water, in a channel of 60 m.
inline std::string talking_world() {
  return R"(
format: 1
seed: 2
step_s: 0.01
duration_s: 100
environment: {seabed: !flat {depth_m: 60}, wind: {speed_m_s: 6}}
vehicle_models:
  - name: buoy
    links: [{name: hull, mass_kg: 10, inertia_kg_m2: [1, 1, 1], volume_m3: 0.01}]
vehicles:
  - name: boat
    model: buoy
    kinematic: true
    pose: {depth_m: 2}
    sensors:
      - !acoustic_modem {name: modem, multipath: true, guard_s: 1, latency_s: 0.05}
      - !usbl {name: usbl, rate_hz: 2, frequency_hz: 40000, listen_frequency_hz: 50000, listen_bandwidth_hz: 20000, range: {white_std: 0.1}, bearing: {white_std: 0.01}}
      - !hydrophone {name: ear, frequency_hz: 37000, bandwidth_hz: 60000, direction: true}
      - !optical_modem {name: light, rpy_deg: [0, -90, 0]}
  - name: rov
    model: buoy
    kinematic: true
    pose: {north_m: 5, depth_m: 25}
    sensors:
      - !acoustic_modem {name: modem, multipath: true, guard_s: 1}
      - !transponder {name: t, frequency_hz: 50000, listen_frequency_hz: 40000, turnaround_s: 0.05}
      - !lbl {name: lbl, rate_hz: 1, frequency_hz: 40000, listen_frequency_hz: 50000, listen_bandwidth_hz: 20000, window_s: 0.9, beacons: [b0/t, b1/t, b2/t], range: {white_std: 0.1}}
      - !optical_modem {name: light, rpy_deg: [0, 90, 0]}
      - !pinger {name: pinger, frequency_hz: 37500, rate_hz: 3}
  - {name: b0, model: buoy, kinematic: true, pose: {north_m: 80, depth_m: 58}, sensors: [!transponder {name: t, frequency_hz: 46000, listen_frequency_hz: 40000, turnaround_s: 0.1}]}
  - {name: b1, model: buoy, kinematic: true, pose: {east_m: 80, depth_m: 58}, sensors: [!transponder {name: t, frequency_hz: 50000, listen_frequency_hz: 40000, turnaround_s: 0.2}]}
  - {name: b2, model: buoy, kinematic: true, pose: {north_m: -70, depth_m: 55}, sensors: [!transponder {name: t, frequency_hz: 54000, listen_frequency_hz: 40000, turnaround_s: 0.3}]}
mission:
  - !velocity {vehicle: rov, velocity: [0.5, 0.2, 0.1, 0, 0, 0.05], duration_s: 1000}
events:
  - !send {at_s: 0.1, every_s: 1.3, from: rov/modem, to: boat/modem, text: report}
  - !send {at_s: 0.7, every_s: 2.1, from: boat/modem, text: hello all}
  - !send {at_s: 0.2, every_s: 0.5, from: boat/light, to: rov/light, text: flash}
)";
}

// Many vehicles, so that forces and sensors really run in parallel.
inline std::string swarm(int count) {
  std::string yaml = lively_world();
  yaml.erase(yaml.find("vehicles:\n  - {name: one"));
  yaml += "vehicles:\n";
  for (int i = 0; i < count; ++i)
    yaml += "  - {name: v" + std::to_string(i) +
            ", model: cube, pose: {north_m: " + std::to_string(3 * i) +
            ", depth_m: " + std::to_string(2 + i % 17) + "}}\n";
  yaml += "mission:\n";
  for (int i = 0; i < count; ++i)
    yaml +=
        "  - !go_to {vehicle: v" + std::to_string(i) + ", north_m: 0, east_m: 10, depth_m: 6}\n";
  return yaml;
}

}  // namespace hadal::test
