#include "environment/silt/wash.h"

#include <cmath>
#include <numbers>

namespace hadal::environment {
namespace {

constexpr double kWallJetFrom = 0.22, kWallJetPower = 2.3;
constexpr int kWashRings = 64;

double impinging(double lambda) {
  const double fall = std::exp(-114 * lambda * lambda);
  return 0.18 * (1 - fall) / lambda - 9.43 * lambda * fall;
}

}  // namespace

double wash_stress_profile(double lambda) {
  if (lambda <= 0) return 0;
  if (lambda <= kWallJetFrom) return impinging(lambda);
  return impinging(kWallJetFrom) * std::pow(kWallJetFrom / lambda, kWallJetPower);
}

double wash_stress_pa(double normal_thrust_n, double distance_m) {
  return 0.16 * 4 * std::numbers::inv_pi * normal_thrust_n / (distance_m * distance_m);
}

// Rings of equal steps in the square root of lambda, out to where the stress falls to the threshold.
WashErosion wash_erosion(double stress_ratio) {
  WashErosion out;
  if (!(stress_ratio > 1)) return out;
  const double at_edge = stress_ratio * impinging(kWallJetFrom);
  const double end =
      kWallJetFrom * (at_edge > 1 ? std::pow(at_edge, 1 / kWallJetPower) : 1);
  for (int i = 0; i < kWashRings; ++i) {
    const double u = (i + 0.5) / kWashRings, lambda = end * u * u;
    const double ring = 2 * std::numbers::pi * lambda * 2 * end * u / kWashRings;
    const double excess = stress_ratio * wash_stress_profile(lambda) - 1;
    if (excess <= 0) continue;
    out.area += excess * ring;
    out.spread += excess * ring * lambda * lambda;
  }
  if (out.area > 0) out.spread /= out.area;
  return out;
}

}  // namespace hadal::environment
