#include <gtest/gtest.h>

#include <algorithm>
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

// --- Every function against what it must be: a ball that drifts north and spins, a box that lies
// askew at rest, a mark, a level seabed. No drag, neutral, 2 s.

std::vector<Verdict> of_two_bodies(const std::vector<std::string>& conditions) {
  std::string text = R"(
format: 1
step_s: 0.01
duration_s: 2
environment: {gravity_m_s2: 9.81, water: {density_kg_m3: 1000}, seabed: !flat {depth_m: 30}}
vehicle_models:
  - name: ball
    hotel_power_w: 50
    links: [{name: hull, mass_kg: 20, inertia_kg_m2: [1, 1, 1], volume_m3: 0.02}]
    thrusters: [{name: idle, direction: [1, 0, 0], map: !linear {forward: 10, reverse: 10}}]
vehicles:
  - {name: ball, model: ball, velocity: [1, 0, 0, 0, 0, 0], pose: {depth_m: 10}}
  - {name: top, model: ball, velocity: [0, 0, 0, 0, 0, 0.5], pose: {north_m: 50, depth_m: 10}}
  - {name: askew, model: ball, pose: {north_m: 3, east_m: 4, depth_m: 12, heading_deg: 350, pitch_deg: 10, roll_deg: -5}}
marks: [{name: buoy, north_m: 2, east_m: 3, depth_m: 6}]
expect:
)";
  for (const std::string& condition : conditions) text += "  - that: \"" + condition + "\"\n";
  const auto run = testing::make_run(text);
  testing::run_steps(*run, 200);
  return run->simulation().verdicts();
}

TEST(Expectations, EveryFunctionGivesItsValue) {
  const std::vector<std::string> conditions{
      "time == 2",
      "abs(north(ball) - 2) < 1e-9",
      "abs(east(ball)) < 1e-9",
      "abs(depth(ball) - 10) < 1e-9",
      "north(buoy) == 2 and east(buoy) == 3 and depth(buoy) == 6",
      "abs(distance(ball, buoy) - 5) < 1e-9",  // 0, 3, -4
      "abs(distance(ball, askew) - sqrt(1 + 16 + 4)) < 1e-9",
      "abs(altitude(ball) - 20) < 1e-9",
      "abs(seabed_depth(buoy) - 30) < 1e-9",
      "wave_elevation(ball) == 0",
      "contact(ball) == 0 and contact_force(ball) == 0",
      "abs(heading(askew) - 350) < 1e-9",
      "abs(heading_error(askew, 5) - 15) < 1e-9",    // the short way round
      "abs(heading_error(askew, 340) + 10) < 1e-9",
      "abs(pitch(askew) - 10) < 1e-9 and abs(roll(askew) + 5) < 1e-9",
      "abs(surge(ball) - 1) < 1e-9 and abs(speed(ball) - 1) < 1e-9",
      "abs(speed_through_water(ball) - 1) < 1e-9",
      "abs(yaw_rate(top) - 0.5 * 180 / 3.14159265358979) < 1e-9",
      "abs(max_speed(ball) - 1) < 1e-9",
      "abs(travelled(ball) - 2) < 1e-9 and travelled(askew) < 1e-9",
      "abs(energy(ball) - 100) < 1e-6",  // 50 W for 2 s
      "thrust(ball, 0) == 0 and load(ball, 0) == 0 and max_load(ball) == 0",
      "mission_done(ball) == 0 and mission_failed(ball) == 0",
  };
  const std::vector<Verdict> verdicts = of_two_bodies(conditions);
  ASSERT_EQ(verdicts.size(), conditions.size());
  for (size_t i = 0; i < verdicts.size(); ++i)
    EXPECT_EQ(verdicts[i], Verdict::kHeld) << conditions[i];
}

TEST(Expectations, AThrusterThatIsNotThereNeverHolds) {
  for (const Verdict verdict :
       of_two_bodies({"thrust(ball, 1) < 1e9", "load(ball, -1) < 1e9", "thrust(ball, 0.5) < 1e9",
                      "size(ball, 3) < 1e9"}))
    EXPECT_EQ(verdict, Verdict::kFailed);
}

TEST(Expectations, AreRefusedWithTheirPlace) {
  const auto refused = [](const std::string& condition) {
    const Result<LoadedScenario> loaded = load_scenario_text(
        testing::craft_yaml("expect:\n  - that: \"" + condition + "\"\n"), "test.yaml", {});
    const auto created = Simulation::create(loaded.value());
    return created ? "" : created.problems().text();
  };
  const std::string before = testing::craft_yaml("expect:\n");
  const std::string line =
      "test.yaml:" + std::to_string(std::count(before.begin(), before.end(), '\n') + 1) + ":";
  for (const char* condition : {"depth(carft) < 1", "dept(craft) < 1", "depth(craft)", "depth(craft < 1",
                                "reading(craft/presure, 0) < 1", "force(craft, wieght) < 1"}) {
    const std::string text = refused(condition);
    EXPECT_TRUE(text.starts_with(line)) << condition << ": " << text;
    EXPECT_NE(text.find("expect[0].that: "), std::string::npos) << text;
  }
  EXPECT_NE(refused("depth(carft) < 1").find("did you mean 'craft'?"), std::string::npos);
}

}  // namespace expectations_test
}  // namespace hadal::simulation
