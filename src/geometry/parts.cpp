#include "geometry/parts.h"

#include <algorithm>

#include "geometry/edges.h"
#include "geometry/weld.h"

namespace hadal::geometry {
namespace {

struct Neighbour {
  int64_t face = -1;
  bool agrees = true;  // the shared edge is passed in opposite directions
};
using Neighbours = std::vector<std::array<Neighbour, 3>>;

void link(Neighbours& neighbours, uint32_t face, const Neighbour& other) {
  for (Neighbour& slot : neighbours[face])
    if (slot.face < 0) {
      slot = other;
      return;
    }
}

Neighbours find_neighbours(const TriangleMesh& mesh) {
  Neighbours neighbours(mesh.triangles.size());
  const std::vector<EdgeUse> edges = sorted_edges(mesh);
  for_each_edge(edges, [&](const EdgeUse* first, const EdgeUse* last) {
    if (last - first != 2) return;
    const bool agrees = first[0].forward != first[1].forward;
    link(neighbours, first[0].triangle, {first[1].triangle, agrees});
    link(neighbours, first[1].triangle, {first[0].triangle, agrees});
  });
  return neighbours;
}

// Visits one part from its first face on; marks the faces that must be turned to agree with it.
std::vector<uint32_t> walk(const Neighbours& neighbours, uint32_t start, std::vector<bool>& seen,
                           Orientation& result) {
  std::vector<uint32_t> part = {start};
  seen[start] = true;
  for (size_t i = 0; i < part.size(); ++i)
    for (const Neighbour& next : neighbours[part[i]]) {
      if (next.face < 0) continue;
      const bool turn = result.turned[part[i]] != !next.agrees;
      if (seen[next.face]) {
        if (result.turned[next.face] != turn) result.orientable = false;
        continue;
      }
      seen[next.face] = true;
      result.turned[next.face] = turn;
      part.push_back(static_cast<uint32_t>(next.face));
    }
  std::sort(part.begin(), part.end());
  return part;
}

void turn_the_fewer(const std::vector<uint32_t>& part, std::vector<bool>& turned) {
  const auto count = std::count_if(part.begin(), part.end(), [&](uint32_t f) { return turned[f]; });
  if (2 * static_cast<size_t>(count) > part.size())
    for (uint32_t face : part) turned[face] = !turned[face];
}

}  // namespace

Orientation find_orientation(const TriangleMesh& mesh) {
  const Neighbours neighbours = find_neighbours(mesh);
  Orientation result;
  result.turned.assign(mesh.triangles.size(), false);
  std::vector<bool> seen(mesh.triangles.size(), false);
  for (uint32_t face = 0; face < mesh.triangles.size(); ++face) {
    if (seen[face]) continue;
    result.parts.push_back(walk(neighbours, face, seen, result));
    turn_the_fewer(result.parts.back(), result.turned);
  }
  return result;
}

TriangleMesh extracted(const TriangleMesh& mesh, const std::vector<uint32_t>& faces) {
  TriangleMesh part;
  std::vector<uint32_t> used;
  for (uint32_t face : faces)
    for (uint32_t vertex : mesh.triangles[face]) used.push_back(vertex);
  std::sort(used.begin(), used.end());
  used.erase(std::unique(used.begin(), used.end()), used.end());
  for (uint32_t vertex : used) part.vertices.push_back(mesh.vertices[vertex]);
  for (uint32_t face : faces) {
    std::array<uint32_t, 3> triangle = mesh.triangles[face];
    for (uint32_t& vertex : triangle)
      vertex =
          static_cast<uint32_t>(std::lower_bound(used.begin(), used.end(), vertex) - used.begin());
    part.triangles.push_back(triangle);
  }
  return part;
}

// Seen along z, a face covers p if p lies on the same side of its three edges. Edges are tested
// from their lower to their upper end (half open in y), so that two faces on one edge never both
// cover p.
int winding_number(const TriangleMesh& mesh, const Vec3& p) {
  const auto crossing = [&p](const Vec3& a, const Vec3& b) {
    if ((a.y() <= p.y()) == (b.y() <= p.y())) return 0;
    const Vec3 &low = a.y() < b.y() ? a : b, &high = a.y() < b.y() ? b : a;
    const double side =
        (high.x() - low.x()) * (p.y() - low.y()) - (high.y() - low.y()) * (p.x() - low.x());
    if (side <= 0) return 0;  // the edge passes left of p
    return a.y() < b.y() ? 1 : -1;
  };
  int winding = 0;
  for (size_t t = 0; t < mesh.triangles.size(); ++t) {
    const Vec3 &a = mesh.corner(t, 0), &b = mesh.corner(t, 1), &c = mesh.corner(t, 2);
    const int covered = crossing(a, b) + crossing(b, c) + crossing(c, a);
    if (covered == 0) continue;
    const Vec3 normal = mesh.area_vector_doubled(t);
    if (normal.z() == 0) continue;
    const double above = normal.dot(a - p) / normal.z();
    if (above > 0) winding += covered > 0 ? 1 : -1;
  }
  return winding;
}

}  // namespace hadal::geometry
