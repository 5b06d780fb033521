#include "runner/beam_patterns.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

#include "environment/waves/bessel.h"

namespace hadal::validation {
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

}  // namespace

double piston_pattern(double diameter_m, double wavelength_m, double angle_rad) {
  const double x = pi * diameter_m / wavelength_m * std::sin(angle_rad);
  if (x == 0) return 1;
  std::array<double, 2> j;
  environment::bessel_j(x, j);
  return 2 * j[1] / x;
}

double line_pattern(double length_m, double wavelength_m, double angle_rad) {
  return sinc(pi * length_m / wavelength_m * std::sin(angle_rad));
}

double array_pattern(int elements, double spacing_m, double wavelength_m, double angle_rad,
                     double steer_rad) {
  const double u = pi * spacing_m / wavelength_m * (std::sin(angle_rad) - std::sin(steer_rad));
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

}  // namespace hadal::validation
