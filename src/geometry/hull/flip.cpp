#include <cmath>

#include "geometry/edges.h"
#include "geometry/hull/remesh.h"

namespace hadal::geometry {
namespace {

constexpr int32_t kNone = -1;
constexpr double kFlatCosine = 0.99;     // cos 8 degrees
constexpr double kGain = 1e-9;           // sines below are a tie and would flip back and forth
constexpr size_t kMaxFlipsPerEdge = 8;  // on curved surfaces flips need not come to an end

class Flipper {
 public:
  explicit Flipper(TriangleMesh& mesh)
      : mesh_(mesh), across_(mesh.triangles.size(), {kNone, kNone, kNone}) {
    const std::vector<EdgeUse> edges = sorted_edges(mesh);
    for_each_edge(edges, [&](const EdgeUse* first, const EdgeUse* last) {
      if (last - first != 2 || first[0].forward == first[1].forward) return;
      across_[first[0].triangle][side(first[0])] = static_cast<int32_t>(first[1].triangle);
      across_[first[1].triangle][side(first[1])] = static_cast<int32_t>(first[0].triangle);
    });
  }

  void run() {
    std::vector<uint32_t> todo(mesh_.triangles.size());
    for (uint32_t t = 0; t < todo.size(); ++t) todo[todo.size() - 1 - t] = t;
    size_t left = kMaxFlipsPerEdge * 3 * mesh_.triangles.size();
    while (!todo.empty() && left > 0) {
      const uint32_t t = todo.back();
      todo.pop_back();
      for (int k = 0; k < 3; ++k) {
        if (!wants_flip(t, k)) continue;
        todo.push_back(static_cast<uint32_t>(across_[t][k]));
        todo.push_back(t);
        flip(t, k);
        --left;
        break;
      }
    }
  }

 private:
  // Which side of its face an edge is: side k runs from corner k to the next.
  int side(const EdgeUse& use) const {
    const uint32_t from = use.forward ? use.low : use.high;
    const uint32_t to = use.forward ? use.high : use.low;
    const auto& c = mesh_.triangles[use.triangle];
    for (int k = 0; k < 2; ++k)
      if (c[k] == from && c[k + 1] == to) return k;
    return 2;
  }
  int side_towards(uint32_t t, uint32_t neighbour) const {
    for (int k = 0; k < 2; ++k)
      if (across_[t][k] == static_cast<int32_t>(neighbour)) return k;
    return 2;
  }
  uint32_t corner(uint32_t t, int k) const { return mesh_.triangles[t][k % 3]; }
  Vec3 normal(uint32_t a, uint32_t b, uint32_t c) const {
    const auto& v = mesh_.vertices;
    return (v[b] - v[a]).cross(v[c] - v[a]);
  }

  static bool flat(const Vec3& n, const Vec3& m) {
    return n.dot(m) > kFlatCosine * n.norm() * m.norm();
  }

  bool wants_flip(uint32_t t, int k) const {
    if (across_[t][k] == kNone) return false;
    const auto u = static_cast<uint32_t>(across_[t][k]);
    const uint32_t a = corner(t, k), b = corner(t, k + 1), c = corner(t, k + 2);
    const uint32_t d = corner(u, side_towards(u, t) + 2);
    const auto& v = mesh_.vertices;
    const Vec3 ca = v[a] - v[c], cb = v[b] - v[c], da = v[a] - v[d], db = v[b] - v[d];
    // sin(gamma + delta) < 0 for the angles at c and d.
    const double sine = ca.cross(cb).norm() * da.dot(db) + ca.dot(cb) * da.cross(db).norm();
    if (sine > -kGain * ca.norm() * cb.norm() * da.norm() * db.norm()) return false;
    const Vec3 old_t = normal(a, b, c), old_u = normal(b, a, d);
    const Vec3 new_t = normal(a, d, c), new_u = normal(d, b, c);
    const Vec3 both = old_t + old_u;
    return c != d && flat(old_t, old_u) && flat(new_t, both) && flat(new_u, both) &&
           !joined(t, c, d);
  }

  // Whether an edge from c to d is there already: walks the faces around c, starting at t.
  bool joined(uint32_t t, uint32_t c, uint32_t d) const {
    uint32_t at = t;
    do {
      const auto& corners = mesh_.triangles[at];
      int k = 0;
      while (corners[k] != c) ++k;
      if (corner(at, k + 1) == d || corner(at, k + 2) == d) return true;
      if (across_[at][k] == kNone) return true;  // cannot tell
      at = static_cast<uint32_t>(across_[at][k]);
    } while (at != t);
    return false;
  }

  // t = (a, b, c), u = (b, a, d)  ->  t = (a, d, c), u = (d, b, c).
  void flip(uint32_t t, int k) {
    const auto u = static_cast<uint32_t>(across_[t][k]);
    const int l = side_towards(u, t);
    const uint32_t a = corner(t, k), b = corner(t, k + 1), c = corner(t, k + 2);
    const uint32_t d = corner(u, l + 2);
    const int32_t bc = across_[t][(k + 1) % 3], ca = across_[t][(k + 2) % 3];
    const int32_t ad = across_[u][(l + 1) % 3], db = across_[u][(l + 2) % 3];
    mesh_.triangles[t] = {a, d, c};
    mesh_.triangles[u] = {d, b, c};
    across_[t] = {ad, static_cast<int32_t>(u), ca};
    across_[u] = {db, bc, static_cast<int32_t>(t)};
    if (bc != kNone) relink(static_cast<uint32_t>(bc), t, u, b, c);
    if (ad != kNone) relink(static_cast<uint32_t>(ad), u, t, a, d);
  }

  // The neighbour of the edge between p and q is a new face now.
  void relink(uint32_t face, uint32_t was, uint32_t is, uint32_t p, uint32_t q) {
    for (int k = 0; k < 3; ++k) {
      const uint32_t from = corner(face, k), to = corner(face, k + 1);
      if (across_[face][k] == static_cast<int32_t>(was) &&
          ((from == p && to == q) || (from == q && to == p)))
        across_[face][k] = static_cast<int32_t>(is);
    }
  }

  TriangleMesh& mesh_;
  std::vector<std::array<int32_t, 3>> across_;  // the face on the other side of each side
};

}  // namespace

TriangleMesh with_better_diagonals(TriangleMesh mesh) {
  Flipper(mesh).run();
  return mesh;
}

}  // namespace hadal::geometry
