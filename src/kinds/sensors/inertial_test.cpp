#include "kinds/sensors/inertial.h"

#include <gtest/gtest.h>

#include "kinds/sensors/test_context.h"
#include "math/rotation.h"
#include "math/units.h"

namespace hadal::inline kinds {
namespace inertial_test {

constexpr double kExact = 1e-12;

Pose mount(const Vec3& p, const EulerAngles& e = {}) {
  return {p, quaternion_from(e)};
}

TEST(Accelerometer, AtRestReadsOneGUpwards) {
  TestTruth truth;
  const Vec3 level = specific_force_S(TestContext(truth, mount({1, 2, 3})));
  EXPECT_LT((level - Vec3(0, 0, -9.80665)).norm(), kExact);
  // Nose straight up: up is forward.
  truth.q_NB = quaternion_from({0, 90 * kDegree, 0});
  EXPECT_LT((specific_force_S(TestContext(truth)) - Vec3(9.80665, 0, 0)).norm(), kExact);
  // A sensor rolled by 90 degrees (right side down) on a level body has up to its left.
  truth.q_NB = Quat::Identity();
  const Vec3 rolled =
      specific_force_S(TestContext(truth, mount(Vec3::Zero(), {90 * kDegree, 0, 0})));
  EXPECT_LT((rolled - Vec3(0, -9.80665, 0)).norm(), kExact);
}

TEST(Accelerometer, FreeFallReadsZero) {
  TestTruth truth;
  truth.a_NB_N = {0, 0, truth.gravity_m_s2};
  EXPECT_LT(specific_force_S(TestContext(truth)).norm(), kExact);
}

// Spinning about the vertical at w with the sensor at radius r: w^2 r towards the axis.
TEST(Accelerometer, CentripetalTerm) {
  TestTruth truth;
  truth.gravity_m_s2 = 0;
  truth.nu_B[5] = 2;
  EXPECT_LT((specific_force_S(TestContext(truth, mount({0.3, 0, 0}))) - Vec3(-1.2, 0, 0)).norm(),
            kExact);
  truth.nu_B[5] = 0;
  truth.alpha_NB_B = {0, 0, 5};
  EXPECT_LT((specific_force_S(TestContext(truth, mount({0.3, 0, 0}))) - Vec3(0, 1.5, 0)).norm(),
            kExact);
}

// A body that swings about all axes while its origin moves: the sensor's path p(t) is
// differentiated twice by central differences and compared with the rigid-body formula.
struct SwingingBody {
  static EulerAngles angles(double t) {
    return {0.4 * std::sin(t), 0.3 * std::cos(2 * t), 0.8 * t};
  }
  static Vec3 origin(double t) { return {std::sin(t), t * t, 0.5 * std::cos(3 * t)}; }
  static Quat attitude(double t) { return quaternion_from(angles(t)); }
  static Vec3 rate_B(double t) {
    const double h = 1e-4;
    return rotation_vector(attitude(t - h).conjugate() * attitude(t + h)) / (2 * h);
  }
};

TEST(Accelerometer, LeverArmMatchesFiniteDifferences) {
  constexpr double kDifference = 1e-4;  // m/s^2, truncation and rounding of the differences
  const Pose X_BS = mount({0.7, -0.4, 0.2}, {0.1, 0.2, 0.3});
  const double t = 1.3, h = 1e-3;
  TestTruth truth;
  truth.q_NB = SwingingBody::attitude(t);
  truth.nu_B.tail<3>() = SwingingBody::rate_B(t);
  truth.alpha_NB_B = (SwingingBody::rate_B(t + h) - SwingingBody::rate_B(t - h)) / (2 * h);
  truth.a_NB_N = {-std::sin(t), 2, -4.5 * std::cos(3 * t)};
  const auto path = [&](double s) {
    return Vec3(SwingingBody::origin(s) + SwingingBody::attitude(s) * X_BS.p);
  };
  const Vec3 a_NS_N = (path(t + h) - 2 * path(t) + path(t - h)) / (h * h);
  const Vec3 expected =
      (truth.q_NB * X_BS.q).conjugate() * Vec3(a_NS_N - Vec3(0, 0, truth.gravity_m_s2));
  EXPECT_LT((specific_force_S(TestContext(truth, X_BS)) - expected).norm(), kDifference);
}

TEST(Gyro, TurnsTheRateIntoTheSensorAndAddsTheEarth) {
  TestTruth truth;
  truth.nu_B.tail<3>() = Vec3(1, 2, 3);
  const Pose X_BS = mount({5, 5, 5}, {0, 0, 90 * kDegree});  // x of S is right in B
  EXPECT_LT((angular_rate_S(TestContext(truth, X_BS)) - Vec3(2, -1, 3)).norm(), kExact);
  truth.nu_B.setZero();
  truth.w_IN_N = earth_rate_N(45 * kDegree);
  const double component = 7.292115e-5 * std::sqrt(0.5);
  EXPECT_LT((angular_rate_S(TestContext(truth)) - Vec3(component, 0, -component)).norm(), 1e-18);
}

// Moving east at the equator lightens by 2 w v (Eotvos).
TEST(Accelerometer, EotvosEffect) {
  TestTruth truth;
  truth.w_IN_N = earth_rate_N(0);
  truth.nu_B[1] = 10;
  const double lift = 2 * 7.292115e-5 * 10;
  EXPECT_NEAR(specific_force_S(TestContext(truth)).z(), -9.80665 + lift, 1e-12);
}

TEST(MeanInertialSample, OfSteadyMotionIsTheInstantaneousReading) {
  const double dt = 0.1, speed = 2, rate = 0.5;  // a level circle at constant speed
  const auto motion = [&](double t) {
    return InertialMotion{quaternion_from({0, 0, rate * t}),
                          speed * Vec3(std::cos(rate * t), std::sin(rate * t), 0)};
  };
  const InertialSample sample =
      mean_inertial_sample(motion(0), motion(dt), dt, 9.80665, Vec3::Zero());
  EXPECT_LT((sample.w_S - Vec3(0, 0, rate)).norm(), kExact);
  // The chord of the hodograph: v * 2 sin(w dt / 2) / dt, to the right.
  const double chord = speed * 2 * std::sin(rate * dt / 2) / dt;
  EXPECT_LT((sample.f_S - Vec3(0, chord, -9.80665)).norm(), kExact);
}

}  // namespace inertial_test
}  // namespace hadal::kinds
