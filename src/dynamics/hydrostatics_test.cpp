#include "dynamics/hydrostatics.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "math/rotation.h"

namespace hadal::dynamics {
namespace hydrostatics_test {

constexpr double kPi = std::numbers::pi, kDensity = 1025, kGravity = 9.81;

Mat3 attitude(double roll, double pitch) {
  return quaternion_from({.roll = roll, .pitch = pitch, .yaw = 0.7}).toRotationMatrix();
}

TEST(Hydrostatics, DeepBodyFeelsTheWeightOfItsWater) {
  const Buoyancy b{.volume_m3 = 0.02, .p_BC_B = {0.1, 0.02, -0.05}, .fade_radius_m = 0.3};
  const Mat3 R = attitude(0.4, -0.3);
  const Vec6 tau = buoyancy_wrench(b, R, 10, kDensity, kGravity);
  const Vec3 up_N = R * tau.head<3>();
  EXPECT_NEAR(up_N.z(), -kDensity * kGravity * 0.02, 1e-10);
  EXPECT_NEAR(up_N.head<2>().norm(), 0, 1e-10);
  EXPECT_NEAR((tau.tail<3>() - b.p_BC_B.cross(Vec3(tau.head<3>()))).norm(), 0, 1e-12);
}

TEST(Hydrostatics, FadeIsContinuousAndHalfAtTheSurface) {
  EXPECT_EQ(immersed_fraction(0.2, 0.2), 1);
  EXPECT_EQ(immersed_fraction(0, 0.2), 0.5);
  EXPECT_EQ(immersed_fraction(-0.2, 0.2), 0);
  constexpr double kStep = 1e-3;
  for (double d = -0.3; d < 0.3; d += kStep) {
    const double change = immersed_fraction(d + kStep, 0.2) - immersed_fraction(d, 0.2);
    EXPECT_GE(change, 0);
    EXPECT_LE(change, kStep / 0.4 + 1e-12);
  }
}

TEST(Hydrostatics, UprightBoxFloatsAtItsDraft) {
  // A box of height 0.4 m and mass 0.3 of its displacement floats with 0.12 m in the water.
  const Buoyancy box{.volume_m3 = 2.0 * 1.0 * 0.4, .fade_radius_m = 0.2};
  const double mass = 0.3 * kDensity * box.volume_m3, depth = 0.12 - 0.2;
  EXPECT_NEAR(buoyancy_wrench(box, Mat3::Identity(), depth, kDensity, kGravity)[2],
              -mass * kGravity, 1e-9);
}

TEST(Hydrostatics, SphereCapIsExact) {
  constexpr double R = 0.5;
  const double full = 4.0 / 3 * kPi * R * R * R;
  EXPECT_NEAR(immersed_sphere(R, 5).volume_m3, full, 1e-14);
  EXPECT_EQ(immersed_sphere(R, -0.6).volume_m3, 0);
  EXPECT_NEAR(immersed_sphere(R, 0).volume_m3, full / 2, 1e-14);
  EXPECT_NEAR(immersed_sphere(R, 0).center_below_m, 3.0 / 8 * R, 1e-14);  // hemisphere
  // 35 % of the displacement: the immersed height that solves h^2 (3R - h) = 4 R^3 0.35.
  const double h = 0.398610302692;
  const SphereCap cap = immersed_sphere(R, h - R);
  EXPECT_NEAR(kDensity * cap.volume_m3, 187.841060746, 1e-6);
  EXPECT_NEAR(kDensity * kGravity * cap.waterplane_area_m2, 7572.63891122, 1e-4);
}

TEST(Hydrostatics, SphereStiffnessIsTheWaterplane) {
  const BuoyantSphere sphere{.radius_m = 0.5, .p_BC_B = {0, 0.2, 0}};
  constexpr double kStep = 1e-6, kDepth = -0.1;
  const auto Z = [&](double d) {
    return sphere_buoyancy_wrench(sphere, Mat3::Identity(), d, kDensity, kGravity);
  };
  const double stiffness = -(Z(kDepth + kStep)[2] - Z(kDepth - kStep)[2]) / (2 * kStep);
  EXPECT_NEAR(stiffness, kDensity * kGravity * immersed_sphere(0.5, kDepth).waterplane_area_m2,
              1e-3);
  EXPECT_NEAR(Z(kDepth)[3], 0.2 * Z(kDepth)[2], 1e-12);
}

// Floating box 2 x 1 m, draft 0.25 m, KG 0.15 m, heave added mass 0.8 of its mass.
SurfaceRestoring floating_box() {
  const double mass = kDensity * 2 * 1 * 0.25, GM = 0.125 + 1 / (12 * 0.25) - 0.15;
  return {.heave_stiffness_N_m = kDensity * kGravity * 2,
          .roll_stiffness_Nm_rad = mass * kGravity * GM,
          .pitch_stiffness_Nm_rad = 1e4,
          .origin_depth_m = 0.1};
}

TEST(Hydrostatics, FloatingBoxHeavesWithItsPeriod) {
  const SurfaceRestoring box = floating_box();
  EXPECT_NEAR(box.roll_stiffness_Nm_rad, 1550.184375, 1e-9);
  const double inertia = 1.8 * 512.5, dt = 1e-4;
  double z = box.origin_depth_m + 0.05, w = 0, t = 0;
  for (; z > box.origin_depth_m; t += dt) {
    w += dt * surface_restoring_wrench(box, Mat3::Identity(), z, kGravity)[2] / inertia;
    z += dt * w;
  }
  EXPECT_NEAR(4 * t, 1.34571043964, 1e-3);
}

TEST(Hydrostatics, RestoringActsAboutTheCentreOfFlotation) {
  SurfaceRestoring s = floating_box();
  s.p_BF_B = {-0.2, 0, 0};
  constexpr double kPitch = 0.01;
  // Raised by the pitch about the origin, held so that the centre of flotation stays in place.
  const Vec6 tau = surface_restoring_wrench(s, attitude(0, kPitch), 0.1 - 0.2 * kPitch, kGravity);
  EXPECT_NEAR(tau[2], 0, 1e-9);
  EXPECT_NEAR(tau[4], -1e4 * kPitch, 1e-9);
  const Vec6 sunk = surface_restoring_wrench(s, attitude(0, 0), 0.2, kGravity);
  EXPECT_NEAR(sunk[2], -kDensity * kGravity * 2 * 0.1, 1e-9);
  EXPECT_NEAR(sunk[4], 0.2 * sunk[2], 1e-9);
}

TEST(Hydrostatics, CarriedWeightIsTakenOutWhereItHangs) {
  SurfaceRestoring s = floating_box();
  s.carried_mass_kg = 80;
  s.p_BG_B = {0.1, 0, -0.2};
  const Vec6 at_rest = surface_restoring_wrench(s, attitude(0, 0), 0.1, kGravity);
  EXPECT_NEAR(at_rest[2], -80 * kGravity, 1e-9);
  EXPECT_NEAR(at_rest[4], 0.1 * 80 * kGravity, 1e-9);
}

TEST(Hydrostatics, SubmergedBodyRollsWithThePeriodOfItsRightingArm) {
  // Neutral body, centre of buoyancy 0.02 m above its centre of gravity (the origin).
  constexpr double kMass = 31.9, kInertia = 0.115 + 0.0345, kDt = 1e-5;
  const Buoyancy b{.volume_m3 = kMass / kDensity, .p_BC_B = {0, 0, -0.02}};
  double roll = 0.5, rate = 0, t = 0;
  for (; roll > 0; t += kDt) {
    rate += kDt * buoyancy_wrench(b, attitude(roll, 0), 50, kDensity, kGravity)[3] / kInertia;
    roll += kDt * rate;
  }
  EXPECT_NEAR(4 * t, 0.986475466, 2e-4);  // T0 (2/pi) K(sin^2(0.25))
}

TEST(Hydrostatics, FallingSphereReachesItsTerminalSpeed) {
  // Weight less buoyancy against rho/2 Cd A v^2.
  constexpr double R = 0.1, kCd = 0.47;
  const double volume = 4.0 / 3 * kPi * R * R * R;
  const double down =
      2500 * volume * kGravity +
      sphere_buoyancy_wrench({.radius_m = R}, Mat3::Identity(), 5, kDensity, kGravity)[2];
  EXPECT_NEAR(down, 60.6107470657, 1e-8);
  EXPECT_NEAR(std::sqrt(down / (0.5 * kDensity * kCd * kPi * R * R)), 2.83011457737, 1e-9);
}

}  // namespace hydrostatics_test
}  // namespace hadal::dynamics
