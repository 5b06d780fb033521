#include "sensors/acoustic/janus.h"

#include <gtest/gtest.h>

#include <cmath>

#include "math/units.h"

namespace hadal::sensors {
namespace janus_test {

constexpr double kTolerance = 1e-12;
constexpr std::array<bool, kJanusBeams> kAll = {true, true, true, true};

BeamNumbers along(const BeamVectors& beams, const Vec3& v) {
  BeamNumbers out;
  for (int i = 0; i < kJanusBeams; ++i) out[i] = beams[i].dot(v);
  return out;
}

TEST(Janus, BeamsAreTiltedFromZ) {
  JanusBeams beams;
  beams.angle_rad = 25 * kDegree;
  beams.azimuth_rad = {0, 90 * kDegree, 180 * kDegree, 270 * kDegree};
  const BeamVectors e = beam_vectors_S(beams, 1480);
  EXPECT_NEAR((e[1] - Vec3(0, std::sin(25 * kDegree), std::cos(25 * kDegree))).norm(), 0,
              kTolerance);
  EXPECT_NEAR((e[2] - Vec3(-std::sin(25 * kDegree), 0, std::cos(25 * kDegree))).norm(), 0,
              kTolerance);
}

TEST(Janus, ThreeOrFourBeamsGiveTheVelocity) {
  const BeamVectors e = beam_vectors_S({}, 1500);
  const Vec3 v(1.2, -0.3, 0.15);
  EXPECT_NEAR((solve_janus(e, along(e, v), {}, kAll).velocity_S - v).norm(), 0, kTolerance);
  for (int lost = 0; lost < kJanusBeams; ++lost) {
    auto used = kAll;
    used[lost] = false;
    BeamNumbers b = along(e, v);
    b[lost] = NAN;
    const JanusSolution solution = solve_janus(e, b, {}, used);
    EXPECT_TRUE(solution.found);
    EXPECT_NEAR((solution.velocity_S - v).norm(), 0, kTolerance) << lost;
  }
  EXPECT_FALSE(solve_janus(e, along(e, v), {}, {true, true, false, false}).found);
}

// sigma_x = sigma_y = sigma / (sqrt(2) sin b), sigma_z = sigma / (2 cos b).
TEST(Janus, CovarianceOfFourBeams) {
  constexpr double kSigma = 0.01;
  for (const double angle_deg : {20.0, 30.0}) {
    JanusBeams beams;
    beams.angle_rad = angle_deg * kDegree;
    const BeamVectors e = beam_vectors_S(beams, 1500);
    const Mat3 c = solve_janus(e, {}, {kSigma, kSigma, kSigma, kSigma}, kAll).covariance;
    const double across = kSigma / (std::sqrt(2.0) * std::sin(beams.angle_rad));
    const double down = kSigma / (2 * std::cos(beams.angle_rad));
    const Mat3 wanted = Vec3(across * across, across * across, down * down).asDiagonal();
    EXPECT_NEAR((c - wanted).norm(), 0, kTolerance) << angle_deg;
  }
}

TEST(Janus, BeamsInOnePlaneGiveNothing) {
  JanusBeams beams;
  beams.azimuth_rad = {0, 0, 180 * kDegree, 180 * kDegree};
  EXPECT_FALSE(solve_janus(beam_vectors_S(beams, 1500), {}, {}, kAll).found);
}

// sin b grows with the sound speed, so that sin b / c and with it the Doppler shift of a horizontal
// motion stay the same.
TEST(Janus, PhasedArrayFollowsTheSoundSpeed) {
  JanusBeams beams;
  beams.phased_array = true;
  for (const double c : {1430.0, 1500.0, 1560.0}) {
    const Vec3 e = beam_vectors_S(beams, c)[0];
    EXPECT_NEAR(e.norm(), 1, kTolerance);
    EXPECT_NEAR(e.head<2>().norm() / c, 0.5 / 1500, kTolerance);
  }
}

}  // namespace janus_test
}  // namespace hadal::sensors
