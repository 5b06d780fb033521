#include "kinds/sensors/magnetic.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "kinds/sensors/test_context.h"
#include "math/rotation.h"
#include "math/units.h"

namespace hadal::inline kinds {
namespace magnetic_test {

TEST(Magnetometer, TurnsTheFieldIntoTheSensor) {
  TestTruth truth;
  truth.field_N_t = {20e-6, 0, 45e-6};
  truth.q_NB = quaternion_from({0, 0, 90 * kDegree});  // heading east: north is to the left
  EXPECT_LT((magnetic_field_S_t(TestContext(truth)) - Vec3(0, -20e-6, 45e-6)).norm(), 1e-18);
  const Pose upside_down{{0, 0, 0}, quaternion_from({180 * kDegree, 0, 0})};
  EXPECT_LT((magnetic_field_S_t(TestContext(truth, upside_down)) - Vec3(0, 20e-6, -45e-6)).norm(),
            1e-18);
}

TEST(Magnetometer, HardIronShiftsAndSoftIronStretches) {
  Magnetometer magnetometer;
  magnetometer.hard_iron_t = {1e-6, 2e-6, 3e-6};
  magnetometer.soft_iron = {1.1, 0, 0, 0, 1, 0, 0, 0, 0.9};
  const Vec3 sensed = magnetometer.sensed_field_S_t({10e-6, 20e-6, 30e-6});
  EXPECT_LT((sensed - Vec3(12e-6, 22e-6, 30e-6)).norm(), 1e-18);
}

TEST(Compass, HeadingIsYawLessDeclinationWhateverTheTilt) {
  TestTruth truth;
  const double declination = 10 * kDegree;
  truth.field_N_t = 20e-6 * Vec3(std::cos(declination), std::sin(declination), 2);
  for (double roll : {0.0, 0.4})
    for (double yaw_deg : {0.0, 5.0, 100.0, 350.0}) {
      truth.q_NB = quaternion_from({roll, -0.3, yaw_deg * kDegree});
      const double expected = std::fmod(yaw_deg - 10 + 360, 360) * kDegree;
      EXPECT_NEAR(magnetic_heading_rad(TestContext(truth)), expected, 1e-12) << yaw_deg;
    }
}

TEST(Compass, DeviationFollowsTheFiveCoefficients) {
  Compass compass;
  compass.deviation_rad = {0.01, 0.02, 0.03, 0.04, 0.05};
  EXPECT_NEAR(compass.deviation_at_rad(0), 0.01 + 0.03 + 0.05, 1e-15);
  EXPECT_NEAR(compass.deviation_at_rad(90 * kDegree), 0.01 + 0.02 - 0.05, 1e-15);
  EXPECT_NEAR(compass.deviation_at_rad(45 * kDegree), 0.01 + 0.05 * std::sqrt(0.5) + 0.04,
              1e-15);
}

TEST(Compass, WrapsIntoOneTurn) {
  EXPECT_NEAR(wrap_heading(-10 * kDegree), 350 * kDegree, 1e-12);
  EXPECT_NEAR(wrap_heading(730 * kDegree), 10 * kDegree, 1e-12);
  EXPECT_LT(wrap_heading(-1e-18), 2 * std::numbers::pi);
}

}  // namespace magnetic_test
}  // namespace hadal::kinds
