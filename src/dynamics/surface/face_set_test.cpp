#include "dynamics/surface/face_set.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "base/check.h"
#include "geometry/primitives.h"

namespace hadal::dynamics {
namespace face_set_test {

constexpr double kSingle = 2e-7;

Vec3 lane_vector(const float (&column)[3][kFaceLanes], size_t lane) {
  return {column[0][lane], column[1][lane], column[2][lane]};
}

TEST(FaceSet, KeepsEveryFaceOnceAndFillsUpWithNothing) {
  const geometry::TriangleMesh mesh = geometry::sphere(0.7, 500);
  const FaceSet set(mesh, Vec3::Zero(), Vec3::Ones());
  EXPECT_EQ(set.faces(), mesh.triangles.size());
  EXPECT_EQ(std::set<uint32_t>(set.order().begin(), set.order().end()).size(), set.faces());
  EXPECT_EQ(set.drag().size(), (set.faces() + kFaceLanes - 1) / kFaceLanes);
  double area = 0;
  for (const FaceDragBlock& block : set.drag())
    for (const float a : block.area) area += a;
  EXPECT_NEAR(area, set.area_m2(), kSingle * set.area_m2());
  for (size_t f = set.faces(); f < set.drag().size() * kFaceLanes; ++f)
    EXPECT_EQ(set.drag()[f / kFaceLanes].area[f % kFaceLanes], 0);
}

TEST(FaceSet, IsMeasuredFromTheMiddleOfTheBody) {
  geometry::TriangleMesh mesh = geometry::box({2, 1, 0.5}, 60);
  const Vec3 far(1000, -2000, 500);
  for (Vec3& p : mesh.vertices) p += far;
  const FaceSet set(mesh, Vec3::Zero(), Vec3::Ones());
  EXPECT_LT((set.center_L() - far).norm(), 1e-9);
  EXPECT_LT((set.half_extent_L() - Vec3(1, 0.5, 0.25)).norm(), 1e-9);
  EXPECT_NEAR(set.reach_m(), Vec3(1, 0.5, 0.25).norm(), 1e-9);
  EXPECT_NEAR(set.volume_m3(), 1, 1e-9);
  EXPECT_LT((set.centroid_L() - far).norm(), 1e-9);
  for (size_t f = 0; f < set.faces(); ++f) {
    const FaceDragBlock& drag = set.drag()[f / kFaceLanes];
    const FaceShapeBlock& shape = set.shape()[f / kFaceLanes];
    const size_t lane = f % kFaceLanes, triangle = set.order()[f];
    const Vec3 n = mesh.area_vector_doubled(triangle).normalized();
    const Vec3 c = lane_vector(shape.center, lane);
    EXPECT_LT((lane_vector(drag.normal, lane) - n).norm(), kSingle);
    EXPECT_LT((lane_vector(drag.arm, lane) - c.cross(n)).norm(), kSingle);
    for (int k = 0; k < 3; ++k) {
      const size_t v = shape.vertex[k][lane];
      const Vec3 p(set.vertex_x()[v], set.vertex_y()[v], set.vertex_z()[v]);
      EXPECT_LT((p + far - mesh.corner(triangle, k)).norm(), kSingle);
      EXPECT_EQ(shape.corner[3 * k][lane], set.vertex_x()[v]);
    }
  }
}

TEST(FaceSet, CoefficientFollowsTheNormal) {
  const geometry::TriangleMesh mesh = geometry::box({2, 1, 0.5}, 12);
  const FaceSet set(mesh, {0.1, 0.2, 0.3}, {1, 2, 3});
  EXPECT_TRUE(set.has_linear_drag());
  for (size_t f = 0; f < set.faces(); ++f) {
    const FaceDragBlock& drag = set.drag()[f / kFaceLanes];
    const size_t lane = f % kFaceLanes;
    int axis = 0;
    lane_vector(drag.normal, lane).cwiseAbs().maxCoeff(&axis);
    EXPECT_NEAR(drag.quadratic[lane] / drag.area[lane], axis + 1, 1e-6);
    EXPECT_NEAR(drag.linear[lane] / drag.area[lane], 0.1 * (axis + 1), 1e-7);
  }
  EXPECT_FALSE(FaceSet(mesh, Vec3::Zero(), Vec3::Ones()).has_linear_drag());
}

// In a walk along the curve most steps go to a face close by.
TEST(FaceSet, NeighboursInMemoryAreNeighboursInSpace) {
  const FaceSet set(geometry::sphere(1, 5000), Vec3::Zero(), Vec3::Ones());
  double blocks = 0;
  for (const FaceShapeBlock& block : set.shape()) {
    float low[3], high[3];
    for (int axis = 0; axis < 3; ++axis) {
      low[axis] = *std::min_element(block.center[axis], block.center[axis] + kFaceLanes);
      high[axis] = *std::max_element(block.center[axis], block.center[axis] + kFaceLanes);
    }
    blocks += std::hypot(high[0] - low[0], high[1] - low[1], high[2] - low[2]);
  }
  // Eight faces of edge 0.05 m side by side span about 0.15 m, in random order about 3 m.
  EXPECT_LT(blocks / static_cast<double>(set.shape().size()), 0.5);
}

TEST(FaceSet, LeavesOutFacesWithoutArea) {
  geometry::TriangleMesh mesh = geometry::box({1, 1, 1}, 12);
  mesh.triangles.push_back({0, 0, 1});
  EXPECT_EQ(FaceSet(mesh, Vec3::Zero(), Vec3::Ones()).faces(), 12u);
}

TEST(FaceSet, RefusesASurfaceThatIsInsideOut) {
  geometry::TriangleMesh mesh = geometry::box({1, 1, 1}, 12);
  for (auto& t : mesh.triangles) std::swap(t[0], t[1]);
  EXPECT_THROW(FaceSet(mesh, Vec3::Zero(), Vec3::Ones()), CheckFailed);
}

}  // namespace face_set_test
}  // namespace hadal::dynamics
