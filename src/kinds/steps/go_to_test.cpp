#include <gtest/gtest.h>

#include "kinds/steps/route_step.h"
#include "kinds/steps/test_step.h"
#include "math/rotation.h"
#include "math/units.h"

namespace hadal::inline kinds {
namespace go_to_test {

TestStep go_to(double north_m, double east_m) {
  TestStep step("go_to");
  step.set("north_m", north_m);
  step.set("east_m", east_m);
  step.set("tolerance_m", 0.5);
  return step;
}

TEST(GoToStep, IsOneWaypointWithItsHeading) {
  TestStep step = go_to(3, -4);
  step.set("depth_m", 5);
  step.set("heading_deg", 90 * kDegree);
  step.prepare(TestVehicle());
  const auto& route = static_cast<const RouteStep*>(step.config.get())->route;
  ASSERT_EQ(route.size(), 1u);
  EXPECT_EQ(route[0].p_N, Vec3(3, -4, 5));
  EXPECT_TRUE(route[0].has_heading);
  EXPECT_DOUBLE_EQ(route[0].heading_rad, 90 * kDegree);
}

TEST(GoToStep, ArrivesWithinTheToleranceAndGivesUpAtItsTimeout) {
  const TestVehicle vehicle;
  TestStep step = go_to(0.25, 0);
  step.set("depth_m", 2);
  step.set("timeout_s", 90);
  step.prepare(vehicle);
  EXPECT_EQ(step.timeout_s(), 90);
  // The vehicle stays where it is, 0.35 m from the goal; the set-point runs there and stops.
  int updates = 0;
  while (!step.guide(vehicle, {{0, 0, 1.75}, Quat::Identity()}) && updates < 200) ++updates;
  EXPECT_GT(updates, 5);
  EXPECT_LT(updates, 50);
  EXPECT_NEAR(step.wanted.p_NB_N[0], 0.25, 1e-12);
  EXPECT_NEAR(step.wanted.p_NB_N[2], 2, 1e-12);
  // Out of tolerance it never arrives.
  TestStep far = go_to(0.25, 0);
  far.set("depth_m", 2);
  far.prepare(vehicle);
  for (int i = 0; i < 200; ++i) EXPECT_FALSE(far.guide(vehicle, {{0, 0, 1.5}, Quat::Identity()}));
}

TEST(GoToStep, WithAnAltitudeTheDepthIsThatOfTheSeabed) {
  TestVehicle vehicle;
  vehicle.seabed_m = 30;
  TestStep step = go_to(100, 0);
  step.set("altitude_m", 4);
  step.set("lookahead_m", 12);
  step.prepare(vehicle);
  step.guide(vehicle, {{0, 0, 20}, Quat::Identity()});
  EXPECT_EQ(step.wanted.p_NB_N[2], 26);
  EXPECT_EQ(vehicle.lookahead_m, 12);
  EXPECT_NEAR(vehicle.course_rad, 0, 1e-12);
  // At the goal in the plane, but 6 m above the depth asked for.
  TestStep above = go_to(0, 0);
  above.set("altitude_m", 4);
  above.prepare(vehicle);
  EXPECT_FALSE(above.guide(vehicle, {{0, 0, 20}, Quat::Identity()}));
  EXPECT_EQ(vehicle.lookahead_m, 0);  // it stands
  EXPECT_TRUE(above.guide(vehicle, {{0, 0, 25.6}, Quat::Identity()}));
}

TEST(GoToStep, ByCourseTheLineOfSightLooksFourTolerancesAhead) {
  const TestVehicle vehicle;
  TestStep step = go_to(100, 0);
  step.set("depth_m", 0);
  step.prepare(vehicle);
  step.guide(vehicle, {{0, 0, 0}, Quat::Identity()}, 0, false);
  step.guide(vehicle, {{10, 2, 0}, Quat::Identity()}, 1, false);
  EXPECT_EQ(step.wanted.mode, ControlMode::kCourse);
  EXPECT_NEAR(step.wanted.heading_rad, -std::atan2(2, 2), 1e-12);
  EXPECT_EQ(step.wanted.speed_m_s, 0.5);
  EXPECT_TRUE(step.guide(vehicle, {{101, 2, 0}, Quat::Identity()}, 2, false));  // passed
  EXPECT_EQ(step.wanted.speed_m_s, 0);
}

TEST(GoToStep, SaysWhereItGoes) {
  TestStep step = go_to(4, -1);
  step.set("depth_m", 20);
  EXPECT_EQ(step.text(), "go to 4.0 m N, 1.0 m W, 20.0 m deep at 0.5 m/s");
}

}  // namespace go_to_test
}  // namespace hadal::kinds
