// What a scenario says of the sea. Plain structs; environment/ turns them into queries.
#pragma once
#include <string>
#include <vector>

#include "scenario/schema.h"

namespace hadal {

struct WaterConfig {
  double temperature_degc = 10;
  double salinity_psu = 35;
  std::vector<std::vector<double>> temperature_profile;  // rows [depth_m, deg C]
  std::vector<std::vector<double>> salinity_profile;     // rows [depth_m, PSU]
  std::optional<double> density_kg_m3;
  double atmospheric_pressure_pa = 101325;
  std::string sound_speed = "chen_millero";
  static const StructSchema& schema();
};

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
  double seabed_depth_m = 100;
  double toward_deg = 0;
  static const StructSchema& schema();
};

struct EkmanCurrentConfig : CurrentConfig {
  double surface_speed_m_s = 0.3;
  double ekman_depth_m = 40;
  double wind_toward_deg = 0;
  std::string hemisphere = "by_latitude";
  static const StructSchema& schema();
};

struct PowerLawCurrentConfig : CurrentConfig {
  double surface_speed_m_s = 0.5;
  double seabed_depth_m = 100;
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

struct EnvironmentConfig {
  std::optional<double> gravity_m_s2;
  WaterConfig water;
  std::vector<AnyConfig> currents;
  static const StructSchema& schema();
};

const std::vector<const StructSchema*>& current_kinds();

// The common part of any current config.
const CurrentConfig& current_common(const AnyConfig& config);

}  // namespace hadal
