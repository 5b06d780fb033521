#include "geometry/hull/righting.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "geometry/mass_properties.h"
#include "geometry/primitives.h"
#include "math/units.h"

namespace hadal::geometry {
namespace righting_test {

constexpr double kPi = std::numbers::pi;
constexpr double kDensity = 1025;

Pose lying() {  // a cylinder along z laid along x
  Pose X;
  X.q = Quat(Eigen::AngleAxisd(kPi / 2, Vec3::UnitY()));
  return X;
}

TEST(Submerged, BoxBelowALevelPlane) {
  const Submerged wet = submerged_part(box({4, 2, 1}), {Vec3::UnitZ(), 0.2});
  EXPECT_NEAR(wet.volume_m3, 4 * 2 * 0.7, 1e-12);
  EXPECT_LT((wet.center - Vec3(0, 0, 0.15)).norm(), 1e-12);
  EXPECT_NEAR(wet.waterplane_area_m2, 8, 1e-12);
  EXPECT_LT((wet.waterplane_center - Vec3(0, 0, -0.2)).norm(), 1e-12);
  EXPECT_NEAR(wet.waterplane_moment(0, 0), 2 * 64 / 12.0, 1e-12);
  EXPECT_NEAR(wet.waterplane_moment(1, 1), 4 * 8 / 12.0, 1e-12);
  EXPECT_NEAR(wet.waterplane_moment(0, 1), 0, 1e-12);
  EXPECT_NEAR(wet.wetted_area_m2, 8 + 12 * 0.7, 1e-12);
}

TEST(Submerged, TiltedCutsOfABoxAddUp) {
  const TriangleMesh body = box({3, 2, 1}, 200);
  const Vec3 down = Vec3(0.3, -0.5, 1).normalized();
  const Submerged below = submerged_part(body, {down, 0.17}),
                  above = submerged_part(body, {-down, -0.17});
  EXPECT_NEAR(below.volume_m3 + above.volume_m3, 6, 1e-12);
  EXPECT_LT((below.volume_m3 * below.center + above.volume_m3 * above.center).norm(), 1e-12);
  EXPECT_NEAR(below.waterplane_area_m2, above.waterplane_area_m2, 1e-12);
  EXPECT_LT((below.waterplane_moment - above.waterplane_moment).norm(), 1e-11);
  EXPECT_LT((below.waterplane_moment * down).norm(), 1e-12);
}

TEST(Submerged, SphericalCap) {
  const Submerged wet = submerged_part(sphere(1, 20000), {Vec3::UnitZ(), -0.4});
  constexpr double kHeight = 0.6;  // of the wet cap
  EXPECT_NEAR(wet.volume_m3, kPi * kHeight * kHeight * (3 - kHeight) / 3, 2e-3);
  EXPECT_NEAR(wet.waterplane_area_m2, kPi * (1 - 0.16), 3e-3);
  EXPECT_NEAR(wet.center.z(), 3 * std::pow(2 - kHeight, 2) / (4 * (3 - kHeight)), 1e-3);
}

TEST(Righting, BoxFloatsAndRightsAsTheWallSidedFormulaSays) {
  // Length 4, beam 2, depth 1; draught T, G 0.1 above the keel's middle.
  constexpr double kBeam = 2, kDraught = 0.4;
  Loading loading{kDensity * 4 * kBeam * kDraught, {0, 0, 0.2}, kDensity};
  const TriangleMesh hull = box({4, kBeam, 1}, 12);
  const FloatingPosition upright = float_at_heel(hull, loading, 0);
  EXPECT_TRUE(upright.floats && upright.settled);
  EXPECT_NEAR(upright.draught_m, kDraught, 1e-12);
  EXPECT_NEAR(upright.freeboard_m, 0.6, 1e-12);
  EXPECT_NEAR(upright.trim_rad, 0, 1e-12);
  const double KB = kDraught / 2, KG = 0.5 - 0.2, BM = kBeam * kBeam / (12 * kDraught);
  const double GM = KB + BM - KG;
  EXPECT_NEAR(upright.metacentric_transverse_m, GM, 1e-10);
  EXPECT_NEAR(upright.metacentric_longitudinal_m, KB + 16 / (12 * kDraught) - KG, 1e-10);
  EXPECT_NEAR(metacentric_by_slope(hull, loading, upright), GM, 1e-5);
  for (const double heel_deg : {5.0, 12.0, 20.0}) {  // deck and bilge stay where they were
    const double phi = heel_deg * kDegree, t = std::tan(phi);
    const FloatingPosition p = float_at_heel(hull, loading, phi);
    EXPECT_NEAR(p.righting_arm_m, std::sin(phi) * (GM + BM * t * t / 2), 1e-10);
  }
}

TEST(Righting, TrimFollowsTheWeight) {
  // Small trim of a box: lever moved by x gives trim x / GM_L.
  Loading loading{kDensity * 4, {0.01, 0, 0.1}, kDensity};
  const TriangleMesh hull = box({4, 2, 1}, 100);
  const FloatingPosition p = float_at_heel(hull, loading, 0);
  ASSERT_TRUE(p.settled);
  const double GM = 0.25 + 16 / (12 * 0.5) - 0.4;
  EXPECT_NEAR(std::tan(p.trim_rad), -0.01 / GM, 1e-5);  // weight forward: bow down
}

TEST(Righting, CylinderRightsWithItsCentreOfGravityAlone) {
  // Every section of a lying circular cylinder floats alike: GZ = (distance of G below axis) sin.
  const TriangleMesh hull = transformed(cylinder(0.5, 4, 20000), lying());
  Loading loading{0.6 * kDensity * kPi * 0.25 * 4, {0, 0, 0.12}, kDensity};
  ThreadArena arena(2);
  const auto curve = righting_curve(hull, loading, 13, arena);
  for (const FloatingPosition& p : curve) {
    EXPECT_TRUE(p.settled);
    EXPECT_NEAR(p.righting_arm_m, 0.12 * std::sin(p.heel_rad), 5e-4);
  }
  EXPECT_NEAR(curve[0].metacentric_transverse_m, 0.12, 2e-3);
  const std::vector<double> rest = resting_heels_rad(curve);
  ASSERT_EQ(rest.size(), 1u);
  EXPECT_NEAR(rest[0], 0, 1e-6);
}

TEST(Righting, MetacentreAgreesWithTheSlopeInAnyPosition) {
  const TriangleMesh hull = ellipsoid({2, 0.7, 0.5}, 3000);
  Loading loading{0.4 * kDensity * signed_volume(hull), {0.15, 0.05, 0.1}, kDensity};
  for (const double heel_deg : {0.0, 25.0, 70.0}) {
    const FloatingPosition p = float_at_heel(hull, loading, heel_deg * kDegree);
    ASSERT_TRUE(p.settled);
    EXPECT_NEAR(metacentric_by_slope(hull, loading, p), p.metacentric_transverse_m, 1e-3);
  }
}

TEST(Righting, TopHeavyPlankRestsOnItsSide) {
  const TriangleMesh hull = box({4, 0.5, 2}, 200);  // a plank on edge
  Loading loading{0.5 * kDensity * 4, {0, 0, 0}, kDensity};
  ThreadArena arena(1);
  const auto curve = righting_curve(hull, loading, 37, arena);
  EXPECT_LT(curve[0].metacentric_transverse_m, 0);
  EXPECT_LT(curve[2].righting_arm_m, 0);
  const std::vector<double> rest = resting_heels_rad(curve);
  ASSERT_EQ(rest.size(), 1u);
  EXPECT_NEAR(rest[0], kPi / 2, 1e-6);
}

TEST(Righting, AHeavyBodySinksAndHangsBelowItsCentreOfBuoyancy) {
  const TriangleMesh hull = sphere(0.5, 2000);
  Loading loading{1.5 * kDensity * signed_volume(hull), {0, 0, 0.1}, kDensity};
  const FloatingPosition p = float_at_heel(hull, loading, 30 * kDegree);
  EXPECT_FALSE(p.floats);
  EXPECT_TRUE(p.settled);
  EXPECT_NEAR(p.righting_arm_m, 0.1 * std::sin(30 * kDegree), 1e-9);
  EXPECT_NEAR(p.metacentric_transverse_m, 0.1 * std::cos(30 * kDegree), 1e-9);
}

}  // namespace righting_test
}  // namespace hadal::geometry
