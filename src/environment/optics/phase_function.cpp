#include "environment/optics/phase_function.h"

#include <algorithm>
#include <cmath>

namespace hadal::environment::optics {

double fournier_forand(double angle_rad, const FournierForand& particles) {
  constexpr double kPi = std::numbers::pi, kSmallestSine = 1e-9;
  const double nu = (3 - particles.slope) / 2, step = particles.index - 1,
               sine = std::max(std::sin(angle_rad / 2), kSmallestSine), s2 = sine * sine;
  // The formula is 0/0 at d = 1; beside it, it is smooth.
  constexpr double kNearOne = 1e-4;
  const double d180 = 4 / (3 * step * step), exact = d180 * s2,
               d = std::abs(1 - exact) < kNearOne ? 1 + kNearOne : exact, e = 1 - d;
  const double dn = std::pow(d, nu), d180n = std::pow(d180, nu), cosine = 1 - 2 * s2;
  return (nu * e - (1 - dn) + (d * (1 - dn) - nu * e) / s2) / (4 * kPi * e * e * dn) +
         (1 - d180n) / (16 * kPi * (d180 - 1) * d180n) * (3 * cosine * cosine - 1);
}

double backscatter_fraction_henyey_greenstein(double g) {
  constexpr double kIsotropic = 1e-6;
  if (std::abs(g) < kIsotropic) return 0.5;
  return (1 - g) / (2 * g) * ((1 + g) / std::sqrt(1 + g * g) - 1);
}

double backscatter_fraction(const TwoTermPhase& phase) {
  return phase.turned_fraction *
         ((1 - phase.backward_fraction) * backscatter_fraction_henyey_greenstein(phase.forward_g) +
          phase.backward_fraction * backscatter_fraction_henyey_greenstein(phase.backward_g));
}

double backscatter_fraction(const FournierForand& particles) {
  // Mobley, Sundman & Boss, "Phase function effects on oceanic light fields", 2002, eq. 7.
  const double nu = (3 - particles.slope) / 2, step = particles.index - 1,
               d90 = 2 / (3 * step * step), dn = std::pow(d90, nu);
  return 1 - (1 - d90 * dn - 0.5 * (1 - dn)) / ((1 - d90) * dn);
}

double sample_henyey_greenstein(double g, double xi) {
  constexpr double kIsotropic = 1e-4;
  if (std::abs(g) < kIsotropic) return 2 * xi - 1;
  const double root = (1 - g * g) / (1 - g + 2 * g * xi);
  return std::clamp((1 + g * g - root * root) / (2 * g), -1.0, 1.0);
}

}  // namespace hadal::environment::optics
