// Broken scenarios and models: each must be refused with the place, the key and the reason.
// In the texts @@ marks the place the message must name; it is cut out before loading.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "small_world.h"

namespace hadal {
namespace broken_input_test {

constexpr const char* kFile = "broken.yaml";

struct Broken {
  const char* name;
  std::string yaml;
  std::string message;  // what stands after the place, from its beginning
};

// Prints the name only, so that a failure names the case.
void PrintTo(const Broken& broken, std::ostream* out) {
  *out << broken.name;
}

struct Marked {
  std::string text;
  std::string place;  // file:line:column of the mark
};

Marked cut_mark(std::string text) {
  const size_t at = text.find("@@");
  if (at == std::string::npos) return {text, kFile};
  text.erase(at, 2);
  const auto lines = std::count(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(at), '\n');
  const size_t start = at == 0 ? 0 : text.rfind('\n', at - 1) + 1;
  return {text, std::string(kFile) + ":" + std::to_string(lines + 1) + ":" +
                    std::to_string(at - start + 1)};
}

// What loading, building and reading the expectations complain about; empty when all is well.
Problems complaints(const std::string& text, const std::vector<std::string>& settings = {},
                    const std::string& file = kFile) {
  LoadOptions options = test::options();
  options.settings = settings;
  const Result<LoadedScenario> loaded = load_scenario_text(text, file, options);
  if (!loaded) return loaded.problems();
  const auto created = simulation::Simulation::create(loaded.value());
  return created ? Problems{} : created.problems();
}

// A sound scenario: vehicle rov of model cube, link hull, thrusters left and right, fin rudder,
// odometry odo, current drift, mark buoy.
const std::string kModel = R"(vehicle_models:
  - name: cube
    links:
      - {name: hull, mass_kg: 12, inertia_kg_m2: [1, 1, 1], volume_m3: 0.012}
    thrusters:
      - {name: left, position_m: [0, -0.2, 0], direction: [1, 0, 0]}
      - {name: right, position_m: [0, 0.2, 0], direction: [1, 0, 0]}
    fins:
      - {name: rudder, axis: [0, 0, 1]}
    sensors:
      - !odometry {name: odo}
)";
const std::string kVehicle = "vehicles:\n  - {name: rov, model: cube}\n";
const std::string kSea =
    "environment:\n  currents:\n    - !uniform {name: drift, speed_m_s: 0.1}\n";
const std::string kMark = "marks:\n  - {name: buoy, north_m: 1}\n";

std::string sound(const std::string& more) {
  return "format: 1\n" + kModel + kVehicle + kSea + kMark + more;
}

// A vehicle of one model whose keys are given, two blanks deeper than a top-level key.
std::string modelled(const std::string& model) {
  return "format: 1\n" + kVehicle + "vehicle_models:\n  - name: cube\n" + model;
}
std::string linked(const std::string& link) {
  return modelled("    links:\n      - " + link + "\n");
}
std::string hull(const std::string& more) {
  return linked("{name: hull, mass_kg: 9, inertia_kg_m2: [1, 1, 1], " + more + "}");
}
std::string part(const std::string& more) {
  return linked(
      "{name: hull, mass_kg: 9, inertia_kg_m2: [1, 1, 1]}\n      - {name: arm, mass_kg: 1, "
      "inertia_kg_m2: [1, 1, 1], " +
      more + "}");
}
std::string thruster(const std::string& keys) {
  return modelled(
      "    links: [{name: hull, mass_kg: 9, inertia_kg_m2: [1, 1, 1]}]\n    thrusters:\n      - " +
      keys + "\n");
}
std::string vehicle(const std::string& keys) {
  return "format: 1\n" + kModel + "vehicles:\n  - {name: rov, model: cube, " + keys + "}\n";
}
std::string current(const std::string& item) {
  return "format: 1\nenvironment:\n  currents:\n    - " + item + "\n";
}

// An object of one steel shape, and one with more keys.
std::string shaped(const std::string& shape) {
  return "format: 1\nobjects:\n  - {name: thing, material: steel, shapes: {physics: [" + shape +
         "]}}\n";
}
std::string object(const std::string& keys) {
  return "format: 1\nobjects:\n  - {name: thing, model: barrel, " + keys + "}\n";
}
std::string bodied(const std::string& link) {
  return "format: 1\nobjects:\n  - {name: thing, links: [{name: body, " + link + "}]}\n";
}

class BrokenInput : public testing::TestWithParam<Broken> {};

TEST_P(BrokenInput, IsRefusedWithPlaceKeyAndReason) {
  const auto [text, place] = cut_mark(GetParam().yaml);
  const std::string found = complaints(text).text();
  EXPECT_NE(found.find(place + ": " + GetParam().message), std::string::npos)
      << "expected: " << place << ": " << GetParam().message
      << "\nfound:    " << (found.empty() ? "no complaint" : found);
}

const Broken kReading[] = {
    {"unknown_key_at_the_top", "format: 1\n@@sed: 4\n",
     "sed: unknown key in scenario (did you mean 'seed'?)"},
    {"unknown_key_in_a_map", "format: 1\norigin: {@@latitude: 4}\n",
     "origin.latitude: unknown key in origin (one of: lat_deg, lon_deg)"},
    {"forgotten_unit", sound("record: {@@rate: 5}\n"),
     "record.rate: unknown key in record (did you mean 'rate_hz'?)"},
    {"unknown_key_in_a_list", vehicle("pose: {@@depht_m: 3}"),
     "vehicles[0].pose.depht_m: unknown key in pose (did you mean 'depth_m'?)"},
    {"unknown_key_deep_in_a_model", hull("damping: {@@lineer: [1, 1, 1, 1, 1, 1]}"),
     "vehicle_models[0].links[0].damping.lineer: unknown key in damping (did you mean 'linear'?)"},
    {"unknown_key_in_a_tagged_item", current("!uniform {@@speed: 1}"),
     "environment.currents[0].speed: unknown key in uniform (did you mean 'speed_m_s'?)"},
    {"key_like_no_other_lists_the_choices", sound("record: {@@zzzzzzzzzzzz: 5}\n"),
     "record.zzzzzzzzzzzz: unknown key in record (one of: rate_hz, wrench_terms, hashes, scene, "
     "frames, images, sonar, jpeg_quality)"},
    {"missing_format", "@@seed: 4\n",
     "'format' is missing in scenario: Version of this file format."},
    {"missing_name", "format: 1\nvehicles:\n  - @@{model: cube}\n",
     "vehicles[0]: 'name' is missing in vehicle"},
    {"missing_mass", linked("@@{name: hull, inertia_kg_m2: [1, 1, 1]}"),
     "vehicle_models[0].links[0].mass_kg: a moving link needs a mass above 0, given here or by "
     "physics shapes"},
    {"missing_key_of_a_step",
     sound("mission:\n  - @@!go_to {vehicle: rov, north_m: 1, east_m: 2}\n"),
     "mission[0].depth_m: expected depth_m or altitude_m"},
    {"empty_file", "@@", "'format' is missing in scenario"},
    {"text_for_number", "format: 1\nseed: @@many\n",
     "seed: expected a number from 0 to 9007199254740992, found 'many'"},
    {"quoted_number", "format: 1\nduration_s: @@\"5\"\n",
     "duration_s: expected a number from 0 to 1e+08, found '5'"},
    {"fraction_for_integer", "format: 1\nseed: @@1.5\n",
     "seed: expected a whole number, found '1.5'"},
    {"number_for_boolean", "format: 1\nstop_when_done: @@1\n",
     "stop_when_done: expected true or false, found '1'"},
    {"list_for_number", "format: 1\nduration_s: @@[5]\n",
     "duration_s: expected a number from 0 to 1e+08, found a list of 1"},
    {"nothing_for_number", "format: 1\n@@duration_s:\n",
     "duration_s: expected a number from 0 to 1e+08, found nothing"},
    {"number_for_map", "format: 1\norigin: @@3\n",
     "origin: expected a map with the keys of origin, found '3'"},
    {"list_for_map", "@@- 1\n", "expected a map with the keys of scenario, found a list of 1"},
    {"map_for_list", "format: 1\nvehicles: @@{name: rov}\n",
     "vehicles: expected a list, found a map"},
    {"list_for_text", "format: 1\ntitle: @@[a]\n", "title: expected text, found a list of 1"},
    {"not_a_number", "format: 1\nduration_s: @@nan\n",
     "duration_s: expected a finite number, found 'nan'"},
    {"yaml_not_a_number", "format: 1\nduration_s: @@.nan\n",
     "duration_s: expected a finite number, found '.nan'"},
    {"infinite", "format: 1\nduration_s: @@inf\n",
     "duration_s: expected a finite number, found 'inf'"},
    {"yaml_infinite", "format: 1\nduration_s: @@-.inf\n",
     "duration_s: expected a finite number, found '-.inf'"},
    {"number_beyond_double", "format: 1\nduration_s: @@1e999\n",
     "duration_s: expected a number from 0 to 1e+08, found '1e999'"},
    {"hexadecimal", "format: 1\nseed: @@0x10\n", "seed: expected a number"},
    {"two_signs", "format: 1\nseed: @@+-3\n", "seed: expected a number"},
    {"latitude_out_of_range", "format: 1\norigin: {lat_deg: @@91}\n",
     "origin.lat_deg: expected a number from -90 to 90, found '91'"},
    {"negative_mass", linked("{name: hull, mass_kg: @@-1, inertia_kg_m2: [1, 1, 1]}"),
     "vehicle_models[0].links[0].mass_kg: expected a number of at least 0, found '-1'"},
    {"zero_where_above_zero",
     sound("mission:\n  - !go_to {vehicle: rov, north_m: 1, east_m: 2, depth_m: 3, speed_m_s: "
           "@@0}\n"),
     "mission[0].speed_m_s: expected a number above 0 and at most 50, found '0'"},
    {"huge_event_time", sound("events:\n  - !current {at_s: @@1e300, current: drift}\n"),
     "events[0].at_s: expected a number from 0 to 1e+09, found '1e300'"},
    {"wrong_format", "format: @@2\n", "format: expected a number from 1 to 1, found '2'"},
    {"bad_choice", "format: 1\nintegrator: @@leapfrogg\n",
     "integrator: 'leapfrogg' is not a choice (did you mean 'leapfrog'?)"},
    {"bad_name", "format: 1\nmarks:\n  - {name: @@a/b}\n",
     "marks[0].name: expected a name of letters, digits, '_' and '-', found 'a/b'"},
    {"list_too_short", vehicle("velocity: @@[1, 2]"),
     "vehicles[0].velocity: expected a list of 6 numbers, found 2"},
    {"text_in_a_list_of_numbers", vehicle("velocity: [1, 2, @@x, 0, 0, 0]"),
     "vehicles[0].velocity[2]: expected a number from -100 to 100, found 'x'"},
    {"row_of_a_wrong_length",
     sound("mission:\n  - !follow {vehicle: rov, waypoints: [[1, 2, 3], @@[1, 2]]}\n"),
     "mission[0].waypoints[1]: expected a list of 3 numbers, found 2"},
    {"ragged_matrix",
     linked("{name: hull, mass_kg: 9, inertia_kg_m2: [[1, 0, 0], @@[0, 1], [0, 0, 1]]}"),
     "vehicle_models[0].links[0].inertia_kg_m2[1]: expected a row of 3 numbers, found a list of 2"},
    {"matrix_not_square",
     linked("{name: hull, mass_kg: 9, inertia_kg_m2: [@@[1, 0, 0], [0, 1, 0]]}"),
     "vehicle_models[0].links[0].inertia_kg_m2[0]: expected a row of 2 numbers, found a list of 3"},
    {"tag_missing", "format: 1\nenvironment:\n  currents:\n    - @@{speed_m_s: 1}\n",
     "environment.currents[0]: expected a tag that names the kind, e.g. !uniform (one of: uniform, "
     "stratified,"},
    {"tag_unknown", "format: 1\nenvironment:\n  currents:\n    - @@!unifrom {speed_m_s: 1}\n",
     "environment.currents[0]: unknown kind '!unifrom' (did you mean 'uniform'?)"},
    {"tag_of_another_list", "format: 1\nmission:\n  - @@!uniform {speed_m_s: 1}\n",
     "mission[0]: unknown kind '!uniform' (one of: hold, go_to,"},
    {"tag_where_none_belongs", vehicle("pose: @@!body {depth_m: 1}"),
     "vehicles[0].pose: expected no tag here, found '!body'"},
    {"duplicate_key", "format: 1\nseed: 1\n@@seed: 2\n",
     "seed: this key occurs twice in the same map"},
    {"duplicate_vehicle",
     "format: 1\n" + kModel +
         "vehicles:\n  - {name: a, model: cube}\n  - {name: @@a, model: cube}\n",
     "vehicles[1].name: 'a' is used twice; expected a unique name"},
    {"duplicate_sensor", vehicle("sensors: [!gps {name: a}, !imu {name: @@a}]"),
     "vehicles[0].sensors[1].name: 'a' is used twice; expected a unique name"},
    {"duplicate_link",
     linked("{name: a, mass_kg: 9, inertia_kg_m2: [1, 1, 1]}\n      - {name: @@a, parent: a, "
            "mass_kg: 1, joint: {kind: fixed}}"),
     "vehicle_models[0].links[1].name: 'a' is used twice"},
    {"duplicate_thruster",
     thruster("{name: a, direction: [1, 0, 0]}\n      - {name: @@a, direction: [1, 0, 0]}"),
     "vehicle_models[0].thrusters[1].name: 'a' is used twice"},
    {"duplicate_mark", "format: 1\nmarks:\n  - {name: a}\n  - {name: @@a}\n",
     "marks[1].name: 'a' is used twice"},
    {"mark_named_as_a_vehicle", "format: 1\n" + kModel + kVehicle + "marks: [{@@name: rov}]\n",
     "marks[0].name: 'rov' is also the name of a vehicle"},
};

const Broken kSyntax[] = {
    {"bracket_left_open", "format: 1\norigin: {lat_deg: 1\nseed@@: 2\n",
     "not valid YAML: end of map flow not found"},
    {"tab_as_indent", "format: 1\norigin:\n\tlat_deg@@: 1\n",
     "not valid YAML: illegal map value; the line is indented with a tab, expected blanks"},
    {"several_documents", "format: 1\n---\n@@format: 1\n",
     "expected the end of the file, found another document or a stray sign"},
    {"stray_comma", "@@,format: 1\n",
     "expected the end of the file, found another document or a stray sign"},
    {"nul_byte", std::string("format: 1\nseed: 2@@") + '\0' + "\n",
     "the file holds a NUL byte; expected YAML text"},
    {"alias_of_nothing", "format: 1\norigin: @@*where\n", "not valid YAML: "},
    {"map_as_key", "format: 1\n? @@{a: 1}\n: 2\n", "expected a plain word as key"},
};

const Broken kCrossChecks[] = {
    {"negative_damping", hull("damping: {@@linear: [-1, 1, 1, 1, 1, 1]}"),
     "vehicle_models[0].links[0].damping.linear: the diagonal must not be negative"},
    {"negative_added_mass", hull("@@added_mass: [-1, 1, 1, 1, 1, 1]"),
     "vehicle_models[0].links[0].added_mass: the diagonal must not be negative"},
    {"unsymmetric_added_mass",
     hull("@@added_mass: [[9, 0, 0, 0, 0, 3], [0, 9, 0, 0, 0, 0], [0, 0, 9, 0, 0, 0], [0, 0, 0, 1, "
          "0, 0], [0, 0, 0, 0, 1, 0], [0, 0, 0, 0, 0, 1]]"),
     "vehicle_models[0].links[0].added_mass: must be symmetric (row 6, column 1 differs from its "
     "mirror)"},
    {"unsymmetric_inertia",
     linked("{name: hull, mass_kg: 9, @@inertia_kg_m2: [[1, 0.5, 0], [0, 1, 0], [0, 0, 1]]}"),
     "vehicle_models[0].links[0].inertia_kg_m2: must be symmetric"},
    {"inertia_not_definite",
     linked("{name: hull, mass_kg: 9, @@inertia_kg_m2: [[1, 5, 0], [5, 1, 0], [0, 0, 1]]}"),
     "vehicle_models[0].links[0].inertia_kg_m2: must have no negative principal value"},
    {"massless_hull", linked("{name: hull, @@mass_kg: 0, inertia_kg_m2: [1, 1, 1]}"),
     "vehicle_models[0].links[0].mass_kg: a moving link needs a mass above 0"},
    {"singular_mass",
     hull("@@added_mass: [[1, 0, 0, 0, 0, 90], [0, 1, 0, 0, 0, 0], [0, 0, 1, 0, 0, 0], [0, 0, 0, "
          "1, 0, 0], [0, 0, 0, 0, 1, 0], [90, 0, 0, 0, 0, 1]]"),
     "vehicle_models[0].links[0].added_mass: mass plus added mass must be positive definite"},
    {"hinge_without_axis", part("parent: hull, joint: {kind: hinge, @@axis: [0, 0, 0]}"),
     "vehicle_models[0].links[1].joint.axis: must not be zero"},
    {"joint_limits_crossed", part("parent: hull, joint: {lower: 1, @@upper: -1}"),
     "vehicle_models[0].links[1].joint.upper: must be above lower"},
    {"one_joint_limit", part("parent: hull, joint: {@@lower: 1}"),
     "vehicle_models[0].links[1].joint.lower: give both limits or none"},
    {"joint_on_a_root", hull("joint: @@{kind: hinge}"),
     "vehicle_models[0].links[0].joint: a link without a parent moves freely and has no joint"},
    {"parent_without_joint", part("@@parent: hull"),
     "vehicle_models[0].links[1].parent: a link with a parent needs a joint"},
    {"parent_unknown", part("@@parent: hul, joint: {}"),
     "vehicle_models[0].links[1].parent: 'hul' is no earlier link of this vehicle"},
    {"parent_is_itself", part("@@parent: arm, joint: {}"),
     "vehicle_models[0].links[1].parent: 'arm' is no earlier link of this vehicle"},
    {"parent_comes_later",
     part("@@parent: hand, joint: {}}\n      - {name: hand, parent: arm, mass_kg: 1, "
          "inertia_kg_m2: [1, 1, 1], joint: {}"),
     "vehicle_models[0].links[1].parent: 'hand' is no earlier link of this vehicle"},
    {"no_links", "format: 1\nvehicle_models:\n  - @@{name: cube}\n",
     "vehicle_models[0].links: a vehicle needs at least one link"},
    {"thruster_without_direction", thruster("@@{name: a}"),
     "vehicle_models[0].thrusters[0].direction: give either direction or rpy_deg"},
    {"commands_crossed",
     thruster("{name: a, direction: [1, 0, 0], command_min: 2, @@command_max: 1}"),
     "vehicle_models[0].thrusters[0].command_max: must be above command_min"},
    {"thruster_table_falls",
     thruster("{name: a, direction: [1, 0, 0], map: !table {table: [[1, 0], @@[0, 1]]}}"),
     "vehicle_models[0].thrusters[0].map.table[1]: the first column must rise and rows must be "
     "alike"},
    {"current_without_table", current("@@!stratified {period_s: 5}"),
     "environment.currents[0].table: expected a table or a file"},
    {"depths_do_not_rise", current("!stratified {table: [[0, 1, 1], @@[0, 1, 1]]}"),
     "environment.currents[0].table[1]: the first column must rise from row to row"},
    {"layer_upside_down", current("!uniform {top_m: 5, @@bottom_m: 4}"),
     "environment.currents[0].bottom_m: must be deeper than top_m"},
    {"unknown_constituent", current("!tide {constituents: [{name: @@M3, amplitude_m_s: 1}]}"),
     "environment.currents[0].constituents[0].name: 'M3' is not a choice (did you mean 'M2'?)"},
    {"misaligned_scalar", vehicle("sensors: [!depth {name: d, noise: {@@misalignment_deg: 1}}]"),
     "vehicles[0].sensors[0].noise.misalignment_deg: only a measurement of three axes can be "
     "misaligned"},
    {"schedule_too_narrow",
     sound("mission:\n  - !commands {vehicle: rov, actuators: [left, right], schedule: [@@[0, "
           "1]]}\n"),
     "mission[0].schedule[0]: expected a time and one command per actuator: 3 numbers"},
    {"expectation_ends_before_it_begins",
     sound("expect:\n  - {that: speed(rov) > 0, after_s: 5, @@until_s: 4}\n"),
     "expect[0].until_s: must not be before after_s"},
};

const Broken kReferences[] = {
    {"start_is_no_time", "format: 1\nclock: {@@start: yesterday}\n",
     "clock.start: expected a UTC time such as 2026-06-01T09:00:00Z, found 'yesterday'"},
    {"month_13", "format: 1\nclock: {@@start: 2026-13-01T00:00:00Z}\n",
     "clock.start: expected a UTC time"},
    {"clock_runs_out", "format: 1\n@@duration_s: 1e8\nclock: {start: 2261-12-01}\n",
     "duration_s: the run would end after"},
    {"step_with_half_a_nanosecond", "format: 1\n@@step_s: 0.0050000005\n",
     "step_s: expected a whole number of nanoseconds"},
    {"unknown_model", "format: 1\nvehicles:\n  - {name: a, model: @@bluerov}\n",
     "vehicles[0].model: no model 'bluerov' in models/vehicles (did you mean 'bluerov2'?)"},
    {"model_file_missing", "format: 1\nvehicles:\n  - {name: a, model: @@none.yaml}\n",
     "vehicles[0].model: no such file: "},
    {"unknown_sensor_preset", vehicle("sensors: [!imu {name: i, model: @@imu_fogg}]"),
     "vehicles[0].sensors[0].model: no model 'imu_fogg' in models/sensors (did you mean "
     "'imu_fog'?)"},
    {"preset_of_the_wrong_kind", vehicle("sensors: [!gps {name: g, model: @@imu_fog}]"),
     "vehicles[0].sensors[0].model: 'imu_fog' is a !imu, not a !gps"},
    {"unknown_thruster_preset", thruster("{name: a, direction: [1, 0, 0], model: @@t2000}"),
     "vehicle_models[0].thrusters[0].model: no model 't2000' in models/thrusters (did you mean "
     "'t200'?)"},
    {"sensor_on_an_unknown_link", vehicle("sensors: [!imu {name: i, @@link: hul}]"),
     "vehicles[0].sensors[0].link: no link 'hul' on this vehicle (did you mean 'hull'?)"},
    {"thruster_on_an_unknown_link", thruster("{name: a, direction: [1, 0, 0], @@link: hulk}"),
     "vehicle_models[0].thrusters[0].link: no link 'hulk' on this vehicle (did you mean 'hull'?)"},
    {"sensor_named_as_one_of_the_model", vehicle("sensors: [!imu {@@name: odo}]"),
     "vehicles[0].sensors[0].name: 'odo' is used twice on this vehicle; expected a unique name"},
    {"sensor_named_as_a_link", vehicle("sensors: [!imu {@@name: hull}]"),
     "vehicles[0].sensors[0].name: 'hull' is a link, whose frame has this name; expected another "
     "name"},
    {"unknown_navigation", vehicle("@@navigation: oddo"),
     "vehicles[0].navigation: no odometry, INS or dead-reckoning sensor 'oddo' (did you mean 'odo'?)"},
    {"step_of_an_unknown_vehicle", sound("mission:\n  - !hold {@@vehicle: row}\n"),
     "mission[0].vehicle: no vehicle 'row' (did you mean 'rov'?)"},
    {"step_without_controller", sound("mission:\n  - @@!hold {vehicle: rov}\n"),
     "mission[0]: vehicle 'rov' has no controller for !hold"},
    {"step_with_another_controller",
     vehicle("controller: !differential {port: left, starboard: right}") +
         "mission:\n  - @@!effort {vehicle: rov, wrench: [1, 0, 0, 0, 0, 0]}\n",
     "mission[0]: !effort needs a !body controller"},
    {"unknown_actuator",
     sound("mission:\n  - !commands {vehicle: rov, actuators: [left, @@ruder], schedule: [[0, 1, "
           "1]]}\n"),
     "mission[0].actuators[1]: no actuator 'ruder' on rov (did you mean 'rudder'?)"},
    {"controller_of_an_unknown_thruster",
     vehicle("controller: !differential {@@port: lefft, starboard: right}"),
     "vehicles[0].controller.port: no 'lefft' on this vehicle (did you mean 'left'?)"},
    {"autopilot_of_an_unknown_fin", vehicle("controller: !autopilot {rudders: [@@\"-ruder\"]}"),
     "vehicles[0].controller.rudders[0]: no 'ruder' on this vehicle (did you mean 'rudder'?)"},
    {"event_on_an_unknown_current", sound("events:\n  - !current {at_s: 1, @@current: drft}\n"),
     "events[0].current: no current 'drft' (did you mean 'drift'?)"},
    {"event_on_an_unknown_thruster",
     sound("events:\n  - !thruster_health {at_s: 1, vehicle: rov, @@thruster: rigth}\n"),
     "events[0].thruster: no thruster 'rigth' on rov (did you mean 'right'?)"},
    {"event_on_an_unknown_vehicle",
     sound("events:\n  - !thruster_health {at_s: 1, @@vehicle: rv, thruster: left}\n"),
     "events[0].vehicle: no vehicle 'rv' (did you mean 'rov'?)"},
    {"event_on_an_unknown_link",
     sound(
         "events:\n  - !wrench {at_s: 1, vehicle: rov, @@link: hul, wrench: [1, 0, 0, 0, 0, 0]}\n"),
     "events[0].link: no link 'hul' on this vehicle (did you mean 'hull'?)"},
    {"derivative_misspelt", hull("derivatives: [{axis: sway, @@of: u|x|, value: 1}]"),
     "vehicle_models[0].links[0].derivatives[0].of: derivative 'u|x|', character 2: expected one "
     "of u v w p q r"},
    {"derivative_of_an_unknown_fin",
     hull("derivatives: [{axis: sway, @@of: u delta_rudder, value: 1}]"),
     "vehicle_models[0].links[0].derivatives[0].of: derivative 'u delta_rudder', character 3: no "
     "control surface 'rudder'; this vehicle has no fins"},
    {"expectation_with_an_unknown_function", sound("expect:\n  - {@@that: sped(rov) < 1}\n"),
     "expect[0].that: character 1: unknown function 'sped' (did you mean 'speed'?)"},
    {"expectation_of_an_unknown_vehicle", sound("expect:\n  - {@@that: speed(row) < 1}\n"),
     "expect[0].that: character 7: unknown vehicle 'row' (did you mean 'rov'?)"},
    {"expectation_with_too_few_arguments", sound("expect:\n  - {@@that: distance(rov) < 1}\n"),
     "expect[0].that: character 13: 'distance' takes 2 arguments (vehicle or mark, vehicle or "
     "mark), found ')' after 1"},
    {"expectation_that_is_no_condition", sound("expect:\n  - {@@that: speed(rov)}\n"),
     "expect[0].that: character 1: expected a condition such as"},
    {"tide_epoch_is_no_time",
     current("!tide {@@epoch: now, constituents: [{name: M2, amplitude_m_s: 1}]}"),
     "environment.currents[0].epoch: expected a UTC time"},
    {"tide_table_does_not_cover_the_run", current("@@!tide_station {events: [[0, 1], [1000, 0]]}"),
     "environment.currents[0]: the table covers 1970-01-01T00:00:00Z to 1970-01-01T00:16:40Z, the "
     "run 2026-03-20T12:00:00Z to 2026-03-20T12:01:00Z"},
};

const Broken kBeams[] = {
    {"dvl_with_three_beams", vehicle("sensors: [!dvl {name: d, azimuths_deg: @@[0, 120, 240]}]"),
     "vehicles[0].sensors[0].azimuths_deg: expected a list of 4 numbers, found 3"},
    {"dvl_with_two_beams_in_one",
     vehicle("sensors: [!dvl {name: d, @@azimuths_deg: [0, 90, 180, 360]}]"),
     "vehicles[0].sensors[0].azimuths_deg[3]: the same as another beam; expected four different "
     "directions"},
    {"dvl_range_upside_down",
     vehicle("sensors: [!dvl {name: d, min_range_m: 5, @@max_range_m: 5}]"),
     "vehicles[0].sensors[0].max_range_m: must be above min_range_m"},
    {"dvl_layer_upside_down", vehicle("sensors: [!dvl {name: d, @@water_layer_m: [8, 2]}]"),
     "vehicles[0].sensors[0].water_layer_m: expected the nearest range, then a farther one"},
    {"dvl_in_another_world", vehicle("sensors: [!dvl {name: d, sound_speed_m_s: @@340}]"),
     "vehicles[0].sensors[0].sound_speed_m_s: expected a number from 1000 to 2000, found '340'"},
    {"dvl_with_a_negative_rate", vehicle("sensors: [!dvl {name: d, rate_hz: @@-1}]"),
     "vehicles[0].sensors[0].rate_hz: expected a number from 0.0001 to 100000, found '-1'"},
    {"adcp_without_cells", vehicle("sensors: [!adcp {name: a, cells: @@0}]"),
     "vehicles[0].sensors[0].cells: expected a number from 1 to 256, found '0'"},
    {"adcp_cell_beyond_its_range",
     vehicle("sensors: [!adcp {name: a, cell_size_m: 20, @@max_range_m: 10}]"),
     "vehicles[0].sensors[0].max_range_m: the first cell ends beyond it; expected a longer range "
     "or a smaller cell"},
    {"altimeter_rays_without_a_cone", vehicle("sensors: [!altimeter {name: a, @@rays: 9}]"),
     "vehicles[0].sensors[0].rays: several rays need a beam_width_deg above 0"},
    {"lidar_without_rays", vehicle("sensors: [!lidar {name: l, columns: @@0}]"),
     "vehicles[0].sensors[0].columns: expected a number from 1 to 2048, found '0'"},
    {"lidar_range_upside_down",
     vehicle("sensors: [!lidar {name: l, min_range_m: 30, @@max_range_m: 20}]"),
     "vehicles[0].sensors[0].max_range_m: must be above min_range_m"},
    {"lidar_pans_too_far",
     vehicle("sensors: [!lidar {name: l, pan_tilt: {pan_deg: 100, @@pan_swing_deg: 90}}]"),
     "vehicles[0].sensors[0].pan_tilt.pan_swing_deg: the mount pans 350 degrees in all: expected "
     "|pan_deg| + pan_swing_deg <= 175"},
};

const Broken kObjects[] = {
    {"negative_size", shaped("!box {size_m: [1, @@-1, 1]}"),
     "objects[0].shapes.physics[0].size_m[1]: expected a number from 1e-06 to 1000, found "
     "'-1'"},
    {"unknown_shape", shaped("@@!bxo {size_m: [1, 1, 1]}"),
     "objects[0].shapes.physics[0]: unknown kind '!bxo' (did you mean 'box'?)"},
    {"capsule_shorter_than_its_ends", shaped("!capsule {radius_m: 1, @@length_m: 1.5}"),
     "objects[0].shapes.physics[0].length_m: must be at least twice the radius"},
    {"torus_without_a_hole", shaped("!torus {radius_m: 1, @@tube_radius_m: 1}"),
     "objects[0].shapes.physics[0].tube_radius_m: must be below radius_m"},
    {"tube_without_a_wall", shaped("!tube {outer_radius_m: 1, @@inner_radius_m: 2, length_m: 1}"),
     "objects[0].shapes.physics[0].inner_radius_m: must be below outer_radius_m"},
    {"naca_code_with_a_letter", shaped("!naca_wing {@@code: 24x2, root_chord_m: 1, span_m: 1}"),
     "objects[0].shapes.physics[0].code: '24x2' is no NACA 4-digit section; expected four digits, "
     "e.g. \"2412\""},
    {"naca_without_thickness", shaped("!naca_wing {@@code: \"2400\", root_chord_m: 1, span_m: 1}"),
     "objects[0].shapes.physics[0].code: the last two digits are the thickness in percent"},
    {"lathe_that_crosses_itself",
     shaped("@@!lathe {profile: [[0, 0], [1, 1], [1, 0], [0.5, 1], [0, 2]]}"),
     "objects[0].shapes.physics[0]: "},
    {"wall_too_thick", shaped("!sphere {radius_m: 0.1, @@thickness_m: 0.1}"),
     "objects[0].shapes.physics[0].thickness_m: a wall of 0.1"},
    {"filling_of_a_solid", shaped("!sphere {radius_m: 0.1, @@fill_density_kg_m3: 1000}"),
     "objects[0].shapes.physics[0].fill_density_kg_m3: only a hollow shape can be filled"},
    {"seen_by_nobody_known", shaped("!sphere {radius_m: 0.1, seen_by: [camera, @@sonr]}"),
     "objects[0].shapes.physics[0].seen_by[1]: no sensor class 'sonr' (did you mean 'sonar'?)"},
    {"mesh_missing", shaped("!mesh {@@file: nowhere/none.obj}"),
     "objects[0].shapes.physics[0].file: no such mesh file: "},
    {"material_unknown", shaped("!sphere {radius_m: 1, material: @@stell}"),
     "objects[0].shapes.physics[0].material: no material 'stell' (did you mean 'steel'?)"},
    {"zero_density", "format: 1\nmaterials:\n  - {name: air, density_kg_m3: @@0}\n",
     "materials[0].density_kg_m3: expected a number above 0 and at most 25000, found '0'"},
    {"new_material_without_density", "format: 1\nmaterials:\n  - @@{name: jelly}\n",
     "materials[0]: 'density_kg_m3' is missing in material"},
    {"friction_of_an_unknown_material",
     "format: 1\nfriction: [{between: [steel, @@sandd], static: 1, dynamic: 1}]\n",
     "friction[0].between[1]: no material 'sandd' (did you mean 'sand'?)"},
    {"friction_of_one_material",
     "format: 1\nfriction: [{@@between: [steel], static: 1, dynamic: 1}]\n",
     "friction[0].between: expected two names of materials"},
    {"sliding_harder_than_sticking",
     "format: 1\nfriction: [{between: [steel, sand], static: 0.5, @@dynamic: 0.6}]\n",
     "friction[0].dynamic: must not be above static"},
    {"mass_of_nothing", bodied("shapes: {@@physics: [!sphere {radius_m: 1}]}"),
     "objects[0].links[0].shapes.physics: the mass follows from the shapes: give each a material"},
    {"geometry_without_shapes",
     bodied("mass_kg: 1, inertia_kg_m2: [1, 1, 1], @@hydrodynamics: geometry"),
     "objects[0].links[0].hydrodynamics: 'geometry' needs physics shapes"},
    {"volume_given_twice",
     bodied("material: steel, hydrodynamics: geometry, @@volume_m3: 1, shapes: {physics: [!sphere "
            "{radius_m: 1}]}"),
     "objects[0].links[0].volume_m3: follows from the physics shapes"},
    {"added_mass_given_twice",
     bodied(
         "material: steel, added_mass_from: ellipsoid, @@added_mass: [1, 1, 1, 1, 1, 1], shapes: "
         "{physics: [!sphere {radius_m: 1}]}"),
     "objects[0].links[0].added_mass: follows from the shapes with added_mass_from: ellipsoid"},
    {"collision_both_given_and_none",
     bodied("material: steel, shapes: {physics: [!sphere {radius_m: 1}], collision: [!sphere "
            "{radius_m: 1}], @@collision_from: none}"),
     "objects[0].links[0].shapes.collision_from: 'none' contradicts the collision shapes given"},
    {"extent_beyond_one", object("extent: @@2"),
     "objects[0].extent: expected a number from 0 to 1, found '2'"},
    {"unknown_object_model", "format: 1\nobjects:\n  - {name: thing, model: @@barel}\n",
     "objects[0].model: no model 'barel' in models/objects (did you mean 'barrel'?)"},
    {"object_of_nothing", "format: 1\nobjects:\n  - @@{name: thing}\n",
     "objects[0].model: give one of model, links and shapes"},
    {"depth_and_seabed", object("pose: {on_seabed: true, @@depth_m: 4}"),
     "objects[0].pose.depth_m: follows from on_seabed: true; give one of the two"},
    {"fixed_and_moving", object("fixed: true, @@velocity: [1, 0, 0, 0, 0, 0]"),
     "objects[0].velocity: a fixed object does not move"},
    {"object_named_as_a_vehicle",
     "format: 1\n" + kModel + kVehicle + "objects: [{@@name: rov, model: barrel}]\n",
     "objects[0].name: 'rov' is also the name of a vehicle"},
    {"mark_named_as_an_object",
     "format: 1\nobjects: [{name: box, model: barrel}]\nmarks: [{@@name: box}]\n",
     "marks[0].name: 'box' is also the name of an object"},
    {"duplicate_object",
     "format: 1\nobjects: [{name: a, model: barrel}, {name: @@a, model: pipe}]\n",
     "objects[1].name: 'a' is used twice"},
    {"fouling_unknown_material", object("fouling: {thickness_m: 0.1, material: @@marine_groth}"),
     "objects[0].fouling.material: no material 'marine_groth' (did you mean 'marine_growth'?)"},
};

// A layer of mud of the given keys on a seabed, with a rov in it.
std::string mud(const std::string& keys) {
  return "format: 1\n" + kModel + kVehicle +
         "environment:\n  seabed: !flat {depth_m: 20}\n  mud:\n    - {" + keys + "}\n";
}

const Broken kMud[] = {
    {"no_name",
     "format: 1\nenvironment:\n  seabed: !flat {depth_m: 20}\n  mud: [@@{yield_pa: 100}]\n",
     "environment.mud[0]: 'name' is missing in mud"},
    {"misspelt", mud("name: pit, @@yeild_pa: 100"),
     "environment.mud[0].yeild_pa: unknown key in mud (did you mean 'yield_pa'?)"},
    {"resists_nothing", mud("name: pit, @@yield_pa: 0"),
     "environment.mud[0].yield_pa: this mud resists nothing"},
    {"strength_twice", mud("name: pit, yield_pa: 10, @@yield_n: 20"),
     "environment.mud[0].yield_n: give the force of a link or the strength yield_pa, not both"},
    {"drag_twice", mud("name: pit, viscosity_pa_s: 10, @@drag_ns_m: 20"),
     "environment.mud[0].drag_ns_m: give the drag of a link or viscosity_pa_s, not both"},
    {"negative_strength", mud("name: pit, yield_pa: @@-3"),
     "environment.mud[0].yield_pa: expected a number from 0 to 1e+06, found '-3'"},
    {"no_thickness", mud("name: pit, yield_pa: 3, thickness_m: @@0"),
     "environment.mud[0].thickness_m: expected a number above 0 and at most 100, found '0'"},
    {"box_turned_round", mud("name: pit, yield_pa: 3, @@box: [5, -5, 0, 1]"),
     "environment.mud[0].box: expected north from < to and east from < to"},
    {"two_areas", mud("name: pit, yield_pa: 3, @@box: [-5, 5, 0, 1], circle: [0, 0, 3]"),
     "environment.mud[0].box: expected one of box, circle and polygon"},
    {"polygon_of_two", mud("name: pit, yield_pa: 3, @@polygon: [[0, 1], [1, 1]]"),
     "environment.mud[0].polygon: expected at least three corners"},
    {"no_such_link", mud("name: pit, yield_pa: 3, links: [@@rov/hul]"),
     "environment.mud[0].links[0]: no vehicle, object or link 'rov/hul' (did you mean "
     "'rov/hull'?)"},
    {"no_such_class", mud("name: pit, yield_pa: 3, seen_by: [@@sonnar]"),
     "environment.mud[0].seen_by[0]: no sensor class 'sonnar' (did you mean 'sonar'?)"},
    {"unseen_yet_seen", mud("name: pit, yield_pa: 3, @@visible: false, seen_by: [sonar]"),
     "environment.mud[0].visible: 'false' contradicts the sensor classes in seen_by"},
    {"explicit_steps",
     "format: 1\nintegrator: rkmk4\nenvironment:\n  seabed: !flat {depth_m: 20}\n  @@mud: "
     "[{name: pit, yield_pa: 3}]\n",
     "environment.mud: mud is too stiff for explicit steps"},
    {"no_seabed", "format: 1\nenvironment:\n  @@mud: [{name: pit, yield_pa: 3}]\n",
     "environment.mud: mud lies on a seabed; give environment.seabed"},
};

std::string case_name(const testing::TestParamInfo<Broken>& info) {
  return info.param.name;
}
// A vehicle that carries one device.
std::string carrying(const std::string& devices) {
  return "format: 1\n" + kModel + "vehicles:\n  - {name: rov, model: cube, sensors: [" + devices +
         "]}\n";
}
const std::string kModem = "!acoustic_modem {name: modem, max_bytes: 8}";
std::string sending(const std::string& event) {
  return carrying(kModem + ", !optical_modem {name: light}") + "events:\n  - " + event + "\n";
}

const Broken kDevices[] = {
    {"band_wider_than_twice_its_centre",
     carrying("!acoustic_modem {name: modem, frequency_hz: 1000, @@bandwidth_hz: 2001}"),
     "vehicles[0].sensors[0].bandwidth_hz: a band cannot be wider than twice its centre frequency"},
    {"negative_rate_of_questions", carrying("!usbl {name: usbl, rate_hz: @@-1}"),
     "vehicles[0].sensors[0].rate_hz: expected a number from 0.0001 to 100, found '-1'"},
    {"no_bits_per_second", carrying("!acoustic_modem {name: modem, bit_rate: @@0}"),
     "vehicles[0].sensors[0].bit_rate: expected a number above 0, found '0'"},
    {"error_rate_without_its_modulation",
     carrying("!acoustic_modem {name: modem, @@bit_error_rate: 0.1}"),
     "vehicles[0].sensors[0].bit_error_rate: needs modulation: given"},
    {"unknown_transponder", carrying("!usbl {name: usbl, transponders: [@@rov/ping]}"),
     "vehicles[0].sensors[0].transponders[0]: no transponder 'rov/ping'"},
    {"too_few_beacons", carrying("@@!lbl {name: lbl}"),
     "vehicles[0].sensors[0].beacons: needs from 3 to 64 transponders, found 0"},
    {"question_outside_the_band",
     carrying("!usbl {name: usbl, @@frequency_hz: 60000, listen_frequency_hz: 25000, transponders: "
              "[rov/t]}, !transponder {name: t}"),
     "vehicles[0].sensors[0].frequency_hz: its questions lie outside the band of rov/t"},
    {"answer_before_the_question_ended",
     carrying("!usbl {name: usbl, transponders: [rov/t]}, !transponder {name: t, @@turnaround_s: "
              "0.001}"),
     "vehicles[0].sensors[1].turnaround_s: must not be shorter than the question of rov/usbl"},
    {"unknown_modem", sending("!send {at_s: 1, @@from: rov/modm, text: x}"),
     "events[0].from: no modem 'rov/modm' (did you mean 'rov/modem'?)"},
    {"sound_to_light", sending("!send {at_s: 1, from: rov/modem, @@to: rov/light, text: x}"),
     "events[0].to: sound and light"},
    {"to_itself", sending("!send {at_s: 1, from: rov/modem, @@to: rov/modem, text: x}"),
     "events[0].to: a modem cannot send to itself"},
    {"packet_too_long", sending("@@!send {at_s: 1, from: rov/modem, text: 123456789}"),
     "events[0]: 9 bytes; rov/modem sends at most max_bytes 8"},
    {"nothing_to_say", sending("@@!send {at_s: 1, from: rov/modem}"),
     "events[0].text: give one of text and hex"},
    {"odd_hexadecimal", sending("!send {at_s: 1, from: rov/modem, @@hex: abc}"),
     "events[0].hex: expected pairs of hexadecimal digits, found 'abc'"},
    {"too_many_pixels", carrying("!camera {name: eye, width_px: 8192, @@height_px: 8192}"),
     "vehicles[0].sensors[0].height_px: more than 32 million pixels"},
    {"too_many_pixels_of_events",
     carrying("!event_camera {name: eye, width_px: 8192, @@height_px: 8192}"),
     "vehicles[0].sensors[0].height_px: more than 32 million pixels"},
    {"too_many_warm_pixels",
     carrying("!thermal_camera {name: eye, width_px: 8192, @@height_px: 8192}"),
     "vehicles[0].sensors[0].height_px: more than 32 million pixels"},
    {"focal_lengths_behind_a_thin_port",
     carrying("!camera {name: eye, @@focal_px: [500, 500], port: !thin {}}"),
     "vehicles[0].sensors[0].focal_px: does not go with port: !thin"},
    {"coefficients_of_a_lens_without",
     carrying("!camera {name: eye, lens: equidistant, @@distortion: [0, 0, 0, 0]}"),
     "vehicles[0].sensors[0].distortion: the lens 'equidistant' has 0 coefficients, found 4"},
    {"counts_of_no_device", carrying(kModem) + "expect:\n  - {@@that: received(rov/modm) > 0}\n",
     "expect[0].that: "},
};

INSTANTIATE_TEST_SUITE_P(Devices, BrokenInput, testing::ValuesIn(kDevices), case_name);
INSTANTIATE_TEST_SUITE_P(Reading, BrokenInput, testing::ValuesIn(kReading), case_name);
INSTANTIATE_TEST_SUITE_P(Syntax, BrokenInput, testing::ValuesIn(kSyntax), case_name);
INSTANTIATE_TEST_SUITE_P(CrossChecks, BrokenInput, testing::ValuesIn(kCrossChecks), case_name);
INSTANTIATE_TEST_SUITE_P(Beams, BrokenInput, testing::ValuesIn(kBeams), case_name);
INSTANTIATE_TEST_SUITE_P(References, BrokenInput, testing::ValuesIn(kReferences), case_name);
INSTANTIATE_TEST_SUITE_P(Objects, BrokenInput, testing::ValuesIn(kObjects), case_name);
INSTANTIATE_TEST_SUITE_P(Mud, BrokenInput, testing::ValuesIn(kMud), case_name);

TEST(BrokenInput, TheSoundScenarioIsSound) {
  EXPECT_EQ(complaints(sound("expect:\n  - {that: speed(rov) < 1}\n")).text(), "");
  EXPECT_EQ(complaints(hull("volume_m3: 0.01")).text(), "");
  EXPECT_EQ(complaints(part("parent: hull, joint: {}")).text(), "");
  EXPECT_EQ(complaints(thruster("{name: a, direction: [1, 0, 0]}")).text(), "");
  EXPECT_EQ(complaints(vehicle("navigation: odo")).text(), "");
  EXPECT_EQ(complaints(mud("name: pit, yield_pa: 3, links: [rov/hull]")).text(), "");
}

TEST(BrokenInput, EveryProblemIsReportedAtOnce) {
  const Problems problems = complaints(R"(format: 1
sed: 1
duration_s: -1
origin: {lat_deg: 100, lon_deg: east}
environment:
  currents:
    - !unifrom {}
    - !uniform {speed_m_s: .nan}
vehicles:
  - {name: a b, model: none}
  - {name: rov}
)");
  ASSERT_EQ(problems.size(), 9u) << problems.text();
  for (const Problem& problem : problems.list())
    EXPECT_GT(problem.location.line, 0) << to_string(problem);
}

TEST(BrokenInput, EveryBrokenReferenceIsReportedAtOnce) {
  const Problems problems =
      complaints(sound("clock: {start: never}\n"
                       "mission:\n  - !hold {vehicle: row}\n  - !hold {vehicle: rov}\n"
                       "events:\n  - !current {at_s: 1, current: drft}\n  - !wrench {at_s: 1, "
                       "vehicle: roof, wrench: [0, 0, 0, 0, 0, 0]}\n"));
  EXPECT_EQ(problems.size(), 5u) << problems.text();
}

// --- Hostile files: refused at once, whatever they would unfold to.

TEST(BrokenInput, DeepNesting) {
  EXPECT_NE(complaints("format: " + std::string(100'000, '[') + std::string(100'000, ']'))
                .text()
                .find("broken.yaml"),
            std::string::npos);
  EXPECT_EQ(complaints("format: " + std::string(100, '[') + std::string(100, ']')).text(),
            "broken.yaml:1:73: the file nests too deep or holds too many values");
}

TEST(BrokenInput, AliasesThatMultiply) {
  std::string text = "a0: &a0 [x, x, x, x, x, x, x, x, x, x]\n";
  for (int i = 1; i < 12; ++i) {
    const std::string before = "*a" + std::to_string(i - 1);
    text += "a" + std::to_string(i) + ": &a" + std::to_string(i) + " [" + before;
    for (int j = 1; j < 10; ++j) text += ", " + before;
    text += "]\n";
  }
  EXPECT_NE(complaints(text).text().find("the file nests too deep or holds too many values"),
            std::string::npos);
}

TEST(BrokenInput, HugeFile) {
  EXPECT_EQ(complaints(std::string((8 << 20) + 1, '#')).text(),
            "broken.yaml: the file is larger than 8 MiB");
}

TEST(BrokenInput, ThousandsOfProblemsAreCutShort) {
  std::string text = "format: 1\n";
  for (int i = 0; i < 20'000; ++i) text += "key" + std::to_string(i) + ": 1\n";
  const Problems problems = complaints(text);
  ASSERT_EQ(problems.size(), 201u);
  EXPECT_EQ(to_string(problems.list().back()),
            "broken.yaml: more than 200 problems; the rest is left out");
}

// --- Tables beside the scenario.

class BrokenTable : public testing::Test {
 protected:
  void SetUp() override {
    folder_ = std::filesystem::temp_directory_path() /
              ("hadal_broken_" +
               std::string(testing::UnitTest::GetInstance()->current_test_info()->name()) +
               std::to_string(::getpid()));
    std::filesystem::create_directories(folder_);
  }
  void TearDown() override { std::filesystem::remove_all(folder_); }

  // The complaints about a scenario whose current reads the file, with the folder cut out.
  std::string refusal(const std::string& kind, const std::string& csv) {
    std::ofstream(folder_ / "table.csv") << csv;
    return without_folder(
        complaints(current("!" + kind + " {file: table.csv}"), {}, (folder_ / "s.yaml").string())
            .text());
  }
  std::string without_folder(std::string text) const {
    const std::string prefix = folder_.string() + "/";
    for (size_t at; (at = text.find(prefix)) != std::string::npos;) text.erase(at, prefix.size());
    return text;
  }
  std::filesystem::path folder_;
};

const char* const kTaken = "s.yaml:4:20: environment.currents[0].file: cannot take this file:\n";

TEST_F(BrokenTable, WordForANumber) {
  EXPECT_EQ(refusal("stratified", "north,east,depth\n0,0,0\n1,fast,5\n"),
            kTaken + std::string("table.csv:3:3: 'fast' is not a number"));
}

TEST_F(BrokenTable, DepthsDoNotRise) {
  EXPECT_EQ(refusal("stratified", "1,0,5\n1,0,4\n"),
            kTaken + std::string("table.csv:2:5: depths must rise from row to row"));
}

TEST_F(BrokenTable, StationThatDoesNotCoverTheRun) {
  EXPECT_EQ(refusal("tide_station",
                    "Date_Time (GMT),Event,Speed (knots)\n2026-03-20 12:00,flood,1\n2026-03-20 "
                    "12:00:30,slack,-\n"),
            "s.yaml:4:7: environment.currents[0]: the table covers 2026-03-20T12:00:00Z to "
            "2026-03-20T12:00:30Z, the run "
            "2026-03-20T12:00:00Z to 2026-03-20T12:01:00Z");
}

TEST_F(BrokenTable, StationWithoutUnit) {
  EXPECT_NE(refusal("tide_station", "Date_Time (GMT),Event,Speed\n2026-01-01 00:00,flood,1\n")
                .find("table.csv:1:23: 'Speed': expected a speed in"),
            std::string::npos);
}

TEST_F(BrokenTable, MissingFile) {
  const std::string text =
      complaints(current("!stratified {file: none.csv}"), {}, (folder_ / "s.yaml").string()).text();
  EXPECT_EQ(without_folder(text), kTaken + std::string("none.csv: cannot be read"));
}

TEST_F(BrokenTable, ProblemsOfAModelFileNameThatFile) {
  std::ofstream(folder_ / "craft.yaml") << "name: craft\nlinks:\n  - {name: hull, mass: 3}\n";
  const std::string text = complaints("format: 1\nvehicles: [{name: a, model: craft.yaml}]\n", {},
                                      (folder_ / "s.yaml").string())
                               .text();
  EXPECT_EQ(without_folder(text),
            "craft.yaml:3:18: vehicle_models[0].links[0].mass: unknown key in link (did you mean "
            "'mass_kg'?)");
}

// --- Settings of the command line.

std::string refused_setting(const std::string& setting) {
  return complaints(sound(""), {setting}).text();
}

TEST(BrokenSetting, NamesTheSetting) {
  EXPECT_EQ(refused_setting("vehicles.row.pose.depth_m=3"),
            "--set vehicles.row.pose.depth_m=3: 'vehicles' has no item named 'row' (did you mean "
            "'rov'?)");
  EXPECT_EQ(refused_setting("vehicles[4].pose.depth_m=3"),
            "--set vehicles[4].pose.depth_m=3: 'vehicles' has only 1 item");
  EXPECT_EQ(refused_setting("vehicles.rov.name.x=3"),
            "--set vehicles.rov.name.x=3: 'vehicles.rov.name' is a plain value");
  EXPECT_EQ(refused_setting("format[0]=3"), "--set format[0]=3: 'format' is not a list");
  EXPECT_EQ(refused_setting("duration_s"), "--set duration_s: expected key.path=value");
  EXPECT_EQ(refused_setting("=3"), "--set =3: expected key.path=value");
  EXPECT_EQ(refused_setting("a..b=3"), "--set a..b=3: expected key.path=value");
  EXPECT_EQ(refused_setting("vehicles[x]=3"), "--set vehicles[x]=3: expected key.path=value");
  EXPECT_EQ(refused_setting("duration=3"),
            "--set duration=3: duration: unknown key in scenario (did you mean 'duration_s'?)");
  EXPECT_EQ(refused_setting("duration_s=-3"),
            "--set duration_s=-3: duration_s: expected a number from 0 to 1e+08, found '-3'");
  EXPECT_EQ(refused_setting("duration_s=[3"),
            "--set duration_s=[3:1:1: not valid YAML: end of sequence flow not found");
}

}  // namespace broken_input_test
}  // namespace hadal
