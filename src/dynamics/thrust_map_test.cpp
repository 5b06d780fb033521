#include "dynamics/thrust_map.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>
#include <vector>

namespace hadal::dynamics {
namespace thrust_map_test {

constexpr double kDensity = 1026, kTurn = 2 * std::numbers::pi;

double thrust(const ThrustMap& map, double argument, double inflow = 0) {
  return thrust_of(map, argument, inflow, kDensity).thrust_N;
}

ThrustMap quadratic() {
  return {.model = ThrustModel::quadratic, .forward = 0.01108, .reverse = 0.006445};
}
ThrustMap dead_band() {
  return {.model = ThrustModel::dead_band,
          .forward = 2e-4,
          .reverse = 1e-4,
          .dead_band_forward = 50,
          .dead_band_reverse = -80};
}
// BlueROV2 Heavy thruster over the normalised input (von Benzon et al. 2022).
ThrustMap von_benzon() {
  return {.model = ThrustModel::polynomial,
          .polynomial = {0, 8.9, 0, 176.0, 0, -404.1, 0, 389.9, 0, -140.3}};
}
// REMUS 100 propeller after Fossen: KT and KQ linear in J.
ThrustMap remus_propeller() {
  ThrustMap map{.model = ThrustModel::propeller};
  map.diameter_m = 0.14;
  map.kt = {0.4566, (0.1798 - 0.4566) / 0.6632};
  map.kq = {0.0700, (0.0312 - 0.0700) / 0.6632};
  map.wake_fraction = 1 - 0.944;
  map.thrust_deduction = 0.1;
  return map;
}
// Five points of the Blue Robotics T200 at 16 V, with its dead zone.
ThrustMap t200() {
  ThrustMap map{.model = ThrustModel::table};
  map.table = LinearTable({1100, 1260, 1472, 1528, 1740, 1900},
                          {-39.9130655, -19.024901, 0, 0, 23.8301595, 51.4849125});
  return map;
}

TEST(ThrustMap, QuadraticHasItsOwnConstantPerDirection) {
  EXPECT_DOUBLE_EQ(thrust(quadratic(), 80), 0.01108 * 6400);
  EXPECT_DOUBLE_EQ(thrust(quadratic(), -80), -0.006445 * 6400);
}

TEST(ThrustMap, DeadBandIsSilentInsideAndContinuousAtItsEdges) {
  const ThrustMap map = dead_band();
  EXPECT_EQ(thrust(map, 7), 0);
  EXPECT_EQ(thrust(map, -8.9), 0);
  EXPECT_NEAR(thrust(map, 100), 2e-4 * (1e4 - 50), 1e-12);
  EXPECT_NEAR(thrust(map, -100), 1e-4 * (-1e4 + 80), 1e-12);
  EXPECT_NEAR(thrust(map, std::sqrt(50) + 1e-9), 0, 1e-10);
}

TEST(ThrustMap, PolynomialReachesThePublishedFullThrust) {
  EXPECT_NEAR(thrust(von_benzon(), 1), 30.4, 1e-9);
  EXPECT_NEAR(thrust(von_benzon(), -1), -30.4, 1e-9);
}

TEST(ThrustMap, PropellerIsTheWrittenOutFormula) {
  const double N = 1525.0 / 60, U = 2.55, D = 0.14;
  const ThrustTorque out = thrust_of(remus_propeller(), N * kTurn, U, kDensity);
  const double slope = (0.1798 - 0.4566) / 0.6632;
  const double X = kDensity * std::pow(D, 4) * (0.4566 * N * N + slope * (0.944 * U / D) * N);
  EXPECT_NEAR(out.thrust_N, 0.9 * X, 1e-10);
  const double slope_q = (0.0312 - 0.0700) / 0.6632;
  EXPECT_NEAR(out.torque_Nm,
              kDensity * std::pow(D, 5) * (0.07 * N * N + slope_q * (0.944 * U / D) * N), 1e-10);
}

TEST(ThrustMap, PropellerIsBoundedInEveryQuadrant) {
  ThrustMap map = remus_propeller();
  const double bollard = thrust(map, 100);
  EXPECT_DOUBLE_EQ(thrust(map, -100), -bollard);
  EXPECT_DOUBLE_EQ(thrust(map, 100, -5), bollard);   // J below its range: as at rest
  EXPECT_DOUBLE_EQ(thrust(map, -100, 5), -bollard);  // the same, mirrored
  EXPECT_EQ(thrust(map, 0, 5), 0);
  EXPECT_NEAR(thrust(map, 1e-6, 5), 0, 1e-9);           // windmilling at J max stays bounded
  EXPECT_LT(std::abs(thrust(map, -100, -1)), bollard);  // running backwards, moving backwards
  map.reverse_efficiency = 0.7;
  EXPECT_DOUBLE_EQ(thrust(map, -100), -0.7 * bollard);
  map.reverse_bollard = true;
  EXPECT_DOUBLE_EQ(thrust(map, -100, -1), -0.7 * bollard);
}

TEST(ThrustMap, PropellerTablesReplacePolynomials) {
  ThrustMap map = remus_propeller();
  map.kt_table = LinearTable({0, 1}, {0.5, 0.1});
  map.kq_table = LinearTable({0, 1}, {0.08, 0.02});
  const double N = 10, U = 0.5 * N * 0.14 / 0.944;  // J = 0.5
  const ThrustTorque out = thrust_of(map, N * kTurn, U, kDensity);
  EXPECT_NEAR(out.thrust_N, 0.9 * kDensity * 100 * std::pow(0.14, 4) * 0.3, 1e-12);
  EXPECT_NEAR(out.torque_Nm, kDensity * 100 * std::pow(0.14, 5) * 0.05, 1e-12);
}

TEST(ThrustMap, InverseGivesTheThrustBack) {
  const struct {
    ThrustMap map;
    double lowest, highest, rest;
  } cases[] = {{{.model = ThrustModel::linear, .forward = 2, .reverse = 1.5}, -50, 80, 0},
               {quadratic(), -40, 70, 0},
               {dead_band(), -3, 4, 0},
               {von_benzon(), -30, 30, 0},
               {remus_propeller(), -150, 150, 0},
               {t200(), -39.9, 51.4, 1500}};
  for (const auto& c : cases) {
    const ArgumentRange range{.rest = c.rest};
    EXPECT_EQ(argument_for_thrust(c.map, 0, range, 0, kDensity), c.rest);
    for (int i = 0; i <= 20; ++i) {
      const double wanted = c.lowest + (c.highest - c.lowest) * i / 20;
      const double argument = argument_for_thrust(c.map, wanted, range, 0, kDensity);
      EXPECT_NEAR(thrust(c.map, argument), wanted, 1e-9) << int(c.map.model) << ' ' << wanted;
    }
  }
}

TEST(ThrustMap, InverseKnowsInflowAndLimits) {
  const ThrustMap map = remus_propeller();
  const double n = argument_for_thrust(map, 12, {}, 2.0, kDensity);
  EXPECT_NEAR(thrust(map, n, 2.0), 12, 1e-9);
  EXPECT_GT(n, argument_for_thrust(map, 12, {}, 0, kDensity));
  EXPECT_EQ(argument_for_thrust(map, 1e4, {-160, 0, 160}, 0, kDensity), 160);
  EXPECT_EQ(argument_for_thrust(quadratic(), -1e4, {-90, 0, 100}, 0, kDensity), -90);
  EXPECT_EQ(argument_for_thrust(t200(), 99, {1100, 1500, 1900}, 0, kDensity), 1900);
}

}  // namespace thrust_map_test
}  // namespace hadal::dynamics
