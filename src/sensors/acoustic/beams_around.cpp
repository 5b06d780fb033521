#include "sensors/acoustic/beams_around.h"

#include <algorithm>
#include <cmath>

#include "base/check.h"
#include "sensors/acoustic/adcp.h"
#include "sensors/acoustic/beam_cone.h"
#include "sensors/acoustic/dvl.h"
#include "sensors/acoustic/janus.h"
#include "sensors/acoustic/sonar_numbers.h"

namespace hadal::sensors {
namespace {

constexpr uint32_t kDopplerSees = raytrace::kSeenSilt | raytrace::kSeenDvl;
constexpr uint32_t kAltimeterSees = raytrace::kSeenSilt | raytrace::kSeenSonar;

bool is_wet(const environment::SeaMoment& moment, const Vec3& p_N) {
  return p_N.z() > -moment.elevation(p_N.x(), p_N.y());
}

// Current and orbital motion; NaN out of the water.
Vec3 water_velocity_N(const environment::SeaMoment& moment, const Vec3& p_N) {
  if (!is_wet(moment, p_N)) return Vec3::Constant(kNoReading);
  return moment.current_N(p_N) + moment.waves(p_N).velocity_N;
}

// The instrument in the world.
struct Stand {
  Vec3 p_N, v_N;
  Quat q_NS;
};

Stand stand_of(const Truth& truth, const Pose& X_BS) {
  return {p_NS_N(truth, X_BS), v_NS_N(truth, X_BS), q_NS(truth, X_BS)};
}

// Mean velocity of the sensor through the water of the layer, along the beam.
double through_layer_m_s(const DvlModel& model, const BeamSurroundings& around, const Stand& stand,
                         const Vec3& beam_N, double range_m) {
  const double far_m = std::min(model.layer_far_m, kClearOfBottom * range_m);
  if (!(far_m > model.layer_near_m)) return kNoReading;
  Vec3 sum = Vec3::Zero();
  for (int i = 0; i < kLayerSamples; ++i) {
    const double share = (i + 0.5) / kLayerSamples;
    const double at_m = model.layer_near_m + share * (far_m - model.layer_near_m);
    sum += water_velocity_N(around.moment, stand.p_N + at_m * beam_N);
  }
  return beam_N.dot(stand.v_N - sum / kLayerSamples);
}

void meet_surfaces(const JanusBeams& beams, double max_range_m, const BeamSurroundings& around,
                   const Stand& stand, DopplerTruth& truth) {
  truth.sound_speed_m_s = around.sound.sound_speed(stand.p_N.z());
  const BeamVectors beams_S = beam_vectors_S(beams, truth.sound_speed_m_s);
  for (int i = 0; i < kJanusBeams; ++i) {
    const Vec3 beam_N = stand.q_NS * beams_S[i];
    const SurfaceHit hit =
        around.rays.cast(around.bodies, stand.p_N, beam_N, max_range_m, kDopplerSees);
    if (!hit.found()) continue;
    BeamTruth& beam = truth.beams[i];
    beam.range_m = hit.range_m;
    beam.closing_m_s = beam_N.dot(stand.v_N - hit.velocity_N);
    beam.sound_speed_m_s =
        around.sound.mean_sound_speed(stand.p_N.z(), stand.p_N.z() + hit.range_m * beam_N.z());
  }
}

}  // namespace

uint32_t seen_by_beams(const NavigationModel& model) {
  return std::holds_alternative<AltimeterModel>(model) ? kAltimeterSees : kDopplerSees;
}

double beam_reach_m(const NavigationModel& model) {
  if (const auto* altimeter = std::get_if<AltimeterModel>(&model)) return altimeter->max_range_m;
  if (const auto* dvl = std::get_if<DvlModel>(&model)) return dvl->max_range_m;
  if (const auto* adcp = std::get_if<AdcpModel>(&model)) return adcp->max_range_m;
  return 0;
}

void look_around(const AltimeterModel& model, const BeamSurroundings& around, const Pose& X_BS,
                 Truth& truth) {
  const Stand stand = stand_of(truth, X_BS);
  for (int k = 0; k < model.rays; ++k) {
    const Vec3 ray_N = stand.q_NS * cone_ray(k, model.rays, model.beam_width_rad / 2);
    const SurfaceHit hit =
        around.rays.cast(around.bodies, stand.p_N, ray_N, model.max_range_m, kAltimeterSees);
    if (!(hit.range_m < truth.beam_range_m)) continue;
    truth.beam_range_m = hit.range_m;
    truth.beam_sound_speed_m_s =
        around.sound.mean_sound_speed(stand.p_N.z(), stand.p_N.z() + hit.range_m * ray_N.z());
  }
}

void look_around(const DvlModel& model, const BeamSurroundings& around, const Pose& X_BS,
                 Truth& truth) {
  const Stand stand = stand_of(truth, X_BS);
  if (!is_wet(around.moment, stand.p_N)) return;
  DopplerTruth& doppler = truth.doppler;
  meet_surfaces(model.beams, model.max_range_m, around, stand, doppler);
  if (!model.water_track) return;
  const BeamVectors beams_S = beam_vectors_S(model.beams, doppler.sound_speed_m_s);
  for (int i = 0; i < kJanusBeams; ++i)
    doppler.beams[i].water_closing_m_s =
        through_layer_m_s(model, around, stand, stand.q_NS * beams_S[i], doppler.beams[i].range_m);
}

void look_around(const AdcpModel& model, const BeamSurroundings& around, const Pose& X_BS,
                 std::span<double> cells, Truth& truth) {
  HADAL_CHECK(cells.size() == adcp_columns(model));
  std::fill(cells.begin(), cells.end(), kNoReading);
  truth.doppler.cells = cells;
  const Stand stand = stand_of(truth, X_BS);
  if (!is_wet(around.moment, stand.p_N)) return;
  DopplerTruth& doppler = truth.doppler;
  meet_surfaces(model.beams, model.max_range_m, around, stand, doppler);
  const BeamVectors beams_S = beam_vectors_S(model.beams, doppler.sound_speed_m_s);
  for (int i = 0; i < kJanusBeams; ++i) {
    const Vec3 beam_N = stand.q_NS * beams_S[i];
    const double stretch = 1 / beams_S[i].z(),
                 reach_m = adcp_reach_m(model, doppler.beams[i].range_m);
    for (int cell = 0; cell < model.cells; ++cell) {
      const double center_m = model.cell_center_m(cell) * stretch;
      if (center_m + model.cell_size_m * stretch / 2 > reach_m) break;
      const Vec3 water_N = water_velocity_N(around.moment, stand.p_N + center_m * beam_N);
      cells[kJanusBeams * static_cast<size_t>(cell) + static_cast<size_t>(i)] =
          beam_N.dot(water_N - stand.v_N);
    }
  }
}

}  // namespace hadal::sensors
