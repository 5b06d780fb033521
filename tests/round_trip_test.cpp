// Saving a scenario writes every default out; loading that text gives the same scenario bit for
// bit, and it needs no other file. Settings of the command line reach every place.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <sstream>

#include "kinds/controllers/list.h"
#include "kinds/controllers/weighted.h"
#include "kinds/currents/ekman.h"
#include "kinds/currents/list.h"
#include "kinds/currents/power_law.h"
#include "kinds/currents/stratified.h"
#include "kinds/currents/uniform.h"
#include "kinds/couplings/list.h"
#include "kinds/events/list.h"
#include "kinds/steps/list.h"
#include "math/units.h"
#include "scenario/test_reading.h"
#include "small_world.h"

namespace hadal {
namespace round_trip_test {

constexpr int kSteps = 50;

// One of every kind.
const char* const kRich = R"(format: 1
title: "Everything: \"quotes\", back\\slashes, {braces}, # signs and Umlaute äöü"
description: "two\nlines\tand a tab\r\x07"
seed: 9007199254740991
step_s: 0.004
duration_s: 12.5
implicit_damping: false
origin: {lat_deg: -33.123456789012345, lon_deg: 1.0e-17}
clock: {start: "2026-06-01T09:00:00Z"}
environment:
  water: {temperature_profile: [[0, 20], [50, 8]], salinity_profile: [[0, 34], [20, 35]], sound_speed: del_grosso}
  currents:
    - !uniform {name: drift, speed_m_s: 0.1, toward_deg: 30, down_m_s: 0.01, top_m: 0.3333333333333333, bottom_m: 40}
    - !stratified {table: [[0, 0.1, 0.2], [10, 0.05, 0.1, 0.01]], period_s: 3600, phase_deg: 10}
    - !time_series {epoch: "2026-06-01", table: [[0, 5, 0.1, 0.2], [0, 9, 0.1, 0.1], [600, 5, 0.2, 0.2]]}
    - !tide {toward_deg: 80, ebb_toward_deg: 250, epoch: "2026-01-01", constituents: [{name: M2, amplitude_m_s: 0.1}, {name: Ssa, amplitude_m_s: 0.01}]}
    - !tide_station {toward_deg: 10, events: [[1780000000, 0.1], [1780300000, 0], [1780400000, -0.1]]}
    - !log_layer {friction_velocity_m_s: 0.01, seabed_depth_m: 60}
    - !ekman {surface_speed_m_s: 0.1, hemisphere: south}
    - !power_law {surface_speed_m_s: 0.1, seabed_depth_m: 60}
    - !gauss_markov {std_m_s: 0.01, toward_deg: 40, mean_m_s: 0.1}
    - !jet {position: [40, 0, 10], toward_deg: 10, exit_speed_m_s: 0.7}
    - !pipe {from: [60, 0, 10], to: [80, 0, 10], profile: laminar}
  waves: !jonswap {significant_height_m: 0.2, peak_period_s: 4, from_deg: 120, components: 20}
  wind: {speed_m_s: 3, from_deg: 200}
  seabed: !flat {depth_m: 60, slope_deg: 1, resolution_m: 3}
  silt: {puffs: 96, vertical_diffusivity_m2_s: 1e-4}
vehicle_models:
  - name: craft
    kind: auv
    links:
      - name: hull
        mass_kg: 60
        inertia_kg_m2: [[5, 0, 0.1], [0, 6, 0], [0.1, 0, 6]]
        center_of_mass_m: [0, 0, 0.02]
        volume_m3: 0.06
        added_mass: [10, 30, 30, 1, 3, 3]
        added_mass_coriolis: no_munk
        current_projection: heading
        damping: {linear: [5, 20, 20, 5, 9, 9], quadratic: [20, 80, 80, 9, 9, 9], linear_decay_s_m: [3, 0, 0, 0, 0, 0]}
        derivatives: [{axis: sway, of: u|v|, value: -3}, {axis: yaw, of: u u delta_rudder, value: 2}]
        lift: {area_m2: 0.01, plane: total, curve: {aspect_ratio: 2}}
        crossflow: {length_m: 1, side_height_m: 0.3, hoerner_beam_m: 0.3, hoerner_draft_m: 0.3, stations: inclusive}
      - {name: arm, parent: hull, mass_kg: 2, inertia_kg_m2: [0.1, 0.2, 0.2], sphere_radius_m: 0.05,
         joint: {position_m: [0.4, 0, 0.1], axis: [0, 1, 0], lower: -1, upper: 1.5, damping: 2, start: 0.3}}
      - {name: rod, parent: arm, mass_kg: 1, inertia_kg_m2: [0.1, 0.1, 0.1], joint: {kind: slide, armature: 0.1, damping: 3}}
      - {name: lamp, parent: hull, mass_kg: 0, joint: {kind: fixed}}
    thrusters:
      - {name: port, position_m: [-0.5, -0.3, 0], direction: [1, 0, 0], rotor: !first_order {time_constant_s: 0.1}, map: !linear {forward: 40, reverse: 30}}
      - {name: starboard, position_m: [-0.5, 0.3, 0], direction: [1, 0, 0], rotor: !instant {}, map: !quadratic {forward: 40, reverse: 30}}
      - {name: down, rpy_deg: [0, -90, 0], rotor: !bessa {inertia: 0.01, friction: 0.1, drag: 0.001, torque_constant: 0.3}, map: !dead_band {band_forward: 0.1, band_reverse: -0.1}}
      - {name: main, direction: [1, 0, 0], command: rotor_speed, command_min: -9, command_max: 9,
         rotor: !yoerger {alpha: 0.02, beta: 1.2}, map: !propeller {diameter_m: 0.1, kt: [0.4, -0.3], kq: [0.05, -0.02], inflow: body_speed}}
      - {name: side, direction: [0, 1, 0], map: !polynomial {coefficients: [0, 3, 1]}}
      - {name: bow, direction: [0, 1, 0], command: pulse_width, command_neutral: 1500, command_min: 1100, command_max: 1900,
         map: !table {table: [[1100, -40, 300], [1500, 0, 0], [1900, 50, 350]]}}
      - {name: stern, model: t200_16v, direction: [0, 1, 0]}
    fins: [{name: rudder, axis: [0, 0, 1], area_m2: 0.01, time_constant_s: 0.1}, {name: elevator}]
    ballasts: [{name: tank, kind: tank, max: 3, rate_up: 0.1, start: 1}]
    moving_masses: [{name: trim, mass_kg: 2, offset_min_m: -0.1, offset_max_m: 0.1}]
    sensors: [!imu {name: imu, model: imu_fog}, !odometry {name: odo, position: {white_std: 0.01}},
      !encoder {name: shoulder, joint: arm}, !force_torque {name: root, link: arm}]
    controller: !body {surge: {position: {p: 1}, velocity: {p: 50, i: 5}}, saturation: clip, anti_windup: clamping}
  - name: boat
    kind: usv
    links:
      - name: hull
        mass_kg: 55
        inertia_kg_m2: [3, 20, 20]
        damping: {linear: [50, 100, 100, 10, 20, 40]}
        restoring: {heave_stiffness_n_m: 500, roll_stiffness_nm_rad: 300, carried_mass_kg: 50, carried_center_m: [0, 0, 0.1]}
vehicles:
  - {name: a, model: craft, pose: {depth_m: 5}, navigation: odo}
  - {name: b, model: craft, pose: {depth_m: 6, north_m: 5}, controller: !autopilot {rudders: ["-rudder"], elevators: [elevator], propellers: [main]}}
  - {name: c, model: craft, pose: {depth_m: 7, north_m: 9}, manipulators: [{name: hand, model: electric5, position_m: [0.6, 0, 0]}], sensors: [!force_torque {name: palm, link: hand_wrist}], controller: !differential {port: port, starboard: starboard}}
  - {name: d, model: craft, pose: {depth_m: 8}, controller: !weighted {port: port, starboard: starboard, vertical: down}}
  - {name: e, model: bluerov2, pose: {depth_m: 8, roll_deg: -3}, kinematic: true}
  - name: f
    model: boat
    velocity: [1, 0, 0, 0, 0, 0.1]
    lamps:
      - !spot {name: head, position_m: [1, 0, -1]}
      - !point {name: bulb, position_m: [0, 1, -1]}
      - !line {name: bar, position_m: [0, -1, -1]}
    sensors:
      - !accelerometer {name: acc, noise: {white_density: 0.001, misalignment_deg: 1, minimum: -20, maximum: 20}}
      - !gyro {name: gyro, noise: {bias_kind: random_walk, bias_random_walk: 1e-4}}
      - !magnetometer {name: mag, hard_iron_ut: [1, 2, 3]}
      - !compass {name: compass, deviation_deg: [1, 0, 0, 0, 0], dropout: 0.2}
      - !pressure {name: p, latency_s: 0.07, pressure: {white_std: 50, quantum: 20}}
      - !depth {name: depth, noise: {white_std: 0.01}}
      - !gps {name: gps, model: gps_rtk, position_m: [0, 0, -1]}
      - !ins {name: ins, schuler: true, alignment_attitude_std_deg: 0.1}
      - !thruster_state {name: thruster_state}
      - !altimeter {name: altimeter, max_range_m: 120, beam_width_deg: 10, rays: 7, sound_speed_m_s: 1480}
      - !dvl {name: dvl, model: dvl_whn600, azimuths_deg: [0, 90, 180, 270], water_noise: {relative: 0.01}}
      - !adcp {name: adcp, cells: 5, output: beams, beam_noise: {std_m_s: 0.01}}
      - !dead_reckoning {name: reckoning, velocity: dvl, depth: depth, heading: compass}
      - !camera {name: camera, width_px: 16, height_px: 12, labels: [depth, boxes], rolling_shutter_s: 0.01}
      - !stereo_camera {name: pair, width_px: 16, height_px: 12, baseline_m: 0.1}
      - !event_camera {name: events, width_px: 16, height_px: 12}
      - !thermal_camera {name: thermal, width_px: 16, height_px: 12}
      - !lidar {name: lidar, columns: 9, rows: 7, rate_hz: 5, range_std_m: 0.01, pan_tilt: {pan_deg: 10, tilt_swing_deg: 5}}
      - !forward_looking_sonar {name: fls, beams: 16, rays_along: 8, max_range_m: 10, labels: true}
      - !imaging_sonar {name: imaging, beams: 16, planes: 4, max_range_m: 10}
      - !scanning_sonar {name: msis, max_range_m: 10, sector_deg: [-45, 45], rays_along: 16}
      - !side_scan_sonar {name: side_scan, max_range_m: 10, rays_along: 32}
      - !echosounder {name: echosounder, max_range_m: 10, rays_along: 8}
      - !multibeam_echosounder {name: mbes, beams: 9, max_range_m: 10}
      - !sonar_3d {name: volume, columns: 4, rows: 3, max_range_m: 10}
      - !acoustic_modem {name: modem, model: modem_480}
      - !optical_modem {name: light}
      - !transponder {name: transponder, model: transponder_medium}
      - !usbl {name: usbl, model: usbl_medium, transponders: [f/transponder]}
      - !transponder {name: second, model: transponder_medium, turnaround_s: 0.3}
      - !transponder {name: third, model: transponder_medium, turnaround_s: 0.4}
      - !lbl {name: lbl, model: lbl_medium, beacons: [f/transponder, f/second, f/third]}
      - !pinger {name: pinger, model: pinger_37khz}
      - !hydrophone {name: hydrophone, model: hydrophone_array}
      - !contact {name: bump, against: [seabed]}
      - !battery {name: battery, open_circuit: [[0, 12], [1, 16.8]]}
scenery:
  - !seagrass {name: meadow, box: [-3, 3, -3, 3], density_m2: 0.2}
  - !kelp {name: kelp, box: [-3, 3, -3, 3], density_m2: 0.1}
  - !corals {name: corals, circle: [0, 0, 4], density_m2: 0.1}
  - !rocks {name: rocks, box: [-3, 3, -3, 3], density_m2: 0.1}
  - !starfish {name: stars, polygon: [[0, 0], [4, 0], [0, 4]], density_m2: 0.2}
  - !fish_school {name: herring, fish: 20, home: [0, 0]}
  - !marine_snow {name: snow, density_m3: 100}
  - !plankton_emitter {name: plankton, rate_hz: 5}
  - !bubbles {name: seep, rate_hz: 5}
couplings:
  - !plug_socket {name: lead, plug: {body: a, position_m: [1, 0, 0]}, sockets: [{body: b, rpy_deg: [0, 0, 30]}], angle_tol_deg: 0.1}
  - !grasp_weld {name: grasp, holder: {body: b}, fingers: [arm], objects: [c]}
  - !suction {name: cup, holder: {body: c}, objects: [d], engaged: false}
  - !magnet {name: magnet, holder: {body: d}, objects: [e]}
marks: [{name: buoy, north_m: -0.0}, {name: box, depth_m: 30}]
mission:
  - !effort {vehicle: a, wrench: [1, 0, 0, 0, 0, 0], duration_s: 0.05}
  - !velocity {vehicle: a, velocity: [1, 0, 0, 0, 0, 0], duration_s: 1}
  - !cruise {vehicle: b, heading_deg: 45, speed_m_s: 1.2, depth_m: 5}
  - !go_to {vehicle: c, north_m: 1, east_m: 2, depth_m: 3, heading_deg: 10}
  - !follow {vehicle: d, waypoints: [[1, 2, 3], [4, 5, 6]]}
  - !velocity {vehicle: e, velocity: [1, 0, 0, 0, 0, 0.1], duration_s: 0.1}
  - !hold {vehicle: e, duration_s: 5}
  - !set_points {vehicle: e, columns: [north_m, heading_deg], table: [[0, 0, 350], [5, 1, 10]], interpolation: hold}
  - !joints {vehicle: c, arm: hand, positions: [0, 0.2, -0.2, 0], wait_for: "time() > 0.01"}
  - !reach {vehicle: c, position_m: [1, 0, 0.1], frame: vehicle}
  - !circle {vehicle: c, center_m: [1, 0, 0.1], frame: vehicle, radius_m: 0.05}
  - !tool_velocity {vehicle: c, velocity: [0, 0, 0.01, 0, 0, 0], duration_s: 1}
  - !press {vehicle: c, force_n: 5, sensor: palm}
  - !grip {vehicle: c, effort: 2}
  - !arm_hold {vehicle: c, duration_s: 1}
  - !commands {vehicle: c, actuators: [main, rudder, tank, trim, arm], schedule: [[0, 1, 0.1, 2, 0.05, 1], [1, 0, 0, 1, 0, 0]]}
events:
  - !send {at_s: 0.02, from: f/modem, text: hello}
  - !thruster_health {at_s: 0.1, vehicle: a, thruster: port, health: 0.5, known: false}
  - !current {at_s: 0.05, current: drift, factor: 2, add_north_m_s: 0.1}
  - !wrench {at_s: 0.02, vehicle: b, link: arm, wrench: [1, 0, 0, 0, 0, 0.1], duration_s: 0.1}
  - !waves {at_s: 0.03, factor: 0.5}
  - !wind {at_s: 0.04, factor: 2}
  - !turbidity {at_s: 0.05, turbidity_ntu: 2}
  - !lamp {at_s: 0.06, vehicle: f, lamp: head, level: 0.5}
  - !command {at_s: 0.07, vehicle: a, actuator: port, command: 0.1}
  - !joint_fault {at_s: 0.07, vehicle: b, joint: arm, fault: stuck}
  - !couple {at_s: 0.08, coupling: cup, engaged: true}
record: {rate_hz: 33.3, wrench_terms: false, hashes: false}
expect:
  - {that: "distance(a, buoy) < 1e3", after_s: 0.1, until_s: 0.15, when: once}
)";

Scenario loaded(std::string_view text, const std::vector<std::string>& settings = {}) {
  LoadOptions options = test::options();
  options.settings = settings;
  return load_scenario_text(text, test::source_folder() + "/scenarios/x.yaml", options)
      .value()
      .scenario;
}

uint64_t hash_after_steps(const std::string& text) {
  const LoadedScenario scenario = load_scenario_text(text, "saved.yaml", LoadOptions{}).value();
  const auto simulation = simulation::Simulation::create(scenario).value().release();
  const std::unique_ptr<simulation::Simulation> owner(simulation);
  test::run_steps(*owner, kSteps);
  return state_hash(owner->state());
}

// Checks that what was saved loads without any other file, is saved again byte for byte, and runs
// like the scenario it came from.
void expect_round_trip(const LoadedScenario& original) {
  const std::string saved = save_scenario(original.scenario);
  const Result<LoadedScenario> again = load_scenario_text(saved, "saved.yaml", LoadOptions{});
  ASSERT_TRUE(again.ok()) << again.problems().text();
  ASSERT_EQ(save_scenario(again.value().scenario), saved);
  auto created = simulation::Simulation::create(original);
  ASSERT_TRUE(created.ok()) << created.problems().text();
  const std::unique_ptr<simulation::Simulation> first = std::move(created).value();
  const std::unique_ptr<simulation::Simulation> second =
      simulation::Simulation::create(again.value()).value();
  test::run_steps(*first, kSteps);
  test::run_steps(*second, kSteps);
  EXPECT_EQ(state_hash(first->state()), state_hash(second->state()));
}

std::vector<const StructSchema*> every_kind() {
  std::vector<const StructSchema*> out;
  for (const auto& kinds :
       {current_schemas(), sensor_kinds(), controller_schemas(), rotor_kinds(), thrust_map_kinds(),
        mission_step_schemas(), event_schemas(), coupling_schemas(), lamp_kinds(), scenery_kinds()})
    out.insert(out.end(), kinds.begin(), kinds.end());
  return out;
}

TEST(RoundTrip, TheRichScenarioHasEveryKind) {
  const std::string saved = save_scenario(loaded(kRich));
  for (const StructSchema* kind : every_kind()) {
    if (kind->name == "gridded") continue;       // needs a file of measured currents
    if (kind->name == "depth_keeper") continue;  // of extension_controller_test.cpp
    const bool found = saved.find("!" + kind->name + "\n") != std::string::npos ||
                       saved.find("!" + kind->name + " {}\n") != std::string::npos;
    EXPECT_TRUE(found) << kind->name << " is missing in the scenario of this test";
  }
}

TEST(RoundTrip, RichScenario) {
  expect_round_trip(load_scenario_text(kRich, "rich.yaml", test::options()).value());
}

// Objects with every kind of shape, worn and overgrown; a mesh file with its path and checksum.
std::string objects_scenario(const std::string& mesh) {
  return R"(
format: 1
materials: [{name: steel, density_kg_m3: 7801.3}, {name: putty, density_kg_m3: 1700, albedo: [0.1, 0.2, 0.3]}]
friction: [{between: [steel, putty], static: 0.7, dynamic: 0.3333333333333333, rolling_m: 0.01}]
object_models:
  - name: thing
    links:
      - name: body
        material: putty
        hydrodynamics: geometry
        surface_drag: {quadratic: [0.5, 1, 1], linear: [0.1, 0.1, 0.1], air: 0.8}
        added_mass_from: ellipsoid
        shapes:
          physics: [!box {size_m: [1, 0.5, 0.25], position_m: [0, 0, 2], rpy_deg: [1, 2, 3]}]
          collision: [!sphere {radius_m: 0.3}, !ellipsoid {radii_m: [0.3, 0.2, 0.1]}, !cylinder {radius_m: 0.1, length_m: 1}]
          visual:
            - !capsule {radius_m: 0.1, length_m: 1, seen_by: [camera, sonar]}
            - !cone {radius_m: 0.1, length_m: 1}
            - !torus {radius_m: 0.5, tube_radius_m: 0.1}
            - !tube {outer_radius_m: 0.2, inner_radius_m: 0.1, length_m: 1}
            - !lathe {profile: [[0, 0], [0.2, 0.1], [0, 0.3]]}
            - !naca_wing {code: "2412", root_chord_m: 0.5, span_m: 1, sweep_deg: 10}
            - !rock {size_m: [1, 1, 1], seed: 4}
            - !ship_hull {length_m: 5, beam_m: 1, depth_m: 0.5}
            - !ducted_thruster {radius_m: 0.05, length_m: 0.1}
            - !propeller {radius_m: 0.04}
            - !bar_frame {size_m: [1, 0.5, 0.25], bar_radius_m: 0.01}
            - !side_plate {size_m: [0.5, 0.01, 0.25], columns: 2}
            - !rounded_box {size_m: [0.5, 0.2, 0.1], radius_m: 0.02}
            - !enclosure {radius_m: 0.05, length_m: 0.3}
            - !dome {radius_m: 0.05}
            - !lamp_housing {radius_m: 0.02, length_m: 0.06}
            - !dvl_head {radius_m: 0.04, length_m: 0.05}
            - !sonar_head {radius_m: 0.04, length_m: 0.05}
            - !antenna {radius_m: 0.01, length_m: 0.3}
            - !tether_plug {radius_m: 0.01, length_m: 0.1}
            - !mesh {file: )" +
         mesh + R"(, unit: mm, up: y}
      - {name: lid, parent: body, joint: {axis: [0, 1, 0], damping: 1}, material: steel, shapes: {physics: [!sphere {radius_m: 0.1, thickness_m: 0.01, fill_density_kg_m3: 100}], collision_from: hull}}
    degradation: {friction_scale_at_1: 0.5, restitution_at_1: 0.1, albedo_at_1: [0, 0, 0], properties: [{name: rust, at_1: 3}]}
    fouling: {coverage: 0.3, thickness_m: 0.02, material: marine_growth, seen_by: [camera]}
objects:
  - {name: a, model: thing, pose: {depth_m: 5}, extent: 0.4, seed: 9}
  - {name: b, model: barrel, pose: {north_m: 9, depth_m: 4, roll_deg: 10}, fixed: true}
  - {name: c, material: steel, shapes: {physics: [!sphere {radius_m: 0.3}]}, pose: {east_m: 9, depth_m: 5}, velocity: [1, 0, 0, 0, 0, 0]}
expect: [{that: "property(a, rust) > 1.19"}]
)";
}

TEST(RoundTrip, ObjectsAndEveryShape) {
  const auto mesh = std::filesystem::temp_directory_path() /
                    ("hadal_round_trip_" + std::to_string(::getpid()) + ".obj");
  std::ofstream(mesh) << "v 0 0 0\nv 100 0 0\nv 0 100 0\nv 0 0 100\nf 1 3 2\nf 1 2 4\nf 1 4 "
                         "3\nf 2 3 4\n";
  const Result<LoadedScenario> scenario =
      load_scenario_text(objects_scenario(mesh.string()), "objects.yaml", test::options());
  ASSERT_TRUE(scenario.ok()) << scenario.problems().text();
  const std::string saved = save_scenario(scenario.value().scenario);
  for (const StructSchema* kind : shape_kinds())
    EXPECT_NE(saved.find("!" + kind->name + "\n"), std::string::npos) << kind->name;
  expect_round_trip(scenario.value());
  std::filesystem::remove(mesh);
}

TEST(RoundTrip, EveryObjectModel) {
  for (const std::string& model : list_models("objects", {test::source_folder()})) {
    SCOPED_TRACE(model);
    const std::string text =
        "format: 1\nobjects: [{name: o, model: " + model + ", pose: {depth_m: 9}}]\n";
    const Result<LoadedScenario> scenario = load_scenario_text(text, "test.yaml", test::options());
    ASSERT_TRUE(scenario.ok()) << scenario.problems().text();
    expect_round_trip(scenario.value());
  }
}

TEST(RoundTrip, EveryManipulatorModel) {
  for (const std::string& model : list_models("manipulators", {test::source_folder()})) {
    SCOPED_TRACE(model);
    const std::string text =
        "format: 1\nvehicle_models: [{name: stand, links: [{name: stand, mass_kg: 1, inertia_kg_m2: "
        "[1, 1, 1]}], mounts: [{name: top, position_m: [1, 0, 0], rpy_deg: [0, 30, 0]}]}]\n"
        "vehicles: [{name: v, model: stand, fixed: true, pose: {depth_m: 9}, manipulators: [{name: "
        "left, model: " + model + ", mount: top, rpy_deg: [10, 0, 0]}, {name: right, prefix: r, "
        "model: " + model + ", position_m: [0, 3, 0]}]}]\n";
    const Result<LoadedScenario> scenario = load_scenario_text(text, "test.yaml", test::options());
    ASSERT_TRUE(scenario.ok()) << scenario.problems().text();
    expect_round_trip(scenario.value());
  }
}

TEST(RoundTrip, TextAndNumbersKeepEveryBit) {
  const Scenario scenario = loaded(save_scenario(loaded(kRich)));
  EXPECT_EQ(scenario.title,
            "Everything: \"quotes\", back\\slashes, {braces}, # signs and Umlaute äöü");
  EXPECT_EQ(scenario.description, "two\nlines\tand a tab\r\x07");
  EXPECT_EQ(scenario.seed, 9007199254740991);
  EXPECT_EQ(scenario.origin.lat_deg, -33.123456789012345);
  EXPECT_EQ(scenario.origin.lon_deg, 1e-17);
  EXPECT_TRUE(std::signbit(scenario.marks[0].north_m));
  EXPECT_EQ(*scenario.environment.currents[0].as<UniformCurrent>()->top_m,
            0.3333333333333333);
}

TEST(RoundTrip, EveryVehicleModel) {
  for (const std::string& model : list_models("vehicles", {test::source_folder()})) {
    SCOPED_TRACE(model);
    const std::string text =
        "format: 1\nvehicles: [{name: v, model: " + model + ", pose: {depth_m: 5}}]\n";
    const Result<LoadedScenario> scenario = load_scenario_text(text, "test.yaml", test::options());
    ASSERT_TRUE(scenario.ok()) << scenario.problems().text();
    expect_round_trip(scenario.value());
  }
}

TEST(RoundTrip, EveryScenario) {
  std::error_code none;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(
           std::filesystem::path(test::source_folder()) / "scenarios", none)) {
    if (entry.path().extension() != ".yaml") continue;
    SCOPED_TRACE(entry.path().string());
    const Result<LoadedScenario> scenario = load_scenario(entry.path().string(), test::options());
    ASSERT_TRUE(scenario.ok()) << scenario.problems().text();
    expect_round_trip(scenario.value());
  }
}

TEST(RoundTrip, SavedScenariosRunAlike) {
  const std::string saved = save_scenario(loaded(kRich));
  EXPECT_EQ(hash_after_steps(saved), hash_after_steps(save_scenario(loaded(saved))));
  EXPECT_NE(hash_after_steps(saved), hash_after_steps(save_scenario(loaded(kRich, {"seed=4"}))));
}

// --- Settings.

TEST(Settings, ReachItemsByIndexAndByName) {
  const Scenario s =
      loaded(kRich, {"vehicles[1].pose.depth_m=12", "vehicles.c.pose.depth_m=13",
                     "vehicles.f.sensors.gps.rate_hz=3",
                     "environment.currents.drift.speed_m_s=0.25", "marks.box.depth_m=-1e-3"});
  EXPECT_EQ(s.vehicles[1].pose.depth_m, 12);
  EXPECT_EQ(s.vehicles[2].pose.depth_m, 13);
  EXPECT_EQ(sensor_common(s.vehicles[5].sensors[6]).rate_hz, 3);
  EXPECT_EQ(s.environment.currents[0].as<UniformCurrent>()->speed_m_s, 0.25);
  EXPECT_EQ(s.environment.currents[0].as<UniformCurrent>()->toward_rad, 30 * kDegree);
  EXPECT_EQ(s.marks[1].depth_m, -1e-3);
}

TEST(Settings, ReachNestedKeysThatTheFileLeavesOut) {
  const Scenario s = loaded("format: 1\n", {"environment.water.salinity_psu=12", "origin.lat_deg=5",
                                            "marks[0]={name: m}", "marks[1].name=n"});
  EXPECT_EQ(s.environment.water.salinity_psu, 12);
  EXPECT_EQ(s.origin.lat_deg, 5);
  ASSERT_EQ(s.marks.size(), 2u);
  EXPECT_EQ(s.marks[1].name, "n");
}

TEST(Settings, ReplaceTaggedItems) {
  const Scenario s = loaded(
      kRich,
      {"environment.currents[0]=!ekman {name: drift, surface_speed_m_s: 0.7}",
       "environment.currents[7]={seabed_depth_m: 33}",
       "vehicles.b.controller=!weighted {port: port, starboard: starboard, vertical: down}"});
  ASSERT_TRUE(s.environment.currents[0].as<EkmanCurrent>());
  EXPECT_EQ(s.environment.currents[0].as<EkmanCurrent>()->surface_speed_m_s, 0.7);
  ASSERT_TRUE(s.environment.currents[7].as<PowerLawCurrent>())
      << "a value without a tag keeps the kind";
  EXPECT_EQ(s.environment.currents[7].as<PowerLawCurrent>()->seabed_depth_m, 33);
  EXPECT_TRUE(s.vehicles[1].controller.as<WeightedController>());
}

TEST(Settings, ReachModelsAndPresetsThatComeFromFiles) {
  const std::string text = "format: 1\nvehicles: [{name: v, model: bluerov2}]\n";
  const Scenario s = loaded(text, {"vehicle_models.bluerov2.links.hull.mass_kg=11.5",
                                   "vehicle_models.bluerov2.sensors.imu.model=imu_fog"});
  EXPECT_EQ(s.vehicle_models[0].links[0].mass_kg, 11.5);
  const auto gyro = [](const Scenario& scenario) {
    return test_reading::number_in(scenario.vehicle_models[0].sensors[0], "gyro.white_density");
  };
  EXPECT_LT(gyro(s), gyro(loaded(text)));
  const Scenario other = loaded(text, {"vehicles.v.model=lauv"});
  EXPECT_EQ(other.vehicle_models[0].name, "lauv");
}

TEST(Settings, ApplyInOrder) {
  EXPECT_EQ(loaded("format: 1\n", {"seed=3", "seed=4"}).seed, 4);
}

TEST(Settings, FilesAreRelativeToTheScenario) {
  const auto folder =
      std::filesystem::temp_directory_path() / ("hadal_settings_" + std::to_string(::getpid()));
  std::filesystem::create_directories(folder / "data");
  std::ofstream(folder / "data" / "layers.csv")
      << "depth_m,north_m_s,east_m_s\n0,0.1,0.2\n10,0.3,0.4\n";
  LoadOptions options;
  options.settings = {"environment.currents[0]=!stratified {file: data/layers.csv}"};
  const Result<LoadedScenario> result =
      load_scenario_text("format: 1\n", (folder / "s.yaml").string(), options);
  std::filesystem::remove_all(folder);
  ASSERT_TRUE(result.ok()) << result.problems().text();
  const auto* current =
      result.value().scenario.environment.currents[0].as<StratifiedCurrent>();
  EXPECT_EQ(current->table, (std::vector<std::vector<double>>{{0, 0.1, 0.2}, {10, 0.3, 0.4}}));
  EXPECT_EQ(current->file, "");
}

}  // namespace round_trip_test
}  // namespace hadal
