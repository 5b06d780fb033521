#include "dynamics/ballast.h"

#include <gtest/gtest.h>

#include "math/rotation.h"

namespace hadal::dynamics {
namespace ballast_test {

constexpr double kDensity = 1025, kGravity = 9.81;

TEST(Ballast, PumpIsBoundedInRateAndRange) {
  const Ballast pump{.min = -2e-4, .max = 3e-4, .rate_up = 1e-5, .rate_down = 4e-5};
  EXPECT_NEAR(ballast_after(pump, 0, 1, 10), 1e-4, 1e-15);
  EXPECT_NEAR(ballast_after(pump, 0, 1, 100), 3e-4, 1e-15);
  EXPECT_NEAR(ballast_after(pump, 0, -1, 2), -8e-5, 1e-15);
  EXPECT_NEAR(ballast_after(pump, 0, -1, 50), -2e-4, 1e-15);
  EXPECT_NEAR(ballast_after(pump, 1e-5, 2e-5, 60), 2e-5, 1e-15);
}

TEST(Ballast, BladderLiftsAndTankPullsDown) {
  const Mat3 R_NB = quaternion_from({.roll = 0.2, .pitch = 0.5, .yaw = 1}).toRotationMatrix();
  const Ballast bladder{.p_BV_B = {0.7, 0, 0.1}};
  const Vec6 lift = ballast_wrench(bladder, 2e-4, R_NB, kDensity, kGravity);
  const Vec3 world = R_NB * lift.head<3>();
  EXPECT_NEAR(world.z(), -kDensity * kGravity * 2e-4, 1e-12);
  EXPECT_NEAR(world.head<2>().norm(), 0, 1e-12);
  EXPECT_LT((lift.tail<3>() - bladder.p_BV_B.cross(Vec3(lift.head<3>()))).norm(), 1e-14);
  Ballast tank = bladder;
  tank.kind = BallastKind::tank;  // the mass of the same volume pulls with the same force
  EXPECT_LT((ballast_wrench(tank, kDensity * 2e-4, R_NB, kDensity, kGravity) + lift).norm(), 1e-12);
}

}  // namespace ballast_test
}  // namespace hadal::dynamics
