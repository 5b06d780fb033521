#include "kinds/actuators/proximity.h"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <limits>
#include <tuple>

#include "kinds/actuators/test_sea.h"
#include "kinds/actuators/thruster.h"
#include "math/rotation.h"

namespace hadal::inline kinds {
namespace proximity_test {

constexpr double kDiameter = 0.2, kBottom_m = 10, kFull_n = 50, kVolt = 12;

double flat(double, double) { return kBottom_m; }
double none(double, double) { return std::numeric_limits<double>::infinity(); }

// The balances behind the law of the inflow side, in units of rho A v^2, with e the speed far behind over
// v: energy t = e^2 / 2, momentum t = e + r^2 / 16. At the same power P = T v, T0 = (2 rho A P^2)^(1/3).
double by_balance(double r) {
  double low = 2, high = 100;
  for (int i = 0; i < 200; ++i) {
    const double e = (low + high) / 2;
    (e * e / 2 < e + r * r / 16 ? low : high) = e;
  }
  const double thrust = low * low / 2;  // of v = 1, power = thrust
  return thrust / std::cbrt(2 * thrust * thrust);
}

TEST(Proximity, FactorsOfTheSources) {
  EXPECT_NEAR(jet_on_ground_factor(1, 1), 16.0 / 15, 1e-15);
  EXPECT_NEAR(jet_on_ground_factor(2, 1), 64.0 / 63, 1e-15);
  EXPECT_NEAR(jet_on_ground_factor(0.5, 1), 4.0 / 3, 1e-15);
  EXPECT_EQ(jet_on_ground_factor(0, 1), jet_on_ground_factor(0.5, 1));
  EXPECT_NEAR(jet_on_ground_factor(8, 1), 1 + 0.1e-2, 3e-5);
  for (const double z : {0.5, 0.7, 1.0, 2.0, 8.0})
    EXPECT_NEAR(inflow_at_ground_factor(z * 0.1, 0.1), by_balance(1 / z), 1e-12) << z;
  EXPECT_EQ(inflow_at_ground_factor(0.1, 1), inflow_at_ground_factor(0.5, 1));
}

TEST(Proximity, DistanceToGround) {
  const TestSea level(flat), deep(none), slope([](double n, double) { return 10 - n; }),
      wall([](double n, double) { return n < 1 ? 10.0 : 10 - 1000 * (n - 1); }),
      bowl([](double n, double e) { return 10 - n * n - e * e; });
  const Vec3 up = -Vec3::UnitZ(), down = Vec3::UnitZ(), north = Vec3::UnitX(), p(0, 0, 9.5);
  EXPECT_NEAR(seabed_distance(level, p, down, 0.8), 0.5, 1e-9);
  EXPECT_NEAR(seabed_distance(level, p, Vec3(0.6, 0, 0.8), 0.8), 0.625, 1e-9);
  EXPECT_NEAR(seabed_distance(slope, p, north, 0.8), 0.5, 1e-9);
  EXPECT_NEAR(seabed_distance(wall, {0.5, 0, 9.5}, north, 0.8), 0.5005, 1e-8);
  EXPECT_NEAR(seabed_distance(bowl, {0.1, 0, 9.5}, north, 0.8), std::sqrt(0.5) - 0.1, 1e-8);
  for (const auto& [sea, direction, range] :
       {std::tuple{&level, down, 0.49}, {&level, up, 0.8}, {&level, north, 0.8}, {&deep, down, 0.8}})
    EXPECT_EQ(seabed_distance(*sea, p, direction, range), kInfinity);
  EXPECT_EQ(seabed_distance(level, {0, 0, 11}, down, 0.8), 0);
  EXPECT_EQ(seabed_distance(level, {0, 0, 11}, up, 0.8), kInfinity);
}

// A thruster whose axis points up when the vehicle is level, so that its jet goes down.
struct Bench {
  Thruster thruster;
  TestSea sea{flat};
  double depth_m = 0;
  EulerAngles attitude;

  explicit Bench(bool proximity = true) {
    thruster.position_m = {0, 0, 0.1};
    thruster.direction = {0, 0, -1};
    LinearMap map;
    thruster.map = AnyConfig::of(map);
    thruster.rotor_per_command = kFull_n;
    thruster.efficiency_w_n = 3;
    if (proximity) thruster.proximity_diameter_m = kDiameter;
    thruster.prepare({0.01, 1000});
  }
  struct Out {
    double thrust, load, power, down_n;
  };
  Out at(double propeller_depth_m, double command) const {
    const Quat q = quaternion_from(attitude);
    const Vec3 p = Vec3(0, 0, propeller_depth_m) - q * Vec3(0, 0, 0.1);
    const extension::ActuatorSurroundings around{
        sea, {{p.x(), p.y(), p.z()}, {q.w(), q.x(), q.y(), q.z()}}, kVolt};
    extension::ActuatorFlow flow;
    flow.density_kg_m3 = 1000;
    if (thruster.needs_surroundings()) flow.surroundings = &around;
    std::array<double, extension::kThrusterColumns> state{};
    const double middle[] = {kFull_n * command, 0, 0, 0};
    const extension::ActuatorAction action = thruster.act(flow, {command, 1, 0.01}, middle, state);
    return {state[extension::kThrust], state[extension::kLoad], action.power_w, action.wrench_B[2]};
  }
};

TEST(Proximity, ThrusterOverFlatGround) {
  const Bench bench;
  for (const double z : {0.05, 0.1, 0.15, 0.4, 0.79}) {
    const double x = 0.1 / z;
    const auto jet = bench.at(kBottom_m - z, 0.8), inflow = bench.at(kBottom_m - z, -0.8);
    EXPECT_NEAR(jet.thrust, 40 / (1 - x * x / 16), 1e-6) << z;
    EXPECT_NEAR(jet.down_n, -jet.thrust, 1e-12);
    EXPECT_NEAR(inflow.thrust, -40 * std::pow((1 + std::sqrt(1 + x * x / 8)) / 2, 2.0 / 3), 1e-6) << z;
    EXPECT_NEAR(jet.load, bench.at(2, 0.8).load, 1e-12);
    EXPECT_EQ(jet.power, 120);
  }
  EXPECT_EQ(bench.at(kBottom_m - 0.81, 0.8).thrust, 40);  // out of range
  EXPECT_EQ(Bench(false).at(kBottom_m - 0.1, 0.8).thrust, 40);
  EXPECT_EQ(bench.at(kBottom_m - 0.1, 0).thrust, 0);
}

TEST(Proximity, TiltedThrusterMeasuresAlongItsJet) {
  Bench bench;
  bench.attitude = {0, 30 * kDegree, 70 * kDegree};
  const double x = 0.1 * std::cos(30 * kDegree) / 0.2;
  EXPECT_NEAR(bench.at(kBottom_m - 0.2, 0.8).thrust, 40 / (1 - x * x / 16), 1e-6);
  bench.attitude = {0, 90 * kDegree, 0};
  EXPECT_EQ(bench.at(kBottom_m - 0.2, 0.8).thrust, 40);
}

TEST(Proximity, NoneAboveTheSurface) {
  Bench bench;
  bench.sea.depth_m = [](double, double) { return 0.1; };
  EXPECT_GT(bench.at(0.01, 0.8).thrust, 41);
  EXPECT_EQ(bench.at(-0.01, 0.8).thrust, 40);
  bench.sea.elevation_m = 0.02;
  EXPECT_GT(bench.at(-0.01, 0.8).thrust, 41);
}

// Between two walls both act.
TEST(Proximity, BothSides) {
  Bench bench;
  bench.attitude = {0, 90 * kDegree, 0};
  bench.sea.depth_m = [](double n, double) {
    return std::abs(n) < 0.2 ? 20.0 : 20 - 1e9 * (std::abs(n) - 0.2);
  };
  EXPECT_NEAR(bench.at(10, 0.8).thrust,
              40 * jet_on_ground_factor(0.2, 0.1) * inflow_at_ground_factor(0.2, 0.1), 1e-6);
}

// Another body counts where it is nearer than the seabed.
struct Wall final : extension::Bodies {
  double depth_m = 0;
  double distance_m(const extension::Vector3& p, const extension::Vector3& d, double range) const override {
    const double z = d[2] > 0 ? (depth_m - p[2]) / d[2] : kInfinity;
    return z <= range ? z : kInfinity;
  }
};
TEST(Proximity, BodiesAreWallsToo) {
  const TestSea sea(flat);
  Wall wall;
  const auto factor = [&](double body_depth_m) {
    wall.depth_m = body_depth_m;
    const extension::ActuatorSurroundings around{sea, {{0, 0, 9.8}, {1, 0, 0, 0}}, -1, &wall};
    return proximity_factor(around, Vec3::Zero(), -Vec3::UnitZ(), kDiameter);
  };
  EXPECT_NEAR(factor(9.9), 16.0 / 15, 1e-12);
  EXPECT_NEAR(factor(10.1), 64.0 / 63, 1e-9);
}

}  // namespace proximity_test
}  // namespace hadal::kinds
