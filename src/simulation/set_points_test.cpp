#include "simulation/set_points.h"

#include <gtest/gtest.h>

#include <cmath>

#include "simulation/test_craft.h"

namespace hadal::simulation {
namespace set_points_test {

using testing::craft_yaml;
using testing::make_run;

TEST(SetPoints, APlaceIsKeptAtRest) {
  const auto run = make_run(craft_yaml());
  const Vec6 fast = Vec6::Constant(0.5);
  ASSERT_TRUE(
      run->apply({InputKey::kSetPoint, 0}, velocity_set_point(run->simulation(), 0, fast)).empty());
  const SetPointValues set = go_to_set_point(run->simulation(), 0, Vec3(1, 2, 3), 90);
  EXPECT_EQ(set[control::kSetMode], static_cast<double>(ControlMode::kPosition));
  EXPECT_EQ(set[control::kSetActive], 1);
  EXPECT_EQ(set[control::kSetPosition + 1], 2);
  EXPECT_NEAR(set[control::kSetAttitude], std::sqrt(0.5), 1e-15);      // w of 90 degrees about z
  EXPECT_NEAR(set[control::kSetAttitude + 3], std::sqrt(0.5), 1e-15);  // z
  for (size_t i = 0; i < 6; ++i) EXPECT_EQ(set[control::kSetVelocity + i], 0);
}

TEST(SetPoints, AVelocityKeepsTheRestOfTheSetPoint) {
  const auto run = make_run(craft_yaml());
  ASSERT_TRUE(
      run->apply({InputKey::kSetPoint, 0}, go_to_set_point(run->simulation(), 0, Vec3(1, 2, 3), 0))
          .empty());
  Vec6 velocity_B;
  velocity_B << 1, 2, 3, 4, 5, 6;
  const SetPointValues set = velocity_set_point(run->simulation(), 0, velocity_B);
  EXPECT_EQ(set[control::kSetMode], static_cast<double>(ControlMode::kVelocity));
  for (size_t i = 0; i < 6; ++i) EXPECT_EQ(set[control::kSetVelocity + i], velocity_B[i]);
  EXPECT_EQ(set[control::kSetPosition + 2], 3);
}

// What steers by heading, depth and speed cannot keep a place: it keeps heading and depth.
TEST(SetPoints, APlaceForAnAutopilotIsACourse) {
  const auto run = make_run("format: 1\nvehicles: [{name: v, model: lauv, pose: {depth_m: 5}}]\n");
  ASSERT_FALSE(control::offers_mode(run->world().vehicles[0], ControlMode::kPosition));
  const SetPointValues set = go_to_set_point(run->simulation(), 0, Vec3(1, 2, 7), 180);
  EXPECT_EQ(set[control::kSetMode], static_cast<double>(ControlMode::kCourse));
  EXPECT_NEAR(set[control::kSetHeading], M_PI, 1e-15);
  EXPECT_EQ(set[control::kSetDepth], 7);
  EXPECT_EQ(set[control::kSetSpeed], 0);
  EXPECT_TRUE(run->apply({InputKey::kSetPoint, 0}, set).empty());
}

TEST(SetPoints, HeadingsRunFromZeroTo360) {
  const auto run = make_run(craft_yaml());
  for (const double degrees : {0.0, 10.0, 179.0, 181.0, 350.0}) {
    ASSERT_TRUE(run->apply({0, "craft", "pose", {0, 0, 10, degrees}}).empty());
    EXPECT_NEAR(heading_deg(run->simulation(), 0), degrees, 1e-9);
  }
}

}  // namespace set_points_test
}  // namespace hadal::simulation
