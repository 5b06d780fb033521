#include <algorithm>
#include <map>
#include <queue>
#include <utility>

#include "geometry/hull/remesh.h"

namespace hadal::geometry {
namespace {

using Edge = std::pair<uint32_t, uint32_t>;  // low, high

Edge edge_between(uint32_t a, uint32_t b) {
  return {std::min(a, b), std::max(a, b)};
}

class Bisector {
 public:
  explicit Bisector(TriangleMesh& mesh) : mesh_(mesh) {
    for (uint32_t t = 0; t < mesh.triangles.size(); ++t)
      for (int k = 0; k < 3; ++k)
        faces_[edge_between(mesh.triangles[t][k], mesh.triangles[t][(k + 1) % 3])].push_back(t);
    for (const auto& [edge, faces] : faces_) queue(edge);
  }

  double longest_squared() const { return queue_.top().first; }

  void cut_longest() {
    const Edge edge = queue_.top().second;
    queue_.pop();
    const auto middle = static_cast<uint32_t>(mesh_.vertices.size());
    mesh_.vertices.push_back(0.5 * (mesh_.vertices[edge.first] + mesh_.vertices[edge.second]));
    const std::vector<uint32_t> faces = std::move(faces_[edge]);
    faces_.erase(edge);
    for (const uint32_t face : faces) cut_face(face, edge, middle);
    queue(edge_between(edge.first, middle));
    queue(edge_between(edge.second, middle));
  }

 private:
  void queue(const Edge& edge) {
    queue_.push({(mesh_.vertices[edge.first] - mesh_.vertices[edge.second]).squaredNorm(), edge});
  }

  // (a, b, c) with the edge from a to b becomes (a, middle, c) and (middle, b, c).
  void cut_face(uint32_t face, const Edge& edge, uint32_t middle) {
    auto& corners = mesh_.triangles[face];
    int k = 0;
    while (edge_between(corners[k], corners[(k + 1) % 3]) != edge) ++k;
    const uint32_t a = corners[k], b = corners[(k + 1) % 3], c = corners[(k + 2) % 3];
    corners = {a, middle, c};
    const auto added = static_cast<uint32_t>(mesh_.triangles.size());
    mesh_.triangles.push_back({middle, b, c});
    auto& along_bc = faces_[edge_between(b, c)];
    std::replace(along_bc.begin(), along_bc.end(), face, added);
    faces_[edge_between(a, middle)].push_back(face);
    faces_[edge_between(middle, b)].push_back(added);
    faces_[edge_between(middle, c)] = {face, added};
    queue(edge_between(middle, c));
  }

  TriangleMesh& mesh_;
  std::map<Edge, std::vector<uint32_t>> faces_;
  std::priority_queue<std::pair<double, Edge>> queue_;
};

}  // namespace

TriangleMesh bisected(TriangleMesh mesh, size_t target_faces, double longest_edge_m) {
  if (mesh.empty() || mesh.triangles.size() >= target_faces) return mesh;
  Bisector bisector(mesh);
  while (mesh.triangles.size() < target_faces &&
         bisector.longest_squared() > longest_edge_m * longest_edge_m)
    bisector.cut_longest();
  return mesh;
}

}  // namespace hadal::geometry
