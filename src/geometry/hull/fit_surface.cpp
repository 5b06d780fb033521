#include <algorithm>
#include <cmath>
#include <limits>

#include "geometry/closest_point.h"
#include "geometry/hull/remesh.h"

namespace hadal::geometry {
namespace {

constexpr int kLifts = 3;
constexpr double kFarthestSurface = 0.1;  // of the mean edge, that a vertex may move
constexpr double kSmooth = 0.5;  // least cosine between a face and the normal of its vertex

// What the faces around each vertex say of it.
struct VertexRing {
  Vec3 normal = Vec3::Zero();  // area vector, then its direction
  double area = 0, volume = 0;
  double edges = 0;
  int count = 0;
  bool smooth = true;
};

std::vector<VertexRing> rings_of(const TriangleMesh& mesh) {
  std::vector<VertexRing> rings(mesh.vertices.size());
  for (size_t t = 0; t < mesh.triangles.size(); ++t) {
    const Vec3 doubled = mesh.area_vector_doubled(t);
    for (int k = 0; k < 3; ++k) {
      VertexRing& ring = rings[mesh.triangles[t][k]];
      ring.normal += 0.5 * doubled;
      ring.area += 0.5 * doubled.norm();
      ring.edges += (mesh.corner(t, (k + 1) % 3) - mesh.corner(t, k)).norm();
      ++ring.count;
    }
  }
  for (VertexRing& ring : rings) ring.normal.normalize();
  for (size_t t = 0; t < mesh.triangles.size(); ++t) {
    const Vec3 normal = mesh.area_vector_doubled(t).normalized();
    for (const uint32_t v : mesh.triangles[t])
      if (!(rings[v].normal.dot(normal) > kSmooth)) rings[v].smooth = false;
  }
  return rings;
}

// Height of the fine surface over a point of a face, if it is near.
double height(const ClosestPoint& fine, const Vec3& p, const Vec3& normal, double max) {
  const double found = normal.dot(fine.find(p).point - p);
  return std::clamp(found, -max, max);
}

void add_volumes(const TriangleMesh& mesh, const ClosestPoint& fine,
                 std::vector<VertexRing>& rings) {
  for (size_t t = 0; t < mesh.triangles.size(); ++t) {
    const Vec3 doubled = mesh.area_vector_doubled(t);
    const double area = 0.5 * doubled.norm();
    if (!(area > 0)) continue;
    double heights = 0;
    for (int k = 0; k < 3; ++k) {
      const Vec3 &a = mesh.corner(t, k), &b = mesh.corner(t, (k + 1) % 3);
      heights +=
          height(fine, 0.5 * (a + b), doubled / (2 * area), kFarthestSurface * (b - a).norm());
    }
    for (const uint32_t v : mesh.triangles[t]) rings[v].volume += area / 3 * heights;
  }
}

void move(TriangleMesh& mesh, const std::vector<VertexRing>& rings, size_t v, Vec3 step) {
  const double max = kFarthestSurface * rings[v].edges / std::max(rings[v].count, 1);
  const double length = step.norm();
  if (length > max) step *= max / length;
  mesh.vertices[v] += step;
}

}  // namespace

void fit_to_surface(TriangleMesh& coarse, const TriangleMesh& fine) {
  const ClosestPoint surface(fine);
  std::vector<VertexRing> rings = rings_of(coarse);
  for (size_t v = 0; v < coarse.vertices.size(); ++v)
    if (rings[v].smooth)
      move(coarse, rings, v, surface.find(coarse.vertices[v]).point - coarse.vertices[v]);
  for (int lift = 0; lift < kLifts; ++lift) {
    rings = rings_of(coarse);
    add_volumes(coarse, surface, rings);
    for (size_t v = 0; v < coarse.vertices.size(); ++v)
      if (rings[v].smooth && rings[v].area > 0)
        move(coarse, rings, v, rings[v].volume / rings[v].area * rings[v].normal);
  }
}

}  // namespace hadal::geometry
