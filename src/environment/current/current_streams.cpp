#include "environment/current/current_streams.h"

#include <cmath>
#include <numbers>

namespace hadal::environment {
namespace {

// Width of the shear layer around a core of radius r_c: the b that keeps
//   r_c^2 + 2 integral (r_c + s) exp(-2 s^2 / b^2) ds = d^2 / 4,
// a quadratic in b.
double core_width(double core_radius_m, double diameter_m) {
  const double half = core_radius_m * std::sqrt(std::numbers::pi / 8);
  const double rest = 0.25 * diameter_m * diameter_m - core_radius_m * core_radius_m;
  return 2 * (std::sqrt(half * half + 0.5 * rest) - half);
}

double jet_speed(const JetCurrent& jet, double along_m, double radius_m) {
  const double k = std::tan(jet.spread_rad);
  const double core_m = jet.diameter_m / (std::numbers::sqrt2 * k);
  if (along_m >= core_m) {
    const double q = radius_m / (k * along_m);
    return jet.exit_speed_m_s * core_m / along_m * std::exp(-q * q);
  }
  const double core_radius = 0.5 * jet.diameter_m * (1 - along_m / core_m);
  if (radius_m <= core_radius) return jet.exit_speed_m_s;
  const double width = core_width(core_radius, jet.diameter_m);
  if (!(width > 0)) return 0;
  const double q = (radius_m - core_radius) / width;
  return jet.exit_speed_m_s * std::exp(-q * q);
}

}  // namespace

Vec3 jet_velocity_N(const JetCurrent& jet, const Vec3& p_N) {
  const Vec3 from_nozzle = p_N - jet.nozzle_N;
  const double along = from_nozzle.dot(jet.direction_N);
  if (along < 0) return Vec3::Zero();
  const double radius = (from_nozzle - along * jet.direction_N).norm();
  return jet_speed(jet, along, radius) * jet.direction_N;
}

Vec3 pipe_velocity_N(const PipeCurrent& pipe, const Vec3& p_N) {
  const Vec3 axis = pipe.to_N - pipe.from_N, from_inlet = p_N - pipe.from_N;
  const double length = axis.norm();
  const Vec3 direction = axis / length;
  const double along = from_inlet.dot(direction);
  if (along < 0 || along > length) return Vec3::Zero();
  const double share = (from_inlet - along * direction).norm() / pipe.radius_m;
  if (share >= 1) return Vec3::Zero();
  const double factor =
      pipe.turbulent ? 60.0 / 49 * std::pow(1 - share, 1.0 / 7) : 2 * (1 - share * share);
  return pipe.mean_speed_m_s * factor * direction;
}

}  // namespace hadal::environment
