#include "kinds/actuators/air_propeller.h"

#include <gtest/gtest.h>

#include <cmath>

#include "kinds/actuators/test_sea.h"
#include "math/arrays.h"
#include "math/rotation.h"
#include "math/units.h"

namespace hadal::inline kinds {
namespace air_propeller_test {

constexpr double kStep = 0.01, kWater = 1025;

AirPropeller propeller() {
  AirPropeller p;
  p.name = "p";
  p.position_m = {0.2, -0.1, -0.05};
  p.diameter_m = 0.25;
  p.thrust_coefficient = 0.11;
  p.torque_coefficient = 0.007;
  p.speed_max_rad_s = 200 * kTurn;
  p.zero_thrust_advance = 0.6;
  p.time_constant_s = 0.05;
  p.prepare({kStep, kWater});
  return p;
}

struct Air {
  TestSea sea{[](double, double) { return 100.0; }};
  extension::ActuatorSurroundings around{sea, {}, -1};
  extension::ActuatorFlow flow;
  Air() { around.X_NB.p = {0, 0, -10}; }
  // The state after a stage at a rotor speed.
  std::array<double, 5> act(const AirPropeller& p, double speed_rad_s, Vec6& tau_B) {
    flow.surroundings = &around;
    std::array<double, 5> state{speed_rad_s, 0, 0, 0, 1}, middle = state;
    const auto action = p.act(flow, {1, 1, kStep}, middle, state);
    tau_B = Eigen::Map<const Vec6>(action.wrench_B.data());
    return state;
  }
};

// T = Ct rho n^2 D^4 with n = 100 1/s: 0.11 x 1.225 x 1e4 x 0.25^4 = 5.263671875 N.
TEST(AirPropeller, GivesThrustAndTorqueOfItsCoefficients) {
  EXPECT_NEAR(propeller().thrust_n(100 * kTurn, 0), 5.263671875, 1e-12);
  EXPECT_NEAR(propeller().torque_nm(100 * kTurn), 0.007 * 1.225 * 1e4 * std::pow(0.25, 5), 1e-15);
}

// Half of it at half the advance ratio J0: Va = 0.3 n D = 7.5 m/s; none beyond J0.
TEST(AirPropeller, LosesThrustWithTheInflow) {
  EXPECT_NEAR(propeller().thrust_n(100 * kTurn, 7.5), 5.263671875 / 2, 1e-12);
  EXPECT_EQ(propeller().thrust_n(100 * kTurn, 20), 0);
  EXPECT_NEAR(propeller().thrust_n(100 * kTurn, -60), 1.5 * 5.263671875, 1e-12);
}

TEST(AirPropeller, PushesAlongItsAxisAndTurnsItsCraftBack) {
  Air air;
  Vec6 tau;
  air.act(propeller(), 100 * kTurn, tau);
  const double T = 5.263671875, Q = propeller().torque_nm(100 * kTurn);
  EXPECT_TRUE(tau.head<3>().isApprox(Vec3(0, 0, -T)));
  // (0.2, -0.1, -0.05) x (0, 0, -T), and the reaction of a right-handed turn about (0, 0, -1).
  EXPECT_TRUE(tau.tail<3>().isApprox(Vec3(0.1 * T, 0.2 * T, Q)));
}

TEST(AirPropeller, FeelsTheWindAndItsOwnMotion) {
  Air air;
  Vec6 tau;
  air.flow.nu_r_B = {0, 0, -7.5, 0, 0, 0};  // climbs through water at rest
  EXPECT_NEAR(air.act(propeller(), 100 * kTurn, tau)[extension::kThrust], 5.263671875 / 2, 1e-12);
}

// The motor follows 1 - exp(-t / tau); the middle of a step is its middle.
TEST(AirPropeller, MotorLagsExactly) {
  const AirPropeller p = propeller();
  std::array<double, 5> state{0, 0, 0, 0, 1}, middle{};
  p.advance({0.5, 1, kStep}, state, middle);
  EXPECT_NEAR(middle[0], 100 * kTurn * (1 - std::exp(-0.1)), 1e-10);
  EXPECT_NEAR(state[0], 100 * kTurn * (1 - std::exp(-0.2)), 1e-10);
}

// Its disc is 0.05 m above the origin of its link; upright, so that f = (1 + e / (0.1 R)) / 2.
TEST(AirPropeller, StallsInTheWater) {
  Air air;
  Vec6 tau;
  air.around.X_NB.p = {0, 0, 1};
  std::array<double, 5> state = air.act(propeller(), 100 * kTurn, tau);
  EXPECT_EQ(tau.norm(), 0);
  std::array<double, 5> middle{};
  for (int i = 0; i < 100; ++i) propeller().advance({1, 1, kStep}, state, middle);
  EXPECT_LT(state[0], 1e-5);
  air.around.X_NB.p = {0, 0, 0.05};
  EXPECT_NEAR(air.act(propeller(), 100 * kTurn, tau)[extension::kThrust], 5.263671875 / 2, 1e-9);
  air.around.X_NB.p = {0, 0, 0.05 - 0.5 * 0.0125};
  EXPECT_NEAR(air.act(propeller(), 100 * kTurn, tau)[extension::kThrust], 0.75 * 5.263671875, 1e-9);
}

TEST(AirPropeller, CommandGivesTheThrustAskedFor) {
  const AirPropeller p = propeller();
  for (const double inflow : {0.0, 3.0, -2.0})
    for (const double thrust : {0.5, 5.0, 15.0}) {
      const double command = p.command_for_thrust(thrust, inflow, kWater);
      EXPECT_NEAR(p.thrust_n(command * p.speed_max_rad_s, inflow), thrust, 1e-10);
    }
  EXPECT_EQ(p.command_for_thrust(-3, 0, kWater), 0);
  EXPECT_EQ(p.command_for_thrust(1e3, 0, kWater), 1);
  const extension::ThrustAbility able = p.thrust_ability(kWater);
  EXPECT_NEAR(able.forward_max_n, 4 * 5.263671875, 1e-11);
  EXPECT_EQ(able.reverse_max_n, 0);
}

}  // namespace air_propeller_test
}  // namespace hadal::kinds
