#include "kinds/lift_curve.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

namespace hadal::inline kinds {
namespace lift_curve_test {

constexpr double kPi = std::numbers::pi;

TEST(LiftCurve, SlopeOfAFiniteWing) {
  // 2 pi AR / (2 + sqrt(AR^2 + 4)) is the same formula; 2 pi for an endless wing.
  for (const double AR : {0.5, 1.0, 3.0})
    EXPECT_NEAR(lift_slope(AR), 2 * kPi * AR / (2 + std::sqrt(AR * AR + 4)), 1e-14);
  EXPECT_NEAR(lift_slope(1e6), 2 * kPi, 1e-4);
}

TEST(LiftCurve, AttachedAndSeparatedEndsAreExact) {
  const LiftCurve curve =
      with_lift_slope({.aspect_ratio = 2, .oswald_efficiency = 0.8, .drag_zero_lift = 0.01});
  const LiftDrag small = lift_drag(curve, -0.2);
  const double lift = -0.2 * lift_slope(2);
  EXPECT_DOUBLE_EQ(small.lift, lift);
  EXPECT_DOUBLE_EQ(small.drag, 0.01 + lift * lift / (kPi * 0.8 * 2));
  const LiftDrag plate = lift_drag(curve, -1.0);
  // Hoerner: Cn = 1 / (0.222 + 0.283 / sin a), 1.98 across; a plate of aspect ratio 2 has 1.146.
  const double normal = (1.11 + 0.036) / 1.98 / (0.222 + 0.283 / std::sin(1.0));
  EXPECT_NEAR(plate.lift, -normal * std::cos(1.0), 2e-3);
  EXPECT_NEAR(plate.drag, 0.01 + normal * std::sin(1.0), 2e-3);
  EXPECT_NEAR(lift_drag(curve, kPi / 2).drag, 0.01 + 1.146, 1e-15);
  EXPECT_NEAR(lift_drag(curve, kPi / 2).lift, 0, 1e-15);
}

// A10. Astern half of the lift of ahead at the same angle to the flow, with its sign.
TEST(LiftCurve, A10_HalfOfTheLiftAstern) {
  const LiftCurve curve = with_lift_slope({.aspect_ratio = 2, .drag_zero_lift = 0.01});
  for (const double a : {-0.2, -0.05, 0.1, 0.25}) {
    const LiftDrag ahead = lift_drag(curve, a);
    const LiftDrag astern = lift_drag(curve, a < 0 ? a + kPi : a - kPi);
    EXPECT_NEAR(astern.lift, 0.5 * ahead.lift, 1e-14) << a;
    EXPECT_NEAR(astern.drag - 0.01, 0.25 * (ahead.drag - 0.01), 1e-14) << a;
  }
  // A curve without stall goes on as it is written.
  const LiftCurve endless = with_lift_slope({.aspect_ratio = 2, .stall_angle_rad = 2 * kPi});
  EXPECT_NEAR(lift_drag(endless, 3.0).lift, 3 * lift_slope(2), 1e-12);
}

TEST(LiftCurve, ContinuousThroughStallAndBackwards) {
  const LiftCurve curve = with_lift_slope({.aspect_ratio = 3});
  constexpr double kStep = 1e-4, kSteepest = 20;
  for (double a = -kPi; a < kPi; a += kStep) {
    const LiftDrag here = lift_drag(curve, a), next = lift_drag(curve, a + kStep);
    ASSERT_LT(std::abs(next.lift - here.lift), kSteepest * kStep) << a;
    ASSERT_LT(std::abs(next.drag - here.drag), kSteepest * kStep) << a;
    ASSERT_GE(here.drag, 0);
  }
  EXPECT_NEAR(lift_drag(curve, kPi).lift, lift_drag(curve, -kPi).lift, 1e-14);
}

}  // namespace lift_curve_test
}  // namespace hadal::kinds
