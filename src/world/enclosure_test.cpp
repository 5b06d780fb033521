#include "world/enclosure.h"

#include <gtest/gtest.h>

#include <cmath>
#include <memory>
#include <numbers>
#include <vector>

#include "geometry/mass_properties.h"
#include "geometry/primitives.h"

namespace hadal::inline world {
namespace enclosure_test {

constexpr double kNarrow_rad = 0.5, kAllAround_rad = std::numbers::pi;

VisualShape shape_of(geometry::TriangleMesh mesh) {
  VisualShape out;
  out.mesh = std::make_shared<const geometry::TriangleMesh>(std::move(mesh));
  return out;
}

Pose at(double x, double y = 0, double z = 0) {
  return {Vec3(x, y, z), Quat::Identity()};
}

const std::vector<VisualShape> kHull{shape_of(geometry::box({1, 1, 1}))};

TEST(Enclosure, InTheMiddleOfAHull) {
  EXPECT_TRUE(enclosure(kHull, at(0), kNarrow_rad, kLargestHousing_m).inside);
  EXPECT_TRUE(enclosure(kHull, at(0), kAllAround_rad, kLargestHousing_m).inside);
}

TEST(Enclosure, OutsideLookingAwayOrAtIt) {
  EXPECT_FALSE(enclosure(kHull, at(0.6), kNarrow_rad, kLargestHousing_m).inside);
  // All of the beam falls on the hull, but from outside: a lamp may light its own vehicle.
  EXPECT_FALSE(enclosure(kHull, at(-0.8), 0.3, kLargestHousing_m).inside);
}

// The near face counts as housing; the far one is met from behind, by light that came in there.
TEST(Enclosure, OutsideCloseByLookingAtIt) {
  const Enclosure found = enclosure(kHull, at(-0.55), 0.3, kLargestHousing_m);
  EXPECT_FALSE(found.inside);
  EXPECT_GE(found.housing_m, 0.05);
  EXPECT_TRUE(enclosure(kHull, at(-0.45), 0.3, kLargestHousing_m).inside);
}

// Half sunk in the front of the hull: the face ahead is its housing, as far as rays go through it.
TEST(Enclosure, FacesNearByAreTheHousing) {
  const Enclosure found = enclosure(kHull, at(0.45), kNarrow_rad, kLargestHousing_m);
  EXPECT_FALSE(found.inside);
  EXPECT_GT(found.housing_m, 0.05);
  EXPECT_LE(found.housing_m, 0.05 / std::cos(kNarrow_rad) + 1e-12);
  EXPECT_EQ(enclosure(kHull, at(0.7), kNarrow_rad, kLargestHousing_m).housing_m, 0);
  EXPECT_TRUE(enclosure(kHull, at(0.45), kNarrow_rad, 0).inside);
}

TEST(Enclosure, AnOpenTubeLetsLightOut) {
  const std::vector<VisualShape> tube{shape_of(geometry::tube(0.5, 0.4, 2).value())};
  const Pose up{Vec3(0, 0, 0), Quat(Eigen::AngleAxisd(std::numbers::pi / 2, Vec3::UnitY()))};
  EXPECT_FALSE(enclosure(tube, up, kNarrow_rad, kLargestHousing_m).inside);
}

TEST(Enclosure, WhatCamerasDoNotSeeDoesNotCount) {
  std::vector<VisualShape> hull = kHull;
  hull[0].seen_by = kSeenBySonar;
  EXPECT_FALSE(enclosure(hull, at(0), kNarrow_rad, kLargestHousing_m).inside);
}

// Two plates and a pressure hull between them, as an open frame has them: between them is outside,
// although all that is seen ahead is the hull; in the hull or a plate is inside, and so is a place
// that two shapes share.
TEST(IsInside, SolidsOfAnOpenFrame) {
  const auto moved = [](geometry::TriangleMesh mesh, double x, double y) {
    for (Vec3& v : mesh.vertices) v += Vec3(x, y, 0);
    return mesh;
  };
  const std::vector<VisualShape> frame{shape_of(moved(geometry::box({1, 0.02, 1}), 0, -0.4)),
                                       shape_of(moved(geometry::box({1, 0.02, 1}), 0, 0.4)),
                                       shape_of(moved(geometry::box({0.2, 0.7, 0.9}), 0.4, 0)),
                                       shape_of(moved(geometry::box({0.2, 0.2, 0.2}), 0.5, 0))};
  EXPECT_FALSE(is_inside(frame, {0, 0, 0}));
  EXPECT_FALSE(is_inside(frame, {0.29, 0, 0}));
  EXPECT_FALSE(is_inside(frame, {0.7, 0, 0}));
  EXPECT_TRUE(is_inside(frame, {0.31, 0, 0}));
  EXPECT_TRUE(is_inside(frame, {0.45, 0.01, 0.02}));
  EXPECT_TRUE(is_inside(frame, {0, -0.395, 0.3}));
  std::vector<VisualShape> unseen = frame;
  for (VisualShape& shape : unseen) shape.seen_by = kSeenBySonar;
  EXPECT_FALSE(is_inside(unseen, {0.31, 0, 0}));
}

TEST(IsInside, NotInTheBoreOfATube) {
  const std::vector<VisualShape> tube{shape_of(geometry::tube(0.5, 0.4, 2).value())};
  EXPECT_FALSE(is_inside(tube, {0, 0, 0}));
  EXPECT_TRUE(is_inside(tube, {0.45, 0, 0}));
}

// A point just inside and just outside of every kind of shape, which stands at (1, 0, 0) and is
// turned so that its z axis is y.
TEST(IsInside, EveryKindOfCollisionShape) {
  using Kind = CollisionShape::Kind;
  CollisionShape shape;
  shape.X_LS = {Vec3(1, 0, 0), Quat(Eigen::AngleAxisd(-std::numbers::pi / 2, Vec3::UnitX()))};
  shape.hull = std::make_shared<geometry::TriangleMesh>(geometry::box({0.4, 0.6, 0.8}));
  const std::tuple<Kind, Vec3, Vec3> kCases[] = {
      // kind, size, extent along x, y and z of L
      {Kind::kSphere, {0.3, 0, 0}, {0.3, 0.3, 0.3}},
      {Kind::kCapsule, {0.1, 0.3, 0}, {0.1, 0.4, 0.1}},
      {Kind::kCylinder, {0.1, 0.3, 0}, {0.1, 0.3, 0.1}},
      {Kind::kBox, {0.2, 0.3, 0.4}, {0.2, 0.4, 0.3}},
      {Kind::kEllipsoid, {0.2, 0.3, 0.4}, {0.2, 0.4, 0.3}},
      {Kind::kHull, {0, 0, 0}, {0.2, 0.4, 0.3}},
  };
  for (const auto& [kind, size, extent] : kCases) {
    shape.kind = kind;
    shape.size = size;
    for (int axis = 0; axis < 3; ++axis) {
      const Vec3 edge = extent(axis) * Vec3::Unit(axis);
      EXPECT_TRUE(is_inside(std::span(&shape, 1), Vec3(1, 0, 0) + 0.99 * edge)) << axis;
      EXPECT_FALSE(is_inside(std::span(&shape, 1), Vec3(1, 0, 0) - 1.01 * edge)) << axis;
    }
  }
}

}  // namespace enclosure_test
}  // namespace hadal::world
