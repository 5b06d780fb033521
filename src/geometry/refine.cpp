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

// A corner of a face: its vertex and texture coordinates.
struct Corner {
  uint32_t vertex = kWhole;
  float u = 0, v = 0;
  bool whole() const { return vertex == kWhole; }
};
using Corners = std::array<Corner, 3>;

// The corners of a face, and the middles of its sides.
std::pair<Corners, Corners> corners_of(const std::array<uint32_t, 3>& triangle,
                                       const std::array<uint32_t, 3>& middles,
                                       const std::array<float, 6>& uv) {
  Corners corners, between;
  for (size_t k = 0; k < 3; ++k) corners[k] = {triangle[k], uv[2 * k], uv[2 * k + 1]};
  for (size_t k = 0; k < 3; ++k) {
    const Corner &a = corners[k], &b = corners[(k + 1) % 3];
    between[k] = {middles[k], 0.5f * (a.u + b.u), 0.5f * (a.v + b.v)};
  }
  return {corners, between};
}

// The face (t) in 1 + number of cut sides triangles; m are the middles of its sides.
void add_cut(TriangleMesh& result, Corners t, Corners m, bool with_uv) {
  const int count = !m[0].whole() + !m[1].whole() + !m[2].whole();
  const auto add = [&](const Corner& a, const Corner& b, const Corner& c) {
    result.triangles.push_back({a.vertex, b.vertex, c.vertex});
    if (with_uv) result.corner_uv.push_back({a.u, a.v, b.u, b.v, c.u, c.v});
  };
  // Turned so that side 0 is cut if one is, and side 2 is whole if one is.
  while ((count == 1 && m[0].whole()) || (count == 2 && !m[2].whole())) {
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
    const bool first = (v[m[0].vertex] - v[t[2].vertex]).squaredNorm() <=
                       (v[m[1].vertex] - v[t[0].vertex]).squaredNorm();
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
    const std::vector<std::array<float, 6>> old_uv = std::move(result.corner_uv);
    result.triangles.clear(), result.corner_uv.clear();
    for (size_t i = 0; i < old.size(); ++i) {
      const auto [corners, middles] =
          corners_of(old[i], cuts.middles[i], old_uv.empty() ? std::array<float, 6>{} : old_uv[i]);
      add_cut(result, corners, middles, !old_uv.empty());
    }
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
