#include "environment/waves/components.h"

#include <cmath>
#include <limits>
#include <numbers>

#include "base/check.h"
#include "base/rng.h"
#include "environment/waves/dispersion.h"
#include "environment/waves/lattice.h"
#include "environment/waves/spectra.h"
#include "environment/waves/spreading.h"
#include "math/units.h"

namespace hadal::environment {
namespace {

struct Draft {
  uint64_t seed;
  double depth_m;
  double gravity_m_s2;

  WaveComponent wave(double amplitude_m, double frequency_rad_s, double toward_rad,
                     double phase_rad) const {
    return {amplitude_m, wave_number_rad_m(frequency_rad_s, depth_m, gravity_m_s2), frequency_rad_s,
            toward_rad, phase_rad};
  }

  std::vector<WaveComponent> operator()(const RegularWavesConfig& waves) const {
    if (waves.height_m == 0) return {};
    return {wave(waves.height_m / 2, kTurn / waves.period_s, waves.toward_rad(), waves.phase_rad)};
  }

  std::vector<WaveComponent> operator()(const ComponentWavesConfig& waves) const {
    std::vector<WaveComponent> out;
    for (const WaveTrainConfig& train : waves.waves)
      if (train.amplitude_m != 0)
        out.push_back(wave(train.amplitude_m, kTurn / train.period_s,
                           train.toward_rad(waves.toward_rad()), train.phase_rad));
    return out;
  }

  std::vector<WaveComponent> operator()(const PhillipsWavesConfig& waves) const {
    return phillips_components(waves, seed, depth_m, gravity_m_s2);
  }

  std::vector<WaveComponent> operator()(const RandomWavesConfig& waves,
                                        const SeaSpectrum& spectrum) const {
    if (spectrum.significant_height_m == 0) return {};
    const SpreadingQuantile angle(waves.spreading, waves.spreading_exponent);
    const RandomStream stream(seed, "environment/waves", "components");
    const double low = waves.min_frequency_ratio * spectrum.peak_frequency_rad_s,
                 high = waves.max_frequency_ratio * spectrum.peak_frequency_rad_s,
                 width = (high - low) / static_cast<double>(waves.components);
    const double fraction = spectrum.variance_m2(low, high) / spectrum.moment(0);
    const double first = stream.uniform(0, 0), toward_rad = waves.toward_rad();
    std::vector<WaveComponent> out;
    for (int64_t i = 0; i < waves.components; ++i) {
      const int64_t draw = i + 1;
      const double from = low + static_cast<double>(i) * width;
      const double variance = spectrum.variance_m2(from, from + width) / fraction;
      const double turn = first + static_cast<double>(i) / std::numbers::phi;
      out.push_back(wave(std::sqrt(2 * variance), from + width * stream.uniform(draw, 0),
                         toward_rad + angle(turn - std::floor(turn)),
                         kTurn * stream.uniform(draw, 1)));
    }
    return out;
  }
};

}  // namespace

std::vector<WaveComponent> wave_components(const AnyConfig& waves, uint64_t seed, double depth_m,
                                           double gravity_m_s2) {
  if (waves.empty()) return {};
  const Draft draft{seed, depth_m, gravity_m_s2};
  if (const auto* regular = waves.as<RegularWavesConfig>()) return draft(*regular);
  if (const auto* listed = waves.as<ComponentWavesConfig>()) return draft(*listed);
  if (const auto* lattice = waves.as<PhillipsWavesConfig>()) return draft(*lattice);
  if (const auto* jonswap = waves.as<JonswapWavesConfig>())
    return draft(*jonswap, sea_spectrum(*jonswap));
  if (const auto* developed = waves.as<PiersonMoskowitzWavesConfig>())
    return draft(*developed, sea_spectrum(*developed, gravity_m_s2));
  const auto* state = waves.as<SeaStateWavesConfig>();
  HADAL_CHECK(state != nullptr, "unknown waves " + waves.kind());
  return draft(*state, sea_spectrum(*state, gravity_m_s2));
}

WaveField make_wave_field(const AnyConfig& waves, uint64_t seed, double seabed_depth_m,
                          double gravity_m_s2, double density_kg_m3) {
  const double at_origin_m =
      seabed_depth_m > 0 ? seabed_depth_m : std::numeric_limits<double>::infinity();
  const double depth_m =
      waves.empty() ? at_origin_m : waves_common(waves).depth_m.value_or(at_origin_m);
  return {wave_components(waves, seed, depth_m, gravity_m_s2), depth_m, gravity_m_s2,
          density_kg_m3};
}

}  // namespace hadal::environment
