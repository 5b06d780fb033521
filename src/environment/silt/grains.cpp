#include "environment/silt/grains.h"

#include <cmath>
#include <numbers>

namespace hadal::environment {
namespace {

using std::numbers::pi;
constexpr double kSeaWater_kg_m3 = 1027, kViscosity_m2_s = 1.35e-6;  // at 10 degC, for sound

double form_function(double x) {
  const auto bump = [x](double middle, double width) {
    const double y = (x - middle) / width;
    return std::exp(-y * y);
  };
  return x * x * (1 - 0.35 * bump(1.5, 0.7)) * (1 + 0.5 * bump(1.8, 2.2)) / (1 + 0.9 * x * x);
}

}  // namespace

double settling_speed_m_s(double grain_m, double water_density_kg_m3, double viscosity_m2_s,
                          double gravity_m_s2) {
  const double excess = kGrainDensity_kg_m3 / water_density_kg_m3 - 1;
  const double size3 = std::pow(grain_m, 3) * gravity_m_s2 * excess / std::pow(viscosity_m2_s, 2);
  return viscosity_m2_s / grain_m * (std::sqrt(10.36 * 10.36 + 1.049 * size3) - 10.36);
}

double grain_absorption_ratio(double wavelength_nm) {
  return 0.08 * std::exp(-0.0123 * (wavelength_nm - 443));
}

GrainSound grain_sound(double grain_m, double frequency_hz, double sound_speed_m_s) {
  const double a = grain_m / 2, omega = 2 * pi * frequency_hz, k = omega / sound_speed_m_s;
  const double x = k * a, f = form_function(x);
  const double chi = 0.29 * std::pow(x, 4) / (0.95 + 1.28 * x * x + 0.25 * std::pow(x, 4));
  const double ratio = kGrainDensity_kg_m3 / kSeaWater_kg_m3;
  const double ba = a * std::sqrt(omega / (2 * kViscosity_m2_s));
  const double g = 9 / (4 * ba) * (1 + 1 / ba), h = 0.5 * (1 + 9 / (2 * ba));
  const double friction = k * (ratio - 1) * (ratio - 1) * g / (g * g + (ratio + h) * (ratio + h));
  return {3 * f * f / (16 * pi * a * kGrainDensity_kg_m3),
          3 * chi / (2 * a * kGrainDensity_kg_m3) + friction / kGrainDensity_kg_m3};
}

}  // namespace hadal::environment
