#include "kinds/devices/trilateration.h"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <limits>

#include "base/rng.h"

namespace hadal::inline kinds {
namespace trilateration_test {

constexpr double kTolerance_m = 1e-6;

const std::array<Vec3, 4> kBeacons_N{Vec3(0, 0, 100), Vec3(500, 0, 110), Vec3(0, 500, 105),
                                     Vec3(500, 500, 95)};

std::array<double, 4> ranges_from(const Vec3& p_N) {
  std::array<double, 4> out{};
  for (size_t i = 0; i < 4; ++i) out[i] = (p_N - kBeacons_N[i]).norm();
  return out;
}

TEST(Trilateration, FindsThePlaceOfExactRanges) {
  for (const Vec3& p_N : {Vec3(180, 260, 60), Vec3(-300, 900, 5), Vec3(250, 250, 20)}) {
    const Fix fix = trilaterate(kBeacons_N, ranges_from(p_N));
    ASSERT_TRUE(fix.found);
    EXPECT_EQ(fix.used, 4);
    EXPECT_LT((fix.p_N - p_N).norm(), kTolerance_m);
    EXPECT_LT(fix.residual_m, kTolerance_m);
  }
}

// (H^T H)^-1 written out by cofactors, an independent way to the same numbers.
TEST(Trilateration, DilutionOfPrecisionByCofactors) {
  const Vec3 p_N(180, 260, 60);
  double a[3][3] = {};
  for (const Vec3& b : kBeacons_N) {
    const double d[3] = {p_N.x() - b.x(), p_N.y() - b.y(), p_N.z() - b.z()};
    const double r2 = d[0] * d[0] + d[1] * d[1] + d[2] * d[2];
    for (int i = 0; i < 3; ++i)
      for (int j = 0; j < 3; ++j) a[i][j] += d[i] * d[j] / r2;
  }
  const auto minor = [&](int i, int j) {
    return a[(i + 1) % 3][(j + 1) % 3] * a[(i + 2) % 3][(j + 2) % 3] -
           a[(i + 1) % 3][(j + 2) % 3] * a[(i + 2) % 3][(j + 1) % 3];
  };
  const double determinant = a[0][0] * minor(0, 0) + a[0][1] * minor(0, 1) + a[0][2] * minor(0, 2);
  const Fix fix = trilaterate(kBeacons_N, ranges_from(p_N));
  EXPECT_NEAR(fix.hdop, std::sqrt((minor(0, 0) + minor(1, 1)) / determinant), 1e-9);
  EXPECT_NEAR(fix.vdop, std::sqrt(minor(2, 2) / determinant), 1e-9);
}

// The scatter of fixes from noisy ranges is sigma times the dilution.
TEST(Trilateration, ScatterFollowsTheDilution) {
  constexpr int kFixes = 20000;
  constexpr double kSigma_m = 0.2, kRelative = 0.02;
  const Vec3 p_N(180, 260, 60);
  const RandomStream stream(5, "lbl", "test");
  Vec3 sum = Vec3::Zero(), squares = Vec3::Zero();
  for (int k = 0; k < kFixes; ++k) {
    std::array<double, 4> ranges = ranges_from(p_N);
    for (uint32_t i = 0; i < 4; ++i) ranges[i] += kSigma_m * stream.normal(k, i);
    const Vec3 error = trilaterate(kBeacons_N, ranges).p_N - p_N;
    sum += error;
    squares += error.cwiseAbs2();
  }
  const Fix fix = trilaterate(kBeacons_N, ranges_from(p_N));
  const Vec3 mean = sum / kFixes;
  const Vec3 variance = squares / kFixes - mean.cwiseAbs2();
  EXPECT_NEAR(std::sqrt(variance.x() + variance.y()) / (kSigma_m * fix.hdop), 1, kRelative);
  EXPECT_NEAR(std::sqrt(variance.z()) / (kSigma_m * fix.vdop), 1, kRelative);
}

TEST(Trilateration, AKnownDepthLeavesTheHorizontal) {
  const Vec3 p_N(180, 260, 60);
  const Fix fix = trilaterate_at_depth(kBeacons_N, ranges_from(p_N), 60);
  ASSERT_TRUE(fix.found);
  EXPECT_LT((fix.p_N - p_N).norm(), kTolerance_m);
  EXPECT_EQ(fix.vdop, 0);
  EXPECT_LT(fix.hdop, trilaterate(kBeacons_N, ranges_from(p_N)).hdop);
}

TEST(Trilateration, MissingRangesAndBeaconsInALine) {
  const Vec3 p_N(180, 260, 60);
  constexpr double kNone = std::numeric_limits<double>::quiet_NaN();
  std::array<double, 4> ranges = ranges_from(p_N);
  ranges[1] = kNone;
  const Fix three = trilaterate(kBeacons_N, ranges);
  EXPECT_TRUE(three.found);
  EXPECT_EQ(three.used, 3);
  EXPECT_LT((three.p_N - p_N).norm(), kTolerance_m);
  ranges[2] = kNone;
  EXPECT_FALSE(trilaterate(kBeacons_N, ranges).found);
  const std::array<Vec3, 3> line{Vec3(0, 0, 100), Vec3(100, 0, 100), Vec3(200, 0, 100)};
  const std::array<double, 3> equal{150, 120, 150};
  EXPECT_FALSE(trilaterate(line, equal).found);
}

}  // namespace trilateration_test
}  // namespace hadal::kinds
