#include "geometry/convex_hull.h"

#include <algorithm>
#include <cmath>
#include <string>

#include "geometry/mass_properties.h"
#include "geometry/parts.h"
#include "geometry/qhull.h"
#include "geometry/weld.h"

namespace hadal::geometry {
namespace {

constexpr double kThinnest = 1e-9;  // mean thickness over size
constexpr double kEnough = 1e-6;    // of the size: closer points are not worth a vertex

Problems problem(std::string message) {
  Problems problems;
  problems.add("convex hull: " + std::move(message));
  return problems;
}

Result<TriangleMesh> full_hull(std::span<const Vec3> points) {
  std::optional<TriangleMesh> mesh = qhull_triangles(points);
  if (!mesh) return problem("the points lie in one plane or on one line");
  drop_unused_vertices(*mesh);
  if (!is_closed(*mesh)) {  // flat facets cut by Qhull may come in either order
    const Orientation orientation = find_orientation(*mesh);
    for (size_t i = 0; i < mesh->triangles.size(); ++i)
      if (orientation.turned[i]) std::swap(mesh->triangles[i][1], mesh->triangles[i][2]);
  }
  if (signed_volume(*mesh) < 0) turn_inside_out(*mesh);
  const double thickness_m = signed_volume(*mesh) / surface_area(*mesh);
  if (!is_closed(*mesh) || !(thickness_m > kThinnest * bounding_box(*mesh).diagonal()))
    return problem("the points lie in one plane or on one line");
  return std::move(*mesh);
}

// Distance of a point from each face's plane, the greatest, and the face it is greatest at.
std::pair<double, size_t> outside(const TriangleMesh& hull, const std::vector<Vec3>& normals,
                                  const Vec3& p) {
  double max = 0;
  size_t face = 0;
  for (size_t t = 0; t < normals.size(); ++t) {
    const double distance = normals[t].dot(p - hull.corner(t, 0));
    if (distance > max) {
      max = distance;
      face = t;
    }
  }
  return {max, face};
}

std::vector<Vec3> unit_normals(const TriangleMesh& mesh) {
  std::vector<Vec3> normals;
  for (size_t t = 0; t < mesh.triangles.size(); ++t) {
    const Vec3 area = mesh.area_vector_doubled(t);
    normals.push_back(area.norm() > 0 ? Vec3(area.normalized()) : Vec3(Vec3::Zero()));
  }
  return normals;
}

// The points that stand out most, one per face of the hull so far, farthest first.
std::vector<Vec3> standing_out(const TriangleMesh& hull, std::span<const Vec3> points,
                               double min_m) {
  const std::vector<Vec3> normals = unit_normals(hull);
  std::vector<std::pair<double, const Vec3*>> best(normals.size(), {min_m, nullptr});
  for (const Vec3& p : points) {
    const auto [distance, face] = outside(hull, normals, p);
    if (distance > best[face].first) best[face] = {distance, &p};
  }
  std::stable_sort(best.begin(), best.end(),
                   [](const auto& a, const auto& b) { return a.first > b.first; });
  std::vector<Vec3> result;
  for (const auto& [distance, p] : best)
    if (p != nullptr) result.push_back(*p);
  return result;
}

// Four points that span a volume: the ends of the longest axis, then the farthest from the line and
// from the plane.
std::vector<Vec3> first_four(const std::vector<Vec3>& points) {
  const auto farthest = [&](const auto& distance) {
    return *std::max_element(points.begin(), points.end(), [&](const Vec3& p, const Vec3& q) {
      return distance(p) < distance(q);
    });
  };
  const Vec3 a = farthest([&](const Vec3& p) { return (p - points[0]).norm(); });
  const Vec3 b = farthest([&](const Vec3& p) { return (p - a).norm(); });
  const Vec3 c = farthest([&](const Vec3& p) { return (b - a).cross(p - a).norm(); });
  const Vec3 normal = (b - a).cross(c - a);
  const Vec3 d = farthest([&](const Vec3& p) { return std::abs(normal.dot(p - a)); });
  return {a, b, c, d};
}

Result<TriangleMesh> reduced(const TriangleMesh& full, size_t max_vertices) {
  constexpr size_t kFraction = 4;  // of the vertices so far, added before the hull is made again
  std::vector<Vec3> chosen = first_four(full.vertices);
  const double min_m = kEnough * bounding_box(full).diagonal();
  for (;;) {
    Result<TriangleMesh> hull = full_hull(chosen);
    if (!hull || hull.value().vertices.size() >= max_vertices) return hull;
    std::vector<Vec3> next = standing_out(hull.value(), full.vertices, min_m);
    if (next.empty()) return hull;
    chosen = hull.value().vertices;
    const size_t room = max_vertices - chosen.size();
    next.resize(std::min({next.size(), room, 1 + chosen.size() / kFraction}));
    chosen.insert(chosen.end(), next.begin(), next.end());
  }
}

}  // namespace

Result<TriangleMesh> convex_hull(std::span<const Vec3> points, int max_vertices) {
  if (points.size() < 4)
    return problem("has " + std::to_string(points.size()) + " points; expected at least 4");
  if (points.size() > 100'000'000) return problem("has more than 100 million points");
  for (const Vec3& p : points)
    if (!p.allFinite()) return problem("a point is not finite");
  Result<TriangleMesh> full = full_hull(points);
  const auto max = static_cast<size_t>(std::max(4, max_vertices));
  if (!full || max_vertices <= 0 || full.value().vertices.size() <= max) return full;
  return reduced(full.value(), max);
}

double farthest_outside(const TriangleMesh& hull, std::span<const Vec3> points) {
  const std::vector<Vec3> normals = unit_normals(hull);
  double max = 0;
  for (const Vec3& p : points) max = std::max(max, outside(hull, normals, p).first);
  return max;
}

}  // namespace hadal::geometry
