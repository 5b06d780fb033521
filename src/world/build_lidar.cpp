#include "math/units.h"
#include "scenario/lidar_config.h"
#include "world/build.h"

namespace hadal::build {

LidarModel lidar_model(const LidarConfig& c) {
  LidarModel out;
  out.columns = static_cast<int>(c.columns);
  out.rows = static_cast<int>(c.rows);
  out.width_rad = c.width_deg * kDegree;
  out.height_rad = c.height_deg * kDegree;
  out.min_range_m = c.min_range_m;
  out.max_range_m = c.max_range_m;
  out.attenuation_per_m = c.attenuation_per_m.value_or(out.attenuation_per_m);
  out.by_water = !c.attenuation_per_m;
  out.wavelength_nm = c.wavelength_nm;
  out.rated_range_m = c.rated_range_m;
  out.rated_attenuation_per_m = c.rated_attenuation_per_m;
  out.rated_albedo = c.rated_albedo;
  out.range_std_m = c.range_std_m;
  out.range_std_relative = c.range_std_relative;
  out.returns = static_cast<int>(c.returns);
  out.silt_albedo = c.silt_albedo;
  out.silt_attenuation_per_m = c.silt_attenuation_per_m;
  out.particles_per_m = c.particles_per_m;
  out.particle_albedo = c.particle_albedo;
  out.particle_cover = c.particle_cover;
  out.sees_own_vehicle = c.sees_own_vehicle;
  out.mount = {
      c.pan_tilt.pan_deg * kDegree,       c.pan_tilt.tilt_deg * kDegree,
      c.pan_tilt.pan_swing_deg * kDegree, c.pan_tilt.tilt_swing_deg * kDegree,
      c.pan_tilt.pan_period_s,            c.pan_tilt.tilt_period_s};
  return out;
}

}  // namespace hadal::build
