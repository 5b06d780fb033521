// The stages together, against closed forms.
#include <gtest/gtest.h>

#include <cmath>

#include "math/rotation.h"
#include "math/units.h"
#include "small_world.h"

namespace hadal {
namespace physics_test {

constexpr int kHull = 0;

double terminal_speed(double force, double linear, double quadratic) {
  return (-linear + std::sqrt(linear * linear + 4 * quadratic * force)) / (2 * quadratic);
}

TEST(Physics, PushedBodyReachesTerminalSpeed) {
  const auto s =
      test::simulate(test::drifting_body("duration_s: 60\nevents:\n  - !wrench {at_s: 0, vehicle: "
                                         "ball, wrench: [40, 0, 0, 0, 0, 0]}\n"));
  test::run_steps(*s, 12000);
  EXPECT_NEAR(s->state().nu_L[kHull][0], terminal_speed(40, 5, 40), 1e-6);
}

TEST(Physics, CurrentCarriesAFreeBodyToItsOwnSpeed) {
  std::string yaml = test::drifting_body("duration_s: 120\n");
  yaml.replace(yaml.find("environment: {"), 14,
               "environment: {currents: [!uniform {speed_m_s: 0.5, toward_deg: 30}], ");
  const auto s = test::simulate(yaml);
  test::run_steps(*s, 24000);
  const Vec3 v_N = s->state().q_NL[kHull] * Vec3(s->state().nu_L[kHull].head<3>());
  EXPECT_NEAR(v_N.x(), 0.5 * std::cos(30 * kDegree), 1e-4);
  EXPECT_NEAR(v_N.y(), 0.5 * std::sin(30 * kDegree), 1e-4);
}

// The same push in still water and in a current gives the same motion relative to the water.
TEST(Physics, GalileanInvariance) {
  const std::string push =
      "duration_s: 20\nevents:\n  - !wrench {at_s: 0, vehicle: ball, wrench: [20, 5, -3, 0.5, 0.2, "
      "1]}\n";
  std::string still = test::drifting_body(push), moving = test::drifting_body(push);
  moving.replace(moving.find("environment: {"), 14,
                 "environment: {currents: [!uniform {speed_m_s: 0.4, toward_deg: 90}], ");
  moving.replace(moving.find("pose: {depth_m: 50}"), 19,
                 "pose: {depth_m: 50}, velocity: [0, 0.4, 0, 0, 0, 0]");
  const auto a = test::simulate(still), b = test::simulate(moving);
  test::run_steps(*a, 4000);
  test::run_steps(*b, 4000);
  const Vec3 drift(0, 0.4 * 20, 0);
  EXPECT_LT((b->state().p_NL_N[kHull] - drift - a->state().p_NL_N[kHull]).norm(), 1e-9);
  EXPECT_LT(b->state().q_NL[kHull].angularDistance(a->state().q_NL[kHull]), 1e-9);
}

// Wrench columns add up to the motion: mass times acceleration is their sum for a body that only
// translates.
TEST(Physics, WrenchColumnsExplainTheMotion) {
  const auto s =
      test::simulate(test::drifting_body("duration_s: 10\nevents:\n  - !wrench {at_s: 0, vehicle: "
                                         "ball, wrench: [40, 0, 0, 0, 0, 0]}\n"));
  test::run_steps(*s, 50);
  const double before = s->state().nu_L[kHull][0];
  test::run_steps(*s, 1);
  double force = 0;
  for (int term = 0; term < kWrenchTerms; ++term) force += s->state().wrench_L[term][kHull][0];
  const double acceleration = (s->state().nu_L[kHull][0] - before) / 0.005;
  EXPECT_NEAR(force, 30 * acceleration, 1e-3 * force);
  EXPECT_NEAR(s->state().wrench_L[static_cast<int>(WrenchTerm::kWeight)][kHull][2], 20 * 9.81,
              1e-9);
  EXPECT_NEAR(s->state().wrench_L[static_cast<int>(WrenchTerm::kBuoyancy)][kHull][2], -20 * 9.81,
              1e-9);
}

TEST(Physics, EventsActAtTheirTickAndEnd) {
  const auto s =
      test::simulate(test::drifting_body("duration_s: 10\nevents:\n  - !wrench {at_s: 1, vehicle: "
                                         "ball, wrench: [40, 0, 0, 0, 0, 0], duration_s: 2}\n"));
  const auto external = [&] {
    return s->state().wrench_L[static_cast<int>(WrenchTerm::kExternal)][kHull][0];
  };
  test::run_steps(*s, 200);
  EXPECT_EQ(external(), 0);
  test::run_steps(*s, 1);
  EXPECT_EQ(external(), 40);
  test::run_steps(*s, 399);
  EXPECT_EQ(external(), 40);
  test::run_steps(*s, 1);
  EXPECT_EQ(external(), 0);
}

TEST(Physics, KinematicVehicleMovesExactlyAsCommanded) {
  std::string yaml = test::drifting_body(
      "duration_s: 10\nmission:\n  - !velocity {vehicle: ball, velocity: [0.5, 0, 0, 0, 0, 0.1], "
      "duration_s: 10}\n");
  yaml.replace(yaml.find("model: ball, pose"), 17, "model: ball, kinematic: true, pose");
  const auto s = test::simulate(yaml);
  test::run_steps(*s, 2000);
  // A circle of radius 5 m through 1 rad.
  EXPECT_NEAR(s->state().p_NL_N[kHull].x(), 5 * std::sin(1.0), 1e-3);
  EXPECT_NEAR(s->state().p_NL_N[kHull].y(), 5 * (1 - std::cos(1.0)), 1e-3);
  EXPECT_NEAR(euler_from(s->state().q_NL[kHull]).yaw, 1.0, 1e-9);
}

TEST(Physics, NonFiniteInputIsRefusedAndLeavesTheStateAlone) {
  const auto s = test::simulate(test::drifting_body("duration_s: 1\n"));
  const uint64_t before = state_hash(s->state());
  EXPECT_FALSE(s->apply({0, "ball", "wrench", {NAN, 0, 0, 0, 0, 0}}).empty());
  EXPECT_FALSE(s->apply({0, "ball", "wrench", {1, 2}}).empty());
  EXPECT_FALSE(s->apply({0, "bal", "wrench", {0, 0, 0, 0, 0, 0}}).empty());
  EXPECT_EQ(state_hash(s->state()), before);
}

TEST(Physics, RefusedCommandLeavesTheControllerInCharge) {
  const auto s = test::simulate(test::lively_world());
  test::run_steps(*s, 100);
  const uint64_t before = state_hash(s->state());
  EXPECT_FALSE(s->apply({100, "one", "thrusters", {1, 2}}).empty());
  EXPECT_EQ(state_hash(s->state()), before);
}

TEST(Physics, AStepThatBlowsUpSaysWhichBody) {
  // A speck that tumbles faster and faster: its gyroscopic moments grow with the square of its
  // rate.
  const auto s = test::simulate(R"(
format: 1
duration_s: 1
vehicle_models:
  - name: ball
    links: [{name: hull, mass_kg: 1e-6, inertia_kg_m2: [2e-9, 3e-9, 4e-9], volume_m3: 1e-9}]
vehicles: [{name: ball, model: ball, pose: {depth_m: 5}}]
)");
  ASSERT_TRUE(s->apply({0, "ball", "wrench", {0, 0, 0, 1e7, 1e7, 1e7}}).empty());
  simulation::StepReport report;
  for (int i = 0; i < 50 && report.ok; ++i) report = s->step();
  EXPECT_FALSE(report.ok);
  EXPECT_NE(report.message.find("ball/hull"), std::string::npos) << report.message;
}

// A box that is let go in the air falls, and bobs where it meets the water; in steps of 1 s it is
// thrown away.
TEST(Physics, ADivergedRunStopsAndSaysWhatToDo) {
  const auto s = test::simulate(R"(
format: 1
step_s: 1
duration_s: 1000
materials: [{name: cork, density_kg_m3: 250}]
objects:
  - name: box
    links:
      - name: body
        material: cork
        shapes: {physics: [!box {size_m: [1, 0.8, 0.4]}]}
        hydrodynamics: geometry
        surface_drag: {quadratic: [1, 1, 1], linear: [0.5, 0.5, 0.5]}
    pose: {depth_m: -2, roll_deg: 20}
)");
  simulation::StepReport report;
  while (report.ok && !s->finished()) report = s->step();
  ASSERT_FALSE(report.ok);
  EXPECT_TRUE(report.diverged);
  for (const char* part : {"box/", " is beyond 1e+0", "; the largest force on it is ",
                           "likely cause: step_s of 1 s is too long for 'box'", " s: "})
    EXPECT_NE(report.message.find(part), std::string::npos) << part << ": " << report.message;
  EXPECT_LT(s->state().p_NL_N[kHull].norm(), 4e6);
  EXPECT_LT(s->state().nu_L[kHull].norm(), 3e3);
}

TEST(Mission, DeadThrusterIsTakenOverAndTheMissionGoesOn) {
  const auto s = test::simulate(test::lively_world());
  test::run_steps(*s, 8000);
  EXPECT_EQ(s->state().actuator_health[0], 0);
  EXPECT_EQ(value_of(s->world().actuators[0], s->state()), 0);
  EXPECT_GE(s->state().mission_step[0], 1);  // the waypoints are done, it holds
  EXPECT_LT((s->state().p_NL_N[0] - Vec3(5, 5, 7)).norm(), 1.0);
}

}  // namespace physics_test
}  // namespace hadal
