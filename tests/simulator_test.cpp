// The public API: what a user's own program sees.
#include "hadal/simulator.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <filesystem>
#include <fstream>

#include "hadal/log.h"
#include "hadal/run.h"
#include "small_world.h"

namespace hadal {
namespace simulator_test {

TEST(Simulator, GoesWhereItIsTold) {
  Simulator sim = Simulator::load_text(test::lively_world());
  const VehicleHandle one = sim.vehicle("one");
  one.go_to(3, -2, 6, 90);
  sim.step(12000);
  const VehicleState v = one.state();
  EXPECT_LT(std::hypot(v.north_m - 3, v.east_m + 2), 0.5);
  EXPECT_NEAR(v.depth_m, 6, 0.3);
  EXPECT_NEAR(v.heading_deg, 90, 6);
  EXPECT_EQ(one.mission(), "outside");
}

TEST(Simulator, CurrentIsChangedWhileRunning) {
  Simulator sim = Simulator::load_text(test::drifting_body("") + "");
  EXPECT_THROW(sim.current("drift"), Error);
  sim.current("live").set(0, 0.1, 0);  // is there always
  EXPECT_NEAR(sim.current_at(0, 0, 50)[1], 0.1, 1e-12);
  std::string yaml = test::drifting_body("");
  yaml.replace(yaml.find("environment: {"), 14,
               "environment: {currents: [!uniform {name: drift, speed_m_s: 0.2, toward_deg: 0}], ");
  Simulator sea = Simulator::load_text(yaml);
  EXPECT_NEAR(sea.current_at(0, 0, 50)[0], 0.2, 1e-12);
  sea.current("drift").set(-0.5, 0.3, 0);
  EXPECT_NEAR(sea.current_at(0, 0, 50)[0], -0.5, 1e-12);
  EXPECT_NEAR(sea.current_at(0, 0, 50)[1], 0.3, 1e-12);
  sea.step();
  EXPECT_NEAR(sea.vehicle("ball").state().current_m_s[0], -0.5, 1e-12);
  // The body is carried along: with linear and quadratic drag it tends to the water's velocity.
  sea.step(11000);
  EXPECT_NEAR(sea.vehicle("ball").state().velocity[0], -0.5, 1e-2);
}

TEST(Simulator, ReadingsCarryTruthAndUnits) {
  Simulator sim = Simulator::load_text(test::lively_world());
  sim.step(100);
  const VehicleHandle one = sim.vehicle("one");
  const SensorHandle pressure = one.sensor("pressure");
  ASSERT_EQ(pressure.column_name(0), "pressure_Pa");
  EXPECT_EQ(pressure.kind(), "pressure");
  EXPECT_EQ(static_cast<int>(pressure.values().size()), pressure.size());
  EXPECT_TRUE(pressure.valid());
  EXPECT_NEAR(pressure.values()[0], pressure.truth()[0], 500);
  EXPECT_NE(pressure.values()[0], pressure.truth()[0]);
  EXPECT_LE(pressure.stamp_s(), sim.time_s() - 0.07 + 1e-9);  // latency
  EXPECT_FALSE(one.sensor("gps").valid());                    // under water
  EXPECT_THROW(one.sensor("sonar"), Error);
  EXPECT_THROW(pressure.column_name(7), Error);
}

TEST(Simulator, InputsAreRecordedAndReplayed) {
  const std::string path = std::filesystem::temp_directory_path() / "hadal_simulator_test.mcap";
  {
    SimulatorOptions options;
    options.log_path = path;
    Simulator sim = Simulator::load_text(test::lively_world(), options);
    sim.step(200);
    sim.current("drift").set(0.3, 0, 0);
    const double thrust[] = {0.5, 0.5, -0.5, -0.5, 0.1, 0.1};
    sim.vehicle("two").command(ActuatorType::kThruster, thrust);
    sim.step(200);
    const VehicleHandle one = sim.vehicle("one");
    std::vector<double> gains(one.gains().begin(), one.gains().end());
    gains[0] *= 2;
    one.set_gains(gains);
    sim.step(400);
    EXPECT_FALSE(sim.restore(sim.snapshot()));  // a log does not go back in time
  }
  const ReplayResult result = replay_log(path, 4);
  EXPECT_EQ(result.exit_code, 0) << result.message;
  EXPECT_EQ(result.compared, 801);
  std::remove(path.c_str());
}

TEST(Simulator, ObjectsAreLoggedWithoutWhatOnlyVehiclesHave) {
  const std::string path = std::filesystem::temp_directory_path() / "hadal_object_topics.mcap";
  {
    SimulatorOptions options;
    options.log_path = path;
    Simulator sim = Simulator::load_text(
        test::drifting_body(
            "objects: [{name: box, pose: {depth_m: 20}, links: [{name: hull, mass_kg: 5, "
            "inertia_kg_m2: [1, 1, 1], volume_m3: 0.004}]}]\n"),
        options);
    sim.step(10);
  }
  const std::string info = log_info(path, false).text;
  for (const char* topic : {"/ground_truth ", "/water ", "/hull/wrenches "})
    EXPECT_NE(info.find(std::string("/box") + topic), std::string::npos) << topic << info;
  for (const char* topic : {"/thrusters ", "/set_point ", "/actuators "}) {
    EXPECT_NE(info.find(std::string("/ball") + topic), std::string::npos) << topic << info;
    EXPECT_EQ(info.find(std::string("/box") + topic), std::string::npos) << topic << info;
  }
  std::remove(path.c_str());
}

TEST(Simulator, WrenchesAreNamed) {
  Simulator sim = Simulator::load_text(test::drifting_body(""));
  sim.step();
  const LinkHandle hull = sim.vehicle("ball").hull();
  ASSERT_EQ(wrench_terms()[0], "weight");
  EXPECT_NEAR(hull.wrench(0)[2], 20 * 9.81, 1e-9);
  EXPECT_THROW(hull.wrench(99), Error);
}

// docs/api.md shows code that is compiled: every line of it stands in the example or in this file.
TEST(Simulator, TheCodeOfItsPageIsCompiled) {
  const auto lines_of = [](const std::string& path) {
    std::ifstream file(test::source_folder() + "/" + path);
    std::vector<std::string> lines;
    for (std::string line; std::getline(file, line);)
      lines.push_back(line.substr(std::min(line.find_first_not_of(' '), line.size())));
    return lines;
  };
  std::vector<std::string> known = lines_of("examples/hold_station.cpp");
  for (const std::string& line : lines_of("tests/simulator_test.cpp")) known.push_back(line);
  bool code = false;
  int checked = 0;
  for (const std::string& line : lines_of("docs/api.md")) {
    if (line.starts_with("```")) {
      code = line == "```cpp";
    } else if (code) {
      EXPECT_NE(std::find(known.begin(), known.end(), line), known.end()) << line;
      ++checked;
    }
  }
  EXPECT_GT(checked, 25);
}

TEST(Simulator, BadScenariosThrowEveryProblemInItsPlace) {
  std::string text;
  try {
    hadal::Simulator::load_text("format: 1\nstep: 3\nseeed: 4\n");
  } catch (const hadal::Error& error) {
    for (const hadal::Error::Problem& problem : error.problems())
      text += std::to_string(problem.line) + ": " + problem.key + ": " + problem.message + "\n";
  }
  EXPECT_EQ(text.find("2: step: "), 0u) << text;
  EXPECT_NE(text.find("\n3: seeed: "), std::string::npos) << text;
}

TEST(Simulator, BadScenariosThrowEveryProblem) {
  try {
    Simulator::load_text("format: 1\nstep: 3\nseeed: 4\n");
    FAIL();
  } catch (const Error& error) {
    ASSERT_EQ(error.problems().size(), 2u);
    EXPECT_EQ(error.problems()[0].file, "scenario");
    EXPECT_EQ(error.problems()[0].line, 2);
    EXPECT_EQ(error.problems()[0].column, 1);
    EXPECT_EQ(error.problems()[0].key, "step");
    EXPECT_NE(std::string(error.what()).find("scenario:2:1: step"), std::string::npos)
        << error.what();
    EXPECT_NE(std::string(error.what()).find("scenario:3:1: seeed"), std::string::npos)
        << error.what();
  }
}

TEST(Simulator, LoadsShippedScenariosByName) {
  SimulatorOptions options;
  options.duration_s = 0.1;
  options.seed = 77;
  Simulator sim = Simulator::load("current_live", options);
  while (!sim.finished()) sim.step();
  EXPECT_DOUBLE_EQ(sim.time_s(), 0.1);
  EXPECT_THROW(Simulator::load("no_such_scenario"), Error);
}

// As a new one with that seed, bit for bit; the seed of the scenario stays the layout's.
TEST(Simulator, ResetsToAnotherSeed) {
  SimulatorOptions options;
  options.seed = 21;
  Simulator fresh = Simulator::load_text(test::lively_world(), options);
  EXPECT_EQ(fresh.seed(), 21u);
  fresh.step(300);
  Simulator sim = Simulator::load_text(test::lively_world());
  EXPECT_EQ(sim.seed(), 11u);
  const SensorHandle imu = sim.vehicle("one").sensor("imu");
  sim.step(200);
  EXPECT_NE(imu.stamp_s(), -1);
  sim.reset(21);
  EXPECT_EQ(sim.tick(), 0);
  EXPECT_EQ(sim.seed(), 21u);
  sim.step(300);
  EXPECT_EQ(sim.state_hash(), fresh.state_hash());
}

TEST(Simulator, ARunWithALogDoesNotGoBack) {
  SimulatorOptions options;
  options.log_path = std::filesystem::temp_directory_path() / "hadal_reset_test.mcap";
  Simulator sim = Simulator::load_text(test::drifting_body(""), options);
  EXPECT_THROW(sim.reset(3), Error);
  std::remove(options.log_path.c_str());
}

// Everything of a craft with an arm and every kind of actuator.
std::string craft() {
  return R"(
format: 1
environment: {gravity_m_s2: 9.81, water: {density_kg_m3: 1000}, seabed: !flat {depth_m: 12}}
vehicle_models:
  - name: craft
    links:
      - {name: hull, mass_kg: 20, inertia_kg_m2: [1, 2, 2], volume_m3: 0.02, added_mass: [10, 10, 10, 1, 1, 1],
         damping: {linear: [20, 30, 30, 5, 5, 5]}}
      - {name: arm, parent: hull, mass_kg: 1, inertia_kg_m2: [0.1, 0.1, 0.1], volume_m3: 0.001,
         joint: {kind: hinge, position_m: [0.5, 0, 0], axis: [0, 0, 1], damping: 0.5, effort_limit: 5, lower: -1, upper: 2}}
    thrusters:
      - {name: port, position_m: [0, -0.3, 0], direction: [1, 0, 0], map: !linear {forward: 40, reverse: 40}}
      - {name: starboard, position_m: [0, 0.3, 0], direction: [1, 0, 0], map: !linear {forward: 40, reverse: 40}}
    fins: [{name: rudder, position_m: [-0.5, 0, 0], axis: [0, 0, 1], area_m2: 0.02}]
    ballasts: [{name: tank, kind: tank, max: 4, rate_up: 1, rate_down: 1, start: 1}]
    moving_masses: [{name: shifter, mass_kg: 2, offset_min_m: -0.1, offset_max_m: 0.1}]
    lamps: [!spot {name: lamp}]
    sensors:
      - !camera {name: cam, rate_hz: 10, width_px: 24, height_px: 16, rpy_deg: [0, -60, 0]}
      - !forward_looking_sonar {name: fls, rate_hz: 5, max_range_m: 10}
vehicles: [{name: craft, model: craft, pose: {depth_m: 9}}]
objects:
  - {name: stone, pose: {north_m: 3, depth_m: 11.5}, links: [{name: hull, mass_kg: 100, shapes: {physics: [!box {size_m: [0.4, 0.4, 0.4]}]}}]}
expect:
  - {that: depth(craft) > 100, when: always}
  - {that: depth(craft) < 100, when: once}
)";
}

TEST(Handles, ActuatorsAreListedReadAndCommanded) {
  Simulator sim = Simulator::load_text(craft());
  const VehicleHandle vehicle = sim.vehicle("craft");
  std::vector<std::string> names;
  for (const ActuatorHandle& actuator : vehicle.actuators()) names.push_back(actuator.name());
  EXPECT_EQ(names,
            (std::vector<std::string>{"port", "starboard", "rudder", "tank", "shifter", "arm"}));
  const ActuatorHandle starboard = vehicle.actuator("starboard"),
                       rudder = vehicle.actuator("rudder"), tank = vehicle.actuator("tank"),
                       shifter = vehicle.actuator("shifter"), arm = vehicle.actuator("arm");
  starboard.set_command(0.25);
  rudder.set_command(0.1);
  tank.set_command(1.5);
  shifter.set_command(-0.02);
  arm.set_command(0.3);
  EXPECT_EQ(vehicle.actuator("port").command(), 0);  // the others keep theirs
  sim.step(200);
  EXPECT_EQ(starboard.command(), 0.25);
  EXPECT_DOUBLE_EQ(starboard.value(), 10);
  EXPECT_DOUBLE_EQ(vehicle.thrust_n()[1], 10);
  EXPECT_DOUBLE_EQ(rudder.value(), 0.1);
  EXPECT_DOUBLE_EQ(tank.value(), 1.5);
  EXPECT_DOUBLE_EQ(shifter.value(), -0.02);
  const JointHandle joint = vehicle.joint("arm");
  EXPECT_EQ(arm.value(), joint.position());
  EXPECT_EQ(joint.effort(), 0.3);
  EXPECT_GT(joint.velocity(), 0);
  EXPECT_EQ((*joint.range())[1], 2);
  EXPECT_THROW(vehicle.actuator("wing"), Error);
  EXPECT_THROW(rudder.set_command(10), Error);
  EXPECT_EQ(rudder.command(), 0.1);
}

TEST(Handles, LinksHavePosesVelocitiesAndWrenches) {
  Simulator sim = Simulator::load_text(craft());
  const VehicleHandle vehicle = sim.vehicle("craft");
  ASSERT_EQ(vehicle.links().size(), 2u);
  const LinkHandle hull = vehicle.hull(), arm = vehicle.link("arm");
  EXPECT_EQ(arm.path(), "craft/arm");
  EXPECT_NEAR(arm.position_m()[0] - hull.position_m()[0], 0.5, 1e-12);
  EXPECT_EQ(arm.attitude(), (std::array<double, 4>{1, 0, 0, 0}));
  const double push[] = {0, 2, 0, 0, 0, 0};
  arm.add_external_wrench(push);
  arm.add_external_wrench(push);
  EXPECT_EQ(arm.external_wrench()[1], 4);
  sim.step();
  const auto terms = wrench_terms();
  const auto external = std::find(terms.begin(), terms.end(), "external") - terms.begin();
  ASSERT_LT(external, static_cast<long>(terms.size()));
  EXPECT_EQ(arm.wrench(static_cast<int>(external))[1], 4);
  EXPECT_GT(arm.velocity()[1], 0);
  EXPECT_GT(arm.acceleration_m_s2()[1], 0);
  const double huge[] = {1e39, 0, 0, 0, 0, 0};
  EXPECT_THROW(vehicle.set_external_wrench(huge), Error);
}

TEST(Handles, FramesAreViewsThatCanBeKept) {
  Simulator sim = Simulator::load_text(craft());
  const VehicleHandle vehicle = sim.vehicle("craft");
  ASSERT_EQ(vehicle.frame_sensors().size(), 2u);
  const FrameSensorHandle camera = vehicle.frame_sensor("cam"), sonar = vehicle.frame_sensor("fls");
  EXPECT_EQ(camera.kind(), "camera");
  EXPECT_EQ(camera.frame().stamp_s(), -1);
  while (camera.frame().number() < 0) sim.step();
  const hadal::FrameView first = camera.frame().keep();
  const hadal::PlaneView image = first.plane("image");
  EXPECT_EQ(image.rows, 16);
  EXPECT_EQ(image.columns, 24);
  EXPECT_EQ(image.channels, 3);
  ASSERT_EQ(image.bytes().size(), 16u * 24 * 3);
  const std::vector<uint8_t> before(image.bytes().begin(), image.bytes().end());
  EXPECT_GT(*std::max_element(before.begin(), before.end()), 0);
  EXPECT_EQ(first.calibration()->width_px, 24);
  EXPECT_NEAR(first.position_m()[2], 9, 0.01);
  EXPECT_THROW(image.floats(), Error);
  EXPECT_THROW(first.plane("smell"), Error);
  vehicle.teleport(50, 0, 3, 180);
  while (camera.frame().number() < 3 || sonar.frame().number() < 0) sim.step();
  EXPECT_EQ(first.number(), 0);
  EXPECT_TRUE(std::equal(before.begin(), before.end(), image.bytes().begin()));
  const auto now = camera.frame().plane("image").bytes();
  EXPECT_FALSE(std::equal(before.begin(), before.end(), now.begin()));
  const FrameView echo = sonar.frame();
  const PlaneView level = echo.plane("level_db");
  EXPECT_EQ(level.rows, static_cast<int>(echo.bearings_rad().size()));
  EXPECT_EQ(level.columns, static_cast<int>(echo.ranges_m().size()));
  EXPECT_EQ(level.floats().size(), static_cast<size_t>(level.rows) * level.columns);
  EXPECT_FALSE(echo.calibration());
}

// A body 2 kg heavier than the water it displaces falls; patched to 20 kg it hovers. Its neighbours on
// the same scenario do not notice, and a log of a patched run replays.
TEST(SharedScenario, SimulatorsDifferBySeedAndPatches) {
  const SharedScenario scenario = SharedScenario::load_text(
      "format: 1\nenvironment: {water: {density_kg_m3: 1000}}\nvehicle_models:\n"
      "  - {name: ball, links: [{name: hull, mass_kg: 22, inertia_kg_m2: [1, 1, 1], volume_m3: "
      "0.02}], sensors: [!depth {name: depth, depth: {white_std: 0.1}}]}\n"
      "vehicles: [{name: ball, model: ball, pose: {depth_m: 30}}]\n");
  SimulatorOptions options;
  options.log_path = testing::TempDir() + "patched.mcap";
  options.patches = {{"vehicles.ball.links.hull.mass_kg", 20}, {"vehicles.ball.pose.depth_m", 12}};
  {
    Simulator hovers(scenario, options);
    Simulator falls(scenario), again(scenario), other(scenario, {.seed = 77});
    for (Simulator* sim : {&hovers, &falls, &again, &other}) sim->step(400);
    EXPECT_NEAR(hovers.vehicle("ball").state().depth_m, 12, 0.01);
    EXPECT_GT(falls.vehicle("ball").state().depth_m, 31);
    EXPECT_EQ(falls.state_hash(), again.state_hash());
    EXPECT_EQ(other.seed(), 77u);
    EXPECT_NE(other.vehicle("ball").sensor("depth").values()[0],
              falls.vehicle("ball").sensor("depth").values()[0]);
    falls.reset(77);
    falls.step(400);
    EXPECT_EQ(falls.state_hash(), other.state_hash());
  }
  const ReplayResult replayed = replay_log(options.log_path, 1);
  EXPECT_EQ(replayed.exit_code, 0) << replayed.message;
  EXPECT_EQ(replayed.compared, 401);
  options.log_path.clear();
  options.patches = {{"vehicles.ball.links.hull.colour", 1}};
  try {
    Simulator refused(scenario, options);
    FAIL() << "a patch of something that is no number";
  } catch (const Error& error) {
    EXPECT_EQ(error.problems()[0].key, "vehicles.ball.links.hull.colour");
  }
}

// The stone falls 0.3 m and rests: its weight in water stands on the ground.
TEST(Handles, ContactsAndExpectations) {
  Simulator sim = Simulator::load_text(craft());
  ASSERT_EQ(sim.expectation_count(), 2);
  EXPECT_EQ(sim.expectation(0).verdict, ExpectationVerdict::kOpen);
  EXPECT_EQ(sim.contact_count(), 0);
  sim.step(2000);
  EXPECT_EQ(sim.expectation(0).text, "depth(craft) > 100");
  EXPECT_EQ(sim.expectation(0).verdict, ExpectationVerdict::kFailed);
  EXPECT_EQ(sim.expectation(1).verdict, ExpectationVerdict::kHeld);
  ASSERT_GT(sim.contact_count(), 0);
  double up_n = 0;
  for (int i = 0; i < sim.contact_count(); ++i) {
    const Contact contact = sim.contact(i);
    EXPECT_EQ(contact.a.path(), "stone/hull");
    EXPECT_FALSE(contact.b);
    EXPECT_NEAR(contact.position_m[2], 12, 0.01);
    up_n -= contact.force_n[2];
  }
  EXPECT_NEAR(up_n, (100 - 64) * 9.81, 0.1);
  EXPECT_THROW(sim.contact(1000), Error);
  EXPECT_THROW(sim.expectation(2), Error);
}

TEST(Handles, StayValidWhenTheSimulatorMoves) {
  Simulator sim = Simulator::load_text(craft());
  const VehicleHandle vehicle = sim.vehicle("craft");
  const LampHandle lamp = vehicle.lamp("lamp");
  Simulator moved = std::move(sim);
  moved.step(10);
  EXPECT_NEAR(vehicle.state().depth_m, 9, 0.01);
  lamp.set_level(0.5);
  EXPECT_EQ(lamp.level(), 0.5);
  EXPECT_THROW(lamp.set_level(1.5), Error);
}

}  // namespace simulator_test
}  // namespace hadal
