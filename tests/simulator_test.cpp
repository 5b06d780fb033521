// The public API: what a user's own program sees.
#include "hadal/simulator.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdio>
#include <filesystem>

#include "hadal/log.h"
#include "hadal/run.h"
#include "small_world.h"

namespace hadal {
namespace simulator_test {

TEST(Simulator, GoesWhereItIsTold) {
  Simulator sim = Simulator::load_text(test::lively_world());
  sim.go_to("one", 3, -2, 6, 90);
  sim.step(12000);
  const VehicleState v = sim.vehicle("one");
  EXPECT_LT(std::hypot(v.north_m - 3, v.east_m + 2), 0.5);
  EXPECT_NEAR(v.depth_m, 6, 0.3);
  EXPECT_NEAR(v.heading_deg, 90, 6);
  EXPECT_EQ(v.mission, "outside");
}

TEST(Simulator, CurrentIsChangedWhileRunning) {
  Simulator sim = Simulator::load_text(test::drifting_body("") + "");
  EXPECT_THROW(sim.set_current("drift", 0, 0, 0), std::invalid_argument);
  std::string yaml = test::drifting_body("");
  yaml.replace(yaml.find("environment: {"), 14,
               "environment: {currents: [!uniform {name: drift, speed_m_s: 0.2, toward_deg: 0}], ");
  Simulator sea = Simulator::load_text(yaml);
  EXPECT_NEAR(sea.current_at(0, 0, 50)[0], 0.2, 1e-12);
  sea.set_current("drift", -0.5, 0.3, 0);
  EXPECT_NEAR(sea.current_at(0, 0, 50)[0], -0.5, 1e-12);
  EXPECT_NEAR(sea.current_at(0, 0, 50)[1], 0.3, 1e-12);
  sea.step();
  EXPECT_NEAR(sea.vehicle("ball").current_m_s[0], -0.5, 1e-12);
  // The body is carried along: with linear and quadratic drag it tends to the water's velocity.
  sea.step(11000);
  EXPECT_NEAR(sea.vehicle("ball").velocity[0], -0.5, 1e-2);
}

TEST(Simulator, ReadingsCarryTruthAndUnits) {
  Simulator sim = Simulator::load_text(test::lively_world());
  sim.step(100);
  const SensorReading pressure = sim.sensor("one", "pressure");
  ASSERT_EQ(pressure.names[0], "pressure_Pa");
  EXPECT_TRUE(pressure.valid);
  EXPECT_NEAR(pressure.values[0], pressure.truth[0], 500);
  EXPECT_NE(pressure.values[0], pressure.truth[0]);
  EXPECT_LE(pressure.stamp_s, sim.time_s() - 0.07 + 1e-9);  // latency
  EXPECT_FALSE(sim.sensor("one", "gps").valid);             // under water
  EXPECT_THROW(sim.sensor("one", "sonar"), std::invalid_argument);
}

TEST(Simulator, InputsAreRecordedAndReplayed) {
  const std::string path = std::filesystem::temp_directory_path() / "hadal_simulator_test.mcap";
  {
    SimulatorOptions options;
    options.log_path = path;
    Simulator sim = Simulator::load_text(test::lively_world(), options);
    sim.step(200);
    sim.set_current("drift", 0.3, 0, 0);
    const double thrust[] = {0.5, 0.5, -0.5, -0.5, 0.1, 0.1};
    sim.command_thrusters("two", thrust);
    sim.step(200);
    std::vector<double> gains = sim.gains("one");
    gains[0] *= 2;
    sim.set_gains("one", gains);
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
  const auto wrenches = sim.wrenches("ball");
  ASSERT_FALSE(wrenches.empty());
  EXPECT_EQ(wrenches[0].term, "weight");
  EXPECT_NEAR(wrenches[0].wrench[2], 20 * 9.81, 1e-9);
}

TEST(Simulator, BadScenariosThrowEveryProblem) {
  try {
    Simulator::load_text("format: 1\nstep: 3\nseeed: 4\n");
    FAIL();
  } catch (const std::runtime_error& error) {
    EXPECT_NE(std::string(error.what()).find("scenario:2:1: step"), std::string::npos)
        << error.what();
    EXPECT_NE(std::string(error.what()).find("scenario:3:1: seeed"), std::string::npos)
        << error.what();
  }
}

}  // namespace simulator_test
}  // namespace hadal
