#include "kinds/devices/trilateration.h"

#include <Eigen/Cholesky>
#include <algorithm>
#include <cmath>

namespace hadal::inline kinds {
namespace {

constexpr int kMinRanges = 3;
constexpr int kMaxIterations = 100;
constexpr double kStep_m = 1e-9;               // smaller steps change nothing
constexpr double kSmallestDeterminant = 1e-9;  // of H^T H per range; below: beacons in a line

struct Problem {
  std::span<const Vec3> beacons_N;
  std::span<const double> ranges_m;
  int unknowns = 3;  // 2: the depth is known

  bool has(size_t i) const { return std::isfinite(ranges_m[i]); }
  double cost(const Vec3& p_N) const {
    double sum = 0;
    for (size_t i = 0; i < beacons_N.size(); ++i)
      if (has(i)) sum += std::pow((p_N - beacons_N[i]).norm() - ranges_m[i], 2);
    return sum;
  }
  // H^T H and H^T e; with a known depth its row and column are those of the identity.
  void normal_equations(const Vec3& p_N, Mat3& hth, Vec3& hte) const {
    hth.setZero();
    hte.setZero();
    for (size_t i = 0; i < beacons_N.size(); ++i) {
      const Vec3 away_N = p_N - beacons_N[i];
      const double distance_m = away_N.norm();
      if (!has(i) || distance_m == 0) continue;
      Vec3 h = away_N / distance_m;
      if (unknowns == 2) h.z() = 0;
      hth += h * h.transpose();
      hte += h * (ranges_m[i] - distance_m);
    }
    if (unknowns == 2) hth(2, 2) = 1;
  }
};

// Above the middle of the beacons.
Vec3 first_guess(const Problem& problem, int used) {
  Vec3 middle_N = Vec3::Zero();
  double range_m = 0;
  for (size_t i = 0; i < problem.beacons_N.size(); ++i) {
    if (!problem.has(i)) continue;
    middle_N += problem.beacons_N[i] / used;
    range_m += problem.ranges_m[i] / used;
  }
  middle_N.z() -= 0.5 * range_m;
  return middle_N;
}

Vec3 descend(const Problem& problem, Vec3 p_N) {
  double damping = 1e-3, cost = problem.cost(p_N);
  for (int i = 0; i < kMaxIterations; ++i) {
    Mat3 hth;
    Vec3 hte;
    problem.normal_equations(p_N, hth, hte);
    hth.diagonal() *= 1 + damping;
    const Vec3 step = hth.ldlt().solve(hte);
    const double next = problem.cost(p_N + step);
    if (!std::isfinite(next)) break;
    if (next <= cost) {
      p_N += step;
      cost = next;
      damping = std::max(damping / 10, 1e-12);
      if (step.norm() < kStep_m) break;
    } else {
      damping *= 10;
      if (damping > 1e12) break;
    }
  }
  return p_N;
}

Fix solve(const Problem& problem, const double* depth_m) {
  Fix fix;
  for (size_t i = 0; i < problem.beacons_N.size(); ++i) fix.used += problem.has(i);
  if (fix.used < kMinRanges) return fix;
  Vec3 guess_N = first_guess(problem, fix.used);
  if (depth_m) guess_N.z() = *depth_m;
  fix.p_N = descend(problem, guess_N);
  fix.residual_m = std::sqrt(problem.cost(fix.p_N) / fix.used);
  Mat3 hth;
  Vec3 hte;
  problem.normal_equations(fix.p_N, hth, hte);
  if (!(hth.determinant() > kSmallestDeterminant * fix.used)) return fix;
  const Mat3 covariance = hth.ldlt().solve(Mat3::Identity());
  fix.hdop = std::sqrt(covariance(0, 0) + covariance(1, 1));
  fix.vdop = depth_m ? 0 : std::sqrt(covariance(2, 2));
  fix.found = fix.p_N.allFinite() && std::isfinite(fix.hdop) && std::isfinite(fix.vdop);
  return fix;
}

}  // namespace

Fix trilaterate(std::span<const Vec3> beacons_N, std::span<const double> ranges_m) {
  return solve({beacons_N, ranges_m, 3}, nullptr);
}

Fix trilaterate_at_depth(std::span<const Vec3> beacons_N, std::span<const double> ranges_m,
                         double depth_m) {
  return solve({beacons_N, ranges_m, 2}, &depth_m);
}

}  // namespace hadal::kinds
