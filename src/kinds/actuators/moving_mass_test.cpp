#include "kinds/actuators/moving_mass.h"

#include <gtest/gtest.h>

#include <cmath>

#include "math/rotation.h"

namespace hadal::inline kinds {
namespace moving_mass_test {

MovingMass mass() {
  MovingMass out;
  out.mass_kg = 9, out.offset_min_m = -0.05, out.offset_max_m = 0.1, out.rate_max_m_s = 0.01;
  out.axis = {2, 0, 0};
  out.prepare({});
  return out;
}

TEST(MovingMass, SlidesAtABoundedRateBetweenItsStops) {
  EXPECT_NEAR(mass().offset_after(0, 1, 2), 0.02, 1e-15);
  EXPECT_NEAR(mass().offset_after(0, -1, 2), -0.02, 1e-15);
  EXPECT_NEAR(mass().offset_after(0.02, 1, 100), 0.1, 1e-15);
  EXPECT_NEAR(mass().offset_after(0, 0.005, 2), 0.005, 1e-15);
}

TEST(MovingMass, ForwardOffsetPitchesDown) {
  constexpr double kGravity = 9.81, kPitch = 0.4;
  const Mat3 R_NB = quaternion_from({.roll = 0, .pitch = kPitch, .yaw = 0}).toRotationMatrix();
  extension::ActuatorFlow flow;
  flow.gravity_m_s2 = kGravity;
  Eigen::Map<Vec3>(flow.down_B.data()) = R_NB.row(2).transpose();
  const double middle[] = {0.1};
  const Vec6 tau(mass().act(flow, {}, middle, {}).wrench_B.data());
  EXPECT_NEAR(tau[4], -0.1 * 9 * kGravity * std::cos(kPitch), 1e-12);
  EXPECT_EQ(tau.head<3>().norm(), 0);
}

}  // namespace moving_mass_test
}  // namespace hadal::kinds
