#include "kinds/actuators/ballast.h"

#include <gtest/gtest.h>

#include <numbers>

#include "math/rotation.h"

namespace hadal::inline kinds {
namespace ballast_test {

constexpr double kDensity = 1025, kGravity = 9.81;

TEST(Ballast, PumpIsBoundedInRateAndRange) {
  Ballast pump;
  pump.min = -2e-4, pump.max = 3e-4, pump.rate_up = 1e-5, pump.rate_down = 4e-5;
  EXPECT_NEAR(pump.content_after(0, 1, 10), 1e-4, 1e-15);
  EXPECT_NEAR(pump.content_after(0, 1, 100), 3e-4, 1e-15);
  EXPECT_NEAR(pump.content_after(0, -1, 2), -8e-5, 1e-15);
  EXPECT_NEAR(pump.content_after(0, -1, 50), -2e-4, 1e-15);
  EXPECT_NEAR(pump.content_after(1e-5, 2e-5, 60), 2e-5, 1e-15);
}

TEST(Ballast, StartsWhereItIsTold) {
  Ballast pump;
  pump.max = 4, pump.start_content = 1;
  double state[] = {0};
  pump.start(state);
  EXPECT_EQ(state[0], 1);
  EXPECT_EQ(pump.command().neutral, 1);
}

TEST(Ballast, BladderLiftsAndTankPullsDown) {
  const Mat3 R_NB = quaternion_from({.roll = 0.2, .pitch = 0.5, .yaw = 1}).toRotationMatrix();
  Ballast bladder;
  bladder.position_m = {0.7, 0, 0.1};
  extension::ActuatorFlow flow;
  flow.density_kg_m3 = kDensity;
  flow.gravity_m_s2 = kGravity;
  flow.depth_m = 10;
  Eigen::Map<Vec3>(flow.down_B.data()) = R_NB.row(2).transpose();
  const auto wrench = [&](const Ballast& ballast, double content) {
    const double middle[] = {content};
    double state[] = {content};
    return Vec6(ballast.act(flow, {.dt_s = 0.01}, middle, state).wrench_B.data());
  };
  const Vec6 lift = wrench(bladder, 2e-4);
  const Vec3 world = R_NB * lift.head<3>();
  EXPECT_NEAR(world.z(), -kDensity * kGravity * 2e-4, 1e-12);
  EXPECT_NEAR(world.head<2>().norm(), 0, 1e-12);
  EXPECT_LT((lift.tail<3>() - Vec3(0.7, 0, 0.1).cross(Vec3(lift.head<3>()))).norm(), 1e-14);
  Ballast tank = bladder;
  tank.kind = BallastKind::tank;  // the mass of the same volume pulls with the same force
  EXPECT_LT((wrench(tank, kDensity * 2e-4) + lift).norm(), 1e-12);
}

// A9. A ball that comes out of the water.
TEST(Ballast, A9_BladderLiftsAsFarAsItIsWet) {
  const double volume = 4 * std::numbers::pi / 3 * 0.001;  // radius 0.1 m
  EXPECT_EQ(Ballast::immersed_fraction(volume, 0.1), 1);
  EXPECT_EQ(Ballast::immersed_fraction(volume, -0.1), 0);
  EXPECT_EQ(Ballast::immersed_fraction(volume, -3), 0);
  EXPECT_NEAR(Ballast::immersed_fraction(volume, 0), 0.5, 1e-14);
  // A cap of height c: pi c^2 (3 r - c) / 3.
  EXPECT_NEAR(Ballast::immersed_fraction(volume, -0.05),
              std::numbers::pi * 0.0025 * (0.3 - 0.05) / 3 / volume, 1e-14);
  EXPECT_EQ(Ballast::immersed_fraction(0, 1), 1);
}

// A9. The water in a tank is carried, and brings no momentum when it comes in.
TEST(Ballast, A9_TankCarriesItsWater) {
  Ballast tank;
  tank.kind = BallastKind::tank;
  tank.position_m = {0.5, 0, 0.2};
  extension::ActuatorFlow flow;
  flow.nu_r_B = {2, 0, 0, 0, 0, 1};
  const double middle[] = {3.0};
  double state[] = {3.0 + 0.005 * 4};  // 4 kg/s
  const auto action = tank.act(flow, {.dt_s = 0.01}, middle, state);
  EXPECT_EQ(action.carried_kg, 3);
  EXPECT_EQ(action.carried_at_m, tank.position_m);
  const Vec3 force = -4 * Vec3(2, 0.5, 0);  // against v + w x r
  EXPECT_LT((Vec3(action.wrench_B.data()) - force).norm(), 1e-12);
}

}  // namespace ballast_test
}  // namespace hadal::kinds
