#include "dynamics/wave_forces.h"

#include <gtest/gtest.h>

#include "math/rotation.h"

namespace hadal::dynamics {
namespace wave_forces_test {

constexpr double kTolerance = 1e-12;

// A neutrally buoyant sphere moves with the water: (m + m_a) dv = (rho V + m_a) a gives dv = a.
TEST(WaveForces, NeutralSphereFollowsTheWater) {
  const double density = 1025, volume = 0.02, mass = density * volume;
  Mat6 added = Mat6::Zero();
  added.topLeftCorner<3, 3>() = 0.5 * mass * Mat3::Identity();
  const Mat3 R_NL = quaternion_from({0.3, -0.5, 1.2}).toRotationMatrix();
  const Vec3 a_N(0.4, -0.2, 0.7);
  const Vec6 tau = added_mass_wave_wrench(added, R_NL, a_N, 1) +
                   froude_krylov_wrench({.volume_m3 = volume}, R_NL, a_N, density, 1);
  const Vec3 acceleration_N = R_NL * tau.head<3>() / (1.5 * mass);
  EXPECT_LT((acceleration_N - a_N).norm(), kTolerance);
  EXPECT_LT(tau.tail<3>().norm(), kTolerance);
}

TEST(WaveForces, PressureActsAtTheCentreOfBuoyancy) {
  const Buoyancy b{.volume_m3 = 2, .p_BC_B = {0, 0, -0.1}};
  const Vec6 tau = froude_krylov_wrench(b, Mat3::Identity(), Vec3(1, 0, 0), 1000, 0.5);
  EXPECT_NEAR(tau[0], 1000, kTolerance);
  EXPECT_NEAR(tau[4], -100, kTolerance);  // 1000 N forward, 0.1 m above the origin: bow down
}

// A raft that lies flat on the slope of a wave is upright relative to it.
TEST(WaveForces, RaftOnASlopeIsUprightRelativeToIt) {
  const double pitch = 0.1;  // bow up where the surface rises to the north
  const Mat3 R_NL = quaternion_from({0, pitch, 0}).toRotationMatrix();
  const EulerAngles relative = euler_from(Quat(attitude_on_slope(R_NL, std::tan(pitch), 0)));
  EXPECT_NEAR(relative.pitch, 0, kTolerance);
  const Mat3 heeled = quaternion_from({-0.2, 0, 0}).toRotationMatrix();  // right side up
  EXPECT_NEAR(euler_from(Quat(attitude_on_slope(heeled, 0, std::tan(0.2)))).roll, 0, kTolerance);
}

}  // namespace wave_forces_test
}  // namespace hadal::dynamics
