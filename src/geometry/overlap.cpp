#include "geometry/overlap.h"

#include <algorithm>

#include "geometry/parts.h"

namespace hadal::geometry {
namespace {

constexpr size_t kPointsPerPart = 96;
constexpr double kInset = 1e-4;  // of the part's size: parts that only touch do not overlap
constexpr int64_t kBudget = 200'000'000;  // faces to test against a point, 2 ns each

// Corners, middles of sides and middle of every n-th face, moved inside.
std::vector<Vec3> test_points(const MeshPart& part) {
  std::vector<Vec3> points;
  const double inset = kInset * part.bounds.diagonal();
  const size_t stride = std::max<size_t>(1, part.mesh.triangles.size() / (kPointsPerPart / 3));
  for (size_t t = 0; t < part.mesh.triangles.size(); t += stride) {
    const Vec3 &a = part.mesh.corner(t, 0), &b = part.mesh.corner(t, 1),
               &c = part.mesh.corner(t, 2);
    const Vec3 middle = (a + b + c) / 3;
    const Vec3 inwards = -inset * part.mesh.area_vector_doubled(t).normalized();
    for (const Vec3& p : {a, Vec3((a + b) / 2), middle})
      points.push_back(p + inwards + kInset * (middle - p));
  }
  return points;
}

bool contains(const Bounds& bounds, const Vec3& p) {
  return (p.array() >= bounds.lower.array()).all() && (p.array() <= bounds.upper.array()).all();
}

bool any_inside(const std::vector<Vec3>& points, const MeshPart& part, int64_t& budget) {
  for (const Vec3& p : points) {
    if (!contains(part.bounds, p) || budget < 0) continue;
    budget -= static_cast<int64_t>(part.mesh.triangles.size());
    if (winding_number(part.mesh, p) != 0) return true;
  }
  return false;
}

}  // namespace

bool is_inside(const MeshPart& inner, const MeshPart& outer) {
  const Vec3& p = inner.mesh.vertices[0];
  return contains(outer.bounds, p) && winding_number(outer.mesh, p) != 0;
}

OverlapCount count_overlaps(const std::vector<MeshPart>& parts) {
  OverlapCount count;
  int64_t budget = kBudget;
  std::vector<std::vector<Vec3>> points(parts.size());
  const auto solid = [&](size_t i) { return parts[i].closed && parts[i].volume_m3 > 0; };
  for (size_t i = 0; i < parts.size(); ++i)
    if (solid(i)) points[i] = test_points(parts[i]);
  for (size_t i = 0; i < parts.size() && budget >= 0; ++i)
    for (size_t j = i + 1; j < parts.size() && budget >= 0; ++j)
      if (solid(i) && solid(j) && parts[i].bounds.overlaps(parts[j].bounds) &&
          (any_inside(points[i], parts[j], budget) || any_inside(points[j], parts[i], budget)))
        ++count.pairs;
  count.complete = budget >= 0;
  return count;
}

}  // namespace hadal::geometry
