#include "control/mission_step.h"

#include <gtest/gtest.h>

#include "math/units.h"

namespace hadal::control {
namespace mission_step_test {

TEST(MissionStep, TimedStepsHaveADurationAndRoutesATimeout) {
  CruiseStepConfig cruise;
  cruise.duration_s = 7;
  EXPECT_EQ(duration_of(AnyConfig::of(cruise)), 7);
  EXPECT_FALSE(is_route(AnyConfig::of(cruise)));
  EXPECT_TRUE(waypoints_of(AnyConfig::of(cruise)).empty());

  GoToStepConfig go;
  go.tolerance_m = 0.5;
  go.timeout_s = 90;
  EXPECT_LT(duration_of(AnyConfig::of(go)), 0);
  ASSERT_TRUE(is_route(AnyConfig::of(go)));
  EXPECT_EQ(route_of(AnyConfig::of(go)).timeout_s, 90);
  EXPECT_EQ(route_of(AnyConfig::of(go)).lookahead_m, 2);
}

TEST(MissionStep, GoToIsOneWaypointWithItsHeading) {
  GoToStepConfig go;
  go.north_m = 3;
  go.east_m = -4;
  go.depth_m = 5;
  go.heading_deg = 90;
  const auto waypoints = waypoints_of(AnyConfig::of(go));
  ASSERT_EQ(waypoints.size(), 1u);
  EXPECT_EQ(waypoints[0].p_N, Vec3(3, -4, 5));
  EXPECT_DOUBLE_EQ(waypoints[0].heading_rad, 90 * kDegree);
}

TEST(MissionStep, WithAnAltitudeTheGuidanceIsInThePlane) {
  FollowStepConfig follow;
  follow.waypoints = {{1, 2, 30}, {4, 5, 60}};
  EXPECT_EQ(waypoints_of(AnyConfig::of(follow))[1].p_N, Vec3(4, 5, 60));
  EXPECT_EQ(place_for(AnyConfig::of(follow), {7, 8, 9}), Vec3(7, 8, 9));
  follow.altitude_m = 3;
  EXPECT_EQ(waypoints_of(AnyConfig::of(follow))[1].p_N, Vec3(4, 5, 0));
  EXPECT_EQ(place_for(AnyConfig::of(follow), {7, 8, 9}), Vec3(7, 8, 0));
  EXPECT_EQ(altitude_of(AnyConfig::of(follow)).altitude_m, 3);
}

}  // namespace mission_step_test
}  // namespace hadal::control
