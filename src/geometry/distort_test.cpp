#include "geometry/distort.h"

#include <gtest/gtest.h>

#include <numbers>

#include "geometry/mass_properties.h"
#include "geometry/mesh_check.h"
#include "geometry/mesh_hash.h"
#include "geometry/primitives.h"
#include "geometry/refine.h"

namespace hadal::geometry {
namespace distort_test {

TEST(Refine, CutsLongEdgesOnly) {
  const TriangleMesh mesh = box({4, 1, 1});
  const TriangleMesh fine = refined(mesh, 0.3);
  EXPECT_TRUE(is_closed(fine));
  EXPECT_NEAR(signed_volume(fine), 4, 1e-12);
  EXPECT_NEAR(surface_area(fine), 18, 1e-12);
  for (size_t t = 0; t < fine.triangles.size(); ++t)
    for (int k = 0; k < 3; ++k)
      EXPECT_LE((fine.corner(t, k) - fine.corner(t, (k + 1) % 3)).norm(), 0.3);
  EXPECT_EQ(mesh_hash(refined(mesh, 10)), mesh_hash(mesh));
  EXPECT_LE(refined(mesh, 1e-3, 500).triangles.size(), 500u);
  EXPECT_TRUE(is_closed(refined(mesh, 1e-3, 500)));
}

TEST(Refine, NormalsOfABoxCornerAndOfASphere) {
  const TriangleMesh ball = sphere(2, 500);
  const std::vector<Vec3> normals = vertex_normals(ball);
  for (size_t i = 0; i < normals.size(); ++i)
    EXPECT_GT(normals[i].dot(ball.vertices[i].normalized()), 0.999);
}

TEST(Distort, NoExtentChangesNoBit) {
  const TriangleMesh mesh = cylinder(0.03, 0.12, 200);
  EXPECT_EQ(mesh_hash(distorted(mesh, 0, 1)), mesh_hash(mesh));
}

// Distances between the distorted vertices and the same vertices of the merely refined mesh.
std::pair<double, double> greatest_and_mean_move(const TriangleMesh& refined_mesh,
                                                 const TriangleMesh& moved) {
  double greatest = 0, sum = 0;
  for (size_t i = 0; i < moved.vertices.size(); ++i) {
    const double distance = (moved.vertices[i] - refined_mesh.vertices[i]).norm();
    greatest = std::max(greatest, distance);
    sum += distance;
  }
  return {greatest, sum / static_cast<double>(moved.vertices.size())};
}

TEST(Distort, MovesAreBoundedAndGrowWithTheExtent) {
  const TriangleMesh mesh = cylinder(0.03, 0.12, 200);
  const double side_m = 2 * 0.03 * equal_area_factor(12);  // at most
  const TriangleMesh fine = refined(mesh, 0.04 * bounding_box(mesh).size().x(), 20'000);
  double before = 0;
  for (double extent : {0.1, 0.3, 0.6, 1.0})
    for (uint64_t seed : {1, 2, 3}) {
      const TriangleMesh moved = distorted(mesh, extent, seed);
      ASSERT_EQ(moved.vertices.size(), fine.vertices.size());
      EXPECT_TRUE(is_closed(moved));
      const auto [greatest, mean] = greatest_and_mean_move(fine, moved);
      EXPECT_LE(greatest, extent * kMaxDistortion * side_m);
      EXPECT_GT(greatest, 0.3 * extent * kMaxDistortion * side_m);
      if (seed == 1) {
        EXPECT_GT(mean, before);
        before = mean;
      }
    }
}

// A crushed can has lost volume, and its faces have not become spikes: neighbouring normals agree.
TEST(Distort, DentsGoInwardsAndAreSmooth) {
  const TriangleMesh mesh = sphere(0.5, 2000);
  for (uint64_t seed = 1; seed <= 5; ++seed) {
    const TriangleMesh moved = distorted(mesh, 1, seed);
    EXPECT_LT(signed_volume(moved), 0.95 * signed_volume(mesh));
    EXPECT_GT(signed_volume(moved), 0.4 * signed_volume(mesh));
    const std::vector<Vec3> normals = vertex_normals(moved);
    double sum = 0;
    for (size_t t = 0; t < moved.triangles.size(); ++t)
      sum += moved.area_vector_doubled(t).normalized().dot(normals[moved.triangles[t][0]]);
    EXPECT_GT(sum / static_cast<double>(moved.triangles.size()), 0.97);
  }
}

// Both sides of a wall of 1 mm move together: its volume stays near what it was.
TEST(Distort, AThinWallKeepsItsThickness) {
  const TriangleMesh can =
      lathe(std::vector<ProfilePoint>{{0, 0.06}, {0.03, 0.06}, {0.03, -0.06}}, 0.001, 2000).value();
  const TriangleMesh moved = distorted(can, 1, 4);
  EXPECT_TRUE(is_closed(moved));
  EXPECT_NEAR(signed_volume(moved) / signed_volume(can), 1, 0.25);
}

TEST(Distort, SeedDecides) {
  const TriangleMesh mesh = box({1, 1, 1});
  EXPECT_EQ(mesh_hash(distorted(mesh, 0.5, 9)), mesh_hash(distorted(mesh, 0.5, 9)));
  EXPECT_NE(mesh_hash(distorted(mesh, 0.5, 9)), mesh_hash(distorted(mesh, 0.5, 10)));
}

// A soup of faces must not come apart.
TEST(Distort, VerticesAtOnePlaceMoveAlike) {
  const TriangleMesh mesh = box({1, 1, 1}, 300);
  TriangleMesh soup;
  for (size_t t = 0; t < mesh.triangles.size(); ++t) {
    const auto first = static_cast<uint32_t>(soup.vertices.size());
    for (int k = 0; k < 3; ++k) soup.vertices.push_back(mesh.corner(t, k));
    soup.triangles.push_back({first, first + 1, first + 2});
  }
  MeshReport report;
  EXPECT_TRUE(prepare_closed(distorted(soup, 1, 3), report).ok()) << report.text();
}

TEST(Fouling, CoversTheFractionAndGrowsOutwardsOnly) {
  const TriangleMesh mesh = sphere(1, 5000);
  const double thickness_m = 0.05;
  for (double coverage : {0.2, 0.5, 0.9}) {
    const FouledMesh fouled = grow_fouling(mesh, coverage, thickness_m, 11);
    EXPECT_TRUE(is_closed(fouled.mesh));
    EXPECT_GT(signed_volume(fouled.mesh), signed_volume(mesh));
    double grown = 0;
    for (size_t i = 0; i < fouled.growth_m.size(); ++i) {
      EXPECT_GE(fouled.growth_m[i], 0);
      EXPECT_LE(fouled.growth_m[i], thickness_m);
      grown += fouled.growth_m[i] > 0;
    }
    EXPECT_NEAR(grown / static_cast<double>(fouled.growth_m.size()), coverage, 0.06);
  }
}

// Growth is along the normal: on a sphere each vertex keeps its direction and gains radius.
TEST(Fouling, GrowsAlongTheNormal) {
  const TriangleMesh mesh = sphere(1, 20'000);
  const TriangleMesh fine = refined(mesh, 0.04 * bounding_box(mesh).size().x(), 20'000);
  const FouledMesh fouled = grow_fouling(mesh, 0.6, 0.05, 2);
  ASSERT_EQ(fine.vertices.size(), fouled.mesh.vertices.size());
  for (size_t i = 0; i < fine.vertices.size(); ++i)
    EXPECT_NEAR(fouled.mesh.vertices[i].norm() - fine.vertices[i].norm(), fouled.growth_m[i], 1e-4);
}

TEST(Fouling, NothingGrowsWithoutCoverageOrThickness) {
  const TriangleMesh mesh = box({1, 1, 1});
  EXPECT_EQ(mesh_hash(grow_fouling(mesh, 0, 0.1, 1).mesh), mesh_hash(mesh));
  EXPECT_EQ(mesh_hash(grow_fouling(mesh, 1, 0, 1).mesh), mesh_hash(mesh));
}

}  // namespace distort_test
}  // namespace hadal::geometry
