#include <gtest/gtest.h>

#include "kinds/steps/route_step.h"
#include "kinds/steps/test_step.h"

namespace hadal::inline kinds {
namespace follow_test {

using Rows = std::vector<std::vector<double>>;

TestStep follow(const Rows& waypoints) {
  TestStep step("follow");
  step.at<Rows>("waypoints") = waypoints;
  return step;
}

TEST(FollowStep, WithAnAltitudeTheGuidanceIsInThePlane) {
  TestStep step = follow({{1, 2, 30}, {4, 5, 60}});
  const auto& route = static_cast<const RouteStep*>(step.config.get())->route;
  step.prepare(TestVehicle());
  EXPECT_EQ(route[1].p_N, Vec3(4, 5, 60));
  step.set("altitude_m", 3);
  step.prepare(TestVehicle());
  ASSERT_EQ(route.size(), 2u);
  EXPECT_EQ(route[1].p_N, Vec3(4, 5, 0));
}

TEST(FollowStep, ArrivesAtTheLastWaypoint) {
  const TestVehicle vehicle;
  TestStep step = follow({{10, 0, 0}, {10, 10, 0}});
  step.prepare(vehicle);
  EXPECT_FALSE(step.guide(vehicle, {{0, 0, 0}, Quat::Identity()}, 0, false));
  EXPECT_NEAR(step.wanted.heading_rad, 0, 1e-12);
  EXPECT_FALSE(step.guide(vehicle, {{9.5, 0, 0}, Quat::Identity()}, 1, false));  // within 1 m
  EXPECT_FALSE(step.guide(vehicle, {{10, 1, 0}, Quat::Identity()}, 2, false));
  EXPECT_NEAR(step.wanted.heading_rad, std::atan2(1, 0), 1e-12);
  EXPECT_TRUE(step.guide(vehicle, {{10, 9.1, 0}, Quat::Identity()}, 3, false));
}

TEST(FollowStep, LooksAsFarAheadAsItSays) {
  const TestVehicle vehicle;
  TestStep step = follow({{100, 0, 0}});
  step.set("lookahead_m", 6);
  step.prepare(vehicle);
  step.guide(vehicle, {{0, 0, 0}, Quat::Identity()}, 0, false);
  step.guide(vehicle, {{10, -6, 0}, Quat::Identity()}, 0, false);
  EXPECT_NEAR(step.wanted.heading_rad, std::atan2(1, 1), 1e-12);
  EXPECT_EQ(step.timeout_s(), 3600);
}

TEST(FollowStep, SaysWhereItLeads) {
  EXPECT_EQ(follow({{1, 2, 3}, {-4, 5, 6}}).text(),
            "follow 2 waypoints to 4.0 m S, 5.0 m E at 0.5 m/s");
}

}  // namespace follow_test
}  // namespace hadal::kinds
