#include "kinds/controllers/allocation.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "base/check.h"
#include "math/symmetric.h"

namespace hadal::inline kinds {
namespace {

constexpr double kRankTolerance = 1e-10;  // of eigenvalues of T T^T: 1e-5 of singular values
constexpr double kTie = 1e-9;

// State layout: inverse (6 per thruster), health (1 per thruster), controllable, min, max.
struct Layout {
  size_t thrusters;
  size_t health() const { return 6 * thrusters; }
  size_t controllable() const { return 7 * thrusters; }
  size_t min() const { return controllable() + 6; }
  size_t max() const { return controllable() + 12; }
};

// The row of T^+ that gives the force of thruster i.
Eigen::Map<Vec6> inverse_row(std::span<double> state, size_t i) {
  return Eigen::Map<Vec6>(state.data() + 6 * i);
}
Eigen::Map<const Vec6> inverse_row(std::span<const double> state, size_t i) {
  return Eigen::Map<const Vec6>(state.data() + 6 * i);
}

double cost(const AllocationParameters& parameters, size_t i) {
  return parameters.cost.empty() ? 1.0 : parameters.cost[i];
}

double longest_lever(const AllocationParameters& parameters) {
  double lever = 0;
  for (const Vec6& column : parameters.wrench_per_newton_B)
    lever = std::max(lever, column.tail<3>().norm());
  return lever > 0 ? lever : 1.0;
}

// Sum over the working thrusters of column column^T / cost, with rows scaled.
Mat6 gram(const AllocationParameters& parameters, std::span<const double> health,
          const Vec6& row_scale) {
  Mat6 sum = Mat6::Zero();
  for (size_t i = 0; i < health.size(); ++i) {
    if (health[i] <= 0) continue;
    const Vec6 column = row_scale.cwiseProduct(parameters.wrench_per_newton_B[i]);
    sum += column * column.transpose() / cost(parameters, i);
  }
  return sum;
}

// Eigenvectors of a symmetric matrix with the reciprocal (or 1) of each eigenvalue that counts.
Mat6 symmetric_function(const Mat6& matrix, bool invert) {
  const SymmetricEigen6 eigen = symmetric_eigen(matrix);
  const double floor = kRankTolerance * std::max(eigen.values.maxCoeff(), 0.0);
  Vec6 value = Vec6::Zero();
  for (int k = 0; k < 6; ++k) {
    const double lambda = eigen.values[k];
    if (lambda > floor) value[k] = invert ? 1.0 / lambda : 1.0;
  }
  return eigen.vectors * value.asDiagonal() * eigen.vectors.transpose();
}

Vec6 scale_of_rows(const AllocationParameters& parameters) {
  Vec6 scale = Vec6::Ones();
  scale.tail<3>().setConstant(1.0 / longest_lever(parameters));
  return scale;
}

void find_controllable(const AllocationParameters& parameters, std::span<const double> health,
                       std::span<double> flags) {
  const Mat6 projection =
      symmetric_function(gram(parameters, health, scale_of_rows(parameters)), false);
  for (int axis = 0; axis < 6; ++axis) {
    const double needed = axis < 3 ? 0.5 - kTie : 0.5 + kTie;
    flags[axis] = projection(axis, axis) > needed ? 1.0 : 0.0;
  }
}

void find_inverse(const AllocationParameters& parameters, std::span<const double> health,
                  std::span<const double> flags, std::span<double> state) {
  const Vec6 scale = scale_of_rows(parameters).cwiseProduct(Eigen::Map<const Vec6>(flags.data()));
  const Mat6 inverse = symmetric_function(gram(parameters, health, scale), true);
  for (size_t i = 0; i < health.size(); ++i) {
    const Vec6 column = scale.cwiseProduct(parameters.wrench_per_newton_B[i]);
    inverse_row(state, i).setZero();
    if (health[i] > 0)
      inverse_row(state, i) = scale.cwiseProduct(inverse * column) / cost(parameters, i);
  }
}

// The largest multiple of f within the limits of every thruster.
double largest_multiple(const AllocationParameters& parameters, std::span<const double> health,
                        std::span<const double> state, int axis, double sign) {
  double multiple = std::numeric_limits<double>::infinity();
  for (size_t i = 0; i < health.size(); ++i) {
    const double force = sign * inverse_row(state, i)[axis];
    if (std::abs(force) < 1e-12) continue;
    const double limit = force > 0 ? parameters.force_max_n[i] : parameters.force_min_n[i];
    multiple = std::min(multiple, limit * health[i] / force);
  }
  return std::isfinite(multiple) ? multiple : 0.0;
}

void check_sizes(const AllocationParameters& parameters, std::span<const double> health,
                 std::span<const double> state) {
  const size_t n = parameters.wrench_per_newton_B.size();
  HADAL_CHECK(parameters.force_min_n.size() == n && parameters.force_max_n.size() == n);
  HADAL_CHECK(parameters.cost.empty() || parameters.cost.size() == n);
  HADAL_CHECK(health.size() == n && state.size() == allocation_state_size(n));
}

// Health as the allocation believes it.
double believed(const AllocationParameters& parameters, double health) {
  return parameters.reallocate ? std::clamp(health, 0.0, 1.0) : 1.0;
}

// min(1, min_i limit_i / f_i): the common factor that brings every force within its limits.
double scale_within_limits(std::span<const double> force_n, const AllocationParameters& parameters,
                           std::span<const double> health) {
  double scale = 1;
  for (size_t i = 0; i < force_n.size(); ++i) {
    const double limit =
        health[i] * (force_n[i] > 0 ? parameters.force_max_n[i] : parameters.force_min_n[i]);
    if (std::abs(force_n[i]) > std::abs(limit)) scale = std::min(scale, limit / force_n[i]);
  }
  return scale;
}

}  // namespace

Vec6 thruster_column(const Vec3& p_BT_B, const Vec3& axis_B) {
  Vec6 column;
  column << axis_B, p_BT_B.cross(axis_B);
  return column;
}

void allocation_reset(const AllocationParameters& parameters, std::span<const double> health,
                      std::span<double> state) {
  check_sizes(parameters, health, state);
  const Layout layout{health.size()};
  const std::span<double> known = state.subspan(layout.health(), health.size());
  const std::span<double> flags = state.subspan(layout.controllable(), 6);
  for (size_t i = 0; i < health.size(); ++i) known[i] = believed(parameters, health[i]);
  find_controllable(parameters, known, flags);
  find_inverse(parameters, known, flags, state);
  for (int axis = 0; axis < 6; ++axis) {
    const bool used = flags[axis] != 0;
    state[layout.min() + axis] = used ? -largest_multiple(parameters, known, state, axis, -1) : 0.0;
    state[layout.max() + axis] = used ? largest_multiple(parameters, known, state, axis, 1) : 0.0;
  }
}

bool allocation_follow_health(const AllocationParameters& parameters,
                              std::span<const double> health, std::span<double> state) {
  check_sizes(parameters, health, state);
  const Layout layout{health.size()};
  bool same = true;
  for (size_t i = 0; i < health.size(); ++i)
    same = same && state[layout.health() + i] == believed(parameters, health[i]);
  if (!same) allocation_reset(parameters, health, state);
  return !same;
}

WrenchReach allocation_reach(const AllocationParameters& parameters,
                             std::span<const double> state) {
  const Layout layout{parameters.wrench_per_newton_B.size()};
  WrenchReach reach;
  for (int axis = 0; axis < 6; ++axis) {
    reach.controllable[axis] = state[layout.controllable() + axis] != 0;
    reach.min[axis] = state[layout.min() + axis];
    reach.max[axis] = state[layout.max() + axis];
  }
  return reach;
}

AllocationResult allocate(const AllocationParameters& parameters, const Vec6& wrench_asked_B,
                          std::span<const double> health, std::span<double> state,
                          std::span<double> force_n, std::span<std::uint8_t> saturated) {
  allocation_follow_health(parameters, health, state);
  const size_t n = health.size();
  HADAL_CHECK(force_n.size() == n && (saturated.empty() || saturated.size() == n));
  const std::span<const double> known = state.subspan(Layout{n}.health(), n);
  for (size_t i = 0; i < n; ++i) force_n[i] = inverse_row(state, i).dot(wrench_asked_B);
  AllocationResult result;
  if (parameters.saturation == Saturation::kScale)
    result.scale = scale_within_limits(force_n, parameters, known);
  for (size_t i = 0; i < n; ++i) {
    const double low = parameters.force_min_n[i] * known[i];
    const double high = parameters.force_max_n[i] * known[i];
    const bool met = force_n[i] < low || force_n[i] > high;
    if (!saturated.empty()) saturated[i] = met;
    result.saturated = result.saturated || met;
    force_n[i] = std::clamp(result.scale * force_n[i], low, high);
    result.wrench_B += parameters.wrench_per_newton_B[i] * force_n[i];
  }
  return result;
}

double thruster_load_percent(double force_n, double force_min_n, double force_max_n) {
  const double limit = force_n < 0 ? -force_min_n : force_max_n;
  if (limit <= 0) return force_n == 0 ? 0.0 : std::numeric_limits<double>::infinity();
  return 100 * std::abs(force_n) / limit;
}

}  // namespace hadal::kinds
