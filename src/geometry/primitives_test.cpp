#include "geometry/primitives.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "geometry/mass_properties.h"

namespace hadal::geometry {
namespace primitives_test {

using std::numbers::pi;

constexpr double kVolumeTolerance = 1e-12;    // relative
constexpr double kCentroidTolerance = 1e-12;  // of the size
constexpr double kInertiaTolerance = 0.01;    // relative, of 2,000 faces

// Closed, outward, of the volume and centroid given, and of about the faces asked for.
void expect_solid(const TriangleMesh& mesh, double volume, const Vec3& centroid, int target) {
  EXPECT_TRUE(is_closed(mesh));
  const MassProperties properties = mass_properties(mesh, 1000);
  EXPECT_NEAR(properties.volume_m3 / volume, 1, kVolumeTolerance);
  EXPECT_LT((properties.centroid - centroid).norm(),
            kCentroidTolerance * bounding_box(mesh).diagonal());
  EXPECT_LE(mesh.triangles.size(), static_cast<size_t>(target));
  EXPECT_GE(mesh.triangles.size(), static_cast<size_t>(0.75 * target));
}

void expect_inertia(const TriangleMesh& mesh, double density, const Vec3& diagonal) {
  const Mat3 inertia = mass_properties(mesh, density).inertia_kg_m2;
  for (int k = 0; k < 3; ++k) EXPECT_NEAR(inertia(k, k) / diagonal[k], 1, kInertiaTolerance) << k;
  EXPECT_LT((inertia - Mat3(inertia.diagonal().asDiagonal())).norm(), 1e-9 * inertia.norm());
}

TEST(Primitives, BoxIsExact) {
  const Vec3 size(2, 1, 0.5);
  EXPECT_EQ(box(size).triangles.size(), 12u);
  EXPECT_EQ(box(size).vertices.size(), 8u);
  const TriangleMesh mesh = box(size, 2000);
  expect_solid(mesh, 1, Vec3::Zero(), 2000);
  const MassProperties properties = mass_properties(mesh, 12);
  EXPECT_NEAR(properties.area_m2, 7, 1e-12);
  EXPECT_NEAR(properties.inertia_kg_m2(0, 0), 1 + 0.25, 1e-12);
  EXPECT_NEAR(properties.inertia_kg_m2(1, 1), 4 + 0.25, 1e-12);
  EXPECT_NEAR(properties.inertia_kg_m2(2, 2), 4 + 1, 1e-12);
}

TEST(Primitives, SphereHasItsVolumeAndInertia) {
  const TriangleMesh mesh = sphere(0.7, 2000);
  const double volume = 4.0 / 3 * pi * 0.343;
  EXPECT_EQ(mesh.triangles.size(), 2000u);
  EXPECT_EQ(mesh.vertices.size(), 1002u);  // Euler
  expect_solid(mesh, volume, Vec3::Zero(), 2000);
  expect_inertia(mesh, 1000, Vec3::Constant(0.4 * 1000 * volume * 0.49));
}

TEST(Primitives, EllipsoidHasItsVolumeAndInertia) {
  const Vec3 a(3, 1.5, 0.8);
  const double volume = 4.0 / 3 * pi * a.prod();
  const TriangleMesh mesh = ellipsoid(a, 2000);
  expect_solid(mesh, volume, Vec3::Zero(), 2000);
  expect_inertia(mesh, 5,
                 volume * Vec3(a.y() * a.y() + a.z() * a.z(), a.x() * a.x() + a.z() * a.z(),
                               a.x() * a.x() + a.y() * a.y()));
}

TEST(Primitives, CylinderStandsAlongZ) {
  const double r = 0.3, l = 2, volume = pi * r * r * l;
  const TriangleMesh mesh = cylinder(r, l, 2000);
  expect_solid(mesh, volume, Vec3::Zero(), 2000);
  const double across = volume * (3 * r * r + l * l) / 12;
  expect_inertia(mesh, 1, {across, across, volume * r * r / 2});
  EXPECT_NEAR(bounding_box(mesh).size().z(), l, 1e-15);
}

TEST(Primitives, CapsuleHasItsVolumeAndInertia) {
  const double r = 0.25, l = 1.5;
  const double middle = pi * r * r * l, ends = 4.0 / 3 * pi * r * r * r;
  const TriangleMesh mesh = capsule(r, l, 2000);
  expect_solid(mesh, middle + ends, Vec3::Zero(), 2000);
  // Each half sphere: 83/320 m r^2 about its own centroid, 3/8 r beyond the end.
  const double across = middle * (3 * r * r + l * l) / 12 +
                        ends * (83.0 / 320 * r * r + std::pow(l / 2 + 3.0 / 8 * r, 2));
  expect_inertia(mesh, 1, {across, across, middle * r * r / 2 + 0.4 * ends * r * r});
}

TEST(Primitives, ConeHasItsCentroidAQuarterFromTheBase) {
  const double r = 0.6, l = 1.2, volume = pi * r * r * l / 3;
  const TriangleMesh mesh = cone(r, l, 2000).value();
  expect_solid(mesh, volume, {0, 0, l / 2 - l / 4}, 2000);
  const double across = volume * (3.0 / 20 * r * r + 3.0 / 80 * l * l);
  expect_inertia(mesh, 1, {across, across, 0.3 * volume * r * r});
}

TEST(Primitives, FrustumHasItsVolume) {
  const double a = 0.6, b = 0.2, l = 1.2;
  const double volume = pi * l / 3 * (a * a + a * b + b * b);
  const double from_base = l / 4 * (a * a + 2 * a * b + 3 * b * b) / (a * a + a * b + b * b);
  expect_solid(frustum(a, b, l, 1500).value(), volume, {0, 0, l / 2 - from_base}, 1500);
  EXPECT_FALSE(frustum(0, 0, 1).ok());
  EXPECT_FALSE(frustum(-1, 0.5, 1).ok());
}

TEST(Primitives, TorusFollowsPappus) {
  const double R = 1, r = 0.25, volume = 2 * pi * pi * R * r * r;
  const TriangleMesh mesh = torus(R, r, 3000).value();
  expect_solid(mesh, volume, Vec3::Zero(), 3000);
  const double across = volume * (R * R / 2 + 5.0 / 8 * r * r);
  expect_inertia(mesh, 1, {across, across, volume * (R * R + 0.75 * r * r)});
  EXPECT_EQ(mesh.triangles.size(), 2 * mesh.vertices.size());  // Euler number 0
  EXPECT_FALSE(torus(1, 1.5).ok());
}

TEST(Primitives, TubeHasABore) {
  const double R = 0.5, r = 0.45, l = 3, volume = pi * (R * R - r * r) * l;
  const TriangleMesh mesh = tube(R, r, l, 3000).value();
  expect_solid(mesh, volume, Vec3::Zero(), 3000);
  const double across = volume * (3 * (R * R + r * r) + l * l) / 12;
  expect_inertia(mesh, 1, {across, across, volume * (R * R + r * r) / 2});
  EXPECT_EQ(mesh.triangles.size(), 2 * mesh.vertices.size());
  EXPECT_FALSE(tube(0.5, 0.5, 1).ok());
}

// Coarse or fine, the volume is the same.
TEST(Primitives, VolumeDoesNotDependOnTheFaces) {
  for (int faces : {1, 60, 300, 10'000}) {
    EXPECT_NEAR(signed_volume(sphere(1, faces)) / (4.0 / 3 * pi), 1, kVolumeTolerance);
    EXPECT_NEAR(signed_volume(cylinder(1, 3, faces)) / (3 * pi), 1, kVolumeTolerance);
    EXPECT_NEAR(signed_volume(capsule(1, 3, faces)) / (3 * pi + 4.0 / 3 * pi), 1, kVolumeTolerance);
    EXPECT_NEAR(signed_volume(box({1, 2, 3}, faces)), 6, 6 * kVolumeTolerance);
  }
}

TEST(Primitives, SizesMustBePositive) {
  EXPECT_THROW((void)sphere(0), CheckFailed);
  EXPECT_THROW((void)box({1, -1, 1}), CheckFailed);
  EXPECT_THROW((void)capsule(1, std::nan("")), CheckFailed);
}

}  // namespace primitives_test
}  // namespace hadal::geometry
