#include "world/solid.h"

#include <gtest/gtest.h>

#include <numbers>

#include "geometry/primitives.h"

namespace hadal::inline world {
namespace solid_test {

constexpr double kPi = std::numbers::pi;
constexpr double kExact = 1e-12;       // relative
constexpr double kTessellated = 4e-3;  // meshes have the exact volume, not the exact inertia

void expect_same(const Solid& a, const Solid& b, double tolerance) {
  EXPECT_NEAR(a.volume_m3, b.volume_m3, tolerance * std::abs(b.volume_m3));
  const double size = std::cbrt(std::abs(b.volume_m3));
  EXPECT_LT((a.centroid - b.centroid).norm(), tolerance * size);
  EXPECT_LT((a.inertia - b.inertia).norm(), tolerance * b.inertia.norm());
}

// The meshes of geometry/ integrate the same bodies in another way.
TEST(Solid, ClosedFormsAgreeWithFineMeshes) {
  constexpr int kFine = 20000;
  expect_same(solid_mesh(geometry::box({1, 2, 3})), solid_box({1, 2, 3}), kExact);
  expect_same(solid_mesh(geometry::ellipsoid({1, 0.5, 0.3}, kFine)), solid_ellipsoid({1, 0.5, 0.3}),
              kTessellated);
  expect_same(solid_mesh(geometry::cylinder(0.4, 1.3, kFine)), solid_cylinder(0.4, 1.3),
              kTessellated);
  expect_same(solid_mesh(geometry::capsule(0.4, 1.3, kFine)), solid_capsule(0.4, 1.3),
              kTessellated);
  expect_same(solid_mesh(geometry::frustum(0.7, 0.2, 1.1, kFine).value()),
              solid_frustum(0.7, 0.2, 1.1), kTessellated);
  expect_same(solid_mesh(geometry::torus(0.7, 0.2, kFine).value()), solid_torus(0.7, 0.2),
              kTessellated);
  expect_same(solid_mesh(geometry::tube(0.7, 0.5, 2, kFine).value()), solid_tube(0.7, 0.5, 2),
              kTessellated);
}

TEST(Solid, PointedConeHasTheTextbookMoments) {
  const Solid cone = solid_frustum(0.6, 0, 2);
  const double volume = kPi * 0.36 * 2 / 3;
  EXPECT_NEAR(cone.volume_m3, volume, kExact);
  EXPECT_NEAR(cone.centroid.z(), 0.5, kExact);  // a quarter of the length above the base at z = 1
  EXPECT_NEAR(cone.inertia(2, 2), 0.3 * volume * 0.36, kExact);
  EXPECT_NEAR(cone.inertia(0, 0), volume * (3.0 / 20 * 0.36 + 3.0 / 80 * 4), kExact);
}

TEST(Solid, TwoHalvesMakeTheWhole) {
  const Pose up{Vec3(0, 0, -0.5)}, down{Vec3(0, 0, 0.5)};
  const Solid half = solid_box({1, 2, 1});
  const Solid parts[] = {transformed(half, up), transformed(half, down)};
  expect_same(sum(parts), solid_box({1, 2, 2}), kExact);
}

TEST(Solid, TurningMovesTheAxes) {
  const Pose turned{Vec3(1, 0, 0), Quat(Eigen::AngleAxisd(kPi / 2, Vec3::UnitZ()))};
  const Solid box = transformed(solid_box({1, 2, 3}), turned);
  expect_same(box, transformed(solid_box({2, 1, 3}), {Vec3(1, 0, 0)}), kExact);
}

// A sphere of 1 m with a wall of 1 mm: (2/3) m r^2 of a thin shell, to the order of t / r.
TEST(Solid, ThinShellIsTheLimitOfASolidDifference) {
  const double t = 1e-3;
  const Solid wall =
      difference(solid_ellipsoid(Vec3::Ones()), solid_ellipsoid(Vec3::Constant(1 - t)));
  EXPECT_NEAR(wall.inertia(0, 0) / wall.volume_m3, 2.0 / 3, 2 * t);
  expect_same(thin_shell(geometry::sphere(1, 20000), t), wall, 3 * t);
}

// Closed surfaces of known area and moments: a cube's faces.
TEST(Solid, ThinShellOfACube) {
  const Solid shell = thin_shell(geometry::box({2, 2, 2}), 0.01);
  EXPECT_NEAR(shell.volume_m3, 24 * 0.01, kExact);
  // Per axis: two faces at distance 1 and four of half width 1: Int x^2 dA = 8 + 16/3.
  EXPECT_NEAR(shell.inertia(0, 0), 0.01 * 2 * (8 + 16.0 / 3), kExact);
}

}  // namespace solid_test
}  // namespace hadal::world
