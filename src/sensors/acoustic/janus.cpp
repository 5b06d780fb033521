#include "sensors/acoustic/janus.h"

#include <algorithm>
#include <cmath>

namespace hadal::sensors {
namespace {

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

BeamVectors beam_vectors_S(const JanusBeams& beams, double sound_speed_m_s) {
  BeamVectors out;
  for (int i = 0; i < kJanusBeams; ++i) out[i] = beams.direction_S(i, sound_speed_m_s);
  return out;
}

JanusSolution solve_janus(const BeamVectors& beams_S, const BeamNumbers& velocity_m_s,
                          const BeamNumbers& sigma_m_s, const std::array<bool, kJanusBeams>& used) {
  JanusSolution out;
  if (std::count(used.begin(), used.end(), true) < kFewestBeams) return out;
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

}  // namespace hadal::sensors
