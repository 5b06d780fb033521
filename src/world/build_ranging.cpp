// DVL, current profiler, altimeter and lidar.
#include "math/units.h"
#include "scenario/ranging_config.h"
#include "world/build.h"

namespace hadal::build {
namespace {

DopplerNoise doppler_noise(const DopplerNoiseConfig& c) {
  return {c.std_m_s, c.relative, c.per_range_1_s};
}

JanusBeams janus_beams(const JanusConfig& c) {
  JanusBeams out;
  out.angle_rad = c.beam_angle_deg * kDegree;
  for (size_t i = 0; i < out.azimuth_rad.size(); ++i)
    out.azimuth_rad[i] = c.azimuths_deg[i] * kDegree;
  out.phased_array = c.phased_array;
  return out;
}

DvlModel dvl(const DvlConfig& c) {
  DvlModel out;
  out.beams = janus_beams(c);
  out.min_range_m = c.min_range_m;
  out.max_range_m = c.max_range_m;
  out.fade = c.fade;
  out.velocity = doppler_noise(c.beam_noise);
  out.range_std_m = c.range_std_m;
  out.range_std_relative = c.range_std_relative;
  out.water_track = c.water_track;
  out.layer_near_m = c.water_layer_m[0];
  out.layer_far_m = c.water_layer_m[1];
  out.water = doppler_noise(c.water_noise);
  out.sound.told_m_s = c.sound_speed_m_s;
  out.solution = noise_model(c.velocity);
  return out;
}

AdcpModel adcp(const AdcpConfig& c) {
  AdcpModel out;
  out.beams = janus_beams(c);
  out.cells = static_cast<int>(c.cells);
  out.cell_size_m = c.cell_size_m;
  out.blanking_m = c.blanking_m;
  out.max_range_m = c.max_range_m;
  out.side_lobe_cut = c.side_lobe_cut;
  out.output = c.output == "beams" ? ProfileOutput::kBeams : ProfileOutput::kCombined;
  out.frame = c.frame == "earth" ? ProfileFrame::kEarth : ProfileFrame::kInstrument;
  out.velocity = doppler_noise(c.beam_noise);
  out.sound.told_m_s = c.sound_speed_m_s;
  return out;
}

AltimeterModel altimeter(const AltimeterConfig& c) {
  AltimeterModel out;
  out.min_range_m = c.min_range_m;
  out.max_range_m = c.max_range_m;
  out.beam_width_rad = c.beam_width_deg * kDegree;
  out.rays = static_cast<int>(c.rays);
  out.sound.told_m_s = c.sound_speed_m_s;
  out.range = noise_model(c.range);
  return out;
}

}  // namespace

std::optional<NavigationModel> ranging_model(const AnyConfig& config) {
  if (const auto* c = config.as<AltimeterConfig>()) return altimeter(*c);
  if (const auto* c = config.as<DvlConfig>()) return dvl(*c);
  if (const auto* c = config.as<AdcpConfig>()) return adcp(*c);
  return std::nullopt;
}

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
      c.mount.pan_deg * kDegree,        c.mount.tilt_deg * kDegree, c.mount.pan_swing_deg * kDegree,
      c.mount.tilt_swing_deg * kDegree, c.mount.pan_period_s,       c.mount.tilt_period_s};
  return out;
}

}  // namespace hadal::build
