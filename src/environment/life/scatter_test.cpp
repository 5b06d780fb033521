#include "environment/life/scatter.h"

#include <gtest/gtest.h>

#include <cmath>

namespace hadal::environment {
namespace scatter_test {

GroundPoint flat(double, double) {
  return {true, 12, {0, 0, -1}};
}

TEST(Scatter, DensityAndMinDistance) {
  ScatterParameters p;
  p.density_m2 = 4;
  p.min_distance_m = 0.25;
  const std::vector<Placement> copies = scatter(p, flat);
  EXPECT_EQ(copies.size(), 1600u);
  for (size_t i = 0; i < copies.size(); ++i) {
    EXPECT_EQ(copies[i].p_N.z(), 12);
    for (size_t j = 0; j < i; ++j)
      ASSERT_GE((copies[i].p_N - copies[j].p_N).norm(), p.min_distance_m);
  }
}

// Discs of radius d/2 cannot fill more than pi / sqrt(12) of the plane; darts reach about 0.55.
TEST(Scatter, WhatDoesNotFitIsLeftOut) {
  ScatterParameters p;
  p.density_m2 = 50;
  p.min_distance_m = 0.5;
  const double covered = double(scatter(p, flat).size()) * 3.14159265 * 0.0625 / 400;
  EXPECT_GT(covered, 0.45);
  EXPECT_LT(covered, 0.7);
}

TEST(Scatter, SlopesAndAreas) {
  ScatterParameters p;
  p.density_m2 = 5;
  p.max_slope_rad = 0.5;
  p.contains = [](double n, double) { return n > -5; };
  const auto ground = [](double, double e) {  // a cliff in the east
    const double slope = e > 0 ? 1.0 : 0.1;
    return GroundPoint{true, 10 - slope * e, Vec3(0, std::sin(slope), -std::cos(slope))};
  };
  const std::vector<Placement> copies = scatter(p, ground);
  EXPECT_NEAR(double(copies.size()), 5 * 15 * 10, 120);
  for (const Placement& copy : copies) {
    EXPECT_LE(copy.p_N.y(), 0);
    EXPECT_GT(copy.p_N.x(), -5);
    EXPECT_NEAR(copy.p_N.z(), 10 - 0.1 * copy.p_N.y(), 1e-12);
  }
}

TEST(Scatter, UprightOrSquareToTheSlope) {
  const Vec3 normal = Vec3(0, std::sin(0.4), -std::cos(0.4));
  const auto ground = [&](double, double) { return GroundPoint{true, 10, normal}; };
  ScatterParameters p;
  p.lean_rad = 0;
  for (const Placement& copy : scatter(p, ground))
    EXPECT_LT((copy.q_N * -Vec3::UnitZ() + Vec3::UnitZ()).norm(), 1e-9);
  p.upright = 0;
  for (const Placement& copy : scatter(p, ground))
    EXPECT_LT((copy.q_N * -Vec3::UnitZ() - normal).norm(), 1e-9);
}

// Counts in squares of 1 m vary more than those of an even spread.
TEST(Scatter, PatchesCluster) {
  const auto variance_over_mean = [](double patchiness) {
    ScatterParameters p;
    p.density_m2 = 6;
    p.patchiness = patchiness;
    std::vector<int> counts(400);
    for (const Placement& copy : scatter(p, flat))
      ++counts[int(copy.p_N.x() + 10) * 20 + int(copy.p_N.y() + 10)];
    double mean = 0, square = 0;
    for (const int c : counts) {
      mean += c / 400.0;
      square += c * c / 400.0;
    }
    return (square - mean * mean) / mean;
  };
  EXPECT_NEAR(variance_over_mean(0), 1, 0.3);
  EXPECT_GT(variance_over_mean(0.5), 2);
}

TEST(Scatter, ScalesVariantsAndSeed) {
  ScatterParameters p;
  p.density_m2 = 3;
  p.variants = 4;
  const std::vector<Placement> copies = scatter(p, flat);
  std::array<int, 4> seen{};
  for (const Placement& copy : copies) {
    ++seen.at(static_cast<size_t>(copy.variant));
    EXPECT_GE(copy.scale, p.min_scale);
    EXPECT_LE(copy.scale, p.largest_scale);
  }
  for (const int n : seen) EXPECT_NEAR(n, 300, 60);
  p.seed = 2;
  EXPECT_NE(scatter(p, flat)[0].p_N, copies[0].p_N);
  p.seed = 1;
  p.density_m2 = 6;  // the first copies stay
  EXPECT_EQ(scatter(p, flat)[5].p_N, copies[5].p_N);
}

}  // namespace scatter_test
}  // namespace hadal::environment
