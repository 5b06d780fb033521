#include "world/convex_pieces.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <numbers>

#include "base/hash.h"
#include "geometry/convex_hull.h"
#include "geometry/mesh_cache.h"
#include "geometry/primitives.h"
#include "world/shape_mesh.h"

namespace hadal::inline world {
namespace {

using geometry::TriangleMesh;
using Kind = CollisionShape::Kind;

CollisionShape simple(Kind kind, const Pose& X_LS, const Vec3& size) {
  CollisionShape out;
  out.kind = kind;
  out.X_LS = X_LS;
  out.size = size;
  return out;
}

Pose about_z(double angle, const Vec3& p) {
  const Quat q(Eigen::AngleAxisd(angle, Vec3::UnitZ()));
  return {q * p, q};
}

std::vector<CollisionShape> torus_pieces(const TorusShapeConfig& c, const Pose& X_LS) {
  // Chords of the circle of the tube's middle, along y at angle 0; capsules lie along their z.
  const Quat along_y(Eigen::AngleAxisd(-std::numbers::pi / 2, Vec3::UnitX()));
  const double half = c.radius_m * std::sin(std::numbers::pi / kRingPieces);
  const double distance = c.radius_m * std::cos(std::numbers::pi / kRingPieces);
  std::vector<CollisionShape> out;
  for (int i = 0; i < kRingPieces; ++i) {
    Pose X_SP = about_z(2 * std::numbers::pi * i / kRingPieces, Vec3(distance, 0, 0));
    X_SP.q = X_SP.q * along_y;
    out.push_back(simple(Kind::kCapsule, X_LS * X_SP, {c.tube_radius_m, half, 0}));
  }
  return out;
}

std::vector<CollisionShape> tube_pieces(const TubeShapeConfig& c, const Pose& X_LS) {
  const double middle = (c.outer_radius_m + c.inner_radius_m) / 2;
  const Vec3 half((c.outer_radius_m - c.inner_radius_m) / 2,
                  middle * std::tan(std::numbers::pi / kRingPieces), c.length_m / 2);
  std::vector<CollisionShape> out;
  for (int i = 0; i < kRingPieces; ++i)
    out.push_back(simple(Kind::kBox,
                         X_LS * about_z(2 * std::numbers::pi * i / kRingPieces, Vec3(middle, 0, 0)),
                         half));
  return out;
}

// Outer radius of a profile at height z: the outermost of the pieces that pass it.
double outer_radius(const LatheShapeConfig& c, double z) {
  double radius = 0;
  for (size_t i = 0; i + 1 < c.profile.size(); ++i) {
    const double za = c.profile[i][1], zb = c.profile[i + 1][1];
    const double ra = c.profile[i][0], rb = c.profile[i + 1][0];
    if (z < std::min(za, zb) || z > std::max(za, zb)) continue;
    radius = std::max(radius, za == zb ? std::max(ra, rb) : ra + (rb - ra) * (z - za) / (zb - za));
  }
  return radius;
}

// Heights at which the outline turns inward: between two of them the body is convex.
std::vector<double> waists(const LatheShapeConfig& c, const std::vector<double>& z) {
  std::vector<double> cuts{z.front()};
  for (size_t i = 1; i + 1 < z.size(); ++i) {
    const double a = outer_radius(c, z[i - 1]), b = outer_radius(c, z[i]),
                 d = outer_radius(c, z[i + 1]);
    const double chord = a + (d - a) * (z[i] - z[i - 1]) / (z[i + 1] - z[i - 1]);
    if (b < chord - 1e-9 * (1 + chord)) cuts.push_back(z[i]);
  }
  cuts.push_back(z.back());
  return cuts;
}

// The hull of many points takes some tenths of a second, so that it is kept in the cache.
Result<TriangleMesh> reduced_hull(const std::vector<Vec3>& points) {
  constexpr size_t kMany = 2000;
  if (points.size() < kMany) return geometry::convex_hull(points, kHullVertices);
  Hasher hasher;
  hasher.add_bytes(points.data(), points.size() * sizeof(Vec3));
  char key[80];
  std::snprintf(key, sizeof key, "convex_hull v1 %016llx %d",
                static_cast<unsigned long long>(hasher.value()), kHullVertices);
  if (auto cached = geometry::cache_load_mesh(key)) return std::move(cached->mesh);
  Result<TriangleMesh> hull = geometry::convex_hull(points, kHullVertices);
  if (hull) geometry::cache_store_mesh(key, {hull.value(), {}});
  return hull;
}

Result<CollisionShape> hull_in(const std::vector<Vec3>& points_S, const Pose& X_LS) {
  Result<TriangleMesh> hull = reduced_hull(points_S);
  if (!hull) return hull.problems();
  CollisionShape out = simple(Kind::kHull, X_LS, Vec3::Zero());
  out.hull = std::make_shared<const TriangleMesh>(std::move(hull).value());
  return out;
}

Result<std::vector<CollisionShape>> lathe_pieces(const LatheShapeConfig& c, const Pose& X_LS) {
  constexpr int kSectors = 16;
  std::vector<double> z;
  for (const auto& row : c.profile) z.push_back(row[1]);
  std::sort(z.begin(), z.end());
  z.erase(std::unique(z.begin(), z.end()), z.end());
  const std::vector<double> cuts = waists(c, z);
  std::vector<CollisionShape> out;
  for (size_t piece = 0; piece + 1 < cuts.size(); ++piece) {
    std::vector<Vec3> points;
    for (const double level : z) {
      if (level < cuts[piece] || level > cuts[piece + 1]) continue;
      const double r = outer_radius(c, level);
      for (int i = 0; i < kSectors; ++i)
        points.push_back({r * std::cos(2 * std::numbers::pi * i / kSectors),
                          r * std::sin(2 * std::numbers::pi * i / kSectors), level});
    }
    Result<CollisionShape> hull = hull_in(points, X_LS);
    if (!hull) return hull.problems();
    out.push_back(std::move(hull).value());
  }
  return out;
}

}  // namespace

Result<CollisionShape> hull_of(const std::vector<Vec3>& points_L) {
  return hull_in(points_L, Pose{});
}

Result<std::vector<CollisionShape>> convex_pieces(const AnyConfig& config,
                                                  const TriangleMesh& mesh) {
  const Pose X_LS = shape_pose(config);
  if (const auto* c = config.as<BoxShapeConfig>())
    return std::vector{
        simple(Kind::kBox, X_LS, Vec3(c->size_m[0], c->size_m[1], c->size_m[2]) / 2)};
  if (const auto* c = config.as<SphereShapeConfig>())
    return std::vector{simple(Kind::kSphere, X_LS, {c->radius_m, 0, 0})};
  if (const auto* c = config.as<EllipsoidShapeConfig>())
    return std::vector{
        simple(Kind::kEllipsoid, X_LS, Vec3(c->radii_m[0], c->radii_m[1], c->radii_m[2]))};
  if (const auto* c = config.as<CylinderShapeConfig>())
    return std::vector{simple(Kind::kCylinder, X_LS, {c->radius_m, c->length_m / 2, 0})};
  if (const auto* c = config.as<CapsuleShapeConfig>()) {
    const double half = c->length_m / 2 - c->radius_m;
    if (half <= 0) return std::vector{simple(Kind::kSphere, X_LS, {c->radius_m, 0, 0})};
    return std::vector{simple(Kind::kCapsule, X_LS, {c->radius_m, half, 0})};
  }
  if (const auto* c = config.as<TorusShapeConfig>()) return torus_pieces(*c, X_LS);
  if (const auto* c = config.as<TubeShapeConfig>()) return tube_pieces(*c, X_LS);
  if (const auto* c = config.as<LatheShapeConfig>()) return lathe_pieces(*c, X_LS);
  Result<CollisionShape> hull = hull_in(mesh.vertices, X_LS);
  if (!hull) return hull.problems();
  return std::vector{std::move(hull).value()};
}

double support(const CollisionShape& shape, const Vec3& direction_L) {
  const Vec3 d = shape.X_LS.q.conjugate() * direction_L;
  const double center = direction_L.dot(shape.X_LS.p), r = shape.size.x();
  switch (shape.kind) {
    case Kind::kSphere:
      return center + r;
    case Kind::kCapsule:
      return center + r + shape.size.y() * std::abs(d.z());
    case Kind::kCylinder:
      return center + r * std::hypot(d.x(), d.y()) + shape.size.y() * std::abs(d.z());
    case Kind::kBox:
      return center + shape.size.dot(d.cwiseAbs());
    case Kind::kEllipsoid:
      return center + shape.size.cwiseProduct(d).norm();
    case Kind::kHull:
      break;
  }
  double reach = -INFINITY;
  for (const Vec3& vertex : shape.hull->vertices) reach = std::max(reach, d.dot(vertex));
  return center + reach;
}

}  // namespace hadal::world
