#include "sensors/acoustic/dvl.h"

#include <algorithm>
#include <cmath>

#include "base/check.h"
#include "sensors/acoustic/sonar_numbers.h"

namespace hadal::sensors {
namespace {

// Four beams as the instrument hears them.
struct BeamsHeard {
  double sound_speed_m_s = 0;  // it reckons with
  BeamVectors beams_S;         // it reckons with
  std::array<bool, kJanusBeams> bottom{}, water{};
  BeamNumbers range_m{}, quality{};
  BeamNumbers bottom_m_s{}, bottom_sigma{}, water_m_s{}, water_sigma{};
};

void write_covariance(const Mat3& c, std::span<double> columns) {
  size_t next = kDvlCovariance;
  for (int i = 0; i < 3; ++i)
    for (int j = i; j < 3; ++j) columns[next++] = c(i, j);
}

double altitude_m(const BeamsHeard& heard, const Quat& q_NS) {
  double sum = 0;
  int count = 0;
  for (int i = 0; i < kJanusBeams; ++i) {
    if (!heard.bottom[i]) continue;
    sum += heard.range_m[i] * (q_NS * heard.beams_S[i]).z();
    ++count;
  }
  return count > 0 ? sum / count : kNoReading;
}

bool write_reading(const DvlModel& model, const BeamsHeard& heard, const Quat& q_NS,
                   std::span<double> columns) {
  HADAL_CHECK(columns.size() == kDvlColumns);
  DvlMode mode = DvlMode::kBottom;
  JanusSolution solution =
      solve_janus(heard.beams_S, heard.bottom_m_s, heard.bottom_sigma, heard.bottom);
  if (!solution.found && model.water_track) {
    mode = DvlMode::kWater;
    solution = solve_janus(heard.beams_S, heard.water_m_s, heard.water_sigma, heard.water);
  }
  if (!solution.found) mode = DvlMode::kNone;
  const bool to_water = mode == DvlMode::kWater;
  for (int i = 0; i < 3; ++i) columns[kDvlVelocity + i] = solution.velocity_S[i];
  columns[kDvlAltitude] = altitude_m(heard, q_NS);
  columns[kDvlMode] = static_cast<double>(mode);
  columns[kDvlGoodBeams] =
      static_cast<double>(std::count(heard.bottom.begin(), heard.bottom.end(), true));
  columns[kDvlFigureOfMerit] = std::sqrt(solution.covariance.trace());
  write_covariance(solution.covariance, columns);
  columns[kDvlSoundSpeed] = heard.sound_speed_m_s;
  for (int i = 0; i < kJanusBeams; ++i) {
    const bool good = to_water ? heard.water[i] : heard.bottom[i];
    columns[kDvlRange + i] = heard.bottom[i] ? heard.range_m[i] : kNoReading;
    columns[kDvlBeam + i] =
        good ? (to_water ? heard.water_m_s[i] : heard.bottom_m_s[i]) : kNoReading;
    columns[kDvlQuality + i] = heard.quality[i];
  }
  return solution.found;
}

// Without noise and losses, by an instrument that reckons with a sound speed.
BeamsHeard hear(const DvlModel& model, const DopplerTruth& truth, const AssumedSoundSpeed& sound) {
  BeamsHeard out;
  const double assumed_m_s = sound.instead_of_m_s(truth.sound_speed_m_s);
  out.sound_speed_m_s = assumed_m_s;
  out.beams_S = beam_vectors_S(model.beams, assumed_m_s);
  const double scale = assumed_m_s / truth.sound_speed_m_s;
  for (int i = 0; i < kJanusBeams; ++i) {
    const BeamTruth& beam = truth.beams[i];
    out.quality[i] = echo_chance(model, beam.range_m);
    out.bottom[i] = out.quality[i] > 0;
    out.range_m[i] =
        beam.range_m * (sound.instead_of_m_s(beam.sound_speed_m_s) / beam.sound_speed_m_s);
    out.bottom_m_s[i] = scale * beam.closing_m_s;
    out.bottom_sigma[i] = model.velocity.sigma_m_s(beam.closing_m_s, beam.range_m);
    out.water[i] = std::isfinite(beam.water_closing_m_s);
    out.water_m_s[i] = scale * beam.water_closing_m_s;
    out.water_sigma[i] = model.water.sigma_m_s(beam.water_closing_m_s, model.layer_far_m);
  }
  return out;
}

// Draws of a sample: a pair per beam for bottom velocity and range, one for the water, one uniform
// number for the loss.
enum Draw : uint32_t { kBottomPair = 0, kWaterPair = 4, kLoss = 8 };

}  // namespace

double echo_chance(const DvlModel& model, double range_m) {
  if (!(range_m >= model.min_range_m && range_m <= model.max_range_m)) return 0;
  if (model.fade <= 0) return 1;
  const double far = (model.max_range_m - range_m) / (model.fade * model.max_range_m);
  if (model.min_range_m <= 0) return std::min(1.0, far);
  const double near = (range_m - model.min_range_m) / (model.fade * model.min_range_m);
  return std::min({1.0, near, far});
}

bool dvl_perfect(const DvlModel& model, const Truth& truth, const Pose& X_BS,
                 std::span<double> columns) {
  const DopplerTruth& doppler = truth.doppler;
  const BeamsHeard heard = hear(model, doppler, AssumedSoundSpeed{});
  return write_reading(model, heard, q_NS(truth, X_BS), columns);
}

bool dvl_measure(const DvlModel& model, const Truth& truth, const Pose& X_BS,
                 const RandomStream& stream, int64_t sample, std::span<double> columns) {
  const DopplerTruth& doppler = truth.doppler;
  BeamsHeard heard = hear(model, doppler, model.sound);
  for (int i = 0; i < kJanusBeams; ++i) {
    const auto beam = static_cast<uint32_t>(i);
    const auto bottom = stream.normal_pair(sample, kBottomPair + beam);
    heard.bottom_m_s[i] += heard.bottom_sigma[i] * bottom[0];
    if (heard.bottom[i])
      heard.range_m[i] += model.range_sigma_m(doppler.beams[i].range_m) * bottom[1];
    heard.water_m_s[i] += heard.water_sigma[i] * stream.normal(sample, kWaterPair + beam);
    heard.bottom[i] &= stream.uniform(sample, kLoss + beam) < heard.quality[i];
  }
  return write_reading(model, heard, q_NS(truth, X_BS), columns);
}

}  // namespace hadal::sensors
