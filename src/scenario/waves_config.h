// What a scenario says of the waves and the wind. Kinds of waves are tagged:
//   environment:
//     waves: !jonswap {significant_height_m: 2, peak_period_s: 8, from_deg: 270}
//     wind: {speed_m_s: 10, from_deg: 270}
// Directions are as sailors give them (where the sea or the wind comes FROM, clockwise from north);
// toward_deg may be given instead.
#pragma once
#include <optional>
#include <string>
#include <vector>

#include "hadal/schema.h"

namespace hadal::inline scenario {

// What every kind of waves has.
struct WavesConfig {
  std::optional<double> from_deg;    // neither given: from the north
  std::optional<double> toward_deg;  // instead of from_deg
  std::optional<double> depth_m;     // of the water; the seabed's at the origin if left out
};

struct RegularWavesConfig : WavesConfig {
  double height_m = 1;  // crest to trough
  double period_s = 8;
  double phase_deg = 0;  // at the origin at time zero; 0 is a crest
  static const StructSchema& schema();
};

// What every random sea has.
struct RandomWavesConfig : WavesConfig {
  std::string spreading = "cos_2s";
  double spreading_exponent = 10;  // s of cos^2s(theta / 2)
  int64_t components = 260;
  double lowest_frequency = 0.5;  // of the peak frequency
  double highest_frequency = 4;
};

struct JonswapWavesConfig : RandomWavesConfig {
  double significant_height_m = 1;
  double peak_period_s = 6;
  double peak_enhancement = 3.3;
  std::string normaliser = "exact";
  static const StructSchema& schema();
};

struct PiersonMoskowitzWavesConfig : RandomWavesConfig {
  std::optional<double> significant_height_m;
  std::optional<double> peak_period_s;  // of the fully developed sea if left out
  std::optional<double> wind_speed_m_s;
  static const StructSchema& schema();
};

struct SeaStateWavesConfig : RandomWavesConfig {
  int64_t state = 3;
  static const StructSchema& schema();
};

struct WaveTrainConfig {
  double amplitude_m = 0;
  double period_s = 0;
  std::optional<double> from_deg;
  std::optional<double> toward_deg;
  double phase_deg = 0;
  static const StructSchema& schema();
};

struct ComponentWavesConfig : WavesConfig {
  std::vector<WaveTrainConfig> waves;
  static const StructSchema& schema();
};

struct PhillipsWavesConfig : WavesConfig {
  double wind_speed_m_s = 8;
  double patch_m = 100;
  int64_t modes = 16;
  std::optional<double> significant_height_m;
  static const StructSchema& schema();
};

struct WindConfig {
  double speed_m_s = 0;  // mean at 10 m above the sea
  std::optional<double> from_deg;
  std::optional<double> toward_deg;
  std::string profile = "log";
  double roughness_m = 2e-4;
  double exponent = 0.12;
  double turbulence_intensity = 0.1;
  std::string gust_spectrum = "npd";
  static const StructSchema& schema();
};

const std::vector<const StructSchema*>& wave_kinds();

// The common part of any waves config.
const WavesConfig& waves_common(const AnyConfig& config);

}  // namespace hadal::scenario
