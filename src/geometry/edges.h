// The directed edges of a mesh, gathered by the undirected edge they run along.
#pragma once
#include <cstdint>
#include <vector>

#include "geometry/triangle_mesh.h"

namespace hadal::geometry {

// One side of one triangle. It runs from `low` to `high` when forward, else from `high` to `low`.
struct EdgeUse {
  uint32_t low = 0, high = 0;  // vertex indices
  uint32_t triangle = 0;
  bool forward = true;

  bool same_edge(const EdgeUse& other) const { return low == other.low && high == other.high; }
};

// Three per triangle, sorted by (low, high), then by triangle: the uses of an edge stand together.
std::vector<EdgeUse> sorted_edges(const TriangleMesh& mesh);

// Calls visit(first, last) with the range of uses of each undirected edge.
template <class Visit>
void for_each_edge(const std::vector<EdgeUse>& edges, Visit visit) {
  for (size_t first = 0; first < edges.size();) {
    size_t last = first + 1;
    while (last < edges.size() && edges[last].same_edge(edges[first])) ++last;
    visit(&edges[first], edges.data() + last);
    first = last;
  }
}

// The net number of times an edge is passed forward; 0 where the surface goes on.
inline int edge_balance(const EdgeUse* first, const EdgeUse* last) {
  int balance = 0;
  for (const EdgeUse* use = first; use != last; ++use) balance += use->forward ? 1 : -1;
  return balance;
}

}  // namespace hadal::geometry
