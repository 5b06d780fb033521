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
    sim.vehicle("two").command_thrusters(thrust);
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

// docs/api.md shows code that is compiled: every line of it stands in the example or a test.
TEST(Simulator, TheCodeOfItsPageIsCompiled) {
  const auto lines_of = [](const std::string& path) {
    std::ifstream file(test::source_folder() + "/" + path);
    std::vector<std::string> lines;
    for (std::string line; std::getline(file, line);)
      lines.push_back(line.substr(std::min(line.find_first_not_of(' '), line.size())));
    return lines;
  };
  std::vector<std::string> known = lines_of("examples/hold_station.cpp");
  for (const char* path : {"tests/simulator_test.cpp", "tests/api/handles_test.cpp"})
    for (const std::string& line : lines_of(path)) known.push_back(line);
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

// A body 2 kg heavier than the water it displaces falls; patched to 20 kg it hovers. Its neighbours on
// the same scenario do not notice, and a log of a patched run replays.
TEST(SharedScenario, SimulatorsDifferBySeedAndPatches) {
  const SharedScenario scenario = SharedScenario::load_text(
      "format: 1\nenvironment: {water: {density_kg_m3: 1000}}\nvehicle_models:\n"
      "  - {name: ball, links: [{name: hull, mass_kg: 22, inertia_kg_m2: [1, 1, 1], volume_m3: "
      "0.02}], sensors: [!depth {name: depth, noise: {white_std: 0.1}}]}\n"
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

TEST(SharedScenario, AsItsPageShowsIt) {
  const hadal::SharedScenario scenario = hadal::SharedScenario::load("local_search");
  hadal::Simulator one(scenario, {.seed = 1});
  hadal::Simulator heavy(scenario, {.seed = 1, .patches = {{"vehicles.rov.links.hull.mass_kg", 12.5}}});
  one.step();
  heavy.step();
  EXPECT_NE(one.state_hash(), heavy.state_hash());
}

}  // namespace simulator_test
}  // namespace hadal
