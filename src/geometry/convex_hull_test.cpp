#include "geometry/convex_hull.h"

#include <gtest/gtest.h>

#include <limits>
#include <numbers>

#include "base/rng.h"
#include "geometry/mass_properties.h"
#include "geometry/primitives.h"
#include "geometry/smooth_noise.h"

namespace hadal::geometry {
namespace convex_hull_test {

constexpr double kTolerance = 1e-12;

std::vector<Vec3> in_unit_cube(int count) {
  const RandomStream random(5, "test", "points");
  std::vector<Vec3> points;
  for (int i = 0; i < count; ++i)
    points.push_back({random.uniform(i, 0), random.uniform(i, 1), random.uniform(i, 2)});
  return points;
}

TEST(ConvexHull, OfACubeWithPointsInside) {
  std::vector<Vec3> points = in_unit_cube(1000);
  for (int i = 0; i < 8; ++i) points.push_back(Vec3(i & 1, (i >> 1) & 1, (i >> 2) & 1));
  const TriangleMesh hull = convex_hull(points).value();
  EXPECT_EQ(hull.vertices.size(), 8u);
  EXPECT_EQ(hull.triangles.size(), 12u);
  EXPECT_TRUE(is_closed(hull));
  EXPECT_NEAR(signed_volume(hull), 1, kTolerance);
}

// Many points on the flat sides: the corners alone make the hull's volume.
TEST(ConvexHull, OfAFinelyCutBox) {
  const TriangleMesh hull = convex_hull(box({3, 2, 1}, 3000).vertices).value();
  EXPECT_TRUE(is_closed(hull));
  EXPECT_NEAR(signed_volume(hull), 6, 6 * kTolerance);
}

TEST(ConvexHull, OfPointsOnASphere) {
  const RandomStream random(6, "test", "directions");
  std::vector<Vec3> points;
  for (int i = 0; i < 500; ++i) points.push_back(random_direction(random, i));
  const TriangleMesh hull = convex_hull(points).value();
  EXPECT_EQ(hull.vertices.size(), 500u);
  EXPECT_EQ(hull.triangles.size(), 996u);  // Euler: 2 n - 4
  EXPECT_TRUE(is_closed(hull));
  EXPECT_NEAR(signed_volume(hull) / (4.0 / 3 * std::numbers::pi), 1, 0.03);
  EXPECT_LT(farthest_outside(hull, points), kTolerance);
}

TEST(ConvexHull, ReductionKeepsTheShape) {
  const TriangleMesh ball = sphere(1, 5000);
  double before = 0;
  for (int max : {8, 16, 64, 200}) {
    const TriangleMesh hull = convex_hull(ball.vertices, max).value();
    EXPECT_LE(hull.vertices.size(), static_cast<size_t>(max));
    EXPECT_GE(hull.vertices.size(), static_cast<size_t>(max - 2));
    EXPECT_TRUE(is_closed(hull));
    EXPECT_GT(signed_volume(hull), before);
    before = signed_volume(hull);
  }
  // 200 of the best points leave out less than 5 % of a ball.
  EXPECT_GT(before, 0.95 * 4.0 / 3 * std::numbers::pi);
  EXPECT_LT(farthest_outside(convex_hull(ball.vertices, 64).value(), ball.vertices), 0.12);
}

// No vertex of a convex mesh stands out of any of its faces.
TEST(ConvexHull, ReducedHullsAreConvex) {
  for (const TriangleMesh& mesh :
       {torus(1, 0.3, 1200).value(), ship_hull({}, 2500).value(), cylinder(0.5, 2, 1000)})
    for (int max : {10, 40, 100, 0}) {
      const TriangleMesh hull = convex_hull(mesh.vertices, max).value();
      EXPECT_LT(farthest_outside(hull, hull.vertices), 1e-9);
    }
}

TEST(ConvexHull, ACubeNeedsNoMoreThanEight) {
  const TriangleMesh hull = convex_hull(in_unit_cube(5000), 12).value();
  EXPECT_LE(hull.vertices.size(), 12u);
  EXPECT_GT(signed_volume(hull), 0.8);
}

void expect_problem(const std::vector<Vec3>& points, const std::string& words) {
  const auto result = convex_hull(points);
  ASSERT_FALSE(result.ok()) << words;
  EXPECT_NE(result.problems().text().find(words), std::string::npos) << result.problems().text();
}

TEST(ConvexHull, FlatAndBrokenPointSetsAreExplained) {
  expect_problem({}, "has 0 points");
  expect_problem({{0, 0, 0}, {1, 0, 0}, {0, 1, 0}}, "has 3 points");
  expect_problem({{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {1, 1, 0}, {0.3, 0.2, 0}}, "one plane");
  expect_problem(std::vector<Vec3>(10, Vec3(1, 2, 3)), "one plane");
  expect_problem({{0, 0, 0}, {1, 1, 1}, {2, 2, 2}, {3, 3, 3}}, "one plane");
  expect_problem({{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, std::nan("")}}, "not finite");
}

}  // namespace convex_hull_test
}  // namespace hadal::geometry
