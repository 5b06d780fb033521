#include "outputs/scene/drawn_mesh.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>

namespace hadal::outputs {
namespace {

// Corners (3 triangle + k) around each vertex, in one array.
struct CornerTable {
  std::vector<uint32_t> first, corner;

  explicit CornerTable(const geometry::TriangleMesh& mesh) {
    first.assign(mesh.vertices.size() + 1, 0);
    for (const auto& triangle : mesh.triangles)
      for (const uint32_t v : triangle) ++first[v + 1];
    std::partial_sum(first.begin(), first.end(), first.begin());
    corner.resize(3 * mesh.triangles.size());
    std::vector<uint32_t> next(first.begin(), first.end() - 1);
    for (uint32_t t = 0; t < mesh.triangles.size(); ++t)
      for (uint32_t k = 0; k < 3; ++k) corner[next[mesh.triangles[t][k]]++] = 3 * t + k;
  }
};

// The normal of a corner: faces of the vertex within the crease of the corner's own.
Vec3 corner_normal(std::span<const uint32_t> around, const std::vector<Vec3>& area,
                   uint32_t triangle) {
  constexpr size_t kMaxFaces = 256;  // around one vertex; the middles of large fans stay flat
  static const double kCosine = std::cos(kCrease_rad);
  const Vec3& own = area[triangle];
  if (around.size() > kMaxFaces) return own.normalized();
  const double own_norm = own.norm();
  Vec3 sum = Vec3::Zero();
  for (const uint32_t corner : around) {
    const Vec3& other = area[corner / 3];
    if (own.dot(other) >= kCosine * own_norm * other.norm()) sum += other;
  }
  return sum.norm() > 0 ? Vec3(sum.normalized()) : Vec3(own.normalized());
}

std::array<float, 3> narrowed(const Vec3& v) {
  return {static_cast<float>(v.x()), static_cast<float>(v.y()), static_cast<float>(v.z())};
}

// Vertices of what is drawn that stand for one vertex of the mesh are few: a list from each to the
// next finds the equal one.
class VertexPool {
 public:
  VertexPool(const geometry::TriangleMesh& mesh, DrawnMesh& out)
      : mesh_(mesh), out_(out), head_(mesh.vertices.size(), kNone) {}

  uint32_t index(uint32_t vertex, const std::array<float, 3>& normal, const float* uv) {
    for (uint32_t i = head_[vertex]; i != kNone; i = next_[i])
      if (close(out_.normals[i], normal) &&
          (!uv || (out_.uv[i][0] == uv[0] && out_.uv[i][1] == uv[1])))
        return i;
    const auto fresh = static_cast<uint32_t>(out_.positions.size());
    out_.positions.push_back(narrowed(mesh_.vertices[vertex]));
    out_.normals.push_back(normal);
    if (uv) out_.uv.push_back({uv[0], uv[1]});
    next_.push_back(head_[vertex]);
    head_[vertex] = fresh;
    return fresh;
  }

 private:
  static constexpr uint32_t kNone = ~uint32_t{0};
  static bool close(const std::array<float, 3>& a, const std::array<float, 3>& b) {
    constexpr float kCosine = 0.9998f;  // a degree
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2] > kCosine;
  }
  const geometry::TriangleMesh& mesh_;
  DrawnMesh& out_;
  std::vector<uint32_t> head_, next_;
};

using Cell = std::array<int64_t, 3>;

// The mesh with all vertices of a cell made one.
geometry::TriangleMesh clustered(const geometry::TriangleMesh& mesh, const Vec3& from,
                                 double cell_m) {
  std::map<Cell, uint32_t> cells;
  std::vector<uint32_t> cluster(mesh.vertices.size());
  std::vector<double> count;
  geometry::TriangleMesh out;
  for (size_t i = 0; i < mesh.vertices.size(); ++i) {
    const Vec3 at = (mesh.vertices[i] - from) / cell_m;
    const Cell key{static_cast<int64_t>(std::floor(at.x())),
                   static_cast<int64_t>(std::floor(at.y())),
                   static_cast<int64_t>(std::floor(at.z()))};
    const auto [found, fresh] = cells.try_emplace(key, static_cast<uint32_t>(cells.size()));
    cluster[i] = found->second;
    if (fresh) out.vertices.push_back(Vec3::Zero()), count.push_back(0);
    out.vertices[cluster[i]] += mesh.vertices[i];
    ++count[cluster[i]];
  }
  for (size_t i = 0; i < count.size(); ++i) out.vertices[i] /= count[i];
  for (size_t t = 0; t < mesh.triangles.size(); ++t) {
    const std::array<uint32_t, 3> triangle{cluster[mesh.triangles[t][0]],
                                           cluster[mesh.triangles[t][1]],
                                           cluster[mesh.triangles[t][2]]};
    if (triangle[0] == triangle[1] || triangle[1] == triangle[2] || triangle[2] == triangle[0])
      continue;
    out.triangles.push_back(triangle);
    if (!mesh.corner_uv.empty()) out.corner_uv.push_back(mesh.corner_uv[t]);
  }
  return out;
}

}  // namespace

DrawnMesh drawn_mesh(const geometry::TriangleMesh& mesh) {
  DrawnMesh out;
  const CornerTable table(mesh);
  std::vector<Vec3> area(mesh.triangles.size());
  for (size_t t = 0; t < area.size(); ++t) area[t] = mesh.area_vector_doubled(t);
  VertexPool pool(mesh, out);
  const bool with_uv = mesh.corner_uv.size() == mesh.triangles.size() && !mesh.corner_uv.empty();
  for (uint32_t t = 0; t < mesh.triangles.size(); ++t) {
    if (!(area[t].squaredNorm() > 0)) continue;
    for (size_t k = 0; k < 3; ++k) {
      const uint32_t vertex = mesh.triangles[t][k];
      const std::span around(table.corner.data() + table.first[vertex],
                             table.first[vertex + 1] - table.first[vertex]);
      const float* uv = with_uv ? &mesh.corner_uv[t][2 * k] : nullptr;
      out.indices.push_back(pool.index(vertex, narrowed(corner_normal(around, area, t)), uv));
    }
  }
  return out;
}

geometry::TriangleMesh simplified(const geometry::TriangleMesh& mesh, size_t max_triangles) {
  if (mesh.triangles.size() <= max_triangles) return mesh;
  Vec3 low = mesh.vertices[0], high = low;
  for (const Vec3& v : mesh.vertices) low = low.cwiseMin(v), high = high.cwiseMax(v);
  const double size_m = std::max((high - low).norm(), 1e-9);
  // A closed surface of n triangles has about n / 2 vertices, one per cell of its surface.
  double cell_m = size_m / std::sqrt(static_cast<double>(std::max<size_t>(max_triangles, 1)));
  geometry::TriangleMesh out = clustered(mesh, low, cell_m);
  constexpr double kGrowth = 1.3;
  while (out.triangles.size() > max_triangles && cell_m < size_m) {
    cell_m *= kGrowth;
    out = clustered(mesh, low, cell_m);
  }
  return out;
}

}  // namespace hadal::outputs
