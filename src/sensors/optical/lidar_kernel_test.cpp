#include "sensors/optical/lidar_kernel.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

namespace hadal::sensors {
namespace lidar_kernel_test {

constexpr double kRelative = 1e-6;
constexpr float kInf = std::numeric_limits<float>::infinity();
constexpr int kHole = 5;  // a lane that hits nothing

TEST(LidarKernel, StrengthsFollowTheRangeEquation) {
  raytrace::Rays rays;
  raytrace::Hits hits;
  for (int k = 0; k < raytrace::kLanes; ++k) {
    const float angle = 0.09f * static_cast<float>(k);
    rays.dx[k] = std::cos(angle), rays.dy[k] = std::sin(angle), rays.dz[k] = 0;
    hits.nx[k] = -1, hits.ny[k] = hits.nz[k] = 0;
    hits.range_m[k] = k == kHole ? kInf : 0.5f + 3.0f * static_cast<float>(k);
    hits.instance[k] = k == kHole ? raytrace::kNothing : k % 3;
  }
  for (const float c2_per_m : {0.0f, 0.2f, 1.5f}) {
    float strength[raytrace::kLanes];
    lidar_strengths(rays, hits, c2_per_m, strength);
    for (int k = 0; k < raytrace::kLanes; ++k) {
      const double r = hits.range_m[k];
      const double expected = rays.dx[k] * std::exp(-static_cast<double>(c2_per_m) * r) / (r * r);
      if (k == kHole)
        EXPECT_EQ(strength[k], 0);
      else
        // The exponent itself is rounded, in proportion to its size.
        EXPECT_NEAR(strength[k] / expected, 1, kRelative * (1 + c2_per_m * r)) << k;
    }
  }
}

// A head turned by 90 degrees about z: x of H is y of S.
TEST(LidarKernel, OneReturnPerRayWithNoiseAndBlanks) {
  const LidarPlainRules rules{{0, -1, 0, 1, 0, 0, 0, 0, 1}, 0.25f, 0.5f, 0.3f, 0.04f, -4};
  LidarPlainReturns one;
  alignas(64) float firm_m[raytrace::kLanes];
  for (int k = 0; k < raytrace::kLanes; ++k) {
    firm_m[k] = k == 0 ? 0.4f : k == kHole ? kInf : 10.0f;  // the first too near
    one.range_m[k] = k % 2 ? 2.0f : -1.0f;
    one.strength[k] = k == kHole ? 0 : k == 7 ? 0.2f : 0.5f;  // lane 7 too faint
    one.object[k] = 3;
    one.x[k] = 0.6f, one.y[k] = 0, one.z[k] = 0.8f;
  }
  lidar_plain_returns(rules, firm_m, one);
  for (int k = 0; k < raytrace::kLanes; ++k) {
    const bool found = k != 0 && k != kHole && k != 7;
    EXPECT_EQ(one.found[k], found);
    EXPECT_EQ(one.object[k], found ? 3 : -4);
    EXPECT_EQ(std::isnan(one.true_range_m[k]), k == kHole);
    if (!found) {
      for (const float* plane : {one.range_m, one.x, one.y, one.z, one.point_strength,
                                 one.point_object, one.point_number})
        EXPECT_TRUE(std::isnan(plane[k]));
      EXPECT_EQ(one.strength[k], 0);
      continue;
    }
    const double range = 10 + 0.5 * (k % 2 ? 2 : -1);  // sigma = hypot(0.3, 0.4)
    EXPECT_NEAR(one.range_m[k], range, kRelative * range);
    EXPECT_NEAR(one.x[k], 0, kRelative * range);
    EXPECT_NEAR(one.y[k], 0.6 * range, kRelative * range);
    EXPECT_NEAR(one.z[k], 0.8 * range, kRelative * range);
    EXPECT_EQ(one.strength[k], 0.5f);
    EXPECT_EQ(one.point_strength[k], 0.5f);
    EXPECT_EQ(one.point_object[k], 3);
    EXPECT_EQ(one.point_number[k], 1);
  }
}

}  // namespace lidar_kernel_test
}  // namespace hadal::sensors
