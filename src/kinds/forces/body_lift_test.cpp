#include "kinds/forces/body_lift.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

namespace hadal::inline kinds {
namespace body_lift_test {

constexpr double kPi = std::numbers::pi, kDensity = 1026;

// REMUS 100 after Fossen.
BodyLift remus() {
  constexpr double L = 1.6, D = 0.19;
  BodyLift lift;
  lift.area_m2 = 0.7 * L * D;
  lift.curve.aspect_ratio = D * D / lift.area_m2;
  lift.curve.drag_zero_lift = 0.42 * kPi * D * D / 4 / lift.area_m2;
  lift.curve.oswald_efficiency = 0.7;
  lift.prepare();
  return lift;
}

TEST(BodyLift, MatchesTheWrittenOutFormula) {
  const BodyLift lift = remus();
  const double u = 2, v = 0.5, w = 0.3;
  const Vec6 tau = lift.wrench((Vec6() << u, v, w, 0, 0, 0).finished(), kDensity);
  const double AR = lift.curve.aspect_ratio, a = std::atan2(w, u), S = lift.area_m2;
  const double CL = kPi * AR / (1 + std::sqrt(1 + AR * AR / 4)) * a;
  const double CD = 0.42 * kPi * 0.095 * 0.095 / S + CL * CL / (kPi * 0.7 * AR);
  const double q = 0.5 * kDensity * (u * u + v * v + w * w) * S;
  EXPECT_NEAR(tau[0], q * (-std::cos(a) * CD + std::sin(a) * CL), 1e-12);
  EXPECT_NEAR(tau[2], q * (-std::sin(a) * CD - std::cos(a) * CL), 1e-12);
  EXPECT_EQ(tau[1], 0);
}

TEST(BodyLift, StraightAheadIsFrontalDrag) {
  const Vec6 tau = remus().wrench(Vec6(2 * Vec6::Unit(0)), kDensity);
  EXPECT_NEAR(tau[0], -0.5 * kDensity * 0.42 * kPi * 0.095 * 0.095 * 4, 1e-12);
  EXPECT_EQ(remus().wrench(Vec6::Zero(), kDensity), Vec6(Vec6::Zero()));
}

TEST(BodyLift, PlaneOfMotionTreatsSwayAsHeave) {
  BodyLift lift = remus();
  lift.plane = BodyLiftPlane::total;
  lift.center_x_m = 0.3;
  const Vec6 heave = lift.wrench((Vec6() << 2, 0, 0.3, 0, 0, 0).finished(), kDensity);
  const Vec6 sway = lift.wrench((Vec6() << 2, 0.3, 0, 0, 0, 0).finished(), kDensity);
  EXPECT_NEAR(sway[1], heave[2], 1e-12);
  EXPECT_NEAR(sway[5], -heave[4], 1e-12);
  EXPECT_NEAR(heave[4], -0.3 * heave[2], 1e-12);
  EXPECT_LT(heave[2], 0);
}

}  // namespace body_lift_test
}  // namespace hadal::kinds
