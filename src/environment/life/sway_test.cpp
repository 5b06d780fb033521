#include "environment/life/sway.h"

#include <gtest/gtest.h>

#include <cmath>

#include "geometry/life/weed.h"

namespace hadal::environment {
namespace sway_test {

// Luhar & Nepf's balance solved by shooting, l = 1: theta'' = -(Fx cos - Fz sin), with the loads of
// the part above, Fx' = -Ca cos^3, Fz' = -(B - Ca cos^2 sin), theta(0) = 0, theta'(1) = Fx(1) =
// Fz(1) = 0. Integrated from the tip down for a guess of theta(1).
struct Shot {
  double root_rad, height;
};
Shot shoot(double ca, double b, double tip_rad) {
  constexpr int kSteps = 800;
  const double h = 1.0 / kSteps;
  std::array<double, 5> y{tip_rad, 0, 0, 0, 0};  // theta, theta', Fx, Fz, height; against x
  const auto rate = [&](const std::array<double, 5>& s) {
    const double c = std::cos(s[0]), sn = std::sin(s[0]), d = ca * c * std::abs(c);
    return std::array<double, 5>{-s[1], s[2] * c - s[3] * sn, d * c, b - d * sn, c};
  };
  for (int i = 0; i < kSteps; ++i) {
    const auto k1 = rate(y);
    std::array<double, 5> m = y;
    for (int j = 0; j < 5; ++j) m[j] += 0.5 * h * k1[j];
    const auto k2 = rate(m);
    for (int j = 0; j < 5; ++j) y[j] += h * k2[j];
  }
  return {y[0], y[4]};
}

// The smallest tip angle whose root is upright: the posture that grows out of the straight one.
Shot solved(double ca, double b, double& tip_rad) {
  constexpr double kScan_rad = 0.01;
  double low = 0;
  while (low < 1.56 && shoot(ca, b, low + kScan_rad).root_rad < 0) low += kScan_rad;
  double high = low + kScan_rad;
  for (int i = 0; i < 40; ++i) {
    tip_rad = 0.5 * (low + high);
    (shoot(ca, b, tip_rad).root_rad < 0 ? low : high) = tip_rad;
  }
  return shoot(ca, b, tip_rad);
}

double height_of(const FlowBend& bend) {
  constexpr int kSteps = 2000;
  double sum = 0;
  for (int i = 0; i < kSteps; ++i) {
    const double x = (i + 0.5) / kSteps;
    sum += std::cos(bend.tip_rad * (1 - std::pow(1 - x, bend.exponent)));
  }
  return sum / kSteps;
}

TEST(Sway, HeightOfABladeIsThatOfTheForceBalance) {
  constexpr double kHeightError = 0.02;
  for (const double b : {0.0, 1.0, 10.0, 50.0})
    for (const double ca : {0.3, 3.0, 10.0, 30.0, 100.0}) {
      double tip = 0;
      const Shot exact = solved(ca, b, tip);
      ASSERT_NEAR(exact.root_rad, 0, 1e-3) << ca << " " << b;
      EXPECT_NEAR(height_of(flow_bend(ca, b)), exact.height, kHeightError) << ca << " " << b;
    }
}

// Deflected height of Luhar & Nepf (2013), From the blade scale to the reach scale, Adv. Water
// Resour. 51: a fit to the same balance, for numbers where shooting from the tip loses its digits.
TEST(Sway, AgreesWithThePublishedFit) {
  constexpr double kFitError = 0.06;
  for (const double b : {0.0, 10.0, 50.0})
    for (const double ca : {300.0, 1000.0, 3000.0, 10000.0}) {
      const double fit =
          1 - (1 - std::pow(ca, -0.25)) / (1 + std::pow(ca, -0.6) * (4 + std::pow(b, 0.6)) +
                                           std::pow(ca, -2.0) * (8 + b * b));
      EXPECT_NEAR(height_of(flow_bend(ca, b)), fit, kFitError) << ca << " " << b;
    }
}

TEST(Sway, LimitsAreExact) {
  const FlowBend beam = flow_bend(1e-3, 0);  // cantilever under an even load: q l^3 / 6 E I
  EXPECT_NEAR(beam.tip_rad / (1e-3 / 6), 1, 1e-4);
  EXPECT_NEAR(beam.exponent, 3, 1e-4);
  const FlowBend string = flow_bend(1e6, 1e6);  // sin = cos^2: the golden section
  EXPECT_NEAR(std::sin(string.tip_rad), 2 / (1 + std::sqrt(5.0)), 1e-4);
  EXPECT_EQ(flow_bend(0, 40).tip_rad, 0);
}

TEST(Sway, NumbersOfABlade) {
  BladeMaterial m;
  m.modulus_pa = 12e6;
  m.width_m = 0.01;
  m.thickness_m = 0.001;
  m.density_kg_m3 = 925;
  m.drag_coefficient = 2;
  // E I = 1e-5 N m2, drag 0.5 1000 2 0.01 0.04 = 0.4 N/m, lift 75 g 1e-5 N/m.
  EXPECT_NEAR(cauchy_number(m, 0.5, 0.2, 1000), 0.4 * 0.125 / 1e-5, 1e-6);
  EXPECT_NEAR(buoyancy_number(m, 0.5, 1000), 75 * 9.80665e-5 * 0.125 / 1e-5, 1e-9);
}

Vec3 mean_tip(const geometry::BladedMesh& plant, const Vec3& velocity, double time_s) {
  std::vector<Vec3> vertices(plant.points.size());
  sway(plant, kSeagrass, velocity, time_s, vertices);
  Vec3 sum = Vec3::Zero();
  for (size_t i = 0; i < vertices.size(); ++i)
    if (plant.points[i].along == 1) sum += vertices[i] / double(plant.blades.size());
  return sum;
}

TEST(Sway, BladesFollowTheFlow) {
  const geometry::BladedMesh plant = geometry::seagrass(1);
  const Vec3 rest = mean_tip(plant, Vec3::Zero(), 3);
  const Vec3 east = mean_tip(plant, {0, 0.2, 0}, 3), west = mean_tip(plant, {0, -0.2, 0}, 3);
  EXPECT_GT(east.y() - rest.y(), 0.15);
  EXPECT_LT(west.y() - rest.y(), -0.15);
  EXPECT_GT(east.z(), rest.z() + 0.05);  // lower
  const Vec3 faster = mean_tip(plant, {0, 0.5, 0}, 3);
  EXPECT_GT(faster.z(), east.z());
}

TEST(Sway, IsAPureFunctionThatFlutters) {
  const geometry::BladedMesh plant = geometry::kelp(1, {}, 2000);
  std::vector<Vec3> a(plant.points.size()), b = a, c = a;
  sway(plant, kKelp, {0.1, 0.1, 0}, 50, a);
  sway(plant, kKelp, {0.1, 0.1, 0}, 51, c);
  sway(plant, kKelp, {0.1, 0.1, 0}, 50, b);
  EXPECT_EQ(a, b);
  EXPECT_NE(a, c);
  // Smooth: a millisecond moves no vertex by more than a few millimetres.
  sway(plant, kKelp, {0.1, 0.1, 0}, 50.001, b);
  for (size_t i = 0; i < a.size(); ++i) EXPECT_LT((a[i] - b[i]).norm(), 0.005);
}

}  // namespace sway_test
}  // namespace hadal::environment
