#include "kinds/actuators/fin.h"

#include <gtest/gtest.h>

#include <cmath>

#include "kinds/lift_curve.h"

namespace hadal::inline kinds {
namespace fin_test {

constexpr double kDensity = 1028;

// A LAUV rudder: span down, at x = -0.4 m, linear lift without drag.
Fin rudder() {
  Fin fin;
  fin.position_m = {-0.4, 0, 0};
  fin.axis = {0, 0, 1};
  fin.area_m2 = 0.0064;
  fin.curve.lift_slope_per_rad = 3;
  fin.curve.oswald_efficiency = 0;
  fin.angle_min_rad = -kInfinity;
  fin.angle_max_rad = kInfinity;
  fin.rate_max_rad_s = kInfinity;
  fin.prepare({});
  return fin;
}
Fin stern_plane() {
  Fin fin = rudder();
  fin.axis = {0, -1, 0};
  fin.prepare({});
  return fin;
}

TEST(Fin, EffectiveAngleIncludesTheRates) {
  const double u = 1.5, v = 0.1, w = -0.2, q = 0.3, r = 0.4;
  const Vec6 nu = (Vec6() << u, v, w, 0, q, r).finished();
  EXPECT_NEAR(rudder().angle_of_attack(0.1, nu), 0.1 - std::atan((v - 0.4 * r) / u), 1e-14);
  EXPECT_NEAR(stern_plane().angle_of_attack(0.1, nu), 0.1 - std::atan((w + 0.4 * q) / u),
              1e-14);
}

TEST(Fin, RudderPushesAndTurns) {
  const double u = 1.5, delta = 0.1;
  const Vec6 tau = rudder().wrench(delta, 1, Vec6(u * Vec6::Unit(0)), kDensity);
  const double lift = 0.5 * kDensity * 0.0064 * 3 * delta * u * u;
  EXPECT_NEAR(tau[1], lift, 1e-12);
  EXPECT_NEAR(tau[5], -0.4 * lift, 1e-12);
  EXPECT_NEAR(tau[0], 0, 1e-12);
  const Vec6 half = rudder().wrench(delta, 0.5, Vec6(u * Vec6::Unit(0)), kDensity);
  EXPECT_NEAR(half[1], lift / 2, 1e-12);
}

TEST(Fin, SmallAnglesGiveTheLinearPassiveLift) {
  // Y = K (u|u| delta - |u| (v - 0.4 r)) of the LAUV model, to first order.
  const double K = 0.5 * kDensity * 0.0064 * 3, u = 1.4, v = 1e-4, r = -2e-4, delta = 3e-4;
  const Vec6 tau =
      rudder().wrench(delta, 1, (Vec6() << u, v, 0, 0, 0, r).finished(), kDensity);
  EXPECT_NEAR(tau[1], K * (u * u * delta - u * (v - 0.4 * r)), 1e-9);
}

TEST(Fin, DragOpposesMotionInEveryDirection) {
  Fin fin = rudder();
  fin.curve = {.aspect_ratio = 2, .drag_zero_lift = 0.02};
  fin.prepare({});
  for (double direction = -3; direction < 3; direction += 0.1) {
    const Vec6 nu = (Vec6() << std::cos(direction), std::sin(direction), 0, 0, 0, 0).finished();
    EXPECT_LT(fin.wrench(0.3, 1, nu, kDensity).dot(nu), 0);
  }
  EXPECT_EQ(fin.wrench(0.3, 1, Vec6::Zero(), kDensity), Vec6(Vec6::Zero()));
}

TEST(Fin, MirroredFinsCancelInRoll) {
  Fin right = rudder();
  right.position_m = {-0.4, 0.1, 0.02};
  right.axis = {0, 1, 0.3};
  Fin left = right;
  left.position_m[1] *= -1;
  left.axis = {0, 1, -0.3};  // axes are axial: mirrored and turned round
  right.prepare({});
  left.prepare({});
  const Vec6 nu = (Vec6() << 2, 0, 0.1, 0, 0.2, 0).finished();
  const Vec6 sum = right.wrench(0.2, 1, nu, kDensity) + left.wrench(0.2, 1, nu, kDensity);
  EXPECT_NEAR(sum[1], 0, 1e-12);
  EXPECT_NEAR(sum[3], 0, 1e-12);
  EXPECT_NEAR(sum[5], 0, 1e-12);
  EXPECT_LT(sum[2], -1);
}

TEST(Fin, ActuatorLagRateAndStops) {
  Fin fin = rudder();
  fin.time_constant_s = 0.1;
  EXPECT_NEAR(fin.angle_after(0, 0.2, 0.05), 0.2 * (1 - std::exp(-0.5)), 1e-14);
  fin.angle_max_rad = 0.15;
  EXPECT_NEAR(fin.angle_after(0, 1, 10), 0.15, 1e-14);
  fin.rate_max_rad_s = 0.5;
  // 0.15 rad away: turns at 0.5 rad/s until 0.05 rad is left, then lags.
  EXPECT_NEAR(fin.angle_after(0, 1, 0.1), 0.05, 1e-14);
  EXPECT_NEAR(fin.angle_after(0, 1, 0.3), 0.15 - 0.05 * std::exp(-1.0), 1e-14);
  double angle = 0;
  for (int i = 0; i < 300; ++i) angle = fin.angle_after(angle, 1, 0.001);
  EXPECT_NEAR(angle, fin.angle_after(0, 1, 0.3), 1e-12);
  fin.time_constant_s = 0;
  EXPECT_NEAR(fin.angle_after(0, -1, 0.1), -0.05, 1e-14);
}

TEST(Fin, MiddleOfTheStepActs) {
  Fin fin = rudder();
  fin.time_constant_s = 0.1;
  double state[] = {0}, middle[] = {0};
  const extension::ActuatorInput input{0.2, 0.5, 0.05};
  fin.advance(input, state, middle);
  EXPECT_EQ(middle[0], fin.angle_after(0, 0.2, 0.025));
  EXPECT_EQ(state[0], fin.angle_after(0, 0.2, 0.05));
  extension::ActuatorFlow flow;
  flow.nu_r_B = {1.5, 0, 0, 0, 0, 0};
  flow.density_kg_m3 = kDensity;
  const Vec6 expected = fin.wrench(middle[0], 0.5, Vec6(1.5 * Vec6::Unit(0)), kDensity);
  EXPECT_EQ(Vec6(fin.act(flow, input, middle, state).wrench_B.data()), expected);
}

}  // namespace fin_test
}  // namespace hadal::kinds
