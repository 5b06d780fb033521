// The steps that ask for a velocity and for a wrench.
#include "kinds/steps/velocity.h"

#include <gtest/gtest.h>

#include "kinds/steps/test_step.h"

namespace hadal::inline kinds {
namespace velocity_test {

TEST(VelocityStep, AsksForTheVelocityAlone) {
  TestStep step("velocity");
  step.at<extension::Twist>("velocity") = {1, 0, -0.5, 0, 0, 0.25};
  step.wanted.p_NB_N = {7, 8, 9};
  EXPECT_FALSE(step.guide(TestVehicle(), {}));
  EXPECT_EQ(step.wanted.mode, ControlMode::kVelocity);
  EXPECT_EQ(step.wanted.velocity_B, (extension::Twist{1, 0, -0.5, 0, 0, 0.25}));
  EXPECT_EQ(step.wanted.p_NB_N, (extension::Vector3{7, 8, 9}));
  EXPECT_EQ(step.text(), "move at (1, 0, -0.5) m/s, (0, 0, 0.25) rad/s for 10 s");
}

TEST(EffortStep, AsksForTheWrenchWithoutAVelocity) {
  TestStep step("effort");
  step.at<extension::Wrench>("wrench") = {40, 0, 0, 0, 0, -3};
  step.wanted.velocity_B[0] = 1;
  EXPECT_FALSE(step.guide(TestVehicle(), {}));
  EXPECT_EQ(step.wanted.mode, ControlMode::kEffort);
  EXPECT_EQ(step.wanted.effort_B, (extension::Wrench{40, 0, 0, 0, 0, -3}));
  EXPECT_EQ(step.wanted.velocity_B, extension::Twist{});
  EXPECT_EQ(step.text(), "push with (40, 0, 0) N, (0, 0, -3) N m for 10 s");
}

}  // namespace velocity_test
}  // namespace hadal::kinds
