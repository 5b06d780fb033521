#include "environment/acoustic/beam_patterns.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

#include "environment/waves/bessel.h"

namespace hadal::environment {
namespace {

using std::numbers::pi;

// Arguments at which 2 J1(x) / x and sin(x) / x have fallen to 1 / sqrt(2), and the first zero of
// J1.
constexpr double kPistonHalfPower = 1.6163399483107026;
constexpr double kLineHalfPower = 1.3915573782515103;
constexpr double kPistonNull = 3.8317059702075125;

double sinc(double x) {
  return x == 0 ? 1 : std::sin(x) / x;
}

// Angle at which pi size / wavelength sin(angle) is x.
double angle_of(double x, double size_m, double wavelength_m) {
  return std::asin(std::min(1.0, x * wavelength_m / (pi * size_m)));
}

double window(Shading shading, double x) {
  switch (shading) {
    case Shading::kUniform:
      break;
    case Shading::kCosine:
      return std::sin(pi * x);
    case Shading::kHann:
      return 0.5 - 0.5 * std::cos(2 * pi * x);
    case Shading::kHamming:
      return 0.54 - 0.46 * std::cos(2 * pi * x);
    case Shading::kBlackman:
      return 0.42 - 0.5 * std::cos(2 * pi * x) + 0.08 * std::cos(4 * pi * x);
  }
  return 1;
}

// Half the phase between neighbours.
double half_phase(double spacing_m, double wavelength_m, double angle_rad, double steer_rad) {
  return pi * spacing_m / wavelength_m * (std::sin(angle_rad) - std::sin(steer_rad));
}

}  // namespace

double piston_pattern(double diameter_m, double wavelength_m, double angle_rad) {
  const double x = pi * diameter_m / wavelength_m * std::sin(angle_rad);
  if (x == 0) return 1;
  std::array<double, 2> j;
  bessel_j(x, j);
  return 2 * j[1] / x;
}

double line_pattern(double length_m, double wavelength_m, double angle_rad) {
  return sinc(pi * length_m / wavelength_m * std::sin(angle_rad));
}

void shading_weights(Shading shading, std::span<double> weights) {
  const auto n = static_cast<double>(weights.size());
  double sum = 0;
  for (size_t k = 0; k < weights.size(); ++k) {
    weights[k] = window(shading, (static_cast<double>(k) + 0.5) / n);
    sum += weights[k];
  }
  for (double& weight : weights) weight /= sum;
}

double array_pattern(std::span<const double> weights, double spacing_m, double wavelength_m,
                     double angle_rad, double steer_rad) {
  const double u = half_phase(spacing_m, wavelength_m, angle_rad, steer_rad);
  const double middle = 0.5 * (static_cast<double>(weights.size()) - 1);
  double sum = 0;
  for (size_t k = 0; k < weights.size(); ++k)
    sum += weights[k] * std::cos(2 * u * (static_cast<double>(k) - middle));
  return sum;
}

double array_pattern(int elements, double spacing_m, double wavelength_m, double angle_rad,
                     double steer_rad) {
  const double u = half_phase(spacing_m, wavelength_m, angle_rad, steer_rad);
  // In a grating lobe, u = k pi, the quotient is +-1.
  const double lobe = std::round(u / pi), rest = u - lobe * pi;
  const bool odd = std::fmod(std::abs(lobe) * (elements - 1), 2) == 1;
  const double value = rest == 0 ? 1 : std::sin(elements * rest) / (elements * std::sin(rest));
  return odd ? -value : value;
}

double piston_half_power_width(double diameter_m, double wavelength_m) {
  return 2 * angle_of(kPistonHalfPower, diameter_m, wavelength_m);
}

double piston_first_null(double diameter_m, double wavelength_m) {
  return angle_of(kPistonNull, diameter_m, wavelength_m);
}

double line_half_power_width(double length_m, double wavelength_m) {
  return 2 * angle_of(kLineHalfPower, length_m, wavelength_m);
}

double piston_directivity_db(double diameter_m, double wavelength_m) {
  return 20 * std::log10(pi * diameter_m / wavelength_m);
}

}  // namespace hadal::environment
