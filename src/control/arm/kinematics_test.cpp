#include "control/arm/kinematics.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "math/rotation.h"

namespace hadal::control {
namespace kinematics_test {

// Two links of 0.4 and 0.3 m in a plane, both turning about z.
ArmChain planar() {
  ArmChain chain;
  chain.joints = {{{Vec3(0.1, 0, 0), Quat::Identity()}, Vec3::UnitZ(), false, -3, 3},
                  {{Vec3(0.4, 0, 0), Quat::Identity()}, Vec3::UnitZ(), false, -3, 3}};
  chain.X_LT.p = Vec3(0.3, 0, 0);
  return chain;
}

// Seven joints, one of them a slide, with turned frames.
ArmChain spatial() {
  ArmChain chain;
  const Vec3 axes[] = {Vec3::UnitZ(), Vec3::UnitY(), Vec3::UnitX(), Vec3::UnitY(),
                       Vec3(0.6, 0.8, 0), Vec3::UnitY(), Vec3::UnitX()};
  for (int j = 0; j < 7; ++j) {
    ChainJoint joint;
    joint.X_PL = {Vec3(0.12, 0.01 * j, -0.02), quaternion_from({0.1 * j, -0.2, 0.05 * j})};
    joint.axis_L = axes[j];
    joint.slides = j == 4;
    joint.lower = j == 4 ? -0.1 : -2;
    joint.upper = j == 4 ? 0.1 : 2;
    chain.joints.push_back(joint);
  }
  chain.X_LT = {Vec3(0.19, 0.02, 0), quaternion_from({0.3, 0, 0.2})};
  return chain;
}

constexpr std::array<double, 7> kBent{0.3, -0.5, 0.7, 0.9, 0.05, -0.6, 1.1};

TEST(ArmKinematics, planar_arm_is_the_closed_form) {
  const double q1 = 0.7, q2 = -1.1;
  const std::array<double, 2> q{q1, q2};
  const ToolKinematics k = tool_kinematics(planar(), q);
  EXPECT_NEAR(k.X_PT.p.x(), 0.1 + 0.4 * std::cos(q1) + 0.3 * std::cos(q1 + q2), 1e-15);
  EXPECT_NEAR(k.X_PT.p.y(), 0.4 * std::sin(q1) + 0.3 * std::sin(q1 + q2), 1e-15);
  EXPECT_NEAR(euler_from(k.X_PT.q).yaw, q1 + q2, 1e-15);
  EXPECT_NEAR(k.J_P(0, 0), -0.4 * std::sin(q1) - 0.3 * std::sin(q1 + q2), 1e-15);
  EXPECT_NEAR(k.J_P(1, 1), 0.3 * std::cos(q1 + q2), 1e-15);
  EXPECT_EQ(k.J_P(5, 0), 1);
}

TEST(ArmKinematics, jacobian_is_the_numeric_derivative) {
  const ArmChain chain = spatial();
  const ToolKinematics k = tool_kinematics(chain, kBent);
  const double h = 1e-6;
  for (size_t j = 0; j < 7; ++j) {
    auto plus = kBent, minus = kBent;
    plus[j] += h, minus[j] -= h;
    const Vec6 slope = pose_error(tool_pose(chain, plus), tool_pose(chain, minus)) / (2 * h);
    EXPECT_LT((slope - k.J_P.col(static_cast<long>(j))).norm(), 1e-9) << j;
  }
}

TEST(ArmKinematics, a_reachable_pose_is_reached_with_a_redundant_arm) {
  const ArmChain chain = spatial();
  auto goal = kBent;
  goal[0] += 0.4, goal[3] -= 0.5, goal[5] += 0.3;
  const Pose wanted = tool_pose(chain, goal);
  auto q = kBent;
  const InverseResult out = inverse_kinematics(chain, {}, wanted, {}, 50, q);
  EXPECT_LT(out.residual_m, 1e-9);
  EXPECT_LT(out.residual_rad, 1e-9);
  EXPECT_LT(out.steps, 30);
}

TEST(ArmKinematics, the_two_solutions_of_a_planar_arm) {
  const ArmChain chain = planar();
  const double x = 0.4, y = 0.2;  // from the first joint
  const double bend = std::acos((x * x + y * y - 0.16 - 0.09) / 0.24);
  for (const double side : {1.0, -1.0}) {
    std::array<double, 2> q{0.1, side * 0.5};
    Pose wanted;
    wanted.p = Vec3(0.1 + x, y, 0);
    const InverseResult out =
        inverse_kinematics(chain, {.keeps_attitude = false}, wanted, {}, 100, q);
    EXPECT_LT(out.residual_m, 1e-9);
    EXPECT_NEAR(q[1], side * bend, 1e-8);
  }
}

TEST(ArmKinematics, beyond_reach_the_nearest_pose_is_held_and_the_residual_is_the_rest) {
  const ArmChain chain = planar();
  std::array<double, 2> q{0.3, 0.6};
  Pose wanted;
  wanted.p = Vec3(0.1, 1.0, 0);  // 1 m from the first joint, the arm has 0.7 m
  const InverseResult out =
      inverse_kinematics(chain, {.keeps_attitude = false}, wanted, {}, 2000, q);
  EXPECT_NEAR(out.residual_m, 0.3, 1e-6);
  EXPECT_NEAR(q[0], std::numbers::pi / 2, 1e-3);
  EXPECT_NEAR(q[1], 0, 1e-3);
}

TEST(ArmKinematics, limits_hold_and_the_other_joints_do_what_they_can) {
  ArmChain chain = planar();
  chain.joints[0].upper = 0.5;
  std::array<double, 2> q{0.0, 0.4};
  Pose wanted;
  wanted.p = Vec3(0.1, 0.6, 0);
  const InverseResult out =
      inverse_kinematics(chain, {.keeps_attitude = false}, wanted, {}, 500, q);
  EXPECT_NEAR(q[0], 0.5, 1e-12);
  // The second link then points from its joint to the goal.
  const Vec3 elbow(0.1 + 0.4 * std::cos(0.5), 0.4 * std::sin(0.5), 0);
  EXPECT_NEAR(q[0] + q[1], std::atan2(0.6 - elbow.y(), 0.1 - elbow.x()), 0.01);
  EXPECT_NEAR(out.residual_m, std::abs((wanted.p - elbow).norm() - 0.3), 5e-5);
}

TEST(ArmKinematics, what_the_task_leaves_free_goes_to_the_posture) {
  const ArmChain chain = spatial();
  const Pose wanted = tool_pose(chain, kBent);
  const std::array<double, 7> posture{};
  auto q = kBent;
  const InverseResult out =
      inverse_kinematics(chain, {.keeps_attitude = false}, wanted, posture, 2000, q);
  EXPECT_LT(out.residual_m, 1e-6);
  // Stationary: what remains of the pull toward the posture lies in the rows of the Jacobian.
  const ToolJacobian J = tool_kinematics(chain, q).J_P.topRows<6>();
  Eigen::Matrix<double, 3, 7> rows = J.topRows<3>();
  Eigen::Matrix<double, 7, 1> pull;
  double before = 0, after = 0;
  for (size_t j = 0; j < 7; ++j) {
    pull[static_cast<long>(j)] = -q[j];
    before += kBent[j] * kBent[j], after += q[j] * q[j];
  }
  const Mat3 square = rows * rows.transpose();
  const Eigen::Matrix<double, 7, 1> free =
      pull - rows.transpose() * (square.inverse() * (rows * pull));
  EXPECT_LT(free.norm(), 1e-3);
  EXPECT_LT(after, before);
}

}  // namespace kinematics_test
}  // namespace hadal::control
