#include "sensors/optical/camera/pixel_math.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

namespace hadal::sensors::camera {
namespace pixel_math_test {

TEST(PixelMath, NormalNumbersHaveTheirMoments) {
  constexpr int kRows = 400, kColumns = 500;
  const RandomStream stream(7, "test", "pixels");
  double sum = 0, square = 0, cube = 0, fourth = 0, cross = 0, next = 0;
  int beyond = 0;
  for (uint32_t y = 0; y < kRows; ++y) {
    const RowRng rng = row_rng(stream, 3, y);
    double last = 0;
    for (uint32_t x = 0; x < kColumns; ++x) {
      const NormalPair n = normal_pair(rng.bits(x));
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
      for (uint32_t x = 0; x < 20; ++x) bits.push_back(row_rng(stream, frame, row).bits(x));
  std::sort(bits.begin(), bits.end());
  EXPECT_LE(bits.end() - std::unique(bits.begin(), bits.end()), 1);  // 8000^2 / 2^33 expected
}

}  // namespace pixel_math_test
}  // namespace hadal::sensors::camera
