#include "geometry/weld.h"

#include <bit>
#include <cmath>
#include <limits>

#include "geometry/mass_properties.h"

namespace hadal::geometry {
namespace {

constexpr uint32_t kNoVertex = std::numeric_limits<uint32_t>::max();
using Cell = std::array<int64_t, 3>;

// Vertices that stand for themselves, found by the cell of space they are in. Cells are much wider
// than the tolerance, so that most vertices need to look into one only.
class PositionTable {
 public:
  PositionTable(const TriangleMesh& mesh, double tolerance_m)
      : vertices_(mesh.vertices),
        tolerance_(tolerance_m),
        origin_(bounding_box(mesh).lower),
        heads_(std::bit_ceil(2 * vertices_.size() + 1), kNoVertex),
        next_(vertices_.size(), kNoVertex) {}

  uint32_t find_or_add(uint32_t vertex) {
    const uint32_t found = tolerance_ > 0 ? find_near(vertex) : find_equal(vertex);
    if (found != kNoVertex) return found;
    uint32_t& head = heads_[slot(cell_of(vertices_[vertex]))];
    next_[vertex] = head;
    head = vertex;
    return vertex;
  }

 private:
  static constexpr double kCellWidth = 64;  // tolerances

  Cell cell_of(const Vec3& p) const {
    Cell cell;
    for (int k = 0; k < 3; ++k)
      cell[k] = tolerance_ > 0 ? std::llround((p[k] - origin_[k]) / (kCellWidth * tolerance_))
                               : std::bit_cast<int64_t>(p[k] + 0.0);  // -0 to 0
    return cell;
  }
  size_t slot(const Cell& cell) const {
    uint64_t hash = 0;
    for (int64_t index : cell) {
      hash = (hash ^ static_cast<uint64_t>(index)) * 0x9E3779B97F4A7C15ull;
      hash ^= hash >> 29;
    }
    return hash & (heads_.size() - 1);
  }
  // The lowest index within the tolerance in one cell.
  uint32_t find_in(const Cell& cell, const Vec3& p) const {
    uint32_t best = kNoVertex;
    for (uint32_t i = heads_[slot(cell)]; i != kNoVertex; i = next_[i])
      if ((vertices_[i] - p).squaredNorm() <= tolerance_ * tolerance_) best = std::min(best, i);
    return best;
  }
  uint32_t find_equal(uint32_t vertex) const {
    const Vec3& p = vertices_[vertex];
    for (uint32_t i = heads_[slot(cell_of(p))]; i != kNoVertex; i = next_[i])
      if (vertices_[i] == p) return i;
    return kNoVertex;
  }
  uint32_t find_near(uint32_t vertex) const {
    const Vec3& p = vertices_[vertex];
    const Cell low = cell_of(p.array() - tolerance_), high = cell_of(p.array() + tolerance_);
    uint32_t best = kNoVertex;
    for (int64_t i = low[0]; i <= high[0]; ++i)
      for (int64_t j = low[1]; j <= high[1]; ++j)
        for (int64_t k = low[2]; k <= high[2]; ++k) best = std::min(best, find_in({i, j, k}, p));
    return best;
  }

  const std::vector<Vec3>& vertices_;
  double tolerance_;
  Vec3 origin_;
  std::vector<uint32_t> heads_, next_;
};

}  // namespace

std::vector<uint32_t> weld_map(const TriangleMesh& mesh, double tolerance_m) {
  PositionTable table(mesh, tolerance_m);
  std::vector<uint32_t> map(mesh.vertices.size());
  for (uint32_t i = 0; i < map.size(); ++i) map[i] = table.find_or_add(i);
  return map;
}

TriangleMesh welded(const TriangleMesh& mesh, double tolerance_m) {
  const std::vector<uint32_t> map = weld_map(mesh, tolerance_m);
  TriangleMesh result;
  result.vertices = mesh.vertices;
  for (size_t i = 0; i < mesh.triangles.size(); ++i) {
    const auto& t = mesh.triangles[i];
    const std::array<uint32_t, 3> joined = {map[t[0]], map[t[1]], map[t[2]]};
    if (joined[0] == joined[1] || joined[1] == joined[2] || joined[2] == joined[0]) continue;
    result.triangles.push_back(joined);
    if (!mesh.corner_uv.empty()) result.corner_uv.push_back(mesh.corner_uv[i]);
  }
  drop_unused_vertices(result);
  return result;
}

void drop_unused_vertices(TriangleMesh& mesh) {
  std::vector<uint32_t> number(mesh.vertices.size(), kNoVertex);
  for (const auto& triangle : mesh.triangles)
    for (uint32_t vertex : triangle) number[vertex] = 0;
  uint32_t kept = 0;
  for (size_t i = 0; i < number.size(); ++i) {
    if (number[i] == kNoVertex) continue;
    mesh.vertices[kept] = mesh.vertices[i];
    number[i] = kept++;
  }
  mesh.vertices.resize(kept);
  for (auto& triangle : mesh.triangles)
    for (uint32_t& vertex : triangle) vertex = number[vertex];
}

}  // namespace hadal::geometry
