#include "math/units.h"
#include "scenario/line_sonar_config.h"
#include "world/build.h"

namespace hadal::build {
namespace {

constexpr double kKilo = 1e3;

// What every sonar sends and hears.
template <class Model>
Model sounding(const SonarBeamConfig& c) {
  Model out;
  out.frequency_hz = c.frequency_khz * kKilo;
  out.bandwidth_hz = c.bandwidth_khz * kKilo;
  out.min_range_m = c.min_range_m;
  out.max_range_m = c.max_range_m;
  out.source_level_db = c.source_level_db;
  out.self_noise_db = c.self_noise_db;
  out.directivity_db = c.directivity_db;
  out.noise = c.noise;
  out.sees_own_vehicle = c.sees_own_vehicle;
  return out;
}

// One beam: rays fill it to its first zero, about twice the width between the -3 dB points.
FlsModel beam_of(const SonarLineConfig& c) {
  FlsModel out = sonar_beam(c);
  out.beams = 1;
  out.field_of_view_rad = 2 * c.beam_width_deg * kDegree;
  out.transmit_width_rad = out.beam_width_rad = c.beam_width_deg * kDegree;
  return out;
}

ScanningSonarModel scanning(const ScanningSonarConfig& c) {
  ScanningSonarModel out;
  out.beam = beam_of(c);
  out.step_rad = c.step_deg * kDegree;
  out.full_circle = c.sector_deg.empty();
  if (!out.full_circle) {
    out.first_rad = c.sector_deg[0] * kDegree;
    out.last_rad = c.sector_deg[1] * kDegree;
  }
  return out;
}

BeamGridModel grid_of(const SonarBeamConfig& c, double detection_db) {
  auto out = sounding<BeamGridModel>(c);
  out.beam_width_rad = c.beam_width_deg * kDegree;
  out.beam_height_rad = c.beam_height_deg * kDegree;
  out.detection_db = detection_db;
  return out;
}

}  // namespace

FlsModel sonar_beam(const SonarLineConfig& c) {
  auto out = sounding<FlsModel>(c);
  out.azimuth_rays = static_cast<int>(c.rays_across);
  out.elevation_rays = static_cast<int>(c.rays_along);
  out.vertical_aperture_rad = c.beam_height_deg * kDegree;
  out.speckle = c.speckle;
  out.speckle_cell_m = c.speckle_cell_m;
  out.surface_multipath = c.surface_multipath;
  out.bottom_multipath = c.bottom_multipath;
  out.gain.spreading_db_per_decade = c.spreading_gain_db;
  out.gain.absorption_db_per_m = c.absorption_gain_db_m;
  out.labels = c.labels;
  out.clean = c.clean;
  return out;
}

std::optional<FrameModel> line_sonar_model(const AnyConfig& config) {
  if (const auto* c = config.as<ScanningSonarConfig>()) return scanning(*c);
  if (const auto* c = config.as<SideScanConfig>())
    return SideScanModel{beam_of(*c), c->tilt_deg * kDegree};
  if (const auto* c = config.as<EchosounderConfig>())
    return EchosounderModel{beam_of(*c), c->detection_db};
  if (const auto* c = config.as<MultibeamConfig>()) {
    BeamGridModel out = grid_of(*c, c->detection_db);
    out.columns = static_cast<int>(c->beams);
    out.width_rad = c->swath_deg * kDegree;
    return out;
  }
  if (const auto* c = config.as<Sonar3dConfig>()) {
    BeamGridModel out = grid_of(*c, c->detection_db);
    out.look = BeamLook::kAhead;
    out.columns = static_cast<int>(c->columns), out.rows = static_cast<int>(c->rows);
    out.width_rad = c->width_deg * kDegree, out.height_rad = c->height_deg * kDegree;
    return out;
  }
  return std::nullopt;
}

}  // namespace hadal::build
