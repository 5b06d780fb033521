#include "dynamics/moving_mass.h"

#include <gtest/gtest.h>

#include <cmath>

#include "math/rotation.h"

namespace hadal::dynamics {
namespace moving_mass_test {

const MovingMass kMass{
    .mass_kg = 9, .offset_min_m = -0.05, .offset_max_m = 0.1, .rate_max_m_s = 0.01};

TEST(MovingMass, SlidesAtABoundedRateBetweenItsStops) {
  EXPECT_NEAR(moving_mass_after(kMass, 0, 1, 2), 0.02, 1e-15);
  EXPECT_NEAR(moving_mass_after(kMass, 0, -1, 2), -0.02, 1e-15);
  EXPECT_NEAR(moving_mass_after(kMass, 0.02, 1, 100), 0.1, 1e-15);
  EXPECT_NEAR(moving_mass_after(kMass, 0, 0.005, 2), 0.005, 1e-15);
}

TEST(MovingMass, ForwardOffsetPitchesDown) {
  constexpr double kGravity = 9.81, kPitch = 0.4;
  const Mat3 R_NB = quaternion_from({.roll = 0, .pitch = kPitch, .yaw = 0}).toRotationMatrix();
  const Vec6 tau = moving_mass_wrench(kMass, 0.1, R_NB, kGravity);
  EXPECT_NEAR(tau[4], -0.1 * 9 * kGravity * std::cos(kPitch), 1e-12);
  EXPECT_EQ(tau.head<3>().norm(), 0);
}

}  // namespace moving_mass_test
}  // namespace hadal::dynamics
