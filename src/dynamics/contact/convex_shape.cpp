#include "dynamics/contact/convex_shape.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

namespace hadal::dynamics {
namespace {

constexpr double kTiny = 1e-12;
constexpr double kSamePlane = 1e-9;  // of normals, and of offsets relative to the size
constexpr double kConvexTolerance =
    1e-6;  // a vertex may stand out of a face by this fraction of the size
constexpr int kRimPoints = 8;

double sign(double x) {
  return x >= 0 ? 1 : -1;
}

SurfaceDistance sphere_distance(const Vec3& p, double radius, const Vec3& at_centre) {
  const double r = p.norm();
  return {r - radius, r > kTiny ? Vec3(p / r) : at_centre};
}

SurfaceDistance box_distance(const Vec3& p, const Vec3& half) {
  const Vec3 q = p.cwiseAbs() - half;
  SurfaceDistance out;
  int k = 0;
  const double inside = q.maxCoeff(&k);
  if (inside <= 0) {
    out.value = inside;
    out.gradient.setZero();
    out.gradient[k] = sign(p[k]);
    return out;
  }
  const Vec3 outside = q.cwiseMax(0);
  out.value = outside.norm();
  for (int i = 0; i < 3; ++i) out.gradient[i] = sign(p[i]) * outside[i] / out.value;
  return out;
}

SurfaceDistance cylinder_distance(const Vec3& p, double radius, double half_length) {
  const double r = std::sqrt(p.x() * p.x() + p.y() * p.y());
  const double side = r - radius, end = std::abs(p.z()) - half_length;
  const Vec3 radial = r > kTiny ? Vec3(p.x() / r, p.y() / r, 0) : Vec3(Vec3::UnitX());
  const Vec3 axial(0, 0, sign(p.z()));
  if (side <= 0 && end <= 0)
    return side > end ? SurfaceDistance{side, radial} : SurfaceDistance{end, axial};
  const double a = std::max(side, 0.0), b = std::max(end, 0.0);
  const double value = std::sqrt(a * a + b * b);
  return {value, (a * radial + b * axial) / value};
}

SurfaceDistance ellipsoid_distance(const Vec3& p, const Vec3& a) {
  constexpr int kIterations = 60;
  constexpr double kConverged = 1e-14;
  const Vec3 q =
      p.cwiseAbs().cwiseMax(1e-9 * a);  // off the planes of symmetry, where t is singular
  const Vec3 square = a.cwiseProduct(a), aq = a.cwiseProduct(q);
  // Left of the root of a convex falling function: Newton climbs to it without overshooting.
  double t = (aq - square).maxCoeff();
  for (int n = 0; n < kIterations; ++n) {
    const Vec3 inverse = (square.array() + t).inverse();
    const Vec3 term = aq.cwiseProduct(inverse).cwiseAbs2();
    const double step = 0.5 * (term.sum() - 1) / term.dot(inverse);
    t += step;
    if (std::abs(step) <= kConverged * square.maxCoeff()) break;
  }
  const Vec3 foot = square.cwiseProduct(q).cwiseQuotient((square.array() + t).matrix());
  Vec3 normal = foot.cwiseQuotient(square).normalized();
  const double value = (q - foot).dot(normal);
  for (int k = 0; k < 3; ++k) normal[k] *= sign(p[k]);
  return {value, normal};
}

const Vec3& farthest(std::span<const Vec3> points, const Vec3& d) {
  size_t best = 0;
  double max = -std::numeric_limits<double>::infinity();
  for (size_t i = 0; i < points.size(); ++i) {
    const double along = points[i].dot(d);
    if (along > max) {
      max = along;
      best = i;
    }
  }
  return points[best];
}

std::vector<Vec3> box_corners(const Vec3& half) {
  std::vector<Vec3> out;
  for (int k = 0; k < 8; ++k)
    out.emplace_back(k & 1 ? half.x() : -half.x(), k & 2 ? half.y() : -half.y(),
                     k & 4 ? half.z() : -half.z());
  return out;
}

std::vector<Vec3> rim_points(double radius, double half_length) {
  std::vector<Vec3> out;
  for (const double z : {-half_length, half_length})
    for (int k = 0; k < kRimPoints; ++k) {
      const double angle = 2 * std::numbers::pi * k / kRimPoints;
      out.emplace_back(radius * std::cos(angle), radius * std::sin(angle), z);
    }
  return out;
}

double bound_about_origin(CollisionShape::Kind kind, const Vec3& size) {
  switch (kind) {
    case CollisionShape::Kind::kSphere:
      return size[0];
    case CollisionShape::Kind::kCapsule:
      return size[0] + size[1];
    case CollisionShape::Kind::kCylinder:
      return std::hypot(size[0], size[1]);
    case CollisionShape::Kind::kEllipsoid:
      return size.maxCoeff();
    default:
      return size.norm();
  }
}

}  // namespace

ConvexShape::ConvexShape(const CollisionShape& shape) : kind_(shape.kind), size_(shape.size) {
  if (kind_ == Kind::kHull) {
    take_hull(*shape.hull);
    box_half_extents_ = size_;
    return;
  }
  if (kind_ == Kind::kBox) corners_ = box_corners(size_);
  if (kind_ == Kind::kCylinder) corners_ = rim_points(size_[0], size_[1]);
  bound_radius_ = bound_about_origin(kind_, size_);
  if (kind_ == Kind::kBox || kind_ == Kind::kEllipsoid) {
    box_half_extents_ = size_;
    return;
  }
  rounding_ = size_[0];
  if (kind_ != Kind::kSphere) box_half_extents_.z() = size_[1];
}

// Each vertex and each plane once.
void ConvexShape::take_hull(const geometry::TriangleMesh& mesh) {
  std::vector<char> used(mesh.vertices.size(), 0);
  for (const auto& triangle : mesh.triangles)
    for (const uint32_t v : triangle) used[v] = 1;
  Vec3 low = Vec3::Constant(std::numeric_limits<double>::infinity()), high = -low;
  for (size_t i = 0; i < used.size(); ++i) {
    if (!used[i]) continue;
    low = low.cwiseMin(mesh.vertices[i]);
    high = high.cwiseMax(mesh.vertices[i]);
    if (std::find(corners_.begin(), corners_.end(), mesh.vertices[i]) == corners_.end())
      corners_.push_back(mesh.vertices[i]);
  }
  bound_centre_ = 0.5 * (low + high);
  for (const Vec3& corner : corners_)
    bound_radius_ = std::max(bound_radius_, (corner - bound_centre_).norm());
  size_ = 0.5 * (high - low);
  for (size_t i = 0; i < mesh.triangles.size(); ++i) {
    const Vec3 area = mesh.area_vector_doubled(i);
    if (area.norm() < kTiny * bound_radius_ * bound_radius_) continue;
    const Vec3 normal = area.normalized();
    const double offset = normal.dot(mesh.corner(i, 0));
    const bool known = std::any_of(faces_.begin(), faces_.end(), [&](const FacePlane& face) {
      return (face.normal - normal).norm() < kSamePlane &&
             std::abs(face.offset - offset) < kSamePlane * bound_radius_;
    });
    if (!known) faces_.push_back({normal, offset});
  }
}

Vec3 ConvexShape::support(const Vec3& d) const {
  switch (kind_) {
    case Kind::kSphere:
      return d.normalized() * size_[0];
    case Kind::kCapsule:
      return d.normalized() * size_[0] + Vec3(0, 0, sign(d.z()) * size_[1]);
    case Kind::kBox:
      return {sign(d.x()) * size_[0], sign(d.y()) * size_[1], sign(d.z()) * size_[2]};
    case Kind::kCylinder: {
      const double r = std::sqrt(d.x() * d.x() + d.y() * d.y());
      const Vec3 rim = r > kTiny ? Vec3(d.x() / r, d.y() / r, 0) : Vec3(Vec3::UnitX());
      return size_[0] * rim + Vec3(0, 0, sign(d.z()) * size_[1]);
    }
    case Kind::kEllipsoid: {
      const Vec3 scaled = d.cwiseProduct(size_);
      const double length = scaled.norm();
      return scaled.cwiseProduct(size_) / (length > 0 ? length : 1);
    }
    case Kind::kHull:
      break;
  }
  return farthest(corners_, d);
}

SurfaceDistance ConvexShape::distance(const Vec3& p) const {
  switch (kind_) {
    case Kind::kSphere:
      return sphere_distance(p, size_[0], Vec3::UnitZ());
    case Kind::kCapsule:
      return sphere_distance(Vec3(p.x(), p.y(), p.z() - std::clamp(p.z(), -size_[1], size_[1])),
                             size_[0], Vec3::UnitX());
    case Kind::kBox:
      return box_distance(p, size_);
    case Kind::kCylinder:
      return cylinder_distance(p, size_[0], size_[1]);
    case Kind::kEllipsoid:
      return ellipsoid_distance(p, size_);
    case Kind::kHull:
      break;
  }
  size_t best = 0;
  double max = -std::numeric_limits<double>::infinity();
  for (size_t i = 0; i < faces_.size(); ++i) {
    const double value = faces_[i].normal.dot(p) - faces_[i].offset;
    if (value > max) {
      max = value;
      best = i;
    }
  }
  return {max, faces_[best].normal};
}

SurfaceDistance ConvexShape::distance_to_faces(const Vec3& p,
                                               std::span<const uint16_t> faces) const {
  uint16_t best = faces[0];
  double max = -std::numeric_limits<double>::infinity();
  for (const uint16_t i : faces) {
    const double value = faces_[i].normal.dot(p) - faces_[i].offset;
    if (value > max) {
      max = value;
      best = i;
    }
  }
  return {max, faces_[best].normal};
}

namespace {

void check_hull(const CollisionShape& shape, const std::string& key, Problems& problems) {
  if (!shape.hull || shape.hull->triangles.size() < 4)
    return problems.add({}, key + ".hull", "a convex hull needs at least four triangles");
  const geometry::TriangleMesh& mesh = *shape.hull;
  if (mesh.triangles.size() > kMaxHullFaces)
    return problems.add({}, key + ".hull",
                        "has " + std::to_string(mesh.triangles.size()) + " triangles; at most " +
                            std::to_string(kMaxHullFaces) + " are allowed: simplify the shape");
  for (const auto& triangle : mesh.triangles)
    for (const uint32_t v : triangle)
      if (v >= mesh.vertices.size() || !mesh.vertices[v].allFinite())
        return problems.add({}, key + ".hull", "names a vertex that is missing or not finite");
  const ConvexShape hull(shape);
  const double size = hull.bound_radius();
  double thinnest = std::numeric_limits<double>::infinity();
  for (const FacePlane& face : hull.faces()) {
    double out = -std::numeric_limits<double>::infinity(), in = 0;
    for (const Vec3& corner : hull.corners()) {
      out = std::max(out, face.normal.dot(corner) - face.offset);
      in = std::min(in, face.normal.dot(corner) - face.offset);
    }
    if (out > kConvexTolerance * size)
      return problems.add({}, key + ".hull", "is not convex, or its faces do not point outwards");
    thinnest = std::min(thinnest, -in);
  }
  if (hull.faces().size() < 4 || thinnest < kConvexTolerance * size)
    problems.add({}, key + ".hull", "is flat: a collision shape needs a volume");
}

}  // namespace

void check_shape(const CollisionShape& shape, const std::string& key, Problems& problems) {
  if (!shape.X_LS.p.allFinite() || !shape.X_LS.q.coeffs().allFinite() ||
      std::abs(shape.X_LS.q.norm() - 1) > kConvexTolerance)
    problems.add({}, key + ".X_LS", "must be finite, with a quaternion of length 1");
  if (shape.kind == CollisionShape::Kind::kHull) return check_hull(shape, key, problems);
  const bool capped =
      shape.kind == CollisionShape::Kind::kCapsule || shape.kind == CollisionShape::Kind::kCylinder;
  const int count = shape.kind == CollisionShape::Kind::kSphere ? 1 : (capped ? 2 : 3);
  for (int k = 0; k < count; ++k)
    if (!(shape.size[k] > 0) || !std::isfinite(shape.size[k]))
      return problems.add({}, key + ".size", "must be above 0 and finite");
}

}  // namespace hadal::dynamics
