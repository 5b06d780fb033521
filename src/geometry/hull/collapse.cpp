#include "geometry/hull/collapse.h"

#include <Eigen/Cholesky>
#include <algorithm>
#include <cmath>
#include <queue>
#include <tuple>

#include "geometry/edges.h"
#include "geometry/weld.h"

namespace hadal::geometry {
namespace {

constexpr double kPlaneWeight = 30;    // of the distance from the planes against the length
constexpr double kMiddlePull = 1e-5;   // of the middle of the edge against the planes
constexpr double kAtRest = 1e-3;       // squared distance over length at which an end may stay put
constexpr double kMinCosine = 0.5;   // of a face's turn
constexpr double kMinQuality = 0.3;  // of a new face, unless the faces there are worse already

// 1 for an equilateral triangle, 0 for a flat one: 4 sqrt(3) area / sum of squared sides.
double quality(const std::array<Vec3, 3>& x) {
  const double sides =
      (x[1] - x[0]).squaredNorm() + (x[2] - x[1]).squaredNorm() + (x[0] - x[2]).squaredNorm();
  return 2 * std::sqrt(3.0) * (x[1] - x[0]).cross(x[2] - x[0]).norm() / sides;
}

// Sum over planes of A (n . x - c)^2 = x^T P x - 2 p . x + s, with area A in all.
struct Quadric {
  Mat3 P = Mat3::Zero();
  Vec3 p = Vec3::Zero();
  double s = 0, area = 0;

  void add_plane(const Vec3& normal, double offset, double plane_area) {
    P += plane_area * normal * normal.transpose();
    p += plane_area * offset * normal;
    s += plane_area * offset * offset;
    area += plane_area;
  }
  double mean_square(const Vec3& x) const {
    return area > 0 ? std::max(0.0, x.dot(P * x) - 2 * p.dot(x) + s) / area : 0;
  }
  // Nearest to all planes; where they leave a choice, nearest to `middle`.
  Vec3 best_point(const Vec3& middle) const {
    if (!(area > 0)) return middle;
    const double pull = kMiddlePull * area;
    return (P + pull * Mat3::Identity()).llt().solve(p + pull * middle);
  }
};

struct Candidate {
  double cost;
  uint32_t a, b;
  uint32_t version_a, version_b;
  bool operator<(const Candidate& other) const {  // cheapest on top; ties by number
    return std::tie(cost, a, b) > std::tie(other.cost, other.a, other.b);
  }
};

class Collapser {
 public:
  Collapser(TriangleMesh mesh, double longest_edge_m)
      : longest_squared_(longest_edge_m * longest_edge_m),
        mesh_(std::move(mesh)),
        around_(mesh_.vertices.size()),
        version_(mesh_.vertices.size(), 0),
        dead_(mesh_.triangles.size(), false),
        alive_(mesh_.triangles.size()) {
    for (uint32_t t = 0; t < mesh_.triangles.size(); ++t)
      for (const uint32_t v : mesh_.triangles[t]) around_[v].push_back(t);
    const std::vector<EdgeUse> edges = sorted_edges(mesh_);
    for_each_edge(edges,
                  [&](const EdgeUse* first, const EdgeUse*) { queue(first->low, first->high); });
  }

  void run(size_t target) {
    // What was refused may be allowed once the surroundings have changed.
    size_t before = 0;
    while (alive_ > target && alive_ != before) {
      before = alive_;
      run_queue(target);
      for (const Candidate& c : refused_)
        if (is_current(c)) queue_.push(c);
      refused_.clear();
    }
  }

  TriangleMesh result() && {
    size_t kept = 0;
    for (size_t t = 0; t < mesh_.triangles.size(); ++t)
      if (!dead_[t]) mesh_.triangles[kept++] = mesh_.triangles[t];
    mesh_.triangles.resize(kept);
    drop_unused_vertices(mesh_);
    return std::move(mesh_);
  }

 private:
  bool is_current(const Candidate& c) const {
    return version_[c.a] == c.version_a && version_[c.b] == c.version_b;
  }

  void run_queue(size_t target) {
    while (alive_ > target && !queue_.empty()) {
      const Candidate next = queue_.top();
      queue_.pop();
      if (is_current(next) && !try_collapse(next.a, next.b)) refused_.push_back(next);
    }
  }

  // The planes of the faces around a and b, measured from a: squares of large coordinates would
  // lose digits.
  Quadric planes_around(uint32_t a, uint32_t b) const {
    Quadric sum;
    for (const uint32_t v : {a, b})
      for (const uint32_t t : around_[v]) {
        const Vec3 doubled = mesh_.area_vector_doubled(t);
        const double length = doubled.norm();
        if (length > 0)
          sum.add_plane(doubled / length,
                        doubled.dot(mesh_.corner(t, 0) - mesh_.vertices[a]) / length, length);
      }
    return sum;
  }

  void queue(uint32_t a, uint32_t b) {
    const Vec3 edge = mesh_.vertices[b] - mesh_.vertices[a];
    const Quadric planes = planes_around(a, b);
    const double distance = planes.mean_square(planes.best_point(0.5 * edge));
    queue_.push({edge.squaredNorm() + kPlaneWeight * distance, a, b, version_[a], version_[b]});
  }

  bool has(uint32_t t, uint32_t v) const {
    const auto& corners = mesh_.triangles[t];
    return corners[0] == v || corners[1] == v || corners[2] == v;
  }

  std::vector<uint32_t> neighbours(uint32_t v) const {
    std::vector<uint32_t> out;
    for (const uint32_t t : around_[v])
      for (const uint32_t other : mesh_.triangles[t])
        if (other != v) out.push_back(other);
    std::sort(out.begin(), out.end());
    out.erase(std::unique(out.begin(), out.end()), out.end());
    return out;
  }

  // The surface stays a surface: a and b share two faces, and no neighbours but those faces'
  // corners.
  bool topology_allows(uint32_t a, uint32_t b) const {
    const auto shared =
        std::count_if(around_[a].begin(), around_[a].end(), [&](uint32_t t) { return has(t, b); });
    if (shared != 2) return false;
    const std::vector<uint32_t> near_a = neighbours(a), near_b = neighbours(b);
    std::vector<uint32_t> common;
    std::set_intersection(near_a.begin(), near_a.end(), near_b.begin(), near_b.end(),
                          std::back_inserter(common));
    return common.size() == 2 && near_a.size() > 3 && near_b.size() > 3;
  }

  std::array<Vec3, 3> corners_of(uint32_t t) const {
    return {mesh_.corner(t, 0), mesh_.corner(t, 1), mesh_.corner(t, 2)};
  }

  double worst_quality(uint32_t v) const {
    double worst = 1;
    for (const uint32_t t : around_[v]) worst = std::min(worst, quality(corners_of(t)));
    return worst;
  }

  // Faces around v that do not also have `other` keep their direction and shape when v moves.
  bool faces_allow(uint32_t v, uint32_t other, const Vec3& point, double min_quality) const {
    for (const uint32_t t : around_[v]) {
      if (has(t, other)) continue;
      std::array<Vec3, 3> x = corners_of(t);
      for (int k = 0; k < 3; ++k)
        if (mesh_.triangles[t][k] == v) x[k] = point;
      const Vec3 before = mesh_.area_vector_doubled(t), after = (x[1] - x[0]).cross(x[2] - x[0]);
      if (before.dot(after) <= kMinCosine * before.norm() * after.norm()) return false;
      if (quality(x) < min_quality) return false;
      for (int k = 0; k < 3; ++k)
        if (mesh_.triangles[t][k] != v && (x[k] - point).squaredNorm() > longest_squared_)
          return false;
    }
    return true;
  }

  bool try_collapse(uint32_t a, uint32_t b) {
    if (!topology_allows(a, b)) return false;
    const double min = std::min({kMinQuality, worst_quality(a), worst_quality(b)});
    const Vec3 origin = mesh_.vertices[a], edge = mesh_.vertices[b] - origin;
    const Quadric planes = planes_around(a, b);
    const Vec3 best = planes.best_point(0.5 * edge);
    const double max = planes.mean_square(best) + kAtRest * edge.squaredNorm();
    for (const Vec3& x : {best, Vec3::Zero().eval(), edge})
      if (planes.mean_square(x) <= max && faces_allow(a, b, origin + x, min) &&
          faces_allow(b, a, origin + x, min)) {
        collapse(a, b, origin + x);
        return true;
      }
    return false;
  }

  void collapse(uint32_t a, uint32_t b, const Vec3& point) {
    mesh_.vertices[a] = point;
    for (const uint32_t t : std::vector<uint32_t>(std::move(around_[b])))
      if (has(t, a))
        remove_face(t, b);
      else
        hand_over(t, b, a);
    around_[b].clear();
    ++version_[b];
    ++version_[a];
    for (const uint32_t other : neighbours(a)) queue(std::min(a, other), std::max(a, other));
  }

  void remove_face(uint32_t t, uint32_t b) {
    dead_[t] = true;
    --alive_;
    for (const uint32_t v : mesh_.triangles[t])
      if (v != b) std::erase(around_[v], t);
  }

  void hand_over(uint32_t t, uint32_t b, uint32_t a) {
    for (uint32_t& v : mesh_.triangles[t])
      if (v == b) v = a;
    around_[a].push_back(t);
  }

  double longest_squared_;
  TriangleMesh mesh_;
  std::vector<std::vector<uint32_t>> around_;  // faces of each vertex
  std::vector<uint32_t> version_;              // of each vertex; older candidates are void
  std::vector<bool> dead_;
  size_t alive_;
  std::priority_queue<Candidate> queue_;
  std::vector<Candidate> refused_;
};

}  // namespace

TriangleMesh collapsed(const TriangleMesh& mesh, size_t target_faces, double longest_edge_m) {
  if (mesh.triangles.size() <= target_faces) return mesh;
  Collapser collapser(mesh, longest_edge_m);
  collapser.run(target_faces);
  return std::move(collapser).result();
}

}  // namespace hadal::geometry
