#include "geometry/face_repair.h"

#include <algorithm>
#include <numeric>

#include "geometry/edges.h"

namespace hadal::geometry {
namespace {

using Triangle = std::array<uint32_t, 3>;

// Turned so that the longest side runs from corner 0 to corner 1.
Triangle longest_first(const TriangleMesh& mesh, const Triangle& t) {
  int longest = 0;
  double length = -1;
  for (int k = 0; k < 3; ++k) {
    const double l = (mesh.vertices[t[k]] - mesh.vertices[t[(k + 1) % 3]]).squaredNorm();
    if (l > length) {
      length = l;
      longest = k;
    }
  }
  return {t[longest], t[(longest + 1) % 3], t[(longest + 2) % 3]};
}

// The one other face on the edge a-b, or -1.
int64_t other_face(const std::vector<EdgeUse>& edges, uint32_t a, uint32_t b, uint32_t face) {
  const uint32_t low = std::min(a, b), high = std::max(a, b);
  const auto first = std::lower_bound(
      edges.begin(), edges.end(), std::pair(low, high),
      [](const EdgeUse& use, const auto& key) { return std::pair(use.low, use.high) < key; });
  int64_t other = -1;
  int uses = 0;
  for (auto use = first; use != edges.end() && use->low == low && use->high == high; ++use) {
    ++uses;
    if (use->triangle != face) other = use->triangle;
  }
  return uses == 2 ? other : -1;
}

// Cuts a face in two at its side a-b, which gets the corner c.
void cut_side(TriangleMesh& mesh, uint32_t face, uint32_t a, uint32_t b, uint32_t c) {
  Triangle first = mesh.triangles[face], second = first;
  for (int k = 0; k < 3; ++k) {
    if (first[k] == a) first[k] = c;
    if (second[k] == b) second[k] = c;
  }
  mesh.triangles[face] = first;
  mesh.triangles.push_back(second);
}

bool repeats_a_corner(const Triangle& t) {
  return t[0] == t[1] || t[1] == t[2] || t[2] == t[0];
}

// One round over the faces; those next to a changed one wait for the next round.
size_t drop_round(TriangleMesh& mesh, double least_area_m2) {
  const std::vector<EdgeUse> edges = sorted_edges(mesh);
  const auto count = static_cast<uint32_t>(mesh.triangles.size());
  std::vector<bool> changed(count, false), dropped(count, false);
  size_t sum = 0;
  for (uint32_t face = 0; face < count; ++face) {
    if (changed[face] || 0.5 * mesh.area_vector_doubled(face).norm() >= least_area_m2) continue;
    const Triangle t = longest_first(mesh, mesh.triangles[face]);
    const int64_t other = repeats_a_corner(t) ? -1 : other_face(edges, t[0], t[1], face);
    if (other >= 0) {
      if (changed[other] || dropped[other]) continue;
      changed[other] = true;
      cut_side(mesh, static_cast<uint32_t>(other), t[0], t[1], t[2]);
    }
    dropped[face] = true;
    ++sum;
  }
  dropped.resize(mesh.triangles.size(), false);
  size_t kept = 0;
  for (size_t i = 0; i < mesh.triangles.size(); ++i)
    if (!dropped[i]) mesh.triangles[kept++] = mesh.triangles[i];
  mesh.triangles.resize(kept);
  return sum;
}

}  // namespace

size_t drop_degenerate_faces(TriangleMesh& mesh, double least_area_m2) {
  constexpr int kMostRounds = 20;
  size_t sum = 0;
  for (int round = 0; round < kMostRounds; ++round) {
    const bool any = [&] {
      for (size_t t = 0; t < mesh.triangles.size(); ++t)
        if (0.5 * mesh.area_vector_doubled(t).norm() < least_area_m2) return true;
      return false;
    }();
    if (!any) break;
    sum += drop_round(mesh, least_area_m2);
  }
  return sum;
}

size_t drop_duplicate_faces(TriangleMesh& mesh) {
  const auto sorted = [&](uint32_t face) {
    Triangle t = mesh.triangles[face];
    std::sort(t.begin(), t.end());
    return t;
  };
  std::vector<uint32_t> order(mesh.triangles.size());
  std::vector<Triangle> keys(mesh.triangles.size());
  std::iota(order.begin(), order.end(), 0u);
  for (uint32_t face : order) keys[face] = sorted(face);
  std::sort(order.begin(), order.end(),
            [&](uint32_t a, uint32_t b) { return keys[a] != keys[b] ? keys[a] < keys[b] : a < b; });
  std::vector<bool> dropped(mesh.triangles.size(), false);
  for (size_t i = 1; i < order.size(); ++i)
    dropped[order[i]] = keys[order[i]] == keys[order[i - 1]];
  size_t kept = 0;
  for (size_t i = 0; i < mesh.triangles.size(); ++i)
    if (!dropped[i]) mesh.triangles[kept++] = mesh.triangles[i];
  const size_t sum = mesh.triangles.size() - kept;
  mesh.triangles.resize(kept);
  return sum;
}

}  // namespace hadal::geometry
