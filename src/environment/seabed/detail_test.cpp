#include "environment/seabed/detail.h"

#include <gtest/gtest.h>

#include <cmath>

namespace hadal::environment {
namespace detail_test {

SeabedDetail parameters() {
  SeabedDetail out;
  out.amplitude_m = 10;
  out.roughness = 0.7;
  out.max_wavelength_m = 512;
  out.steepest_rad = 0.6;
  return out;
}

TEST(FractalDetail, NoneWithoutAmplitudeOrRoom) {
  EXPECT_TRUE(FractalDetail({}, 2, 1000).none());
  SeabedDetail p = parameters();
  p.max_wavelength_m = 3;  // shorter than four cells
  EXPECT_TRUE(FractalDetail(p, 2, 1000).none());
  EXPECT_EQ(FractalDetail()(3, 4), 0);
}

TEST(FractalDetail, MeanIsZeroAndBoundsHold) {
  const FractalDetail detail(parameters(), 2, 0);
  double sum = 0, squares = 0, steepest = 0, largest = 0;
  constexpr int kNodes = 400;
  for (int64_t i = -kNodes / 2; i < kNodes / 2; ++i)
    for (int64_t j = 0; j < kNodes; ++j) {
      const double d = detail(i, j);
      sum += d;
      squares += d * d;
      largest = std::max(largest, std::abs(d));
      const double gx = (detail(i + 1, j) - d) / 2, gy = (detail(i, j + 1) - d) / 2;
      steepest = std::max(steepest, std::hypot(gx, gy));
    }
  const double rms = std::sqrt(squares / (kNodes * kNodes));
  EXPECT_GT(rms, 1);
  // Nine independent longest waves: the mean of the area is far below the spread.
  EXPECT_LT(std::abs(sum) / (kNodes * kNodes), 0.3 * rms);
  EXPECT_LE(largest, detail.largest_m());
  EXPECT_LE(steepest, detail.steepest_slope());
  EXPECT_LE(detail.steepest_slope(), std::tan(0.6) + 1e-12);
  EXPECT_GT(steepest, 0.2 * detail.steepest_slope());
}

// Averages over squares of the longest wavelength nearly vanish: hardly any power above it.
TEST(FractalDetail, HardlyAnyPowerAboveTheLongestWave) {
  const FractalDetail detail(parameters(), 2, 0);
  constexpr int kAcross = 512;  // nodes of two longest waves
  double power = 0, coarse = 0;
  constexpr int kSquares = 3;
  for (int s = 0; s < kSquares; ++s) {
    double mean = 0;
    for (int i = 0; i < kAcross; ++i)
      for (int j = 0; j < kAcross; ++j) {
        const double d = detail(s * kAcross + i, 7 * s * kAcross + j);
        mean += d / (kAcross * kAcross);
        power += d * d / (kAcross * kAcross * kSquares);
      }
    coarse += mean * mean / kSquares;
  }
  EXPECT_LT(coarse, 0.02 * power);
}

// Doubling the lag raises the structure function by 2^(2H) within the fractal range.
TEST(FractalDetail, HurstExponent) {
  SeabedDetail p = parameters();
  p.max_wavelength_m = 4096;
  p.steepest_rad = 1.5;
  p.amplitude_m = 1;
  const FractalDetail detail(p, 1, 0);
  const auto structure = [&](int lag) {
    double sum = 0;
    for (int64_t i = 0; i < 20000; ++i) {
      const int64_t y = 977 * i;
      const double d = detail(13 * i + lag, y) - detail(13 * i, y);
      sum += d * d;
    }
    return sum;
  };
  const double slope = std::log2(structure(256) / structure(16)) / (2 * 4);
  EXPECT_NEAR(slope, 0.7, 0.1);
}

TEST(FractalDetail, SeedsDifferAndNodesDoNotDependOnOrder) {
  SeabedDetail p = parameters();
  const FractalDetail a(p, 2, 0), again(p, 2, 0);
  p.seed = 2;
  const FractalDetail b(p, 2, 0);
  int same = 0;
  for (int64_t i = 1; i < 100; ++i) {
    EXPECT_EQ(a(i, -i * 3), again(i, -i * 3));
    same += a(i, -i * 3) == b(i, -i * 3);
  }
  EXPECT_LT(same, 3);
  EXPECT_TRUE(std::isfinite(a(int64_t{1} << 40, -(int64_t{1} << 41))));
}

}  // namespace detail_test
}  // namespace hadal::environment
