// Parameters of the underwater lidar (sensors/optical/lidar.h).
#pragma once
#include <optional>

#include "kinds/frames/frame_kind.h"
#include "math/units.h"

namespace hadal::inline kinds {

// A mount that turns the head H of an instrument against its base S: pan about z, to starboard,
// then tilt about the panned y axis, up. Each angle swings to and fro at constant speed about its
// middle (a triangle wave that passes the middle, upwards, at time zero).
struct PanTilt {
  double pan_rad = 0, tilt_rad = 0;              // middle
  double pan_swing_rad = 0, tilt_swing_rad = 0;  // to each side; 0: still
  double pan_period_s = 10, tilt_period_s = 10;  // there and back
  static const StructSchema& schema();
};

struct LidarModel : extension::SensorConfig {
  int columns = 145, rows = 145;
  double width_rad = 30 * kDegree, height_rad = 30 * kDegree;
  double min_range_m = 0.5, max_range_m = 20;
  std::optional<double> attenuation_per_m;  // beam attenuation c; else that of the world's optics
  double wavelength_nm = 532;               // at this wavelength
  // It just sees a surface of this albedo at this range, met head on, in this water.
  double rated_range_m = 20, rated_attenuation_per_m = 0.1, rated_albedo = 0.5;
  double range_std_m = 0, range_std_relative = 0;
  int returns = 2;
  double silt_albedo = 0.3;
  double silt_attenuation_per_m = 20;
  double particles_per_m = 0;  // in the way of a ray
  double particle_albedo = 0.1;
  double particle_cover = 0.1;  // fraction of the ray one covers
  bool sees_own_vehicle = false;
  PanTilt pan_tilt;

  static const StructSchema& schema();
  std::vector<CoverageShape> views() const;
  // Where the scenario says nothing of the optics of the water.
  double fixed_attenuation_per_m() const { return attenuation_per_m.value_or(0.1); }
};

}  // namespace hadal::kinds
