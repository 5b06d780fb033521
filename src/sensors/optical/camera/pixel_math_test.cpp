#include "sensors/optical/camera/pixel_math.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <numbers>
#include <vector>

namespace hadal::sensors::camera {
namespace pixel_math_test {

constexpr double kRelative = 1e-6;

TEST(PixelMath, AgainstTheStandardLibrary) {
  for (double x = 1e-6; x < 1e6; x *= 1.037) {
    const auto f = static_cast<float>(x);
    EXPECT_NEAR(fast_log(f), std::log(static_cast<double>(f)),
                kRelative * std::max(1.0, std::abs(std::log(x))));
  }
  for (float x = -20; x < 20; x += 0.173f)
    EXPECT_NEAR(fast_exp2(x) / std::exp2(static_cast<double>(x)), 1, kRelative);
  for (float x = 0; x < 60; x += 0.37f)
    EXPECT_NEAR(fast_exp_negative(x) / std::exp(-static_cast<double>(x)), 1, 6 * kRelative);
  EXPECT_LT(fast_exp_negative(1e30f), 1e-30f);
  for (float t = 0; t < 4; t += 0.0137f) {
    EXPECT_NEAR(fast_cosine_sine(t).cosine, std::cos(t * std::numbers::pi / 2), kRelative);
    EXPECT_NEAR(fast_cosine_sine(t).sine, std::sin(t * std::numbers::pi / 2), kRelative);
  }
}

TEST(PixelMath, NormalNumbersHaveTheirMoments) {
  constexpr int kRows = 400, kColumns = 500;
  const RandomStream stream(7, "test", "pixels");
  double sum = 0, square = 0, cube = 0, fourth = 0, cross = 0, next = 0;
  int beyond = 0;
  for (uint32_t y = 0; y < kRows; ++y) {
    const RowDice dice = row_dice(stream, 3, y);
    double last = 0;
    for (uint32_t x = 0; x < kColumns; ++x) {
      const NormalPair n = normal_pair(dice.bits(x));
      const double z = n.first;
      sum += z, square += z * z, cube += z * z * z, fourth += z * z * z * z;
      cross += z * n.second, next += z * last, last = z;
      beyond += std::abs(z) > 3;
    }
  }
  constexpr double kCount = kRows * kColumns, kFiveSigma = 5 / 447.2;  // 5 / sqrt(count)
  EXPECT_NEAR(sum / kCount, 0, kFiveSigma);
  EXPECT_NEAR(square / kCount, 1, kFiveSigma * std::sqrt(2));
  EXPECT_NEAR(cube / kCount, 0, kFiveSigma * std::sqrt(15));
  EXPECT_NEAR(fourth / kCount, 3, kFiveSigma * std::sqrt(96));
  EXPECT_NEAR(cross / kCount, 0, kFiveSigma);
  EXPECT_NEAR(next / kCount, 0, kFiveSigma);
  EXPECT_NEAR(beyond / kCount, std::erfc(3 / std::sqrt(2)), kFiveSigma * 0.052);
}

TEST(PixelMath, RowsAndFramesDiffer) {
  const RandomStream stream(7, "test", "pixels");
  std::vector<uint32_t> bits;
  for (int frame = 0; frame < 20; ++frame)
    for (uint32_t row = 0; row < 20; ++row)
      for (uint32_t x = 0; x < 20; ++x) bits.push_back(row_dice(stream, frame, row).bits(x));
  std::sort(bits.begin(), bits.end());
  EXPECT_LE(bits.end() - std::unique(bits.begin(), bits.end()), 1);  // 8000^2 / 2^33 expected
}

}  // namespace pixel_math_test
}  // namespace hadal::sensors::camera
