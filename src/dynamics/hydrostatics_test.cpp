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

Vec6 calm_restoring(const SurfaceRestoring& s, const Mat3& R_NB, double depth_m, double gravity) {
  return surface_restoring_wrench(s, R_NB, R_NB, depth_m, gravity);
}

TEST(Hydrostatics, FloatingBoxHeavesWithItsPeriod) {
  const SurfaceRestoring box = floating_box();
  EXPECT_NEAR(box.roll_stiffness_Nm_rad, 1550.184375, 1e-9);
  const double inertia = 1.8 * 512.5, dt = 1e-4;
  double z = box.origin_depth_m + 0.05, w = 0, t = 0;
  for (; z > box.origin_depth_m; t += dt) {
    w += dt * calm_restoring(box, Mat3::Identity(), z, kGravity)[2] / inertia;
    z += dt * w;
  }
  EXPECT_NEAR(4 * t, 1.34571043964, 1e-3);
}

TEST(Hydrostatics, RestoringActsAboutTheCentreOfFlotation) {
  SurfaceRestoring s = floating_box();
  s.p_BF_B = {-0.2, 0, 0};
  constexpr double kPitch = 0.01;
  // Raised by the pitch about the origin, held so that the centre of flotation stays in place.
  const Vec6 tau = calm_restoring(s, attitude(0, kPitch), 0.1 - 0.2 * std::sin(kPitch), kGravity);
  EXPECT_NEAR(tau[2], 0, 1e-9);
  EXPECT_NEAR(tau[4], -1e4 * kPitch, 1e-9);
  const Vec6 sunk = calm_restoring(s, attitude(0, 0), 0.2, kGravity);
  EXPECT_NEAR(sunk[2], -kDensity * kGravity * 2 * 0.1, 1e-9);
  EXPECT_NEAR(sunk[4], 0.2 * sunk[2], 1e-9);
}

// A2. Trimmed and heeled the force stays vertical, the moment has no part about the vertical, and
// wrench and motion agree with a potential: U(a) - U(b) is the work along any path.
TEST(Hydrostatics, A2_RestoringIsVerticalAndConservative) {
  SurfaceRestoring s = floating_box();
  s.p_BF_B = {-0.2, 0.1, 0.3};
  s.pitch_rad = 0.05;
  s.roll_rad = -0.02;
  s.carried_mass_kg = 80;
  s.p_BG_B = {0.1, 0, -0.2};
  const double K = s.heave_stiffness_N_m;
  const auto potential = [&](double z, double roll, double pitch) {
    const Mat3 R = attitude(roll, pitch), rest = attitude(s.roll_rad, s.pitch_rad);
    const double heave =
        z + (R * s.p_BF_B).z() - s.origin_depth_m - (rest * s.p_BF_B).z();
    return 0.5 * K * heave * heave +
           0.5 * s.roll_stiffness_Nm_rad * std::pow(roll - s.roll_rad, 2) +
           0.5 * s.pitch_stiffness_Nm_rad * std::pow(pitch - s.pitch_rad, 2) +
           80 * kGravity * (z + (R * s.p_BG_B).z());
  };
  constexpr double d = 1e-6, kSlope = 1e-4;
  for (const auto& [z, roll, pitch] : {std::array{0.1, 0.0, 0.2}, std::array{0.2, 0.5, -0.3},
                                       std::array{-0.1, -0.7, 0.9}, std::array{0.0, 1.2, -1.1}}) {
    const Mat3 R = attitude(roll, pitch);
    const Vec6 tau = calm_restoring(s, R, z, kGravity);
    const Vec3 force_N = R * tau.head<3>();
    EXPECT_NEAR(force_N.x(), 0, 1e-9);
    EXPECT_NEAR(force_N.y(), 0, 1e-9);
    EXPECT_NEAR(-force_N.z(), (potential(z + d, roll, pitch) - potential(z - d, roll, pitch)) /
                                  (2 * d), kSlope * K);
    // The forces about the origin of a yawing body do no work either.
    EXPECT_NEAR((R * tau.tail<3>()).z(), 0, 1e-9 * K);
    const Vec3 roll_axis_B(1, 0, 0), pitch_axis_B(0, std::cos(roll), -std::sin(roll));
    const auto rate = [&](const Vec3& axis_B) {  // of the body turning about an axis of its own
      const Mat3 more = Eigen::AngleAxisd(d, axis_B.normalized()).toRotationMatrix();
      const EulerAngles a = euler_from(Quat(Mat3(R * more))),
                        b = euler_from(Quat(Mat3(R * more.transpose())));
      return (potential(z, a.roll, a.pitch) - potential(z, b.roll, b.pitch)) / (2 * d);
    };
    for (const Vec3& axis_B : {roll_axis_B, pitch_axis_B, Vec3(0.3, -0.5, 0.8)})
      EXPECT_NEAR(-tau.tail<3>().dot(axis_B.normalized()), rate(axis_B), kSlope * K);
  }
}

TEST(Hydrostatics, CarriedWeightIsTakenOutWhereItHangs) {
  SurfaceRestoring s = floating_box();
  s.carried_mass_kg = 80;
  s.p_BG_B = {0.1, 0, -0.2};
  const Vec6 at_rest = calm_restoring(s, attitude(0, 0), 0.1, kGravity);
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
