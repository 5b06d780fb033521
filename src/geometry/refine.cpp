#include "geometry/refine.h"

#include <limits>

#include "geometry/edges.h"
#include "geometry/weld.h"

namespace hadal::geometry {
namespace {

constexpr uint32_t kWhole = std::numeric_limits<uint32_t>::max();

// For each side of each face the vertex at its middle, or kWhole.
using Middles = std::vector<std::array<uint32_t, 3>>;

struct Cuts {
  Middles middles;
  size_t new_faces = 0;  // one per cut side
};

int side_of(const std::array<uint32_t, 3>& triangle, const EdgeUse& use) {
  const uint32_t from = use.forward ? use.low : use.high, to = use.forward ? use.high : use.low;
  for (int k = 0; k < 3; ++k)
    if (triangle[k] == from && triangle[(k + 1) % 3] == to) return k;
  return 0;
}

// Adds the middles of long edges to the vertices.
Cuts cut_long_edges(TriangleMesh& mesh, double max_edge_m) {
  Cuts cuts;
  cuts.middles.assign(mesh.triangles.size(), {kWhole, kWhole, kWhole});
  const std::vector<EdgeUse> edges = sorted_edges(mesh);
  for_each_edge(edges, [&](const EdgeUse* first, const EdgeUse* last) {
    const Vec3 &a = mesh.vertices[first->low], &b = mesh.vertices[first->high];
    if ((a - b).norm() <= max_edge_m) return;
    const auto middle = static_cast<uint32_t>(mesh.vertices.size());
    for (const EdgeUse* use = first; use != last; ++use)
      cuts.middles[use->triangle][side_of(mesh.triangles[use->triangle], *use)] = middle;
    cuts.new_faces += static_cast<size_t>(last - first);
    mesh.vertices.push_back(0.5 * (a + b));
  });
  return cuts;
}

// The face (t) in 1 + number of cut sides triangles.
void add_cut(TriangleMesh& result, std::array<uint32_t, 3> t, std::array<uint32_t, 3> m) {
  const int count = (m[0] != kWhole) + (m[1] != kWhole) + (m[2] != kWhole);
  const auto add = [&](uint32_t a, uint32_t b, uint32_t c) {
    result.triangles.push_back({a, b, c});
  };
  // Turned so that side 0 is cut if one is, and side 2 is whole if one is.
  while ((count == 1 && m[0] == kWhole) || (count == 2 && m[2] != kWhole)) {
    t = {t[1], t[2], t[0]};
    m = {m[1], m[2], m[0]};
  }
  if (count == 0) return add(t[0], t[1], t[2]);
  if (count == 1) {
    add(t[0], m[0], t[2]);
    return add(m[0], t[1], t[2]);
  }
  if (count == 2) {
    add(m[0], t[1], m[1]);
    const Vec3* v = result.vertices.data();
    const bool first = (v[m[0]] - v[t[2]]).squaredNorm() <= (v[m[1]] - v[t[0]]).squaredNorm();
    add(t[0], m[0], first ? t[2] : m[1]);
    if (first) return add(m[0], m[1], t[2]);
    return add(t[0], m[1], t[2]);
  }
  add(t[0], m[0], m[2]);
  add(m[0], t[1], m[1]);
  add(m[2], m[1], t[2]);
  add(m[0], m[1], m[2]);
}

}  // namespace

TriangleMesh refined(const TriangleMesh& mesh, double max_edge_m, size_t max_faces) {
  TriangleMesh result = mesh;
  for (;;) {
    const size_t vertices = result.vertices.size();
    const Cuts cuts = cut_long_edges(result, max_edge_m);
    if (cuts.new_faces == 0 || result.triangles.size() + cuts.new_faces > max_faces) {
      result.vertices.resize(vertices);
      return result;
    }
    const std::vector<std::array<uint32_t, 3>> old = std::move(result.triangles);
    result.triangles.clear();
    for (size_t i = 0; i < old.size(); ++i) add_cut(result, old[i], cuts.middles[i]);
  }
}

std::vector<Vec3> vertex_normals(const TriangleMesh& mesh) {
  const std::vector<uint32_t> same = weld_map(mesh, 0);
  std::vector<Vec3> normals(mesh.vertices.size(), Vec3::Zero());
  for (size_t t = 0; t < mesh.triangles.size(); ++t) {
    const Vec3 area = mesh.area_vector_doubled(t);
    for (uint32_t vertex : mesh.triangles[t]) normals[same[vertex]] += area;
  }
  for (size_t i = 0; i < normals.size(); ++i)
    if (same[i] == i && normals[i].squaredNorm() > 0) normals[i].normalize();
  for (size_t i = 0; i < normals.size(); ++i) normals[i] = normals[same[i]];
  return normals;
}

}  // namespace hadal::geometry
