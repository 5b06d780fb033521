#include "dynamics/contact/shape_distance.h"

#include <Eigen/LU>
#include <algorithm>
#include <cmath>

namespace hadal::dynamics {
namespace {

constexpr int kMaxDistanceIterations = 64;
constexpr double kSamePoint_m = 1e-10;
constexpr double kFlatSimplex = 1e-12;  // determinant relative to the product of the diagonal

// Up to four points of the difference, the newest last.
struct DistanceSimplex {
  std::array<Vec3, 4> points;
  int count = 0;
};

// The point nearest to the origin of the affine hull of `newest` and some others, if it lies in
// their convex hull.
template <int N>
bool nearest_in(const Vec3& newest, const std::array<Vec3, 3>& others, Vec3& nearest) {
  Eigen::Matrix<double, 3, N> edges;
  for (int k = 0; k < N; ++k) edges.col(k) = others[k] - newest;
  const Eigen::Matrix<double, N, N> gram = edges.transpose() * edges;
  const double determinant = gram.determinant();
  if (!(determinant > kFlatSimplex * gram.diagonal().prod())) return false;
  const Eigen::Matrix<double, N, 1> weights = -(gram.inverse() * (edges.transpose() * newest));
  if (weights.minCoeff() < 0 || weights.sum() > 1) return false;
  nearest = newest + edges * weights;
  return true;
}

bool nearest_among(const Vec3& newest, const std::array<Vec3, 3>& others, int count,
                   Vec3& nearest) {
  if (count == 1) return nearest_in<1>(newest, others, nearest);
  if (count == 2) return nearest_in<2>(newest, others, nearest);
  return nearest_in<3>(newest, others, nearest);
}

// The nearest point of the simplex. It lies on a face with the newest point, because that point is
// nearer to the origin, seen along the last v, than all before. Keeps that face only; false when the
// origin is inside.
bool reduce(DistanceSimplex& simplex, Vec3& v) {
  const Vec3 newest = simplex.points[simplex.count - 1];
  v = newest;
  int best = 0;
  for (int mask = 1; mask < 1 << (simplex.count - 1); ++mask) {
    std::array<Vec3, 3> others;
    int count = 0;
    for (int k = 0; k < simplex.count - 1; ++k)
      if (mask & 1 << k) others[count++] = simplex.points[k];
    Vec3 nearest;
    if (!nearest_among(newest, others, count, nearest)) continue;
    if (count == 3) return false;
    if (nearest.squaredNorm() >= v.squaredNorm()) continue;
    v = nearest;
    best = mask;
  }
  int kept = 0;
  for (int k = 0; k < simplex.count - 1; ++k)
    if (best & 1 << k) simplex.points[kept++] = simplex.points[k];
  simplex.points[kept++] = newest;
  simplex.count = kept;
  return true;
}

// difference(d) is the point of the difference farthest along d.
template <class Difference>
double distance_to_origin(const Difference& difference, Vec3 v, double cap_m) {
  DistanceSimplex simplex;
  double lower = 0;
  for (int n = 0; n < kMaxDistanceIterations; ++n) {
    const double length = v.norm();
    if (length <= kSamePoint_m) return 0;
    const Vec3 w = difference(Vec3(-v));
    lower = std::max(lower, v.dot(w) / length);
    if (lower > cap_m || length - lower <= kDistanceTolerance_m + kDistanceTolerance * length)
      return lower;
    simplex.points[simplex.count++] = w;
    if (!reduce(simplex, v)) return 0;
    if (n > 0 && !(v.norm() < length)) return lower;  // as near as rounding allows
  }
  return lower;
}

// A sphere or capsule without its rounding.
double rounding_of(const ConvexShape& shape) {
  const bool round = shape.kind() == ConvexShape::Kind::kSphere ||
                     shape.kind() == ConvexShape::Kind::kCapsule;
  return round ? shape.rounding() : 0;
}

Vec3 core_support(const ConvexShape& shape, const Vec3& d) {
  if (shape.kind() == ConvexShape::Kind::kSphere) return Vec3::Zero();
  if (shape.kind() == ConvexShape::Kind::kCapsule)
    return {0, 0, d.z() >= 0 ? shape.size()[1] : -shape.size()[1]};
  return shape.support(d);
}

}  // namespace

double shape_distance(const ConvexShape& a, const ShapePose& pose_a, const ConvexShape& b,
                      const ShapePose& pose_b, double cap_m) {
  // In the frame of A.
  const Mat3 R_AB = pose_a.R_NS.transpose() * pose_b.R_NS;
  const Vec3 p_AB = pose_a.R_NS.transpose() * (pose_b.p_NS - pose_a.p_NS);
  const double rounding = rounding_of(a) + rounding_of(b);
  const auto difference = [&](const Vec3& d) -> Vec3 {
    const Vec3 d_B = R_AB.transpose() * -d;
    return core_support(a, d) - p_AB - R_AB * core_support(b, d_B);
  };
  const Vec3 start = a.bound_centre_S() - p_AB - R_AB * b.bound_centre_S();
  return distance_to_origin(difference, start, cap_m + rounding) - rounding;
}

double triangle_distance(const ConvexShape& a, const ShapePose& pose_a,
                         const std::array<Vec3, 3>& triangle_N, double cap_m) {
  std::array<Vec3, 3> corners;
  for (int k = 0; k < 3; ++k)
    corners[k] = pose_a.R_NS.transpose() * (triangle_N[k] - pose_a.p_NS);
  const double rounding = rounding_of(a);
  const auto difference = [&](const Vec3& d) -> Vec3 {
    int far = 0;
    for (int k = 1; k < 3; ++k)
      if (corners[k].dot(d) < corners[far].dot(d)) far = k;
    return core_support(a, d) - corners[far];
  };
  const Vec3 start = a.bound_centre_S() - (corners[0] + corners[1] + corners[2]) / 3;
  return distance_to_origin(difference, start, cap_m + rounding) - rounding;
}

}  // namespace hadal::dynamics
