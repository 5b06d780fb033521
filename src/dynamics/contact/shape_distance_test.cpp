#include "dynamics/contact/shape_distance.h"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "dynamics/contact/test_terrain.h"

namespace hadal::dynamics {
namespace shape_distance_test {

constexpr double kFar_m = 100;

ShapePose pose_of(testing::Draws& draws, double reach) {
  const Vec3 p = reach * draws.vector();
  return {p, draws.attitude().toRotationMatrix()};
}

Vec3 into_shape(const ShapePose& pose, const Vec3& p_N) {
  return pose.R_NS.transpose() * (p_N - pose.p_NS);
}

// The least of a convex function on 0..1, by thirds.
template <class F>
double least(const F& f) {
  double low = 0, high = 1;
  for (int n = 0; n < 200; ++n) {
    const double a = low + (high - low) / 3, b = high - (high - low) / 3;
    (f(a) < f(b) ? high : low) = f(a) < f(b) ? b : a;
  }
  return f(0.5 * (low + high));
}

void expect_distance(double found, double exact) {
  EXPECT_LE(found, exact + 1e-9);
  EXPECT_GE(found, exact - kDistanceTolerance_m - 2 * kDistanceTolerance * (2 + std::abs(exact)));
}

// Distances of points are closed forms (convex_shape.h) for all kinds but the hull.
TEST(ShapeDistance, OfASphereIsThatOfItsCentre) {
  testing::Draws draws("sphere");
  const ConvexShape ball(testing::shape_of(CollisionShape::Kind::kSphere, {0.3, 0, 0}));
  for (const CollisionShape& spec : testing::shapes_of_size(1)) {
    if (spec.kind == CollisionShape::Kind::kHull) continue;
    const ConvexShape shape(spec);
    for (int n = 0; n < 300; ++n) {
      const ShapePose a = pose_of(draws, 1.5), b = pose_of(draws, 1.5);
      const double exact = shape.distance(into_shape(b, a.p_NS)).value - 0.3;
      const double found = shape_distance(ball, a, shape, b, kFar_m);
      if (exact > 0) expect_distance(found, exact);
      if (exact < -1e-6) { EXPECT_LE(found, 0); }
      EXPECT_NEAR(shape_distance(shape, b, ball, a, kFar_m), found,
                  2 * kDistanceTolerance_m + 6 * kDistanceTolerance);
    }
  }
}

TEST(ShapeDistance, OfACapsuleIsTheLeastAlongItsAxis) {
  testing::Draws draws("capsule");
  const ConvexShape capsule(testing::shape_of(CollisionShape::Kind::kCapsule, {0.1, 0.8, 0}));
  for (const CollisionShape& spec : testing::shapes_of_size(1)) {
    if (spec.kind == CollisionShape::Kind::kHull) continue;
    const ConvexShape shape(spec);
    for (int n = 0; n < 300; ++n) {
      const ShapePose a = pose_of(draws, 1.5), b = pose_of(draws, 1.5);
      const Vec3 axis = a.R_NS.col(2);
      const double exact =
          least([&](double s) {
            return shape.distance(into_shape(b, a.p_NS + (2 * s - 1) * 0.8 * axis)).value;
          }) -
          0.1;
      const double found = shape_distance(capsule, a, shape, b, kFar_m);
      if (exact > 0) expect_distance(found, exact);
      if (exact < -1e-6) { EXPECT_LE(found, 0); }
    }
  }
}

// No direction may show a wider gap, and no point of one may be nearer to the other.
TEST(ShapeDistance, LiesBetweenTheGapsSeenAndTheDistancesOfPoints) {
  testing::Draws draws("any pair");
  const std::vector<CollisionShape> specs = testing::shapes_of_size(1);
  for (const CollisionShape& spec_a : specs)
    for (const CollisionShape& spec_b : specs) {
      const ConvexShape shape_a(spec_a), shape_b(spec_b);
      for (int n = 0; n < 30; ++n) {
        const ShapePose a = pose_of(draws, 1.5), b = pose_of(draws, 1.5);
        const double found = shape_distance(shape_a, a, shape_b, b, kFar_m);
        double gap = 0, nearest = kFar_m;
        for (int k = 0; k < 300; ++k) {
          const Vec3 d = draws.vector().normalized();
          const Vec3 of_a = a.p_NS + a.R_NS * shape_a.support(a.R_NS.transpose() * -d),
                     of_b = b.p_NS + b.R_NS * shape_b.support(b.R_NS.transpose() * d);
          gap = std::max(gap, d.dot(of_a - of_b));
          if (spec_b.kind != CollisionShape::Kind::kHull)
            nearest = std::min(nearest, shape_b.distance(into_shape(b, of_a)).value);
        }
        EXPECT_GE(std::max(found, 0.0), gap - kDistanceTolerance_m - 4 * kDistanceTolerance);
        EXPECT_LE(found, std::max(nearest, 0.0) + 1e-9);
      }
    }
}

TEST(ShapeDistance, EndsEarlyBeyondTheCap) {
  const ConvexShape box(testing::shape_of(CollisionShape::Kind::kBox, {1, 1, 1}));
  const double found = shape_distance(box, {}, box, {Vec3(12, 0, 0), Mat3::Identity()}, 0.5);
  EXPECT_GT(found, 0.5);
  EXPECT_LE(found, 10);
}

// A cube of 2 m above the middle, an edge and a corner of a triangle.
TEST(ShapeDistance, OfATriangleIsToItsFaceEdgeOrCorner) {
  const ConvexShape box(testing::shape_of(CollisionShape::Kind::kBox, {1, 1, 1}));
  const std::array<Vec3, 3> triangle{Vec3(-5, -5, 0), Vec3(5, -5, 0), Vec3(-5, 5, 0)};
  const auto distance = [&](const Vec3& p) {
    return triangle_distance(box, {p, Mat3::Identity()}, triangle, kFar_m);
  };
  EXPECT_NEAR(distance({-3, -3, -1.25}), 0.25, 1e-6);
  EXPECT_NEAR(distance({-9, 0, 0}), 3, 1e-5);
  EXPECT_NEAR(distance({-9, -9, -5}), std::sqrt(9 + 9 + 16), 1e-5);
  // Beside the slanted edge x + y = 0: the corner (1, 1) of the box at (2, 2) is nearest.
  EXPECT_NEAR(distance({2, 2, 0}), std::sqrt(2.0), 1e-5);
  EXPECT_LE(distance({-3, -3, -0.99}), 0);
}

}  // namespace shape_distance_test
}  // namespace hadal::dynamics
