#include "environment/earth/gravity.h"

#include <gtest/gtest.h>

#include "math/units.h"

namespace hadal::environment {
namespace gravity_test {

constexpr double kTolerance = 1e-9;  // m/s^2

TEST(Gravity, SomiglianaAtLatitudes) {
  EXPECT_NEAR(normal_gravity(0), 9.7803253359, kTolerance);
  EXPECT_NEAR(normal_gravity(15 * kDegree), 9.783784962, kTolerance);
  EXPECT_NEAR(normal_gravity(45 * kDegree), 9.80619776937, kTolerance);
  EXPECT_NEAR(normal_gravity(-60 * kDegree), 9.819176953, kTolerance);
  EXPECT_NEAR(normal_gravity(90 * kDegree), 9.8321849379, kTolerance);
}

// TEOS-10: g(z) = g(0) (1 + 2.26e-7 depth).
TEST(Gravity, RisesWithDepthAndFallsWithElevation) {
  const double surface = normal_gravity(45 * kDegree);
  EXPECT_NEAR(normal_gravity(45 * kDegree, 5000), surface * (1 + 2.26e-7 * 5000), 2e-6);
  EXPECT_NEAR(normal_gravity(0.5, -1000) - normal_gravity(0.5), -3.086e-3, 1e-9);
}

}  // namespace gravity_test
}  // namespace hadal::environment
