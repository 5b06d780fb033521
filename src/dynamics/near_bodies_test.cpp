#include "dynamics/near_bodies.h"

#include <gtest/gtest.h>

#include <cmath>

#include "math/rotation.h"

namespace hadal::dynamics {
namespace near_bodies_test {

constexpr double kNone = std::numeric_limits<double>::infinity();

CollisionShape of(CollisionShape::Kind kind, const Vec3& size) {
  CollisionShape shape;
  shape.kind = kind;
  shape.size = size;
  return shape;
}

TEST(NearBodies, RaysMeetShapesWhereTheirEquationsSay) {
  using Kind = CollisionShape::Kind;
  const ConvexShape sphere(of(Kind::kSphere, {0.5, 0, 0})), box(of(Kind::kBox, {0.1, 2, 2})),
      cylinder(of(Kind::kCylinder, {0.3, 1, 0})), capsule(of(Kind::kCapsule, {0.3, 1, 0})),
      ellipsoid(of(Kind::kEllipsoid, {0.5, 0.3, 0.2}));
  const Vec3 x = Vec3::UnitX(), z = Vec3::UnitZ();
  const auto hit = [](const ConvexShape& s, const Vec3& p, const Vec3& d) { return ray_distance(s, p, d, 5); };
  EXPECT_NEAR(hit(sphere, {-2, 0.3, 0}, x), 2 - 0.4, 1e-9);
  EXPECT_NEAR(hit(box, {-2, 1, 0.5}, x), 1.9, 1e-12);
  EXPECT_NEAR(hit(box, {-2, 1, 0.5}, Vec3(0.8, 0, 0.6)), 1.9 / 0.8, 1e-12);
  EXPECT_NEAR(hit(cylinder, {-2, 0.18, 0.9}, x), 2 - 0.24, 1e-9);
  EXPECT_NEAR(hit(cylinder, {0.1, 0.1, -3}, z), 2, 1e-9);
  EXPECT_NEAR(hit(capsule, {0, 0.18, -3}, z), 2 - 0.24, 1e-9);
  EXPECT_NEAR(hit(ellipsoid, {-2, 0.18, 0}, x), 2 - 0.4, 1e-9);
  EXPECT_EQ(hit(sphere, {-2, 0.51, 0}, x), kNone);
  EXPECT_EQ(hit(sphere, {-2, 0, 0}, -x), kNone);
  EXPECT_EQ(hit(sphere, {-6, 0, 0}, x), kNone);
  EXPECT_EQ(hit(sphere, {0.1, 0, 0}, x), 0);
}

// A ball north of a vehicle that has a shape itself.
TEST(NearBodies, OtherVehiclesOnly) {
  World world;
  world.links.resize(2);
  for (int i = 0; i < 2; ++i) {
    world.links[i].vehicle = i;
    world.links[i].collisions = {of(CollisionShape::Kind::kSphere, {0.25, 0, 0})};
  }
  world.links[1].collisions[0].X_LS.p = {0, 0, 0.5};
  const NearBodies bodies(world);
  std::vector<LinkKinematics> links(2);
  links[1].p_NL_N = {2, 0.5, 0};
  links[1].R_NL = quaternion_from({90 * kDegree, 0, 0}).toRotationMatrix();  // its z points west
  const BodiesAround around(bodies, links, 0), from_other(bodies, links, 1);
  EXPECT_NEAR(around.distance_m({0, 0, 0}, {1, 0, 0}, 3), 1.75, 1e-9);
  EXPECT_EQ(around.distance_m({0, 0, 0}, {1, 0, 0}, 1.7), kNone);
  EXPECT_EQ(around.distance_m({0, 0, 0}, {0, 1, 0}, 3), kNone);
  EXPECT_NEAR(from_other.distance_m({2, 0, 0}, {-1, 0, 0}, 3), 1.75, 1e-9);
}

}  // namespace near_bodies_test
}  // namespace hadal::dynamics
