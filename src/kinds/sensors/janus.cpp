#include "kinds/sensors/janus.h"

#include <algorithm>
#include <cmath>

namespace hadal::inline kinds {
namespace {

constexpr double kClosestBeams_rad = kDegree;
constexpr double kSmallestDeterminant = 1e-9;  // of E^T E, whose trace is the number of beams

// Inverse of a symmetric matrix by its cofactors.
Mat3 inverse(const Mat3& m, double determinant) {
  Mat3 rows;
  rows.col(0) = m.col(1).cross(m.col(2));
  rows.col(1) = m.col(2).cross(m.col(0));
  rows.col(2) = m.col(0).cross(m.col(1));
  return rows.transpose() / determinant;
}

}  // namespace

const StructSchema& DopplerNoise::schema() {
  using C = DopplerNoise;
  static const StructSchema s =
      StructBuilder<C>("doppler_noise",
                       "White noise of the velocity along one beam; the parts add as squares.")
          .number("std_m_s", &C::std_m_s, "At rest and close by.", kNotNegative)
          .number("relative", &C::relative, "Fraction of the velocity along the beam.", kFraction)
          .number("per_range_1_s", &C::per_range_1_s, "m/s per metre of range.", kNotNegative);
  return s;
}

void check_janus(const JanusSensor& sensor, CheckReport& report) {
  for (size_t i = 0; i < kJanusBeams; ++i)
    for (size_t j = i + 1; j < kJanusBeams; ++j)
      if (std::abs(std::remainder(sensor.azimuth_rad[i] - sensor.azimuth_rad[j], kTurn)) <
          kClosestBeams_rad) {
        report.fail("azimuths_deg[" + std::to_string(j) + "]",
                    "the same as another beam; expected four different directions");
        return;
      }
}

Vec3 JanusSensor::direction_S(int beam, double true_sound_speed_m_s) const {
  const double stretch = phased_array ? true_sound_speed_m_s / kDesignSoundSpeed : 1;
  const double across = std::min(1.0, std::sin(beam_angle_rad) * stretch);
  const double along = phased_array ? std::sqrt(1 - across * across) : std::cos(beam_angle_rad);
  return {across * std::cos(azimuth_rad[beam]), across * std::sin(azimuth_rad[beam]), along};
}

extension::Beams JanusSensor::beams_to(double range_m) const {
  extension::Beams out{{}, range_m};
  for (int i = 0; i < kJanusBeams; ++i)
    out.directions_S.push_back(to_array(direction_S(i, kDesignSoundSpeed)));
  return out;
}

Columns per_beam(const std::string& prefix, const std::string& suffix, const std::string& unit) {
  return axes(prefix, {"1", "2", "3", "4"}, suffix, unit);
}

JanusMotion::JanusMotion(const extension::SensorContext& now)
    : p_N(p_NS_N(now)), v_N(v_NS_N(now)), q_NS(kinds::q_NS(now)) {}

Vec3 water_velocity_N(const extension::Sea& sea, const Vec3& p_N) {
  if (!is_wet(sea, p_N)) return Vec3::Constant(kNoReading);
  return to_vec3(sea.water_velocity_N(to_array(p_N)));
}

void meet_surfaces(const JanusSensor& sensor, double max_range_m,
                   const extension::SensorContext& now, const JanusMotion& motion,
                   JanusTruth& truth) {
  const double depth_m = motion.p_N.z();
  truth.sound_speed_m_s = now.sea().sound_speed_m_s(depth_m);
  const BeamVectors beams_S = beam_vectors_S(sensor, truth.sound_speed_m_s);
  std::array<extension::Ray, kJanusBeams> rays;
  std::array<extension::RayHit, kJanusBeams> hits;
  for (int i = 0; i < kJanusBeams; ++i)
    rays[i] = {to_array(motion.p_N), to_array(Vec3(motion.q_NS * beams_S[i])), max_range_m};
  now.cast(rays, hits);
  for (int i = 0; i < kJanusBeams; ++i) {
    if (!std::isfinite(hits[i].range_m)) continue;
    const Vec3 beam_N = to_vec3(rays[i].direction_N);
    truth.beams[i].range_m = hits[i].range_m;
    truth.beams[i].closing_m_s = beam_N.dot(motion.v_N - to_vec3(hits[i].velocity_N));
    truth.beams[i].sound_speed_m_s =
        now.sea().mean_sound_speed_m_s(depth_m, depth_m + hits[i].range_m * beam_N.z());
  }
}

BeamVectors beam_vectors_S(const JanusSensor& sensor, double sound_speed_m_s) {
  BeamVectors out;
  for (int i = 0; i < kJanusBeams; ++i) out[i] = sensor.direction_S(i, sound_speed_m_s);
  return out;
}

JanusSolution solve_janus(const BeamVectors& beams_S, const BeamNumbers& velocity_m_s,
                          const BeamNumbers& sigma_m_s, const std::array<bool, kJanusBeams>& used) {
  JanusSolution out;
  if (std::count(used.begin(), used.end(), true) < kMinBeams) return out;
  Mat3 normal = Mat3::Zero();
  Vec3 right = Vec3::Zero();
  for (int i = 0; i < kJanusBeams; ++i) {
    if (!used[i]) continue;
    normal += beams_S[i] * beams_S[i].transpose();
    right += beams_S[i] * velocity_m_s[i];
  }
  const double determinant = normal.col(0).dot(normal.col(1).cross(normal.col(2)));
  if (!(determinant > kSmallestDeterminant)) return out;
  const Mat3 normal_inverse = inverse(normal, determinant);
  out.found = true;
  out.velocity_S = normal_inverse * right;
  for (int i = 0; i < kJanusBeams; ++i) {
    if (!used[i]) continue;
    const Vec3 gain = normal_inverse * beams_S[i];
    out.covariance += (sigma_m_s[i] * sigma_m_s[i]) * gain * gain.transpose();
  }
  return out;
}

}  // namespace hadal::kinds
