// A convex collision shape prepared for contact: its support function, and the signed distance to
// its surface with gradient. Points and directions are in the shape frame S, metres.
//
// Distance is negative inside, and a convex function of the point. Exact inside for every kind and
// outside for all but the hull, for which it is the distance to the farthest face plane: never
// above the true distance, so that it may be used to leave things out. The ellipsoid solves
//   sum_k (a_k p_k / (t + a_k^2))^2 = 1
// for t by Newton's method (Eberly, Distance from a point to an ellipse, an ellipsoid, or a
// hyperellipsoid, 2013); the nearest surface point is a_k^2 p_k / (t + a_k^2).
#pragma once
#include <span>
#include <string>
#include <vector>

#include "base/problem.h"
#include "world/shape.h"

namespace hadal::dynamics {

struct SurfaceDistance {
  double value = 0;
  Vec3 gradient = Vec3::UnitZ();  // unit length, out of the shape
};

struct FacePlane {
  Vec3 normal = Vec3::UnitZ();
  double offset = 0;  // normal . p on the face
};

class ConvexShape {
 public:
  using Kind = CollisionShape::Kind;
  explicit ConvexShape(const CollisionShape& shape);

  Kind kind() const { return kind_; }
  const Vec3& size() const { return size_; }
  // The point of the shape farthest along the direction, which need not have length one.
  Vec3 support(const Vec3& direction_S) const;
  SurfaceDistance distance(const Vec3& p_S) const;

  // Points of the surface that can be the first to touch a plane whatever the attitude: corners of
  // a box, vertices of a hull, eight points of each rim of a cylinder. Empty for smooth shapes.
  std::span<const Vec3> corners() const { return corners_; }
  std::span<const FacePlane> faces() const { return faces_; }  // of a hull
  // The largest plane distance among some faces of a hull.
  SurfaceDistance distance_to_faces(const Vec3& p_S, std::span<const uint16_t> faces) const;

  // A sphere about the shape.
  const Vec3& bound_centre_S() const { return bound_centre_; }
  double bound_radius() const { return bound_radius_; }
  // A box about the shape with the same centre and axes along S, all its points moved outwards by
  // rounding(): half extents zero and rounding r is a sphere, (0, 0, l) and r a capsule.
  const Vec3& box_half_extents() const { return box_half_extents_; }
  double rounding() const { return rounding_; }

 private:
  void take_hull(const geometry::TriangleMesh& mesh);

  Kind kind_;
  Vec3 size_;
  std::vector<Vec3> corners_;
  std::vector<FacePlane> faces_;
  Vec3 bound_centre_ = Vec3::Zero();
  double bound_radius_ = 0;
  Vec3 box_half_extents_ = Vec3::Zero();
  double rounding_ = 0;
};

// Sizes above zero and finite; a hull with a volume and at most kMaxHullFaces triangles, all its
// vertices behind every face.
constexpr size_t kMaxHullFaces = 4096;
void check_shape(const CollisionShape& shape, const std::string& key, Problems& problems);

}  // namespace hadal::dynamics
