#include "world/enclosure.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

namespace hadal::inline world {
namespace {

constexpr int kRays = 61;

// Direction k of a spiral that fills a cone about x evenly (Vogel's sunflower).
Vec3 in_cone(int k, double half_angle_rad) {
  const double golden = std::numbers::pi * (3 - std::sqrt(5.0));
  const double along = 1 - (k + 0.5) / kRays * (1 - std::cos(half_angle_rad));
  const double across = std::sqrt(std::max(0.0, 1 - along * along));
  return {along, across * std::cos(golden * k), across * std::sin(golden * k)};
}

struct Face {
  double range_m = std::numeric_limits<double>::infinity();
  bool from_behind = false;
};

// Where a ray meets a triangle (Moeller & Trumbore 1997); infinity where it does not.
Face meet(const geometry::TriangleMesh& mesh, size_t triangle, const Vec3& p, const Vec3& d) {
  const Vec3 &a = mesh.corner(triangle, 0), ab = mesh.corner(triangle, 1) - a,
             ac = mesh.corner(triangle, 2) - a;
  const Vec3 h = d.cross(ac);
  const double determinant = ab.dot(h);
  if (determinant == 0) return {};
  const Vec3 s = p - a, q = s.cross(ab);
  const double u = s.dot(h) / determinant, v = d.dot(q) / determinant;
  const double range_m = ac.dot(q) / determinant;
  if (u < 0 || v < 0 || u + v > 1 || range_m <= 0) return {};
  return {range_m, determinant < 0};
}

bool behind_every_face(const geometry::TriangleMesh& hull, const Vec3& p) {
  for (size_t t = 0; t < hull.triangles.size(); ++t) {
    const Vec3 &a = hull.corner(t, 0), &b = hull.corner(t, 1), &c = hull.corner(t, 2);
    if ((b - a).cross(c - a).dot(p - a) > 0) return false;
  }
  return true;
}

bool is_inside(const CollisionShape& shape, const Vec3& p_L) {
  const Vec3 p = shape.X_LS.q.conjugate() * (p_L - shape.X_LS.p);
  const double radius = shape.size.x(), half_length = shape.size.y();
  switch (shape.kind) {
    case CollisionShape::Kind::kSphere:
      return p.norm() <= radius;
    case CollisionShape::Kind::kCapsule:
      return Vec3(p.x(), p.y(), std::max(0.0, std::abs(p.z()) - half_length)).norm() <= radius;
    case CollisionShape::Kind::kCylinder:
      return p.head<2>().norm() <= radius && std::abs(p.z()) <= half_length;
    case CollisionShape::Kind::kBox:
      return (p.cwiseAbs().array() <= shape.size.array()).all();
    case CollisionShape::Kind::kEllipsoid:
      return p.cwiseQuotient(shape.size).norm() <= 1;
    case CollisionShape::Kind::kHull:
      return behind_every_face(*shape.hull, p);
  }
  return false;
}

}  // namespace

bool is_inside(std::span<const CollisionShape> shapes, const Vec3& p_L) {
  return std::any_of(shapes.begin(), shapes.end(),
                     [&](const CollisionShape& shape) { return is_inside(shape, p_L); });
}

bool is_inside(std::span<const VisualShape> shapes, const Vec3& p_L) {
  int leading_out = 0;
  for (int k = 0; k < kRays; ++k) {
    const Vec3 d = in_cone(k, std::numbers::pi);
    int left = 0;  // meshes, less those entered
    for (const VisualShape& shape : shapes) {
      if (!shape.mesh || !(shape.seen_by & kSeenByCamera)) continue;
      for (size_t t = 0; t < shape.mesh->triangles.size(); ++t)
        if (const Face face = meet(*shape.mesh, t, p_L, d); std::isfinite(face.range_m))
          left += face.from_behind ? 1 : -1;
    }
    leading_out += left > 0;
  }
  return 2 * leading_out > kRays;
}

Enclosure enclosure(std::span<const VisualShape> shapes, const Pose& X_LS, double half_angle_rad,
                    double largest_housing_m) {
  Enclosure out;
  int shut_in = 0;
  for (int k = 0; k < kRays; ++k) {
    const Vec3 d = X_LS.q * in_cone(k, half_angle_rad);
    Face first;
    int entered = 0;  // shapes, on the way through the housing
    for (const VisualShape& shape : shapes) {
      if (!shape.mesh || !(shape.seen_by & kSeenByCamera)) continue;
      for (size_t t = 0; t < shape.mesh->triangles.size(); ++t) {
        const Face face = meet(*shape.mesh, t, X_LS.p, d);
        if (face.range_m <= largest_housing_m) {
          out.housing_m = std::max(out.housing_m, face.range_m);
          entered += face.from_behind ? -1 : 1;
        } else if (face.range_m < first.range_m) {
          first = face;
        }
      }
    }
    shut_in += first.from_behind && entered <= 0;
  }
  out.inside = shut_in == kRays;
  return out;
}

}  // namespace hadal::world
