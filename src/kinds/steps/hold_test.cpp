#include <gtest/gtest.h>

#include "kinds/steps/test_step.h"
#include "math/rotation.h"

namespace hadal::inline kinds {
namespace hold_test {

const Pose kBegin{{1, 2, 3}, quaternion_from({0.1, -0.2, 0.8})};
const Pose kLater{{9, 9, 9}, Quat::Identity()};

TEST(HoldStep, KeepsTheFirstPoseLevel) {
  const TestVehicle vehicle;
  TestStep hold("hold");
  hold.wanted.velocity_B[2] = 5;  // of the step before
  EXPECT_FALSE(hold.guide(vehicle, kBegin));
  EXPECT_FALSE(hold.guide(vehicle, kLater));
  EXPECT_EQ(hold.wanted.mode, ControlMode::kPosition);
  EXPECT_EQ(hold.wanted.p_NB_N, (extension::Vector3{1, 2, 3}));
  EXPECT_NEAR(hold.wanted.q_NB[3], std::sin(0.4), 1e-15);
  EXPECT_NEAR(hold.wanted.q_NB[1], 0, 1e-15);
  EXPECT_EQ(hold.wanted.velocity_B, extension::Twist{});
}

TEST(HoldStep, KeepsHeadingAndDepthByCourse) {
  const TestVehicle vehicle;
  TestStep hold("hold");
  hold.guide(vehicle, kBegin, 0, false);
  hold.guide(vehicle, kLater, 1, false);
  EXPECT_EQ(hold.wanted.mode, ControlMode::kCourse);
  EXPECT_NEAR(hold.wanted.heading_rad, 0.8, 1e-12);
  EXPECT_EQ(hold.wanted.depth_m, 3);
  EXPECT_EQ(hold.wanted.speed_m_s, 0);
}

TEST(HoldStep, EndsAfterItsDuration) {
  TestStep hold("hold");
  hold.set("duration_s", 7.5);
  EXPECT_EQ(hold.duration_s(), 7.5);
  EXPECT_EQ(hold.text(), "hold for 7.5 s");
}

}  // namespace hold_test
}  // namespace hadal::kinds
