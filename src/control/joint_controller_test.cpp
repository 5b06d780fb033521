#include "control/joint_controller.h"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <vector>

namespace hadal::control {
namespace joint_controller_test {

JointControllerParameters two_joints(ControlStructure structure) {
  JointControllerParameters parameters;
  parameters.structure = structure;
  parameters.joints = {{{4, 0, 0}, {10, 5, 0}, 1.0}, {{2, 0, 0}, {6, 0, 0}, 0.5}};
  parameters.effort_limit = {30, 8};
  return parameters;
}

struct Arm {
  explicit Arm(JointControllerParameters p)
      : parameters(std::move(p)), gains(joint_gain_count(2)), state(joint_state_size(2)) {
    store_gains(parameters, gains);
  }
  std::array<double, 2> update(ControlMode mode, std::array<double, 2> value,
                               std::array<double, 2> q, std::array<double, 2> qd) {
    std::array<double, 2> effort{};
    joint_update(parameters, gains, {mode, value}, q, qd, {}, 0.01, state, effort);
    return effort;
  }
  JointControllerParameters parameters;
  std::vector<double> gains, state;
};

TEST(JointController, cascade_multiplies_the_gains_and_limits_speed_and_effort) {
  Arm arm(two_joints(ControlStructure::kCascaded));
  const auto small = arm.update(ControlMode::kPosition, {0.1, 0.1}, {0, 0}, {0.05, 0});
  EXPECT_NEAR(small[0], 10 * (4 * 0.1 - 0.05), 1e-12);
  EXPECT_NEAR(small[1], 6 * 2 * 0.1, 1e-12);
  Arm far(two_joints(ControlStructure::kCascaded));
  const auto large = far.update(ControlMode::kPosition, {9, 9}, {0, 0}, {0, -1});
  EXPECT_NEAR(large[0], 10 * 1.0, 1e-12);
  EXPECT_NEAR(large[1], 8, 1e-12);  // 6 (0.5 + 1) = 9, limited
}

TEST(JointController, parallel_switches_loops_and_effort_passes_through) {
  Arm arm(two_joints(ControlStructure::kParallel));
  EXPECT_NEAR(arm.update(ControlMode::kPosition, {0.1, 0}, {0, 0}, {0, 0})[0], 0.4, 1e-12);
  Arm fast(two_joints(ControlStructure::kParallel));
  EXPECT_NEAR(fast.update(ControlMode::kVelocity, {0.3, 0}, {7, 0}, {0.1, 0})[0], 2.0, 1e-12);
  Arm direct(two_joints(ControlStructure::kParallel));
  const auto effort = direct.update(ControlMode::kEffort, {12, -12}, {0, 0}, {0, 0});
  EXPECT_DOUBLE_EQ(effort[0], 12);
  EXPECT_DOUBLE_EQ(effort[1], -8);
}

TEST(JointController, settles_where_gravity_pulls) {
  // J q'' = u - 5 cos q: the integral of the velocity loop carries the load.
  Arm arm(two_joints(ControlStructure::kCascaded));
  double q = 0, qd = 0;
  for (int i = 0; i < 20000; ++i) {
    const double u = arm.update(ControlMode::kPosition, {0.8, 0}, {q, 0}, {qd, 0})[0];
    qd += 0.01 * (u - 5 * std::cos(q)) / 1.5;
    q += 0.01 * qd;
  }
  EXPECT_NEAR(q, 0.8, 1e-6);
}

TEST(JointController, stuck_joint_does_not_wind_up) {
  // A joint held by the seabed for 60 s: the effort stays at its limit and falls off at once after.
  Arm arm(two_joints(ControlStructure::kCascaded));
  for (int i = 0; i < 6000; ++i) arm.update(ControlMode::kPosition, {1, 0}, {0, 0}, {0, 0});
  const auto held = arm.update(ControlMode::kPosition, {1, 0}, {0, 0}, {0, 0});
  EXPECT_NEAR(held[0], 30, 1e-9);
  double after = held[0];
  for (int i = 0; i < 100; ++i)
    after = arm.update(ControlMode::kPosition, {-1, 0}, {0, 0}, {0, 0})[0];
  EXPECT_LT(after, 20);
}

}  // namespace joint_controller_test
}  // namespace hadal::control
