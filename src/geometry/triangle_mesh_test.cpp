#include "geometry/triangle_mesh.h"

#include <gtest/gtest.h>

#include <numbers>

namespace hadal::geometry {
namespace triangle_mesh_test {

constexpr double kTolerance = 1e-14;

TriangleMesh tetrahedron() {
  return {{{0, 0, 0}, {1, 0, 0}, {0, 2, 0}, {0, 0, 3}},
          {{0, 2, 1}, {0, 1, 3}, {0, 3, 2}, {1, 2, 3}}};
}

TEST(TriangleMesh, AreaVectorsPointOutwards) {
  const TriangleMesh mesh = tetrahedron();
  EXPECT_EQ(mesh.area_vector_doubled(0), Vec3(0, 0, -2));
  EXPECT_EQ(mesh.area_vector_doubled(3), Vec3(6, 3, 2));
}

// A quarter turn about z carries x to y; then the offset.
TEST(TriangleMesh, TransformedTurnsThenMoves) {
  const Pose X_AB{{10, 0, 0}, Quat(Eigen::AngleAxisd(std::numbers::pi / 2, Vec3::UnitZ()))};
  const TriangleMesh mesh = transformed(tetrahedron(), X_AB);
  EXPECT_LT((mesh.vertices[1] - Vec3(10, 1, 0)).norm(), kTolerance);
  EXPECT_LT((mesh.vertices[2] - Vec3(8, 0, 0)).norm(), kTolerance);
  EXPECT_LT((mesh.vertices[3] - Vec3(10, 0, 3)).norm(), kTolerance);
  EXPECT_EQ(mesh.triangles, tetrahedron().triangles);
}

TEST(TriangleMesh, AppendRenumbers) {
  TriangleMesh mesh = tetrahedron();
  append(mesh, transformed(tetrahedron(), {{5, 0, 0}, Quat::Identity()}));
  ASSERT_EQ(mesh.vertices.size(), 8u);
  ASSERT_EQ(mesh.triangles.size(), 8u);
  EXPECT_EQ(mesh.triangles[7], (std::array<uint32_t, 3>{5, 6, 7}));
  EXPECT_EQ(mesh.corner(7, 0), Vec3(6, 0, 0));
}

}  // namespace triangle_mesh_test
}  // namespace hadal::geometry
