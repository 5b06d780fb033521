#include "environment/acoustic/reflection.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

namespace hadal::environment {
namespace {

constexpr double kSmallestSine = 1e-6;  // of a grazing angle, in losses that grow as its inverse
constexpr double kLowWind_m_s = 6;

struct Sediment {
  const char* name;
  BottomContrast contrast;
};

constexpr std::array kSediments = {
    Sediment{"rough_rock", {2.5, 2.5, 0.01374}},
    Sediment{"rock", {2.5, 2.5, 0.01374}},
    Sediment{"cobble", {2.5, 1.8, 0.01374}},
    Sediment{"gravel", {2.5, 1.8, 0.01374}},
    Sediment{"pebble", {2.5, 1.8, 0.01374}},
    Sediment{"sandy_gravel", {2.492, 1.3370, 0.01705}},
    Sediment{"very_coarse_sand", {2.401, 1.3067, 0.01667}},
    Sediment{"coarse_sand", {2.231, 1.2503, 0.01638}},
    Sediment{"medium_sand", {1.845, 1.1782, 0.01624}},
    Sediment{"fine_sand", {1.451, 1.1073, 0.01602}},
    Sediment{"silty_sand", {1.451, 1.1073, 0.01602}},
    Sediment{"very_fine_sand", {1.268, 1.0568, 0.01875}},
    Sediment{"coarse_silt", {1.195, 1.0179, 0.02158}},
    Sediment{"sandy_silt", {1.169, 0.9999, 0.01261}},
    Sediment{"medium_silt", {1.149, 0.9885, 0.00676}},
    Sediment{"silt", {1.149, 0.9873, 0.00386}},
    Sediment{"sandy_clay", {1.147, 0.9849, 0.00242}},
    Sediment{"clay", {1.145, 0.9800, 0.00148}},
};

}  // namespace

BottomContrast bottom_contrast(double density_kg_m3, double sound_speed_m_s,
                               double attenuation_db_per_wavelength, double water_density_kg_m3,
                               double water_sound_speed_m_s) {
  return {density_kg_m3 / water_density_kg_m3, sound_speed_m_s / water_sound_speed_m_s,
          attenuation_db_per_wavelength * std::numbers::ln10 / (40 * std::numbers::pi)};
}

std::complex<double> bottom_reflection(const BottomContrast& bottom, double grazing_rad) {
  const double sine = std::sin(grazing_rad), cosine = std::cos(grazing_rad);
  const std::complex<double> n = std::complex<double>(1, bottom.loss) / bottom.speed_ratio;
  const std::complex<double> below = std::sqrt(n * n - cosine * cosine);
  const double above = bottom.density_ratio * sine;
  const std::complex<double> sum = above + below;
  // Only where the bottom is water itself and the ray runs along it.
  if (sum == std::complex<double>(0)) return -1;
  return (above - below) / sum;
}

double reflection_loss_db(const std::complex<double>& coefficient) {
  const double loss = -20 * std::log10(std::abs(coefficient));
  return std::clamp(loss, 0.0, kLargestBottomLoss_db);
}

double bubble_loss_db(double grazing_rad, double frequency_hz, double wind_speed_m_s) {
  if (wind_speed_m_s <= 0) return 0;
  const double sine = std::max(std::sin(grazing_rad), kSmallestSine);
  const double wind = std::pow(std::max(wind_speed_m_s, kLowWind_m_s), 1.57) *
                      std::exp(1.2 * std::min(wind_speed_m_s - kLowWind_m_s, 0.0));
  const double loss = 1.26e-3 / sine * wind * std::pow(frequency_hz / 1000, 0.85);
  return std::min(loss, kLargestSurfaceLoss_db);
}

std::optional<BottomContrast> sediment(const std::string& name) {
  for (const Sediment& entry : kSediments)
    if (name == entry.name) return entry.contrast;
  return std::nullopt;
}

SedimentRatios sediment_of_grain_size(double phi) {
  const double m = std::clamp(phi, -1.0, 9.0);
  if (m < 1)
    return {0.007797 * m * m - 0.17057 * m + 2.3139, 1.2778 - 0.056452 * m + 0.002709 * m * m};
  if (m < 5.3)
    return {((-0.0165406 * m + 0.2290201) * m - 1.1069031) * m + 3.0455,
            ((-0.0014881 * m + 0.0213937) * m - 0.1382798) * m + 1.3425};
  return {-0.0012973 * m + 1.1565, -0.0024324 * m + 1.0019};
}

}  // namespace hadal::environment
