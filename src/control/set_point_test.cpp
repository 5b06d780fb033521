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

TEST(SetPoint, WhatIsWrittenIsWhatIsRead) {
  extension::SetPoint wanted;
  wanted.mode = ControlMode::kCourse;
  wanted.p_NB_N = {1, 2, 3};
  wanted.q_NB = {0.5, -0.5, 0.5, -0.5};
  wanted.velocity_B = {4, 5, 6, 7, 8, 9};
  wanted.effort_B = {10, 11, 12, 13, 14, 15};
  wanted.heading_rad = 16, wanted.depth_m = 17, wanted.speed_m_s = 18;
  std::array<double, kSetPointSize> set{};
  set[kSetPilot] = 0.5;
  write_set_point(set.data(), wanted);
  const extension::SetPoint read = read_set_point(set.data());
  EXPECT_EQ(read.mode, wanted.mode);
  EXPECT_EQ(read.p_NB_N, wanted.p_NB_N);
  EXPECT_EQ(read.q_NB, wanted.q_NB);
  EXPECT_EQ(read.velocity_B, wanted.velocity_B);
  EXPECT_EQ(read.effort_B, wanted.effort_B);
  EXPECT_EQ(read.heading_rad, 16);
  EXPECT_EQ(read.depth_m, 17);
  EXPECT_EQ(read.speed_m_s, 18);
  EXPECT_EQ(set[kSetActive], 1);
  EXPECT_EQ(set[kSetPilot], 0.5);
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
