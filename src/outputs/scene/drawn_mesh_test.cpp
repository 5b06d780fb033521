#include "outputs/scene/drawn_mesh.h"

#include <gtest/gtest.h>

#include <cmath>

#include "geometry/mass_properties.h"
#include "geometry/primitives.h"

namespace hadal::outputs {
namespace drawn_mesh_test {

Vec3 vec3_of(const std::array<float, 3>& v) {
  return {v[0], v[1], v[2]};
}

TEST(DrawnMesh, EdgesOfABoxStaySharp) {
  const DrawnMesh box = drawn_mesh(geometry::box({2, 1, 0.5}));
  EXPECT_EQ(box.positions.size(), 24u);  // eight corners, three sides each
  EXPECT_EQ(box.indices.size(), 36u);
  for (size_t i = 0; i < box.positions.size(); ++i) {
    const Vec3 normal = vec3_of(box.normals[i]);
    EXPECT_NEAR(normal.cwiseAbs().maxCoeff(), 1, 1e-6);
    EXPECT_GT(normal.dot(vec3_of(box.positions[i])), 0.2);  // outwards
  }
}

TEST(DrawnMesh, ASphereIsSmooth) {
  constexpr double kTolerance = 0.01;
  const geometry::TriangleMesh sphere = geometry::sphere(2, 1280);
  const DrawnMesh drawn = drawn_mesh(sphere);
  EXPECT_EQ(drawn.positions.size(), sphere.vertices.size());  // nothing is repeated
  for (size_t i = 0; i < drawn.positions.size(); ++i)
    EXPECT_LT((vec3_of(drawn.normals[i]) - vec3_of(drawn.positions[i]).normalized()).norm(),
              kTolerance);
}

TEST(DrawnMesh, KeepsTheTextureOfEveryCorner) {
  geometry::TriangleMesh mesh;
  mesh.vertices = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {1, 1, 0}};
  mesh.triangles = {{0, 1, 2}, {1, 3, 2}};
  mesh.corner_uv = {{0, 0, 1, 0, 0, 1}, {0.5f, 0, 1, 1, 0, 1}};  // a seam at vertex 1
  const DrawnMesh drawn = drawn_mesh(mesh);
  EXPECT_EQ(drawn.positions.size(), 5u);
  for (size_t t = 0; t < 2; ++t)
    for (size_t k = 0; k < 3; ++k) {
      const uint32_t i = drawn.indices[3 * t + k];
      EXPECT_EQ(drawn.uv[i][0], mesh.corner_uv[t][2 * k]);
      EXPECT_EQ(drawn.uv[i][1], mesh.corner_uv[t][2 * k + 1]);
      EXPECT_EQ(vec3_of(drawn.positions[i]), mesh.vertices[mesh.triangles[t][k]]);
    }
}

TEST(DrawnMesh, LeavesOutTrianglesWithoutArea) {
  geometry::TriangleMesh mesh;
  mesh.vertices = {{0, 0, 0}, {1, 0, 0}, {2, 0, 0}};
  mesh.triangles = {{0, 1, 2}};
  EXPECT_TRUE(drawn_mesh(mesh).indices.empty());
}

TEST(Simplified, KeepsTheShapeWithFewerTriangles) {
  const geometry::TriangleMesh sphere = geometry::sphere(1, 20000);
  const geometry::TriangleMesh coarse = simplified(sphere, 1000);
  EXPECT_LE(coarse.triangles.size(), 1000u);
  EXPECT_GT(coarse.triangles.size(), 200u);
  constexpr double kVolume = 4.18879, kTolerance = 0.12;
  EXPECT_NEAR(geometry::signed_volume(coarse), kVolume, kTolerance * kVolume);
  EXPECT_EQ(simplified(sphere, 20000).vertices, sphere.vertices);
}

}  // namespace drawn_mesh_test
}  // namespace hadal::outputs
