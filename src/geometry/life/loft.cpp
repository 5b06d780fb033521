#include "geometry/life/loft.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "base/check.h"

namespace hadal::geometry {
namespace {

constexpr double kTipRounding = 0.7;  // how far a tip stands out, of its radius

uint32_t add_vertex(TriangleMesh& mesh, const Vec3& p) {
  mesh.vertices.push_back(p);
  return static_cast<uint32_t>(mesh.vertices.size() - 1);
}

Vec3 any_perpendicular(const Vec3& t) {
  const Vec3 other = std::abs(t.x()) < 0.8 ? Vec3::UnitX() : Vec3::UnitY();
  return (other - other.dot(t) * t).normalized();
}

Vec3 tangent_at(const Limb& limb, size_t i) {
  const size_t last = limb.points.size() - 1;
  return (limb.points[std::min(i + 1, last)] - limb.points[i > 0 ? i - 1 : 0]).normalized();
}

// Every stride-th point, and always the last.
Limb thinned_limb(const Limb& limb, size_t stride) {
  Limb result;
  const size_t last = limb.points.size() - 1;
  for (size_t i = 0; i <= last; i += stride) {
    const size_t k = i + stride > last ? last : i;
    result.points.push_back(limb.points[k == last && i > 0 ? last : i]);
    result.radii_m.push_back(limb.radii_m[k == last && i > 0 ? last : i]);
  }
  if (result.points.size() == 1) {
    result.points.push_back(limb.points[last]);
    result.radii_m.push_back(limb.radii_m[last]);
  }
  return result;
}

int limb_faces(const Limb& limb, int sides, size_t stride) {
  return loft_faces(thinned_limb(limb, stride).points.size() + 1, sides);
}

// The thickest limbs that together keep to the target, at least one, in their own order.
std::vector<size_t> thickest(std::span<const Limb> limbs, int sides, size_t stride,
                             int target_faces) {
  std::vector<size_t> order(limbs.size());
  for (size_t i = 0; i < order.size(); ++i) order[i] = i;
  std::stable_sort(order.begin(), order.end(), [&](size_t a, size_t b) {
    return limbs[a].radii_m.front() > limbs[b].radii_m.front();
  });
  int64_t faces = 0;
  size_t kept = 0;
  for (; kept < order.size(); ++kept) {
    faces += limb_faces(limbs[order[kept]], sides, stride);
    if (faces > target_faces && kept > 0) break;
  }
  order.resize(kept);
  std::sort(order.begin(), order.end());
  return order;
}

int64_t faces_of_limbs(std::span<const Limb> limbs, int sides, size_t stride) {
  int64_t faces = 0;
  for (const Limb& limb : limbs) faces += limb_faces(limb, sides, stride);
  return faces;
}

void add_limb(TriangleMesh& mesh, const Limb& limb, int sides) {
  std::vector<LoftRing> rings = limb_rings(limb);
  const size_t last = limb.points.size() - 1;
  const Vec3 t = tangent_at(limb, last);
  const double radius = limb.radii_m[last];
  LoftRing shoulder = rings.back();
  shoulder.centre += kTipRounding * 0.7 * radius * t;
  shoulder.u *= 0.7;
  shoulder.v *= 0.7;
  rings.push_back(shoulder);
  add_loft(mesh, rings, limb.points[0], limb.points[last] + kTipRounding * radius * t, sides);
}

}  // namespace

void add_loft(TriangleMesh& mesh, std::span<const LoftRing> rings, const Vec3& first_pole,
              const Vec3& last_pole, int sides) {
  HADAL_CHECK(!rings.empty() && sides >= 3);
  const uint32_t first = add_vertex(mesh, first_pole);
  const auto ring_start = static_cast<uint32_t>(mesh.vertices.size());
  for (const LoftRing& ring : rings)
    for (int k = 0; k < sides; ++k) {
      const double a = 2 * std::numbers::pi * k / sides;
      mesh.vertices.push_back(ring.centre + std::cos(a) * ring.u + std::sin(a) * ring.v);
    }
  const uint32_t last = add_vertex(mesh, last_pole);
  const auto at = [&](size_t ring, int k) {
    return ring_start + static_cast<uint32_t>(ring * sides + k % sides);
  };
  for (int k = 0; k < sides; ++k) {
    mesh.triangles.push_back({first, at(0, k + 1), at(0, k)});
    for (size_t r = 0; r + 1 < rings.size(); ++r) {
      mesh.triangles.push_back({at(r, k), at(r, k + 1), at(r + 1, k + 1)});
      mesh.triangles.push_back({at(r, k), at(r + 1, k + 1), at(r + 1, k)});
    }
    mesh.triangles.push_back({last, at(rings.size() - 1, k), at(rings.size() - 1, k + 1)});
  }
}

std::vector<LoftRing> limb_rings(const Limb& limb) {
  HADAL_CHECK(limb.points.size() >= 2 && limb.points.size() == limb.radii_m.size());
  std::vector<LoftRing> rings;
  Vec3 u = any_perpendicular(tangent_at(limb, 0));
  for (size_t i = 0; i < limb.points.size(); ++i) {
    const Vec3 t = tangent_at(limb, i);
    u = (u - u.dot(t) * t).normalized();
    rings.push_back({limb.points[i], limb.radii_m[i] * u, limb.radii_m[i] * t.cross(u)});
  }
  return rings;
}

TriangleMesh limbs_mesh(std::span<const Limb> limbs, int target_faces) {
  constexpr struct {
    int sides;
    size_t stride;
  } kLevels[] = {{12, 1}, {10, 1}, {8, 1}, {6, 1}, {5, 1}, {5, 2},
                 {4, 2},  {4, 3},  {3, 3}, {3, 4}, {3, 8}};
  auto level = kLevels[0];
  for (const auto& candidate : kLevels) {
    level = candidate;
    if (faces_of_limbs(limbs, level.sides, level.stride) <= target_faces) break;
  }
  TriangleMesh mesh;
  for (const size_t i : thickest(limbs, level.sides, level.stride, target_faces))
    add_limb(mesh, thinned_limb(limbs[i], level.stride), level.sides);
  return mesh;
}

}  // namespace hadal::geometry
