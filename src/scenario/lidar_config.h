// What a scenario or vehicle file says of the lidar.
#pragma once
#include <optional>

#include "scenario/sensor_config.h"

namespace hadal::inline scenario {

// A mount that turns the instrument: by fixed angles, or to and fro.
struct PanTiltConfig {
  double pan_deg = 0;
  double tilt_deg = 0;
  double pan_swing_deg = 0;
  double tilt_swing_deg = 0;
  double pan_period_s = 10;
  double tilt_period_s = 10;
  static const StructSchema& schema();
};

struct LidarConfig : SensorConfig {
  int64_t columns = 145;
  int64_t rows = 145;
  double width_deg = 30;
  double height_deg = 30;
  double min_range_m = 0.5;
  double max_range_m = 20;
  std::optional<double> attenuation_per_m;
  double wavelength_nm = 532;
  double rated_range_m = 20;
  double rated_attenuation_per_m = 0.1;
  double rated_albedo = 0.5;
  double range_std_m = 0;
  double range_std_relative = 0;
  int64_t returns = 2;
  double silt_albedo = 0.3;
  double silt_attenuation_per_m = 20;
  double particles_per_m = 0;
  double particle_albedo = 0.1;
  double particle_cover = 0.1;
  bool sees_own_vehicle = false;
  PanTiltConfig pan_tilt;
  static const StructSchema& schema();
};

}  // namespace hadal::scenario
