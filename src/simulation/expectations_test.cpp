#include <gtest/gtest.h>

#include <cmath>

#include "scenario/scenario.h"
#include "simulation/simulation.h"
#include "simulation/test_craft.h"

namespace hadal::simulation {
namespace expectations_test {

// A neutral ball that stays at 10 m, with a depth gauge that reads 0.5 m too much and a GPS
// receiver that is under water. Each condition is looked at once, at the end.
std::vector<Simulation::Verdict> verdicts_of(const std::vector<std::string>& conditions) {
  std::string text = R"(
format: 1
duration_s: 1
environment: {gravity_m_s2: 9.81, water: {density_kg_m3: 1000}}
vehicle_models:
  - name: ball
    links:
      - {name: hull, mass_kg: 20, inertia_kg_m2: [1, 1, 1], volume_m3: 0.02}
    sensors:
      - !depth {name: gauge, noise: {bias: 0.5}}
      - !gps {name: gps}
vehicles:
  - {name: ball, model: ball, pose: {depth_m: 10}}
expect:
)";
  for (const std::string& condition : conditions) text += "  - that: \"" + condition + "\"\n";
  const Result<LoadedScenario> loaded = load_scenario_text(text, "test.yaml", {});
  if (!loaded) return {};
  auto created = Simulation::create(loaded.value());
  if (!created) return {};
  Simulation& simulation = *created.value();
  while (!simulation.finished()) simulation.step();
  return simulation.verdicts();
}

using Verdict = Simulation::Verdict;

TEST(Expectations, SensorsGiveTheirReadingsAndTheTruth) {
  const auto verdicts = verdicts_of({"abs(reading(ball/gauge, 0) - 10.5) < 1e-6",
                                     "abs(truth(ball/gauge, 0) - 10) < 1e-6",
                                     "valid(ball/gauge) == 1", "valid(ball/gps) == 0"});
  EXPECT_EQ(verdicts, std::vector<Verdict>(4, Verdict::kHeld));
}

TEST(Expectations, ColumnsASensorDoesNotHaveNeverHold) {
  const auto verdicts =
      verdicts_of({"reading(ball/gauge, 1) < 1e9", "reading(ball/gauge, -1) < 1e9",
                   "reading(ball/gauge, 0.5) < 1e9"});
  EXPECT_EQ(verdicts, std::vector<Verdict>(3, Verdict::kFailed));
}

TEST(Expectations, ForcesOfAWrenchTerm) {
  const auto verdicts =
      verdicts_of({"abs(force(ball, weight) - 20 * 9.81) < 1e-9",
                   "abs(force(ball, buoyancy) - 20 * 9.81) < 1e-9", "force(ball, mud) == 0"});
  EXPECT_EQ(verdicts, std::vector<Verdict>(3, Verdict::kHeld));
  EXPECT_TRUE(verdicts_of({"force(ball, mutt) == 0"}).empty());
}

TEST(Expectations, UnknownSensorIsRefused) {
  EXPECT_TRUE(verdicts_of({"valid(ball/compass) == 1"}).empty());
}

// A body without drag drifts north at 1 m/s: north(ball) is the time.
std::vector<Verdict> verdicts_at(double time_s, const std::string& expect) {
  const auto run = testing::make_run(R"(
format: 1
step_s: 0.01
duration_s: 2
environment: {gravity_m_s2: 9.81, water: {density_kg_m3: 1000}}
vehicle_models:
  - {name: ball, links: [{name: hull, mass_kg: 20, inertia_kg_m2: [1, 1, 1], volume_m3: 0.02}]}
vehicles: [{name: ball, model: ball, velocity: [1, 0, 0, 0, 0, 0], pose: {depth_m: 10}}]
expect: [)" + expect + "]\n");
  testing::run_steps(*run, static_cast<int>(std::lround(100 * time_s)));
  return run->simulation().verdicts();
}

TEST(Expectations, AtTheEndOfTheirSpanAreLookedAtOnce) {
  const char* reached = "{that: north(ball) > 1, until_s: 1.5}";
  EXPECT_EQ(verdicts_at(1.49, reached), std::vector<Verdict>{Verdict::kOpen});
  EXPECT_EQ(verdicts_at(1.5, reached), std::vector<Verdict>{Verdict::kHeld});
  const char* passed = "{that: north(ball) < 1}";  // at the end of the run
  EXPECT_EQ(verdicts_at(1.99, passed), std::vector<Verdict>{Verdict::kOpen});
  EXPECT_EQ(verdicts_at(2, passed), std::vector<Verdict>{Verdict::kFailed});
}

TEST(Expectations, AlwaysFailsForGood) {
  const char* kept = "{that: abs(north(ball) - 1) > 0.1, when: always}";
  EXPECT_EQ(verdicts_at(0.5, kept), std::vector<Verdict>{Verdict::kHeld});
  EXPECT_EQ(verdicts_at(1.0, kept), std::vector<Verdict>{Verdict::kFailed});
  EXPECT_EQ(verdicts_at(2.0, kept), std::vector<Verdict>{Verdict::kFailed});
  EXPECT_EQ(verdicts_at(2.0, "{that: north(ball) > 1, when: always, after_s: 1.1}"),
            std::vector<Verdict>{Verdict::kHeld});
}

TEST(Expectations, OnceHoldsForGood) {
  const char* seen = "{that: abs(north(ball) - 1) < 0.1, when: once}";
  EXPECT_EQ(verdicts_at(0.5, seen), std::vector<Verdict>{Verdict::kFailed});
  EXPECT_EQ(verdicts_at(1.0, seen), std::vector<Verdict>{Verdict::kHeld});
  EXPECT_EQ(verdicts_at(2.0, seen), std::vector<Verdict>{Verdict::kHeld});
  EXPECT_EQ(verdicts_at(2.0, "{that: north(ball) > 1.5, when: once, until_s: 1}"),
            std::vector<Verdict>{Verdict::kFailed});
}

}  // namespace expectations_test
}  // namespace hadal::simulation
