#include <numbers>

#include "math/units.h"
#include "world/build.h"

namespace hadal::build {
namespace {

template <class T>
std::optional<double> given_toward_rad(const T& config) {
  if (config.toward_deg) return *config.toward_deg * kDegree;
  if (config.from_deg) return *config.from_deg * kDegree + std::numbers::pi;
  return std::nullopt;
}

// Where the sea goes; from the north if nothing is said.
template <class T>
double toward_rad(const T& config) {
  return given_toward_rad(config).value_or(std::numbers::pi);
}

RandomWaves random_waves(const RandomWavesConfig& c) {
  RandomWaves out;
  out.toward_rad = toward_rad(c);
  out.spreading = c.spreading == "none"          ? SpreadingShape::none
                  : c.spreading == "cos_squared" ? SpreadingShape::cos_squared
                                                 : SpreadingShape::cos_2s;
  out.spreading_exponent = c.spreading_exponent;
  out.components = static_cast<size_t>(c.components);
  out.lowest_frequency = c.lowest_frequency;
  out.highest_frequency = c.highest_frequency;
  return out;
}

RandomWaves jonswap(const JonswapWavesConfig& c) {
  RandomWaves out = random_waves(c);
  out.spectrum = JonswapSpectrum{c.significant_height_m, c.peak_period_s, c.peak_enhancement,
                                 c.normaliser == "exact"};
  return out;
}

RandomWaves pierson_moskowitz(const PiersonMoskowitzWavesConfig& c) {
  RandomWaves out = random_waves(c);
  if (c.wind_speed_m_s)
    out.spectrum = DevelopedWind{*c.wind_speed_m_s};
  else if (c.peak_period_s)
    out.spectrum = JonswapSpectrum{c.significant_height_m.value_or(0), *c.peak_period_s, 1};
  else
    out.spectrum = DevelopedHeight{c.significant_height_m.value_or(0)};
  return out;
}

RandomWaves sea_state(const SeaStateWavesConfig& c) {
  RandomWaves out = random_waves(c);
  out.spectrum = SeaState{static_cast<int>(c.state)};
  return out;
}

ListedWaves regular(const RegularWavesConfig& c) {
  return {{{c.height_m / 2, c.period_s, toward_rad(c), c.phase_deg * kDegree}}};
}

ListedWaves listed(const ComponentWavesConfig& c) {
  ListedWaves out;
  for (const WaveTrainConfig& wave : c.waves)
    out.trains.push_back({wave.amplitude_m, wave.period_s,
                          given_toward_rad(wave).value_or(toward_rad(c)),
                          wave.phase_deg * kDegree});
  return out;
}

LatticeWaves phillips(const PhillipsWavesConfig& c) {
  return {c.wind_speed_m_s, toward_rad(c), c.patch_m, static_cast<int>(c.modes),
          c.significant_height_m};
}

}  // namespace

WaveParameters wave_parameters(const AnyConfig& config) {
  WaveParameters out;
  if (config.empty()) return out;
  out.depth_m = waves_common(config).depth_m;
  if (const auto* regular_waves = config.as<RegularWavesConfig>())
    out.sea = regular(*regular_waves);
  else if (const auto* jonswap_waves = config.as<JonswapWavesConfig>())
    out.sea = jonswap(*jonswap_waves);
  else if (const auto* developed = config.as<PiersonMoskowitzWavesConfig>())
    out.sea = pierson_moskowitz(*developed);
  else if (const auto* state = config.as<SeaStateWavesConfig>())
    out.sea = sea_state(*state);
  else if (const auto* components = config.as<ComponentWavesConfig>())
    out.sea = listed(*components);
  else {
    const auto* lattice = config.as<PhillipsWavesConfig>();
    HADAL_CHECK(lattice != nullptr, "unknown waves " + config.kind());
    out.sea = phillips(*lattice);
  }
  return out;
}

WindParameters wind_parameters(const WindConfig& config) {
  WindParameters out;
  out.speed_m_s = config.speed_m_s;
  out.toward_rad = toward_rad(config);
  out.profile = config.profile == "power"     ? WindProfile::power
                : config.profile == "uniform" ? WindProfile::uniform
                                              : WindProfile::log;
  out.roughness_m = config.roughness_m;
  out.exponent = config.exponent;
  out.turbulence_intensity = config.turbulence_intensity;
  out.gust_spectrum =
      config.gust_spectrum == "davenport" ? GustSpectrum::davenport : GustSpectrum::npd;
  return out;
}

}  // namespace hadal::build
