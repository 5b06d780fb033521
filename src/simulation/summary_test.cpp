#include "simulation/summary.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "simulation/test_craft.h"

namespace hadal::simulation {
namespace summary_test {

using testing::make_run;

// A neutral body without drag that drifts north at 2 m/s for 3 s.
std::string drifter(const std::string& more = "") {
  return R"(
format: 1
seed: 9
step_s: 0.01
duration_s: 3
environment: {gravity_m_s2: 9.81, water: {density_kg_m3: 1000}}
vehicle_models:
  - name: ball
    hotel_power_w: 1200
    links: [{name: hull, mass_kg: 20, inertia_kg_m2: [1, 1, 1], volume_m3: 0.02}]
vehicles: [{name: ball, model: ball, velocity: [2, 0, 0, 0, 0, 0], pose: {depth_m: 10, heading_deg: -90}}]
)" + more;
}

RunSummary summary_of(const std::string& yaml, const RunEnd& end = {}) {
  const auto run = make_run(yaml);
  testing::run_steps(*run, 300);
  return summarize(*run, "a title", end, 1.5);
}

TEST(Summary, TellsWhereAVehicleWentAndWhatItUsed) {
  const RunSummary s = summary_of(drifter());
  EXPECT_EQ(s.exit_code, 0);
  EXPECT_EQ(s.title, "a title");
  EXPECT_EQ(s.seed, 9);
  EXPECT_EQ(s.ticks, 300);
  EXPECT_DOUBLE_EQ(s.simulated_s, 3);
  EXPECT_DOUBLE_EQ(s.real_time_factor, 2);
  ASSERT_EQ(s.vehicles.size(), 1u);
  const VehicleResult& v = s.vehicles[0];
  EXPECT_EQ(v.mission, "none");
  EXPECT_NEAR(v.east_m, -6, 1e-6);
  EXPECT_NEAR(v.travelled_m, 6, 1e-6);
  EXPECT_NEAR(v.top_speed_m_s, 2, 1e-6);
  EXPECT_NEAR(v.heading_deg, 270, 1e-9);
  EXPECT_NEAR(v.energy_wh, 1200.0 * 3 / 3600, 1e-9);
  EXPECT_NEAR(v.hotel_energy_wh, 1200.0 * 3 / 3600, 1e-9);
  EXPECT_NEAR(v.actuator_energy_wh, 0, 1e-9);
  EXPECT_TRUE(v.tracking.empty());
}

TEST(Summary, AFailureOrAFailedExpectationIsExitCodeOne) {
  EXPECT_EQ(summary_of(drifter(), {"step 7 failed"}).exit_code, 1);
  EXPECT_EQ(summary_of(drifter(), {"step 7 failed", true}).exit_code, 3);
  const RunSummary s =
      summary_of(drifter("expect: [{that: depth(ball) > 5}, {that: depth(ball) > 50}]\n"));
  EXPECT_EQ(s.exit_code, 1);
  ASSERT_EQ(s.expectations.size(), 2u);
  EXPECT_TRUE(s.expectations[0].held);
  EXPECT_FALSE(s.expectations[1].held);
  EXPECT_EQ(summary_of(drifter("expect: [{that: depth(ball) > 5}]\n")).exit_code, 0);
}

TEST(Summary, ItsJsonSaysTheSame) {
  const RunSummary s = summary_of(drifter(), {"stopped"});
  const auto j = nlohmann::json::parse(s.json);
  EXPECT_EQ(j["failure"], "stopped");
  EXPECT_EQ(j["exit_code"], 1);
  EXPECT_EQ(j["ticks"], 300);
  EXPECT_EQ(j["vehicles"][0]["name"], "ball");
  EXPECT_EQ(j["vehicles"][0]["travelled_m"].get<double>(), s.vehicles[0].travelled_m);
  EXPECT_EQ(j["state_hash"].get<std::string>().size(), 16u);
}

}  // namespace summary_test
}  // namespace hadal::simulation
