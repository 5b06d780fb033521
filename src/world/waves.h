// What the waves and the wind are made of. Plain data in SI and radians, filled at load; the
// queries are in environment/waves/ and environment/wind.h. Directions are headings in radians,
// clockwise from north, and say where the waves or the wind go TO.
#pragma once
#include <cstddef>
#include <optional>
#include <variant>
#include <vector>

namespace hadal::inline world {

// One sinusoidal wave; its wave number follows from the depth.
struct WaveTrain {
  double amplitude_m = 0;
  double period_s = 0;
  double toward_rad = 0;
  double phase_rad = 0;  // at the origin at time zero; 0 is a crest
};

// Waves given one by one; a regular wave is a list of one.
struct ListedWaves {
  std::vector<WaveTrain> trains;
};

// Spectra of a random sea. Pierson-Moskowitz is JONSWAP with a peak enhancement of 1.
struct JonswapSpectrum {
  double significant_height_m = 0;
  double peak_period_s = 0;
  double peak_enhancement = 3.3;
  bool exact_normaliser = true;  // otherwise DNV's 1 - 0.287 ln gamma
};
// Fully developed sea of this height; its peak period follows.
struct DevelopedHeight {
  double significant_height_m = 0;
};
// Fully developed sea under a wind, measured at 19.5 m.
struct DevelopedWind {
  double wind_speed_m_s = 0;
};
struct SeaState {
  int state = 0;  // WMO, 0 to 9
};

enum class SpreadingShape { none, cos_2s, cos_squared };

struct RandomWaves {
  std::variant<JonswapSpectrum, DevelopedHeight, DevelopedWind, SeaState> spectrum;
  double toward_rad = 0;
  SpreadingShape spreading = SpreadingShape::cos_2s;
  double spreading_exponent = 10;
  size_t components = 260;
  double lowest_frequency = 0.5;  // both as multiples of the peak's
  double highest_frequency = 4;
};

// A lattice of wave numbers with a Phillips spectrum, periodic over a square patch.
struct LatticeWaves {
  double wind_speed_m_s = 0;
  double toward_rad = 0;
  double patch_m = 100;
  int modes = 16;                              // along each side
  std::optional<double> significant_height_m;  // unset: that of a fully developed sea
};

struct WaveParameters {
  std::variant<ListedWaves, RandomWaves, LatticeWaves> sea;  // no waves by default
  std::optional<double> depth_m;  // unset: that of the seabed at the origin, else deep water
};

enum class WindProfile { log, power, uniform };
enum class GustSpectrum { npd, davenport };

struct WindParameters {
  double speed_m_s = 0;  // mean, 10 m above the sea
  double toward_rad = 0;
  WindProfile profile = WindProfile::log;
  double roughness_m = 2e-4;
  double exponent = 0.12;
  double turbulence_intensity = 0.1;  // standard deviation of the gusts over speed_m_s
  GustSpectrum gust_spectrum = GustSpectrum::npd;
};

}  // namespace hadal::world
