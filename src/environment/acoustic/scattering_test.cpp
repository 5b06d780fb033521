#include "environment/acoustic/scattering.h"

#include <gtest/gtest.h>

#include <cmath>

#include "math/units.h"

namespace hadal::environment {
namespace scattering_test {

TEST(Scattering, LambertFallsBySixDecibelsAtThirtyDegrees) {
  EXPECT_DOUBLE_EQ(lambert_db(-27, 90 * kDegree), -27);
  EXPECT_NEAR(lambert_db(-27, 30 * kDegree), -27 + 20 * std::log10(0.5), 1e-12);
  EXPECT_EQ(lambert_db(-27, 0), kWeakestScattering_db);
}

TEST(Scattering, TargetsOfTheTextbook) {
  EXPECT_NEAR(target_strength_sphere_db(2), 0, 1e-12);
  EXPECT_NEAR(target_strength_sphere_db(0.1), -26.0206, 1e-4);
  EXPECT_NEAR(target_strength_plate_db(1, 0.01), 40, 1e-12);
  EXPECT_NEAR(target_strength_cylinder_db(0.2, 1, 0.01), 10, 1e-12);
}

TEST(Scattering, SonarEquation) {
  // 210 - 2 (20 log 50 + 0.1 50) - 10
  EXPECT_NEAR(echo_level_db(210, spherical_loss_db(50, 0.1), -10), 122.0412, 1e-4);
}

}  // namespace scattering_test
}  // namespace hadal::environment
