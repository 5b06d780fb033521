#include "geometry/face_repair.h"

#include <algorithm>
#include <numeric>
#include <tuple>

#include "geometry/edges.h"
#include "geometry/parts.h"

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

void drop_marked(TriangleMesh& mesh, const std::vector<bool>& marked) {
  size_t kept = 0;
  for (size_t i = 0; i < mesh.triangles.size(); ++i)
    if (!marked[i]) mesh.triangles[kept++] = mesh.triangles[i];
  mesh.triangles.resize(kept);
}

bool repeats_a_corner(const Triangle& t) {
  return t[0] == t[1] || t[1] == t[2] || t[2] == t[0];
}

// One round over the faces; those next to a changed one wait for the next round.
size_t drop_round(TriangleMesh& mesh, double min_area_m2) {
  const std::vector<EdgeUse> edges = sorted_edges(mesh);
  const auto count = static_cast<uint32_t>(mesh.triangles.size());
  std::vector<bool> changed(count, false), dropped(count, false);
  size_t sum = 0;
  for (uint32_t face = 0; face < count; ++face) {
    if (changed[face] || 0.5 * mesh.area_vector_doubled(face).norm() >= min_area_m2) continue;
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
  drop_marked(mesh, dropped);
  return sum;
}

// The vertices of a face in rising order, and whether it passes them so.
struct FaceKey {
  Triangle corners;
  bool even = true;

  explicit FaceKey(const Triangle& t) : corners(t) {
    std::sort(corners.begin(), corners.end());
    const auto first = std::find(t.begin(), t.end(), corners[0]) - t.begin();
    even = t[(first + 1) % 3] == corners[1];
  }
};

// Leaves the first face of each key. Says of each that stays whether its copies, itself included,
// are as many one way round as the other.
std::vector<bool> keep_first_copies(TriangleMesh& mesh) {
  std::vector<FaceKey> keys(mesh.triangles.begin(), mesh.triangles.end());
  std::vector<uint32_t> order(keys.size());
  std::iota(order.begin(), order.end(), 0u);
  std::sort(order.begin(), order.end(), [&](uint32_t a, uint32_t b) {
    return std::tie(keys[a].corners, a) < std::tie(keys[b].corners, b);
  });
  std::vector<bool> copy(keys.size(), false), balanced(keys.size(), false);
  for (size_t first = 0, last; first < order.size(); first = last) {
    int sum = 0;
    for (last = first;
         last < order.size() && keys[order[last]].corners == keys[order[first]].corners; ++last) {
      sum += keys[order[last]].even ? 1 : -1;
      copy[order[last]] = last > first;
    }
    balanced[order[first]] = sum == 0;
  }
  std::vector<bool> kept;
  for (size_t i = 0; i < keys.size(); ++i)
    if (!copy[i]) kept.push_back(balanced[i]);
  drop_marked(mesh, copy);
  return kept;
}

// The faces of parts that are balanced throughout and share an edge with two faces of a part that
// is not.
std::vector<bool> find_folds(const TriangleMesh& mesh, const std::vector<bool>& balanced) {
  const std::vector<std::vector<uint32_t>> parts = find_orientation(mesh).parts;
  std::vector<uint32_t> part_of(mesh.triangles.size());
  std::vector<bool> sheet(parts.size(), true), fold(parts.size(), false);
  for (uint32_t i = 0; i < parts.size(); ++i)
    for (const uint32_t face : parts[i]) {
      part_of[face] = i;
      if (!balanced[face]) sheet[i] = false;
    }
  for_each_edge(sorted_edges(mesh), [&](const EdgeUse* first, const EdgeUse* last) {
    const auto surface = std::count_if(
        first, last, [&](const EdgeUse& use) { return !sheet[part_of[use.triangle]]; });
    if (surface != 2) return;
    for (const EdgeUse* use = first; use != last; ++use)
      if (sheet[part_of[use->triangle]]) fold[part_of[use->triangle]] = true;
  });
  std::vector<bool> out(mesh.triangles.size());
  for (size_t face = 0; face < out.size(); ++face) out[face] = fold[part_of[face]];
  return out;
}

}  // namespace

size_t drop_degenerate_faces(TriangleMesh& mesh, double min_area_m2) {
  constexpr int kMaxRounds = 20;
  mesh.corner_uv.clear();
  size_t sum = 0;
  for (int round = 0; round < kMaxRounds; ++round) {
    const bool any = [&] {
      for (size_t t = 0; t < mesh.triangles.size(); ++t)
        if (0.5 * mesh.area_vector_doubled(t).norm() < min_area_m2) return true;
      return false;
    }();
    if (!any) break;
    sum += drop_round(mesh, min_area_m2);
  }
  return sum;
}

DuplicateFaces drop_duplicate_faces(TriangleMesh& mesh) {
  mesh.corner_uv.clear();
  const size_t before = mesh.triangles.size();
  const std::vector<bool> balanced = keep_first_copies(mesh);
  DuplicateFaces out;
  out.duplicates = before - mesh.triangles.size();
  if (out.duplicates == 0) return out;
  const std::vector<bool> fold = find_folds(mesh, balanced);
  const size_t single = mesh.triangles.size();
  drop_marked(mesh, fold);
  const size_t gone = single - mesh.triangles.size();
  out.duplicates -= gone;  // their copies are counted with them
  out.folds = 2 * gone;
  return out;
}

}  // namespace hadal::geometry
