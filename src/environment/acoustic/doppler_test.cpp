#include "environment/acoustic/doppler.h"

#include <gtest/gtest.h>

namespace hadal::environment {
namespace doppler_test {

constexpr double kC = 1500;

TEST(Doppler, MovingSenderAndMovingReceiverDiffer) {
  const Vec3 x = Vec3::UnitX();
  EXPECT_DOUBLE_EQ(doppler_factor({30 * x, x, kC}, {Vec3::Zero(), x, kC}), 1 / (1 - 0.02));
  EXPECT_DOUBLE_EQ(doppler_factor({Vec3::Zero(), x, kC}, {-30 * x, x, kC}), 1 + 0.02);
  EXPECT_DOUBLE_EQ(doppler_factor({30 * x, x, kC}, {30 * x, x, kC}), 1);  // convoy
  EXPECT_DOUBLE_EQ(doppler_factor({Vec3(0, 9, 9), x, kC}, {Vec3(0, -9, 3), x, kC}), 1);
}

// An echo from an approaching wall: (c + v) / (c - v).
TEST(Doppler, EchoOfAMovingTarget) {
  const Vec3 x = Vec3::UnitX(), still = Vec3::Zero();
  EXPECT_DOUBLE_EQ(doppler_factor_echo(still, -15 * x, still, x, -x, kC), 1515.0 / 1485);
  EXPECT_DOUBLE_EQ(doppler_factor_echo(15 * x, still, 15 * x, x, -x, kC), 1515.0 / 1485);
}

// Two pulses sent dt apart arrive dt / factor apart, by solving |p_b(t_b) - p_a(t_a)| = c (t_b -
// t_a) for each.
TEST(Doppler, MatchesTwoPulses) {
  const Vec3 a(0, 0, 10), b(700, 300, 60), v_a(4, -3, 1), v_b(-7, 2, -0.5);
  const auto arrival = [&](double sent_s) {
    double t = sent_s;
    for (int i = 0; i < 60; ++i) t = sent_s + (b + v_b * t - a - v_a * sent_s).norm() / kC;
    return t;
  };
  const double dt = 1e-4, t0 = arrival(-dt / 2), t1 = arrival(dt / 2), middle = arrival(0);
  const Vec3 u = (b + v_b * middle - a).normalized();
  EXPECT_NEAR(doppler_factor({v_a, u, kC}, {v_b, u, kC}), dt / (t1 - t0), 1e-9);
}

}  // namespace doppler_test
}  // namespace hadal::environment
