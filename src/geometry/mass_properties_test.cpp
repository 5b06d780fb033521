#include "geometry/mass_properties.h"

#include <gtest/gtest.h>

#include "geometry/primitives.h"

namespace hadal::geometry {
namespace mass_properties_test {

constexpr double kTolerance = 1e-12;  // relative

// The tetrahedron (0, a e_x, b e_y, c e_z): V = abc/6, centroid (a, b, c)/4 and, about the origin,
// Int x^2 = abc a^2/60, Int xy = abc ab/120.
TEST(MassProperties, Tetrahedron) {
  const double a = 1, b = 2, c = 3, rho = 7;
  const TriangleMesh mesh{{{0, 0, 0}, {a, 0, 0}, {0, b, 0}, {0, 0, c}},
                          {{0, 2, 1}, {0, 1, 3}, {0, 3, 2}, {1, 2, 3}}};
  const MassProperties p = mass_properties(mesh, rho);
  const double mass = rho * a * b * c / 6;
  EXPECT_NEAR(p.volume_m3, 1, kTolerance);
  EXPECT_NEAR(p.mass_kg, mass, kTolerance);
  EXPECT_NEAR(p.area_m2, 0.5 * (a * b + b * c + c * a + std::hypot(a * b, b * c, c * a)),
              kTolerance);
  EXPECT_LT((p.centroid - Vec3(a, b, c) / 4).norm(), kTolerance);
  // About the centroid: m (b^2 + c^2) (1/10 - 1/16), products m ab (1/16 - 1/20).
  EXPECT_NEAR(p.inertia_kg_m2(0, 0), mass * (b * b + c * c) * (0.1 - 0.0625), mass * kTolerance);
  EXPECT_NEAR(p.inertia_kg_m2(0, 1), mass * a * b * (0.0625 - 0.05), mass * kTolerance);
  EXPECT_NEAR(p.inertia_kg_m2(1, 2), mass * b * c * (0.0625 - 0.05), mass * kTolerance);
}

// Ten kilometres from the origin a metre's box keeps its digits.
TEST(MassProperties, FarFromTheOrigin) {
  const Vec3 far(1e4, -2e4, 3e3);
  const MassProperties p =
      mass_properties(transformed(box({1, 2, 3}, 500), {far, Quat::Identity()}), 1);
  EXPECT_NEAR(p.volume_m3, 6, 1e-10);
  EXPECT_LT((p.centroid - far).norm(), 1e-10);
  EXPECT_NEAR(p.inertia_kg_m2(0, 0), 6 * 13 / 12.0, 1e-10);
}

TEST(MassProperties, InertiaTurnsWithTheBody) {
  const Quat q = Quat(0.3, -0.5, 0.7, 0.2).normalized();
  const TriangleMesh mesh = cylinder(0.2, 1.1, 400);
  const Mat3 I = mass_properties(mesh, 800).inertia_kg_m2, R = q.toRotationMatrix();
  const Mat3 turned = mass_properties(transformed(mesh, {{3, 2, 1}, q}), 800).inertia_kg_m2;
  EXPECT_LT((turned - R * I * R.transpose()).norm(), 1e-10 * I.norm());
}

TEST(MassProperties, InsideOutIsNegative) {
  TriangleMesh mesh = box({1, 1, 1});
  turn_inside_out(mesh);
  EXPECT_NEAR(signed_volume(mesh), -1, kTolerance);
  EXPECT_TRUE(is_closed(mesh));
}

TEST(MassProperties, ClosedMeansWithoutBoundary) {
  TriangleMesh mesh = box({1, 1, 1}, 100);
  EXPECT_TRUE(is_closed(mesh));
  std::swap(mesh.triangles[5][0], mesh.triangles[5][1]);
  EXPECT_FALSE(is_closed(mesh));
  mesh.triangles.erase(mesh.triangles.begin() + 5);
  EXPECT_FALSE(is_closed(mesh));
  EXPECT_FALSE(is_closed(TriangleMesh{}));
}

TEST(MassProperties, EmptyMesh) {
  EXPECT_EQ(mass_properties({}, 1000).mass_kg, 0);
  EXPECT_EQ(bounding_box({}).diagonal(), 0);
}

}  // namespace mass_properties_test
}  // namespace hadal::geometry
