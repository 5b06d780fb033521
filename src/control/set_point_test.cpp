#include "control/set_point.h"

#include <gtest/gtest.h>

#include <array>

namespace hadal::control {
namespace set_point_test {

TEST(SetPoint, PoseReadsBackAndBecomesActive) {
  std::array<double, kSetPointSize> set{};
  const Vec3 p_N(1, -2, 30);
  const Quat q_NB = Quat(0.5, 0.5, -0.5, 0.5);
  set[kSetVelocity + 2] = 0.25;
  write_pose(set.data(), p_N, q_NB);
  const extension::SetPoint out = read_set_point(set.data());
  EXPECT_EQ(out.mode, ControlMode::kPosition);
  EXPECT_EQ(out.p_NB_N, (extension::Vector3{1, -2, 30}));
  EXPECT_EQ(out.q_NB, (extension::Quaternion{0.5, 0.5, -0.5, 0.5}));
  EXPECT_EQ(out.velocity_B[2], 0.25);
  EXPECT_EQ(set[kSetActive], 1);
}

TEST(SetPoint, CourseLeavesThePoseAlone) {
  std::array<double, kSetPointSize> set{};
  write_course(set.data(), 0.3, 12, 1.5);
  EXPECT_EQ(set[kSetHeading], 0.3);
  EXPECT_EQ(set[kSetDepth], 12);
  EXPECT_EQ(set[kSetSpeed], 1.5);
  EXPECT_EQ(set[kSetActive], 1);
  EXPECT_EQ(mode_of(set.data()), ControlMode::kCourse);
  for (size_t i = kSetPosition; i < kSetHeading; ++i) EXPECT_EQ(set[i], 0) << i;
}

TEST(SetPoint, SticksAreWrittenInManualMode) {
  std::array<double, kSetPointSize> set{};
  Sticks sticks;
  sticks.axes << 0.1, -0.2, 0.3, -0.4, 0.5, -0.6;
  sticks.hold_depth = true;
  write_sticks(set.data(), sticks);
  EXPECT_EQ(Vec6(set.data() + kSetPilot), sticks.axes);
  EXPECT_EQ(set[kSetHoldHeading], 0);
  EXPECT_EQ(set[kSetHoldDepth], 1);
  EXPECT_EQ(mode_of(set.data()), ControlMode::kManual);
  EXPECT_EQ(set[kSetActive], 1);
}

}  // namespace set_point_test
}  // namespace hadal::control
