#include "geometry/geodesic.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <numbers>

#include "geometry/tessellation.h"

namespace hadal::geometry {
namespace {

using std::numbers::phi;

const std::array<Vec3, 12> kCorners = {Vec3{-1, phi, 0},  Vec3{1, phi, 0},   Vec3{-1, -phi, 0},
                                       Vec3{1, -phi, 0},  Vec3{0, -1, phi},  Vec3{0, 1, phi},
                                       Vec3{0, -1, -phi}, Vec3{0, 1, -phi},  Vec3{phi, 0, -1},
                                       Vec3{phi, 0, 1},   Vec3{-phi, 0, -1}, Vec3{-phi, 0, 1}};
constexpr std::array<std::array<int, 3>, 20> kFaces = {
    {{0, 11, 5},  {0, 5, 1},  {0, 1, 7},  {0, 7, 10}, {0, 10, 11}, {1, 5, 9}, {5, 11, 4},
     {11, 10, 2}, {10, 7, 6}, {7, 1, 8},  {3, 9, 4},  {3, 4, 2},   {3, 2, 6}, {3, 6, 8},
     {3, 8, 9},   {4, 9, 5},  {2, 4, 11}, {6, 2, 10}, {8, 6, 7},   {9, 8, 1}}};

// Vertices on the edges between faces are made once: a vertex is known by the corners it is mixed
// from and their shares.
class Builder {
 public:
  explicit Builder(int n) : n_(n) {}

  void cut(const std::array<int, 3>& face) {
    for (int i = 0; i < n_; ++i)
      for (int j = 0; j <= i; ++j) {
        mesh.triangles.push_back({at(face, i, j), at(face, i + 1, j), at(face, i + 1, j + 1)});
        if (j < i)
          mesh.triangles.push_back({at(face, i, j), at(face, i + 1, j + 1), at(face, i, j + 1)});
      }
  }
  TriangleMesh mesh;

 private:
  // Row i from the first corner, place j in it from the second corner to the third.
  uint32_t at(const std::array<int, 3>& face, int i, int j) {
    std::array<std::array<int, 2>, 3> fractions = {
        {{face[0], n_ - i}, {face[1], i - j}, {face[2], j}}};
    for (auto& fraction : fractions)
      if (fraction[1] == 0) fraction[0] = -1;
    std::sort(fractions.begin(), fractions.end());
    const auto [place, is_new] = known_.try_emplace(fractions, mesh.vertices.size());
    if (is_new) {
      Vec3 sum = Vec3::Zero();
      for (const auto& fraction : fractions)
        if (fraction[1] > 0) sum += fraction[1] * kCorners[fraction[0]];
      mesh.vertices.push_back(sum.normalized());
    }
    return place->second;
  }

  int n_;
  std::map<std::array<std::array<int, 2>, 3>, uint32_t> known_;
};

}  // namespace

TriangleMesh geodesic(int target_faces) {
  const int target = std::clamp(target_faces, 20, kMaxFaces);
  Builder builder(std::max(1, static_cast<int>(std::sqrt(target / 20.0 + 1e-9))));
  for (const auto& face : kFaces) builder.cut(face);
  return std::move(builder.mesh);
}

}  // namespace hadal::geometry
