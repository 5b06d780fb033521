#include "environment/waves/lattice.h"

#include <cmath>
#include <numbers>
#include <set>

#include "base/rng.h"
#include "environment/waves/dispersion.h"
#include "environment/waves/spectra.h"

namespace hadal::environment {

std::vector<WaveComponent> lattice_components(std::span<const LatticeMode> modes, double patch_m,
                                              double depth_m, double gravity_m_s2) {
  std::set<std::pair<int, int>> present;
  for (const LatticeMode& mode : modes) present.emplace(mode.n, mode.m);
  const double spacing = 2 * std::numbers::pi / patch_m;
  std::vector<WaveComponent> out;
  for (const LatticeMode& mode : modes) {
    if ((mode.n == 0 && mode.m == 0) || mode.h0_m == 0.0) continue;
    const bool paired = present.count({-mode.n, -mode.m}) > 0;
    WaveComponent c;
    c.amplitude_m = std::abs(mode.h0_m) * (paired ? 2 : 1);
    c.wave_number_rad_m = spacing * std::hypot(mode.n, mode.m);
    c.frequency_rad_s = wave_frequency_rad_s(c.wave_number_rad_m, depth_m, gravity_m_s2);
    c.toward_rad = std::atan2(-mode.m, -mode.n);
    c.phase_rad = -std::arg(mode.h0_m);
    out.push_back(c);
  }
  return out;
}

double phillips_spectrum(double k_north_rad_m, double k_east_rad_m, double constant,
                         double wind_speed_m_s, double wind_toward_rad, double gravity_m_s2) {
  const double k2 = k_north_rad_m * k_north_rad_m + k_east_rad_m * k_east_rad_m;
  if (k2 == 0) return 0;
  const double length = wind_speed_m_s * wind_speed_m_s / gravity_m_s2;
  const double along =
      k_north_rad_m * std::cos(wind_toward_rad) + k_east_rad_m * std::sin(wind_toward_rad);
  return constant * std::exp(-1 / (k2 * length * length)) / (k2 * k2) * along * along / k2;
}

std::vector<WaveComponent> phillips_components(const PhillipsWavesConfig& waves, uint64_t seed,
                                               double depth_m, double gravity_m_s2) {
  const RandomStream stream(seed, "environment/waves", "lattice");
  const double spacing = 2 * std::numbers::pi / waves.patch_m;
  const double toward_rad = waves.toward_rad();
  const double north = std::cos(toward_rad), east = std::sin(toward_rad);
  const int half = waves.modes / 2;
  std::vector<LatticeMode> modes;
  uint32_t draw = 0;
  for (int n = -half + 1; n < half; ++n)
    for (int m = -half + 1; m < half; ++m, ++draw) {
      if (n * north + m * east >= 0) continue;  // waves go toward -k
      const double P = phillips_spectrum(n * spacing, m * spacing, 1, waves.wind_speed_m_s,
                                         toward_rad, gravity_m_s2);
      const auto [re, im] = stream.normal_pair(0, draw);
      modes.push_back({n, m, std::complex<double>(re, im) * std::sqrt(P / 2)});
    }
  std::vector<WaveComponent> out = lattice_components(modes, waves.patch_m, depth_m, gravity_m_s2);
  double variance = 0;
  for (const WaveComponent& c : out) variance += c.amplitude_m * c.amplitude_m / 2;
  const double height_m =
      waves.significant_height_m
          ? *waves.significant_height_m
          : developed_sea_of_wind(waves.wind_speed_m_s, gravity_m_s2).significant_height_m;
  const double scale = variance > 0 ? height_m / (4 * std::sqrt(variance)) : 0;
  for (WaveComponent& c : out) c.amplitude_m *= scale;
  return out;
}

}  // namespace hadal::environment
