#include "sensors/optical/pan_tilt.h"

#include <gtest/gtest.h>

#include "math/units.h"

namespace hadal::sensors {
namespace pan_tilt_test {

constexpr double kTolerance = 1e-12;

TEST(PanTilt, SwingsAtConstantSpeedBetweenItsEnds) {
  EXPECT_NEAR(triangle_wave(0), 0, kTolerance);
  EXPECT_NEAR(triangle_wave(0.125), 0.5, kTolerance);
  EXPECT_NEAR(triangle_wave(0.25), 1, kTolerance);
  EXPECT_NEAR(triangle_wave(0.5), 0, kTolerance);
  EXPECT_NEAR(triangle_wave(0.75), -1, kTolerance);
  EXPECT_NEAR(triangle_wave(7.875), -0.5, kTolerance);
  PanTilt mount;
  mount.pan_rad = 10 * kDegree;
  mount.pan_swing_rad = 60 * kDegree;
  mount.pan_period_s = 8;
  mount.tilt_rad = -20 * kDegree;
  const PanTiltAngles angles = pan_tilt_at(mount, 1);
  EXPECT_NEAR(angles.pan_rad, 40 * kDegree, kTolerance);
  EXPECT_NEAR(angles.tilt_rad, -20 * kDegree, kTolerance);
}

TEST(PanTilt, PansToStarboardThenTiltsUp) {
  const Vec3 view_direction = head_attitude_S({90 * kDegree, 30 * kDegree}) * Vec3::UnitX();
  EXPECT_NEAR((view_direction - Vec3(0, std::cos(30 * kDegree), -0.5)).norm(), 0, kTolerance);
}

}  // namespace pan_tilt_test
}  // namespace hadal::sensors
