// What a scenario says of the currents. Kinds are tagged; all currents of a list add up.
#pragma once
#include <optional>
#include <string>
#include <vector>

#include "hadal/schema.h"

namespace hadal::inline scenario {

// What every current has: a name for live changes, and a layer it may be limited to.
struct CurrentConfig {
  std::string name;
  std::optional<double> top_m;
  std::optional<double> bottom_m;
};

struct UniformCurrentConfig : CurrentConfig {
  double speed_m_s = 0;
  double toward_deg = 0;
  double down_m_s = 0;
  static const StructSchema& schema();
};

struct StratifiedCurrentConfig : CurrentConfig {
  std::string file;                        // CSV north, east, depth
  std::vector<std::vector<double>> table;  // rows [depth_m, north_m_s, east_m_s(, down_m_s)]
  double period_s = 0;
  double phase_deg = 0;
  static const StructSchema& schema();
};

struct TideConstituentConfig {
  std::string name;
  double amplitude_m_s = 0;
  double phase_deg = 0;
  static const StructSchema& schema();
};

struct TideCurrentConfig : CurrentConfig {
  double toward_deg = 0;
  std::optional<double> ebb_toward_deg;
  std::string epoch;  // ISO time; empty = start of the world clock
  std::vector<TideConstituentConfig> constituents;
  static const StructSchema& schema();
};

struct TideStationConfig : CurrentConfig {
  std::string file;                         // CSV of flood/slack/ebb events
  std::vector<std::vector<double>> events;  // rows [seconds since 1970, speed_m_s]
  double toward_deg = 0;
  std::optional<double> ebb_toward_deg;
  static const StructSchema& schema();
};

struct LogLayerCurrentConfig : CurrentConfig {
  double friction_velocity_m_s = 0.02;
  double roughness_m = 0.001;
  std::optional<double> seabed_depth_m;  // unset: the seabed below the place
  double toward_deg = 0;
  static const StructSchema& schema();
};

struct EkmanCurrentConfig : CurrentConfig {
  double surface_speed_m_s = 0.3;
  double ekman_depth_m = 40;
  std::optional<double> wind_speed_m_s;  // both follow from it
  double wind_toward_deg = 0;
  std::string hemisphere = "by_latitude";
  static const StructSchema& schema();
};

struct PowerLawCurrentConfig : CurrentConfig {
  double surface_speed_m_s = 0.5;
  std::optional<double> seabed_depth_m;  // unset: the seabed below the place
  double exponent = 1.0 / 7;
  double toward_deg = 0;
  static const StructSchema& schema();
};

struct GaussMarkovCurrentConfig : CurrentConfig {
  double mean_m_s = 0;
  double std_m_s = 0.05;
  double correlation_time_s = 60;
  std::optional<double> toward_deg;  // along this direction only; otherwise north and east alike
  static const StructSchema& schema();
};

struct JetCurrentConfig : CurrentConfig {
  std::vector<double> position = {0, 0, 0};  // north, east, depth
  double toward_deg = 0;
  double down_deg = 0;
  double exit_speed_m_s = 1;
  double diameter_m = 0.5;
  double spread_deg = 6.54;
  static const StructSchema& schema();
};

struct PipeCurrentConfig : CurrentConfig {
  std::vector<double> from = {0, 0, 0};  // north, east, depth
  std::vector<double> to = {1, 0, 0};
  double diameter_m = 1;
  double mean_speed_m_s = 0.5;
  std::string profile = "turbulent";
  static const StructSchema& schema();
};

struct GriddedCurrentConfig : CurrentConfig {
  std::string file;
  std::string checksum;
  std::string east, north, down;  // names of variables or numbers of bands; found if empty
  std::string times = "clock";
  double memory_mb = 512;
  static const StructSchema& schema();
};

const std::vector<const StructSchema*>& current_kinds();

// The common part of any current config.
const CurrentConfig& current_common(const AnyConfig& config);

}  // namespace hadal::scenario
