// The example of an actuator in examples/extensions/pump_jet, as a kind among the others.
#include <gtest/gtest.h>

#include <cmath>

#include "../../examples/extensions/pump_jet/pump_jet.cpp"
#include "kinds/actuators/list.h"
#include "simulation/test_craft.h"

namespace hadal::simulation {
namespace pump_jet_test {

using pump_jet::PumpJet;

constexpr double kDensity = 1000, kArea = 0.005, kPump = 0.001, kLoss = 0.1, kRecovery = 0.8;

void add_kind() {
  static const bool added = [] {
    static constexpr extension::ActuatorKind kKind = extension::actuator_kind<PumpJet>();
    actuator_list().add(kKind, "");
    return true;
  }();
  ASSERT_TRUE(added);
}

PumpJet jet() {
  PumpJet out;
  out.nozzle_area_m2 = kArea;
  out.pump_m2 = kPump;
  out.nozzle_loss = kLoss;
  out.ram_recovery = kRecovery;
  out.rotor_max_rad_s = 300;
  out.prepare({0.01, kDensity});
  return out;
}

// A heavy hull with the jet off its axis: the vehicle hardly moves.
std::string yaml(const std::string& more = "") {
  return R"(
format: 1
title: test
duration_s: 10
step_s: 0.01
environment: {gravity_m_s2: 9.81, water: {density_kg_m3: 1000}}
vehicle_models:
  - name: boat
    links: [{name: hull, mass_kg: 1.0e+6, inertia_kg_m2: [1.0e+6, 1.0e+6, 1.0e+6], volume_m3: 1000}]
    fins: [{name: rudder, area_m2: 0.02}]
    thrusters: [{name: bow, direction: [0, 1, 0], map: !linear {forward: 40, reverse: 40}}]
    actuators:
      - !pump_jet {name: jet, position_m: [-1, 0.5, 0], nozzle_area_m2: 0.005, pump_m2: 0.001, nozzle_loss: 0.1, rotor_max_rad_s: 300, time_constant_s: 0.2}
vehicles: [{name: boat, model: boat, pose: {depth_m: 20}}]
)" + more;
}

TEST(PumpJet, BollardThrustIsTheClosedForm) {
  // V_j^2 = 2 c n^2 / (1 + zeta), T = rho A V_j^2.
  for (const double n : {50.0, 120.0, 300.0})
    EXPECT_NEAR(jet().thrust_n(n, 0, kDensity), kDensity * kArea * 2 * kPump * n * n / (1 + kLoss),
                1e-9);
}

TEST(PumpJet, ThrustAtSpeedIsTheChangeOfMomentum) {
  constexpr double kRotor = 200, kSpeed = 4;
  const double V = std::sqrt((2 * kPump * kRotor * kRotor + kRecovery * kSpeed * kSpeed) / (1 + kLoss));
  EXPECT_NEAR(jet().thrust_n(kRotor, kSpeed, kDensity), kDensity * kArea * V * (V - kSpeed), 1e-9);
  EXPECT_LT(jet().thrust_n(0, kSpeed, kDensity), 0);  // a stopped pump drags
}

TEST(PumpJet, InverseGivesTheThrustBack) {
  for (const double inflow : {0.0, 2.0})
    for (const double wanted : {5.0, 80.0, 300.0})
      EXPECT_NEAR(jet().thrust_n(jet().command_for_thrust(wanted, inflow, kDensity), inflow,
                                 kDensity),
                  wanted, 1e-9);
  EXPECT_EQ(jet().command_for_thrust(1e9, 0, kDensity), 300);
}

TEST(PumpJet, IsAnActuatorLikeAnyOther) {
  add_kind();
  const auto run = testing::make_run(yaml());
  const World& world = run->world();
  // What gives thrust stands first, then the fin.
  ASSERT_EQ(world.actuators.size(), 3u);
  EXPECT_EQ(world.actuators[0].name, "bow");
  EXPECT_EQ(world.actuators[1].name, "jet");
  EXPECT_EQ(world.vehicles[0].thrusters.count, 2);
  ASSERT_TRUE(run->apply({0, "boat/jet", "command", {150}}).empty());
  EXPECT_NE(run->apply({0, "boat/jet", "command", {301}})
                .text()
                .find("rotor speed: expected 0 to 300 rad/s"),
            std::string::npos);
  testing::run_steps(*run, 20);  // one time constant
  const auto state = state_of(world.actuators[1], run->state());
  EXPECT_NEAR(state[extension::kRotor], 150 * (1 - std::exp(-1.0)), 1e-9);
  const Vec6& thrust = run->state().wrench_L[static_cast<int>(WrenchTerm::kThrust)][0];
  EXPECT_GT(thrust[0], 10);
  EXPECT_EQ(thrust[0], state[extension::kThrust]);
  EXPECT_NEAR(thrust[5], -0.5 * thrust[0], 1e-12);  // starboard of the axis: turns to port
  EXPECT_GT(run->state().actuator_power_w[1], 0);
  ASSERT_TRUE(run->apply({20, "boat/jet", "health", {0.5, 1}}).empty());
  testing::run_steps(*run, 400);
  EXPECT_NEAR(state_of(world.actuators[1], run->state())[extension::kThrust],
              0.5 * jet().thrust_n(150, 0, kDensity), 0.5);
}

TEST(PumpJet, ItsStateIsInTheSnapshot) {
  add_kind();
  const auto run = testing::make_run(
      yaml("events: [!command {at_s: 0.1, vehicle: boat, actuator: jet, command: 200}]\n"));
  testing::run_steps(*run, 50);
  const std::vector<std::byte> snapshot = save_state(run->state());
  const State kept = run->state();
  EXPECT_GT(state_of(run->world().actuators[1], kept)[extension::kRotor], 50);
  testing::run_steps(*run, 50);
  State other = run->state();
  EXPECT_NE(first_difference(other, kept), "");
  ASSERT_TRUE(restore_state(snapshot, other));
  EXPECT_EQ(first_difference(other, kept), "");
}

}  // namespace pump_jet_test
}  // namespace hadal::simulation
