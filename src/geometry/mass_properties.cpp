#include "geometry/mass_properties.h"

#include <utility>

#include "geometry/edges.h"

namespace hadal::geometry {
namespace {

// Integrals over the body of 1, x and x x^T, about `origin`.
struct VolumeMoments {
  double volume = 0;
  Vec3 first = Vec3::Zero();
  Mat3 second = Mat3::Zero();
};

VolumeMoments moments_about(const TriangleMesh& mesh, const Vec3& origin) {
  VolumeMoments sum;
  for (size_t t = 0; t < mesh.triangles.size(); ++t) {
    const Vec3 a = mesh.corner(t, 0) - origin, b = mesh.corner(t, 1) - origin,
               c = mesh.corner(t, 2) - origin;
    const double determinant = a.dot(b.cross(c));
    const Vec3 s = a + b + c;
    sum.volume += determinant / 6;
    sum.first += determinant / 24 * s;
    sum.second += determinant / 120 *
                  (s * s.transpose() + a * a.transpose() + b * b.transpose() + c * c.transpose());
  }
  return sum;
}

}  // namespace

MassProperties mass_properties(const TriangleMesh& mesh, double density_kg_m3) {
  const Vec3 middle = bounding_box(mesh).middle();
  const VolumeMoments moments = moments_about(mesh, middle);
  MassProperties result;
  result.area_m2 = surface_area(mesh);
  result.volume_m3 = moments.volume;
  result.mass_kg = density_kg_m3 * moments.volume;
  if (moments.volume == 0) return result;
  const Vec3 offset = moments.first / moments.volume;
  const Mat3 covariance = moments.second - moments.volume * offset * offset.transpose();
  result.centroid = middle + offset;
  result.inertia_kg_m2 = density_kg_m3 * (covariance.trace() * Mat3::Identity() - covariance);
  return result;
}

double surface_area(const TriangleMesh& mesh) {
  double doubled = 0;
  for (size_t t = 0; t < mesh.triangles.size(); ++t) doubled += mesh.area_vector_doubled(t).norm();
  return 0.5 * doubled;
}

double signed_volume(const TriangleMesh& mesh) {
  const Vec3 middle = bounding_box(mesh).middle();
  double six_volumes = 0;
  for (size_t t = 0; t < mesh.triangles.size(); ++t)
    six_volumes += (mesh.corner(t, 0) - middle).dot(mesh.area_vector_doubled(t));
  return six_volumes / 6;
}

Bounds bounding_box(const TriangleMesh& mesh) {
  if (mesh.vertices.empty()) return {};
  Bounds bounds{mesh.vertices[0], mesh.vertices[0]};
  for (const Vec3& vertex : mesh.vertices) {
    bounds.lower = bounds.lower.cwiseMin(vertex);
    bounds.upper = bounds.upper.cwiseMax(vertex);
  }
  return bounds;
}

bool is_closed(const TriangleMesh& mesh) {
  bool closed = !mesh.triangles.empty();
  const std::vector<EdgeUse> edges = sorted_edges(mesh);
  for_each_edge(edges, [&](const EdgeUse* first, const EdgeUse* last) {
    if (edge_balance(first, last) != 0) closed = false;
  });
  return closed;
}

void turn_inside_out(TriangleMesh& mesh) {
  for (auto& triangle : mesh.triangles) std::swap(triangle[1], triangle[2]);
  for (auto& uv : mesh.corner_uv) std::swap(uv[2], uv[4]), std::swap(uv[3], uv[5]);
}

}  // namespace hadal::geometry
