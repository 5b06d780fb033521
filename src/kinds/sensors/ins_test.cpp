#include "kinds/sensors/ins.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>
#include <vector>

#include "math/rotation.h"
#include "math/units.h"

namespace hadal::inline kinds {
namespace ins_test {

constexpr double kGravity = 9.80665;
const Vec3 kGravityN(0, 0, kGravity);
const InertialSample kRest{{0, 0, -kGravity}, {0, 0, 0}};

InsState integrate(const InertialSample& sample, double dt, int steps) {
  InsState state;
  for (int k = 0; k < steps; ++k) ins_advance(sample, kGravityN, Vec3::Zero(), dt, state);
  return state;
}

TEST(Ins, GyroBiasTurnsLinearlyInTime) {
  InertialSample sample = kRest;
  sample.w_S.z() = 1e-4;
  const InsState state = integrate(sample, 0.01, 60000);
  EXPECT_NEAR(euler_from(state.q_NS).yaw, 1e-4 * 600, 1e-10);
}

TEST(Ins, AccelerometerBiasMovesQuadratically) {
  InertialSample sample = kRest;
  sample.f_S.x() += 1e-3;
  const InsState state = integrate(sample, 0.01, 60000);
  EXPECT_NEAR(state.v_NS_N.x(), 1e-3 * 600, 1e-8);
  EXPECT_NEAR(state.p_NS_N.x(), 0.5 * 1e-3 * 600 * 600, 1e-6);
}

// Pitching up at b tilts the upward force backwards: -g b t^3 / 6.
TEST(Ins, HorizontalGyroBiasMovesCubically) {
  InertialSample sample = kRest;
  sample.w_S.y() = 1e-6;
  const InsState state = integrate(sample, 0.01, 60000);
  const double expected = -kGravity * 1e-6 * 600.0 * 600 * 600 / 6;
  EXPECT_NEAR(state.p_NS_N.x() / expected, 1, 1e-4);
}

// A spiral dive with rolling and pitching: perfect sensors at 50 Hz must give back the motion.
TEST(Ins, PerfectSensorsFollowTheTruth) {
  const auto attitude = [](double t) {
    return quaternion_from({0.3 * std::sin(t), 0.2 * std::cos(0.7 * t), 0.4 * t});
  };
  const auto velocity = [](double t) { return Vec3(std::cos(0.4 * t), std::sin(0.4 * t), 0.2); };
  const double dt = 0.02, end = 300;
  const Vec3 w_IN_N = earth_rate_N(50 * kDegree);
  InsState state{attitude(0), velocity(0), Vec3::Zero()};
  for (int k = 0; k < std::lround(end / dt); ++k) {
    const double t0 = k * dt, t1 = (k + 1) * dt;
    const auto sample = mean_inertial_sample({attitude(t0), velocity(t0)},
                                             {attitude(t1), velocity(t1)}, dt, kGravity, w_IN_N);
    ins_advance(sample, kGravityN, w_IN_N, dt, state);
  }
  const Vec3 p(std::sin(0.4 * end) / 0.4, (1 - std::cos(0.4 * end)) / 0.4, 0.2 * end);
  EXPECT_LT(state.q_NS.angularDistance(attitude(end)), 1e-7);
  EXPECT_LT((state.v_NS_N - velocity(end)).norm(), 1e-5);
  EXPECT_LT((state.p_NS_N - p).norm(), 1e-3);
}

// An accelerometer bias on a round Earth: (b R / g)(1 - cos(sqrt(g/R) t)), back at 84.4 minutes.
TEST(Ins, SchulerOscillation) {
  InertialSample sample = kRest;
  sample.f_S.x() += 1e-3;
  const double dt = 0.1, frequency = std::sqrt(kGravity / 6371000.0);
  const double period = 2 * std::numbers::pi / frequency;
  EXPECT_NEAR(period / 60, 84.4, 0.1);
  InsState state;
  const auto steps = std::lround(period / dt);
  double farthest = 0;
  for (long k = 0; k < steps; ++k) {
    ins_advance(sample, gravity_at_estimate_N(kGravity, state.p_NS_N), Vec3::Zero(), dt, state);
    farthest = std::max(farthest, state.p_NS_N.x());
  }
  EXPECT_NEAR(farthest / (2 * 1e-3 / (frequency * frequency)), 1, 1e-3);
  EXPECT_NEAR(state.p_NS_N.x() / farthest, 0, 1e-3);
}

// A heading error of psi makes the estimated north component of the Earth's rate leak east:
// tilt = psi w cos(latitude) t.
TEST(Ins, HeadingErrorTiltsThroughTheEarthRate) {
  const Vec3 w_IN_N = earth_rate_N(50 * kDegree);
  const InertialSample sample{{0, 0, -kGravity}, w_IN_N};  // level, heading north, at rest
  InsState state;
  const double psi = 0.01, dt = 0.1, duration = 60;
  state.q_NS = quaternion_from({0, 0, psi});
  for (int k = 0; k < std::lround(duration / dt); ++k)
    ins_advance(sample, kGravityN, w_IN_N, dt, state);
  const Vec3 up_N = state.q_NS * Vec3(0, 0, -1);
  const double expected = psi * 7.292115e-5 * std::cos(50 * kDegree) * duration;
  EXPECT_NEAR(up_N.head<2>().norm() / expected, 1, 0.01);
}

TEST(Ins, GyrocompassFindsAnyAttitude) {
  const Vec3 w_IN_N = earth_rate_N(-35 * kDegree);
  for (const Vec3& angles : {Vec3(0, 0, 0), Vec3(0.3, -0.5, 2), Vec3(-2, 0.7, -3)}) {
    const Quat q_NS = quaternion_from({angles.x(), angles.y(), angles.z()});
    const Quat found =
        gyrocompass_q_NS(q_NS.conjugate() * Vec3(0, 0, -kGravity), q_NS.conjugate() * w_IN_N);
    EXPECT_LT(found.angularDistance(q_NS), 1e-7);
  }
}

// Level and heading north, to first order in the biases (Titterton & Weston, ch. 10).
TEST(Ins, GyrocompassErrorsFollowTheBiases) {
  const double latitude = 60 * kDegree, east_gyro = 0.1 * kDegree / 3600, force = 1e-3;
  const Vec3 w_IN_N = earth_rate_N(latitude);
  const auto found = [&](const Vec3& f_error, const Vec3& w_error) {
    return euler_from(gyrocompass_q_NS(Vec3(0, 0, -kGravity) + f_error, w_IN_N + w_error));
  };
  const double horizontal = 7.292115e-5 * std::cos(latitude);
  EXPECT_NEAR(found(Vec3::Zero(), {0, east_gyro, 0}).yaw, -east_gyro / horizontal, 1e-6);
  EXPECT_NEAR(found(Vec3::Zero(), {0, east_gyro, 0}).roll, 0, 1e-15);
  EXPECT_NEAR(found({force, 0, 0}, Vec3::Zero()).pitch, force / kGravity, 1e-9);
  EXPECT_NEAR(found({0, force, 0}, Vec3::Zero()).roll, -force / kGravity, 1e-9);
  EXPECT_NEAR(found({0, force, 0}, Vec3::Zero()).yaw, std::tan(latitude) * force / kGravity, 1e-7);
}

TEST(Ins, DepthAidingHoldsTheVerticalAgainstABias) {
  InertialSample sample = kRest;
  sample.f_S.z() += 0.01;
  sample.f_S.x() += 0.01;
  InsState state;
  const double dt = 0.01;
  for (int k = 0; k < 30000; ++k) {
    ins_advance(sample, kGravityN, Vec3::Zero(), dt, state);
    ins_aid_depth(20, 5, dt, state);
  }
  EXPECT_NEAR(state.p_NS_N.z(), 20, 1e-6);
  EXPECT_NEAR(state.v_NS_N.z(), 0, 1e-4);
  EXPECT_NEAR(state.down_acceleration_m_s2, -0.01, 1e-6);
  EXPECT_NEAR(state.p_NS_N.x(), 0.5 * 0.01 * 300 * 300, 1e-3);
}

TEST(Ins, MemoryRoundTrip) {
  InsMemory ins;
  ins.aligned = true;
  ins.time_s = 12.5;
  ins.state = {Quat(0.1, 0.2, 0.3, 0.4), {1, 2, 3}, {4, 5, 6}, 7};
  ins.last = {Quat(0.5, 0.6, 0.7, 0.8), {8, 9, 10}};
  std::vector<double> memory(kInsMemory), again(kInsMemory);
  store_ins(ins, memory);
  store_ins(load_ins(memory), again);
  EXPECT_EQ(memory, again);
  EXPECT_EQ(load_ins(memory).state.p_NS_N, Vec3(4, 5, 6));
  EXPECT_EQ(load_ins(memory).last.v_NS_N, Vec3(8, 9, 10));
}

}  // namespace ins_test
}  // namespace hadal::kinds
