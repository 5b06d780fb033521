#include "environment/raster/hole_fill.h"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

namespace hadal::environment {
namespace hole_fill_test {

TEST(HoleFill, KnownValuesStayAndHolesLieBetweenThem) {
  constexpr int kWidth = 37, kRows = 23;
  std::vector<float> values(kWidth * kRows);
  for (int r = 0; r < kRows; ++r)
    for (int c = 0; c < kWidth; ++c)
      values[r * kWidth + c] = (c / 9 + r / 7) % 2 ? NAN : 100.f + 2.f * c - r;
  const std::vector<float> before = values;
  ASSERT_TRUE(fill_holes(kWidth, kRows, values));
  for (size_t i = 0; i < values.size(); ++i) {
    if (!std::isnan(before[i])) {
      EXPECT_EQ(values[i], before[i]);
    }
    EXPECT_GE(values[i], 100 - kRows);
    EXPECT_LE(values[i], 100 + 2 * kWidth);
  }
}

TEST(HoleFill, AConstantStaysConstantAndOneValueFillsAll) {
  std::vector<float> values(64 * 64, NAN);
  values[1234] = -7.25f;
  ASSERT_TRUE(fill_holes(64, 64, values));
  for (const float v : values) EXPECT_EQ(v, -7.25f);
}

// A one-pixel hole in a plane is filled with the mean of the known pixels around, weighted by
// distance: within half the rise across a 2 x 2 block of the plane's own value.
TEST(HoleFill, ASmallHoleInASlope) {
  std::vector<float> values(16 * 16);
  for (int r = 0; r < 16; ++r)
    for (int c = 0; c < 16; ++c) values[r * 16 + c] = static_cast<float>(c + 2 * r);
  values[5 * 16 + 6] = NAN;
  ASSERT_TRUE(fill_holes(16, 16, values));
  EXPECT_NEAR(values[5 * 16 + 6], 16, 1.5);
}

TEST(HoleFill, NothingKnownIsRefused) {
  std::vector<float> values(7 * 5, NAN);
  EXPECT_FALSE(fill_holes(7, 5, values));
}

}  // namespace hole_fill_test
}  // namespace hadal::environment
