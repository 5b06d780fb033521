#include "geometry/edges.h"

#include <algorithm>
#include <numeric>

namespace hadal::geometry {
namespace {

// Stable counting sort by a vertex index: linear in the number of edges.
template <class Key>
void sort_by(std::vector<EdgeUse>& edges, size_t vertices, Key key) {
  std::vector<uint32_t> start(vertices + 1, 0);
  for (const EdgeUse& use : edges) ++start[key(use) + 1];
  std::partial_sum(start.begin(), start.end(), start.begin());
  std::vector<EdgeUse> sorted(edges.size());
  for (const EdgeUse& use : edges) sorted[start[key(use)]++] = use;
  edges.swap(sorted);
}

}  // namespace

std::vector<EdgeUse> sorted_edges(const TriangleMesh& mesh) {
  std::vector<EdgeUse> edges;
  edges.reserve(3 * mesh.triangles.size());
  for (uint32_t t = 0; t < mesh.triangles.size(); ++t)
    for (int k = 0; k < 3; ++k) {
      const uint32_t from = mesh.triangles[t][k], to = mesh.triangles[t][(k + 1) % 3];
      edges.push_back({std::min(from, to), std::max(from, to), t, from < to});
    }
  sort_by(edges, mesh.vertices.size(), [](const EdgeUse& use) { return use.high; });
  sort_by(edges, mesh.vertices.size(), [](const EdgeUse& use) { return use.low; });
  return edges;
}

}  // namespace hadal::geometry
