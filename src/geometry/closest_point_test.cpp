#include "geometry/closest_point.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "base/rng.h"
#include "geometry/primitives.h"

namespace hadal::geometry {
namespace closest_point_test {

constexpr double kTolerance = 1e-12;

TEST(ClosestPoint, EveryRegionOfATriangle) {
  const Vec3 a(0, 0, 0), b(4, 0, 0), c(0, 3, 0);
  const auto near = [&](const Vec3& p) { return closest_on_triangle(p, a, b, c); };
  EXPECT_EQ(near({-1, -2, 5}), a);
  EXPECT_EQ(near({6, -1, 1}), b);
  EXPECT_EQ(near({-1, 5, 1}), c);
  EXPECT_LT((near({2, -3, 1}) - Vec3(2, 0, 0)).norm(), kTolerance);
  EXPECT_LT((near({-3, 1, 1}) - Vec3(0, 1, 0)).norm(), kTolerance);
  EXPECT_LT((near({2 + 3, 1.5 + 4, 2}) - Vec3(2, 1.5, 0)).norm(), kTolerance);
  EXPECT_LT((near({1, 1, -7}) - Vec3(1, 1, 0)).norm(), kTolerance);
}

// The tree against every face in turn.
TEST(ClosestPoint, TheTreeMissesNothing) {
  const TriangleMesh mesh = torus(1, 0.4, 1500).value();
  const ClosestPoint closest(mesh);
  const RandomStream random(7, "closest", "points");
  for (int i = 0; i < 300; ++i) {
    Vec3 p;
    for (int k = 0; k < 3; ++k) p[k] = 4 * random.uniform(0, 3 * i + k) - 2;
    double best = std::numeric_limits<double>::infinity();
    for (size_t t = 0; t < mesh.triangles.size(); ++t)
      best = std::min(
          best,
          (closest_on_triangle(p, mesh.corner(t, 0), mesh.corner(t, 1), mesh.corner(t, 2)) - p)
              .squaredNorm());
    const ClosestPoint::Found found = closest.find(p);
    EXPECT_EQ(found.distance_squared, best);
    EXPECT_NEAR((found.point - p).squaredNorm(), best, kTolerance);
  }
}

}  // namespace closest_point_test
}  // namespace hadal::geometry
