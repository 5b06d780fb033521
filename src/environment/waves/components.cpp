#include "environment/waves/components.h"

#include <cmath>
#include <limits>
#include <numbers>

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

  std::vector<WaveComponent> operator()(const ListedWaves& waves) const {
    std::vector<WaveComponent> out;
    for (const WaveTrain& train : waves.trains)
      if (train.amplitude_m != 0)
        out.push_back(
            wave(train.amplitude_m, kTurn / train.period_s, train.toward_rad, train.phase_rad));
    return out;
  }

  std::vector<WaveComponent> operator()(const LatticeWaves& waves) const {
    return phillips_components(waves, seed, depth_m, gravity_m_s2);
  }

  std::vector<WaveComponent> operator()(const RandomWaves& waves) const {
    const SeaSpectrum spectrum = sea_spectrum(waves, gravity_m_s2);
    if (spectrum.significant_height_m == 0) return {};
    const SpreadingQuantile angle(waves.spreading, waves.spreading_exponent);
    const RandomStream stream(seed, "environment/waves", "components");
    const double low = waves.lowest_frequency * spectrum.peak_frequency_rad_s,
                 high = waves.highest_frequency * spectrum.peak_frequency_rad_s,
                 width = (high - low) / static_cast<double>(waves.components);
    const double share = spectrum.variance_m2(low, high) / spectrum.moment(0);
    const double first = stream.uniform(0, 0);
    std::vector<WaveComponent> out;
    for (size_t i = 0; i < waves.components; ++i) {
      const auto draw = static_cast<int64_t>(i + 1);
      const double from = low + static_cast<double>(i) * width;
      const double variance = spectrum.variance_m2(from, from + width) / share;
      const double turn = first + static_cast<double>(i) / std::numbers::phi;
      out.push_back(wave(std::sqrt(2 * variance), from + width * stream.uniform(draw, 0),
                         waves.toward_rad + angle(turn - std::floor(turn)),
                         kTurn * stream.uniform(draw, 1)));
    }
    return out;
  }
};

}  // namespace

std::vector<WaveComponent> wave_components(const WaveParameters& waves, uint64_t seed,
                                           double depth_m, double gravity_m_s2) {
  return std::visit(Draft{seed, depth_m, gravity_m_s2}, waves.sea);
}

WaveField make_wave_field(const WaveParameters& waves, uint64_t seed, double seabed_depth_m,
                          double gravity_m_s2, double density_kg_m3) {
  const double at_origin_m =
      seabed_depth_m > 0 ? seabed_depth_m : std::numeric_limits<double>::infinity();
  const double depth_m = waves.depth_m.value_or(at_origin_m);
  return {wave_components(waves, seed, depth_m, gravity_m_s2), depth_m, gravity_m_s2,
          density_kg_m3};
}

}  // namespace hadal::environment
