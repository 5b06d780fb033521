#include "dynamics/contact/convex_shape.h"

#include <gtest/gtest.h>

#include <limits>

#include "dynamics/contact/test_terrain.h"

namespace hadal::dynamics {
namespace convex_shape_test {

constexpr double kRounding = 1e-12;
constexpr double kSampling = 4e-3;  // of brute-force distances, over a size of one metre

std::vector<CollisionShape> shapes() {
  return testing::shapes_of_size(1);
}

Vec3 draw(const RandomStream& stream, int k) {
  return {stream.normal(k, 0), stream.normal(k, 1), stream.normal(k, 2)};
}

// Points all over the surface: support points, and points between neighbouring support points
// pushed out along the ray from the centre by bisection of "inside", which is told by supports.
bool inside_by_supports(const ConvexShape& shape, const Vec3& p,
                        const std::vector<Vec3>& directions) {
  for (const Vec3& d : directions)
    if (p.dot(d) > shape.support(d).dot(d)) return false;
  return true;
}

TEST(ConvexShape, SupportIsTheFarthestPoint) {
  const RandomStream stream(1, "test", "support");
  for (const CollisionShape& spec : shapes()) {
    const ConvexShape shape(spec);
    for (int k = 0; k < 200; ++k) {
      const Vec3 d = draw(stream, k), point = shape.support(d);
      EXPECT_NEAR(shape.distance(point).value, 0, 1e-9) << static_cast<int>(spec.kind);
      for (int n = 0; n < 50; ++n)
        EXPECT_LE(shape.support(draw(stream, 1000 + n)).dot(d), point.dot(d) + kRounding);
    }
  }
}

// A convex set is the intersection of its supporting half spaces, so that the distance of an inside
// point to the surface is the least of h(d) - d.p over all directions.
TEST(ConvexShape, InsideDistanceIsTheMinGapToAllSupportingPlanes) {
  const RandomStream stream(1, "test", "inside");
  std::vector<Vec3> directions;
  for (int k = 0; k < 60000; ++k) directions.push_back(draw(stream, k).normalized());
  for (int axis = 0; axis < 3; ++axis)
    for (const double sign : {-1.0, 1.0}) directions.push_back(sign * Vec3::Unit(axis));
  for (const CollisionShape& spec : shapes()) {
    const ConvexShape shape(spec);
    std::vector<Vec3> all = directions;
    for (const FacePlane& face : shape.faces()) all.push_back(face.normal);
    for (int k = 0; k < 20; ++k) {
      const Vec3 p = 0.3 * draw(stream, 100000 + k);
      if (!inside_by_supports(shape, p, all)) continue;
      double min = std::numeric_limits<double>::infinity();
      for (const Vec3& d : all) min = std::min(min, shape.support(d).dot(d) - p.dot(d));
      EXPECT_NEAR(-shape.distance(p).value, min, kSampling) << static_cast<int>(spec.kind);
    }
  }
}

// Outside, the distance is the largest gap over all directions.
TEST(ConvexShape, OutsideDistanceIsTheLargestGapAndAHullNeverOverstatesIt) {
  const RandomStream stream(1, "test", "outside");
  for (const CollisionShape& spec : shapes()) {
    const ConvexShape shape(spec);
    for (int k = 0; k < 40; ++k) {
      const Vec3 p = 2 * draw(stream, k);
      const SurfaceDistance d = shape.distance(p);
      if (d.value <= 0) continue;
      double max = -std::numeric_limits<double>::infinity();
      for (int n = 0; n < 20000; ++n) {
        // Denser about the answer.
        const Vec3 u =
            (n % 2 ? Vec3(d.gradient + 0.05 * draw(stream, 1000 + n)) : draw(stream, 1000 + n))
                .normalized();
        max = std::max(max, p.dot(u) - shape.support(u).dot(u));
      }
      if (spec.kind == CollisionShape::Kind::kHull) {
        EXPECT_LE(d.value, max + kSampling);
      } else {
        EXPECT_NEAR(d.value, max, kSampling) << static_cast<int>(spec.kind);
      }
    }
  }
}

TEST(ConvexShape, GradientIsThatOfTheDistanceAndHasLengthOne) {
  constexpr double kStep = 1e-6, kTolerance = 1e-5;
  const RandomStream stream(1, "test", "gradient");
  for (const CollisionShape& spec : shapes()) {
    const ConvexShape shape(spec);
    for (int k = 0; k < 100; ++k) {
      const Vec3 p = draw(stream, k);
      const SurfaceDistance d = shape.distance(p);
      EXPECT_NEAR(d.gradient.norm(), 1, 1e-9);
      const double along = shape.distance(p + kStep * d.gradient).value -
                           shape.distance(p - kStep * d.gradient).value;
      EXPECT_NEAR(along / (2 * kStep), 1, kTolerance)
          << static_cast<int>(spec.kind) << " " << p.transpose();
    }
  }
}

TEST(ConvexShape, DistanceIsFiniteAtTheCentreAndOnTheAxes) {
  for (const CollisionShape& spec : shapes()) {
    const ConvexShape shape(spec);
    for (const Vec3& p : {Vec3(0, 0, 0), Vec3(0.1, 0, 0), Vec3(0, 0, -0.2), Vec3(5, 0, 0)}) {
      const SurfaceDistance d = shape.distance(p);
      EXPECT_TRUE(std::isfinite(d.value) && d.gradient.allFinite());
    }
  }
  const ConvexShape ellipsoid(testing::shape_of(CollisionShape::Kind::kEllipsoid, {3, 2, 1}));
  EXPECT_NEAR(ellipsoid.distance(Vec3::Zero()).value, -1, 1e-7);
  EXPECT_NEAR(ellipsoid.distance({5, 0, 0}).value, 2, 1e-8);
}

TEST(ConvexShape, FacesOfAHullAreCountedOnceAndAPartOfThemGivesTheSameMaximum) {
  const ConvexShape hull(testing::hull_of({1, 1, 1}));
  EXPECT_EQ(hull.faces().size(), 14u);
  EXPECT_EQ(hull.corners().size(), 24u);
  const std::vector<uint16_t> some = {0, 5, 7};
  double max = -1e9;
  for (const uint16_t i : some)
    max = std::max(max, hull.faces()[i].normal.dot(Vec3(0.3, 0.1, 0.2)) - hull.faces()[i].offset);
  EXPECT_DOUBLE_EQ(hull.distance_to_faces({0.3, 0.1, 0.2}, some).value, max);
}

TEST(ConvexShape, BoundHoldsTheShape) {
  const RandomStream stream(1, "test", "bound");
  for (const CollisionShape& spec : shapes()) {
    const ConvexShape shape(spec);
    for (int k = 0; k < 500; ++k)
      EXPECT_LE((shape.support(draw(stream, k)) - shape.bound_centre_S()).norm(),
                shape.bound_radius() + kRounding);
  }
}

size_t problems_of(const CollisionShape& shape) {
  Problems problems;
  check_shape(shape, "shape", problems);
  return problems.size();
}

TEST(ConvexShape, BadShapesAreRefused) {
  using Kind = CollisionShape::Kind;
  for (const CollisionShape& good : shapes()) EXPECT_EQ(problems_of(good), 0u);
  EXPECT_EQ(problems_of(testing::ball_of(0)), 1u);
  EXPECT_EQ(problems_of(testing::shape_of(Kind::kBox, {1, -1, 1})), 1u);
  EXPECT_EQ(problems_of(testing::shape_of(Kind::kCapsule, {NAN, 1, 0})), 1u);
  EXPECT_EQ(problems_of(testing::shape_of(Kind::kHull, {1, 1, 1})), 1u);  // no mesh
  CollisionShape flat = testing::hull_of({1, 1, 1e-9});
  EXPECT_EQ(problems_of(flat), 1u);
  CollisionShape dented = testing::hull_of({1, 1, 1});
  auto mesh = std::make_shared<geometry::TriangleMesh>(*dented.hull);
  mesh->vertices[0] *= 0.5;
  dented.hull = mesh;
  EXPECT_EQ(problems_of(dented), 1u);
  auto inverted = std::make_shared<geometry::TriangleMesh>(*testing::hull_of({1, 1, 1}).hull);
  for (auto& t : inverted->triangles) std::swap(t[0], t[1]);
  dented.hull = inverted;
  EXPECT_EQ(problems_of(dented), 1u);
}

}  // namespace convex_shape_test
}  // namespace hadal::dynamics
