#include "kinds/actuators/thrust_map.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>
#include <vector>

namespace hadal::inline kinds {
namespace thrust_map_test {

constexpr double kDensity = 1026;

template <class Map>
double thrust(const Map& map, double argument, double inflow = 0) {
  return map.thrust(argument, {inflow, kDensity}).thrust_n;
}

QuadraticMap quadratic() {
  return {0.01108, 0.006445};
}
DeadBandMap dead_band() {
  return {2e-4, 1e-4, 50, -80};
}
// BlueROV2 Heavy thruster over the normalised input (von Benzon et al. 2022).
PolynomialMap von_benzon() {
  return {{0, 8.9, 0, 176.0, 0, -404.1, 0, 389.9, 0, -140.3}};
}
// REMUS 100 propeller after Fossen: KT and KQ linear in J.
PropellerMap remus_propeller() {
  PropellerMap map;
  map.diameter_m = 0.14;
  map.kt = {0.4566, (0.1798 - 0.4566) / 0.6632};
  map.kq = {0.0700, (0.0312 - 0.0700) / 0.6632};
  map.wake_fraction = 1 - 0.944;
  map.thrust_deduction = 0.1;
  return map;
}
// Six points of the Blue Robotics T200 at 16 V, with its dead zone.
TableMap t200() {
  TableMap map;
  map.table = {{1100, -39.9130655}, {1260, -19.024901}, {1472, 0},
               {1528, 0},           {1740, 23.8301595}, {1900, 51.4849125}};
  map.prepare();
  return map;
}

TEST(ThrustMap, QuadraticHasItsOwnConstantPerDirection) {
  EXPECT_DOUBLE_EQ(thrust(quadratic(), 80), 0.01108 * 6400);
  EXPECT_DOUBLE_EQ(thrust(quadratic(), -80), -0.006445 * 6400);
}

TEST(ThrustMap, DeadBandIsSilentInsideAndContinuousAtItsEdges) {
  const DeadBandMap map = dead_band();
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
  const ThrustTorque out = remus_propeller().thrust(N * kTurn, {U, kDensity});
  const double slope = (0.1798 - 0.4566) / 0.6632;
  const double X = kDensity * std::pow(D, 4) * (0.4566 * N * N + slope * (0.944 * U / D) * N);
  EXPECT_NEAR(out.thrust_n, 0.9 * X, 1e-10);
  const double slope_q = (0.0312 - 0.0700) / 0.6632;
  EXPECT_NEAR(out.torque_nm,
              kDensity * std::pow(D, 5) * (0.07 * N * N + slope_q * (0.944 * U / D) * N), 1e-10);
}

TEST(ThrustMap, PropellerIsBoundedInEveryQuadrant) {
  PropellerMap map = remus_propeller();
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

template <class Map>
void expect_inverse(const Map& map, double lowest, double highest, double rest) {
  const ArgumentRange range{.rest = rest};
  EXPECT_EQ(map.argument(0, range, {0, kDensity}), rest);
  for (int i = 0; i <= 20; ++i) {
    const double wanted = lowest + (highest - lowest) * i / 20;
    const double argument = map.argument(wanted, range, {0, kDensity});
    EXPECT_NEAR(thrust(map, argument), wanted, 1e-9) << Map::schema().name << ' ' << wanted;
  }
}

// KT0 from the bollard thrust gives n, J = U / (n D) and T = T0 (1 - J / J0), in both directions.
TEST(ThrustMap, TableLosesThrustWithTheAdvanceRatio) {
  TableMap map;
  map.table = {{-1, -30}, {0, 0}, {1, 50}};
  map.diameter_m = 0.0762;
  map.zero_thrust_advance = 0.9;
  map.prepare();
  const double rho = 1025, D = 0.0762;
  for (const double u : {0.5, 1.5}) {
    const double n = std::sqrt(50 / (rho * std::pow(D, 4) * 0.44)),
                 back = std::sqrt(30 / (rho * std::pow(D, 4) * 0.35));
    EXPECT_NEAR(map.thrust(1, {u, rho}).thrust_n, 50 * (1 - u / (n * D) / 0.9), 1e-12);
    EXPECT_NEAR(map.thrust(-1, {-u, rho}).thrust_n, -30 * (1 - u / (back * D) / 0.9), 1e-12);
    EXPECT_EQ(map.thrust(1, {-u, rho}).thrust_n, 50);  // flow from behind
  }
  EXPECT_EQ(map.thrust(1, {0, rho}).thrust_n, 50);
  EXPECT_EQ(map.thrust(0.1, {20, rho}).thrust_n, 0);
  EXPECT_NEAR(map.thrust(map.argument(20, {-1, 1, 0}, {1, rho}), {1, rho}).thrust_n, 20, 1e-9);
}

TEST(ThrustMap, InverseGivesTheThrustBack) {
  expect_inverse(LinearMap{2, 1.5}, -50, 80, 0);
  expect_inverse(quadratic(), -40, 70, 0);
  expect_inverse(dead_band(), -3, 4, 0);
  expect_inverse(von_benzon(), -30, 30, 0);
  expect_inverse(remus_propeller(), -150, 150, 0);
  expect_inverse(t200(), -39.9, 51.4, 1500);
}

TEST(ThrustMap, InverseKnowsInflowAndLimits) {
  const PropellerMap map = remus_propeller();
  const double n = map.argument(12, {}, {2.0, kDensity});
  EXPECT_NEAR(thrust(map, n, 2.0), 12, 1e-9);
  EXPECT_GT(n, map.argument(12, {}, {0, kDensity}));
  EXPECT_EQ(map.argument(1e4, {-160, 0, 160}, {0, kDensity}), 160);
  EXPECT_EQ(t200().argument(99, {1100, 1500, 1900}, {0, kDensity}), 1900);
}

TEST(ThrustMap, ScalesTheThrustAlone) {
  TableMap table = t200();
  const double before = thrust(table, 1800);
  table.scale(0.5);
  table.prepare();
  EXPECT_DOUBLE_EQ(thrust(table, 1800), 0.5 * before);
  PropellerMap propeller = remus_propeller();
  const ThrustTorque was = propeller.thrust(100, {1, kDensity});
  propeller.scale(2);
  EXPECT_DOUBLE_EQ(propeller.thrust(100, {1, kDensity}).thrust_n, 2 * was.thrust_n);
  EXPECT_EQ(propeller.thrust(100, {1, kDensity}).torque_nm, was.torque_nm);
}

TEST(TableMap, VoltagesInBetweenAndBeyond) {
  TableMap map;
  map.table = {{-1, -16, 32}, {1, 16, 32}};
  map.voltages = {{20, {}, {{-1, -20, 50}, {0, 0, 10}, {1, 20, 50}}, {}, {}},
                  {10, {}, {{-1, -10, 10}, {1, 10, 10}}, {}, {}}};
  map.prepare();
  map.prepare_voltages(16, 1.5, 2);
  const auto thrust = [&](double x, double v) { return map.thrust(x, {0, 1000, v}).thrust_n; };
  const auto power = [&](double x, double v) { return map.power_w(x, 0, 0, {0, 1000, v}); };
  EXPECT_EQ(thrust(1, -1), 16);
  EXPECT_EQ(thrust(0.5, 16), 8);
  EXPECT_NEAR(thrust(0.5, 13), 6.5, 1e-12);
  EXPECT_NEAR(thrust(-1, 19), -19, 1e-12);
  EXPECT_NEAR(power(0, 18), 0.5 * (32 + 10), 1e-12);
  EXPECT_NEAR(thrust(1, 25), 20 * std::pow(1.25, 1.5), 1e-12);
  EXPECT_NEAR(thrust(1, 5), 10 * std::pow(0.5, 1.5), 1e-12);
  EXPECT_NEAR(power(1, 5), 10 * 0.25, 1e-12);
  EXPECT_EQ(thrust(1, 0), 0);
  map.scale(0.5);
  map.prepare();
  map.prepare_voltages(16, 1.5, 2);
  EXPECT_NEAR(thrust(0.5, 13), 3.25, 1e-12);
}

}  // namespace thrust_map_test
}  // namespace hadal::kinds
