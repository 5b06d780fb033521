#include "kinds/forces/crossflow.h"

#include <gtest/gtest.h>

#include <cmath>

namespace hadal::inline kinds {
namespace crossflow_test {

constexpr double kDensity = 1026;

CrossFlow hull() {
  CrossFlow flow;
  flow.length_m = 1.6;
  flow.side_height_m = 0.19;
  flow.plan_width_m = 0.19;
  flow.drag_2d_side = flow.drag_2d_plan = 1.1;
  flow.strips = 200;
  return flow;
}

TEST(CrossFlow, HoernerCurveAtTheRemusSection) {
  EXPECT_NEAR(hoerner_drag(0.19, 0.19), 1.197729, 1e-6);  // B/2T = 0.5
  CrossFlow flow = hull();
  flow.drag_2d_side = 0;
  flow.hoerner_beam_m = flow.hoerner_draft_m = 0.19;
  flow.prepare();
  EXPECT_NEAR(flow.drag_2d_side, 1.197729, 1e-6);
}

TEST(CrossFlow, PureSwayAndPureYawHaveClosedForms) {
  const double k = 0.5 * kDensity * 1.1 * 0.19, L = 1.6;
  Vec6 tau = hull().wrench(Vec6(-0.4 * Vec6::Unit(1)), kDensity);
  EXPECT_NEAR(tau[1], k * L * 0.16, 1e-9);
  EXPECT_NEAR(tau[5], 0, 1e-12);
  tau = hull().wrench(Vec6(0.5 * Vec6::Unit(5)), kDensity);
  const double moment = -k * 0.25 * 2 * std::pow(L / 2, 4) / 4;  // -k r^2 2 Int x^3
  EXPECT_NEAR(tau[5], moment, 1e-3 * std::abs(moment));
  EXPECT_NEAR(tau[1], 0, 1e-12);
}

TEST(CrossFlow, InclusiveRuleAddsOneStation) {
  CrossFlow flow = hull();
  flow.strips = 20;
  flow.rule = StripRule::inclusive;
  const Vec6 tau = flow.wrench(Vec6(0.4 * Vec6::Unit(1)), kDensity);
  EXPECT_NEAR(tau[1], -0.5 * kDensity * 1.1 * 0.19 * 0.16 * 21 * 0.08, 1e-9);
}

TEST(CrossFlow, VerticalPlaneMirrorsTheHorizontalOne) {
  // Turning the hull by 90 deg about x: y -> z, z -> -y, so v -> w and r -> -q.
  Vec6 side = Vec6::Zero(), plan = Vec6::Zero();
  side[1] = plan[2] = 0.3;
  side[5] = 0.7;
  plan[4] = -0.7;
  const Vec6 a = hull().wrench(side, kDensity),
             b = hull().wrench(plan, kDensity);
  EXPECT_NEAR(a[1], b[2], 1e-12);
  EXPECT_NEAR(a[5], -b[4], 1e-12);
  EXPECT_LT(a.dot(side), 0);
}

}  // namespace crossflow_test
}  // namespace hadal::kinds
