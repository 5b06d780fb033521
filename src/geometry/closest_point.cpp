#include "geometry/closest_point.h"

#include <algorithm>
#include <limits>
#include <numeric>

namespace hadal::geometry {

Vec3 closest_on_triangle(const Vec3& p, const Vec3& a, const Vec3& b, const Vec3& c) {
  const Vec3 ab = b - a, ac = c - a;
  const double a1 = ab.dot(p - a), a2 = ac.dot(p - a);
  if (a1 <= 0 && a2 <= 0) return a;
  const double b1 = ab.dot(p - b), b2 = ac.dot(p - b);
  if (b1 >= 0 && b2 <= b1) return b;
  const double c1 = ab.dot(p - c), c2 = ac.dot(p - c);
  if (c2 >= 0 && c1 <= c2) return c;
  const double wc = a1 * b2 - b1 * a2;
  if (wc <= 0 && a1 >= 0 && b1 <= 0) return a + a1 / (a1 - b1) * ab;
  const double wb = c1 * a2 - a1 * c2;
  if (wb <= 0 && a2 >= 0 && c2 <= 0) return a + a2 / (a2 - c2) * ac;
  const double wa = b1 * c2 - c1 * b2, along = b2 - b1, back = c1 - c2;
  if (wa <= 0 && along >= 0 && back >= 0) return b + along / (along + back) * (c - b);
  return a + (wb * ab + wc * ac) / (wa + wb + wc);
}

double ClosestPoint::Node::distance_squared(const Vec3& p) const {
  return (lower - p).cwiseMax(p - upper).cwiseMax(Vec3::Zero()).squaredNorm();
}

ClosestPoint::ClosestPoint(const TriangleMesh& mesh)
    : mesh_(mesh), middle_(mesh.triangles.size()), order_(mesh.triangles.size()) {
  for (size_t t = 0; t < mesh.triangles.size(); ++t)
    middle_[t] = (mesh.corner(t, 0) + mesh.corner(t, 1) + mesh.corner(t, 2)) / 3;
  std::iota(order_.begin(), order_.end(), 0u);
  nodes_.reserve(mesh.triangles.size());
  build(0, static_cast<uint32_t>(order_.size()));
  middle_ = {};
}

uint32_t ClosestPoint::build(uint32_t first, uint32_t count) {
  constexpr uint32_t kLeaf = 4;
  const auto index = static_cast<uint32_t>(nodes_.size());
  Node node{Vec3::Constant(std::numeric_limits<double>::infinity()),
            Vec3::Constant(-std::numeric_limits<double>::infinity()), first, count, 0};
  for (uint32_t i = first; i < first + count; ++i)
    for (int k = 0; k < 3; ++k) {
      node.lower = node.lower.cwiseMin(mesh_.corner(order_[i], k));
      node.upper = node.upper.cwiseMax(mesh_.corner(order_[i], k));
    }
  nodes_.push_back(node);
  if (count <= kLeaf) return index;
  int axis = 0;
  (node.upper - node.lower).maxCoeff(&axis);
  const auto begin = order_.begin() + first;
  std::nth_element(begin, begin + count / 2, begin + count, [&](uint32_t a, uint32_t b) {
    return middle_[a][axis] != middle_[b][axis] ? middle_[a][axis] < middle_[b][axis] : a < b;
  });
  build(first, count / 2);
  nodes_[index].right = build(first + count / 2, count - count / 2);
  nodes_[index].count = 0;
  return index;
}

void ClosestPoint::search(uint32_t index, const Vec3& p, Found& best) const {
  const Node& node = nodes_[index];
  for (uint32_t i = node.first; i < node.first + node.count; ++i) {
    const uint32_t t = order_[i];
    const Vec3 point =
        closest_on_triangle(p, mesh_.corner(t, 0), mesh_.corner(t, 1), mesh_.corner(t, 2));
    const double squared = (point - p).squaredNorm();
    if (squared < best.distance_squared) best = {point, t, squared};
  }
  if (node.count > 0) return;
  uint32_t near = index + 1, far = node.right;
  double near_squared = nodes_[near].distance_squared(p),
         far_squared = nodes_[far].distance_squared(p);
  if (far_squared < near_squared) {
    std::swap(near, far);
    std::swap(near_squared, far_squared);
  }
  if (near_squared < best.distance_squared) search(near, p, best);
  if (far_squared < best.distance_squared) search(far, p, best);
}

ClosestPoint::Found ClosestPoint::find(const Vec3& p) const {
  Found best;
  best.distance_squared = std::numeric_limits<double>::infinity();
  search(0, p, best);
  return best;
}

}  // namespace hadal::geometry
