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
  EXPECT_NEAR(plate.lift, -2 * std::pow(std::sin(1.0), 2) * std::cos(1.0), 1e-15);
  EXPECT_NEAR(plate.drag, 0.01 + 2 * std::pow(std::sin(1.0), 3), 1e-15);
  EXPECT_NEAR(lift_drag(curve, kPi / 2).lift, 0, 1e-15);
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
