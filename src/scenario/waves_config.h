// The waves and the wind of a scenario; environment/waves and environment/wind.h compute with them.
// Kinds of waves are tagged:
//   environment:
//     waves: !jonswap {significant_height_m: 2, peak_period_s: 8, from_deg: 270}
//     wind: {speed_m_s: 10, from_deg: 270}
// Directions are as sailors give them (where the sea or the wind comes FROM, clockwise from north);
// toward_deg may be given instead.
#pragma once
#include <optional>
#include <vector>

#include "hadal/schema.h"

namespace hadal::inline scenario {

// Where waves or wind go.
struct SeaDirection {
  std::optional<double> from_rad;          // neither given: from the north
  std::optional<double> given_toward_rad;  // instead of from_rad

  double toward_rad() const;
  double toward_rad(double otherwise) const;  // if neither is given
};

// What every kind of waves has.
struct WavesConfig : SeaDirection {
  std::optional<double> depth_m;  // of the water; the seabed's at the origin if left out
};

struct RegularWavesConfig : WavesConfig {
  double height_m = 1;  // crest to trough
  double period_s = 8;
  double phase_rad = 0;  // at the origin at time zero; 0 is a crest
  static const StructSchema& schema();
};

enum class SpreadingShape { none, cos_2s, cos_squared };

// What every random sea has.
struct RandomWavesConfig : WavesConfig {
  SpreadingShape spreading = SpreadingShape::cos_2s;
  double spreading_exponent = 10;  // s of cos^2s(theta / 2)
  int64_t components = 260;
  double min_frequency_ratio = 0.5;  // of the peak frequency
  double max_frequency_ratio = 4;
};

struct JonswapWavesConfig : RandomWavesConfig {
  enum class Normaliser { kExact, kDnv };

  double significant_height_m = 1;
  double peak_period_s = 6;
  double peak_enhancement = 3.3;
  Normaliser normaliser = Normaliser::kExact;
  static const StructSchema& schema();
};

struct PiersonMoskowitzWavesConfig : RandomWavesConfig {
  std::optional<double> significant_height_m;
  std::optional<double> peak_period_s;  // of the fully developed sea if left out
  std::optional<double> wind_speed_m_s;
  static const StructSchema& schema();
};

struct SeaStateWavesConfig : RandomWavesConfig {
  int state = 3;  // WMO, 0 to 9
  static const StructSchema& schema();
};

// One sinusoidal wave; its wave number follows from the depth.
struct WaveTrainConfig : SeaDirection {
  double amplitude_m = 0;
  double period_s = 0;
  double phase_rad = 0;
  static const StructSchema& schema();
};

struct ComponentWavesConfig : WavesConfig {
  std::vector<WaveTrainConfig> waves;
  static const StructSchema& schema();
};

// A lattice of wave numbers, periodic over a square patch.
struct PhillipsWavesConfig : WavesConfig {
  double wind_speed_m_s = 8;
  double patch_m = 100;
  int modes = 16;                              // along each side
  std::optional<double> significant_height_m;  // unset: that of a fully developed sea
  static const StructSchema& schema();
};

enum class WindProfile { log, power, uniform };
enum class GustSpectrum { npd, davenport };

struct WindConfig : SeaDirection {
  double speed_m_s = 0;  // mean at 10 m above the sea
  WindProfile profile = WindProfile::log;
  double roughness_m = 2e-4;
  double exponent = 0.12;
  double turbulence_intensity = 0.1;  // standard deviation of the gusts over speed_m_s
  GustSpectrum gust_spectrum = GustSpectrum::npd;
  static const StructSchema& schema();
};

const std::vector<const StructSchema*>& wave_kinds();

// The common part of any waves config.
const WavesConfig& waves_common(const AnyConfig& config);

}  // namespace hadal::scenario
