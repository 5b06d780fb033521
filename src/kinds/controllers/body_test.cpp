#include "kinds/controllers/body.h"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <numbers>

#include "kinds/controllers/test_gains.h"
#include "math/rotation.h"

namespace hadal::inline kinds {
namespace body_controller_test {

using Gains = std::array<double, kBodyGainCount>;
using State = std::array<double, kBodyStateSize>;

constexpr double kTolerance = 1e-12;

WrenchReach full_reach(double limit = 1e6) {
  WrenchReach reach;
  reach.controllable.fill(true);
  reach.max.setConstant(limit);
  reach.min.setConstant(-limit);
  return reach;
}

kinds::BodyController tuned(ControlStructure structure) {
  kinds::BodyController parameters;
  parameters.structure = structure;
  for (int i = 0; i < 6; ++i) {
    parameters.axis(i).position = {1.0 + i, 0.1, 0.2};
    parameters.axis(i).velocity = {20.0 + i, 3.0, 0.5};
    parameters.axis(i).velocity_limit = 0.8;
  }
  return parameters;
}

struct Controller {
  explicit Controller(const kinds::BodyController& p, const WrenchReach& r = full_reach())
      : parameters(p), reach(r) {
    store_gains(parameters, gains);
  }
  Vec6 update(const BodySetPoint& wanted, const BodyMeasurement& measured, double dt_s = 0.01) {
    return body_update(parameters, reach, gains, wanted, measured, dt_s, state);
  }
  kinds::BodyController parameters;
  WrenchReach reach;
  Gains gains{};
  State state{};
};

BodySetPoint sample_set_point() {
  BodySetPoint wanted;
  wanted.pose_NB = {{3, -1, 8}, quaternion_from({0.1, -0.2, 1.5})};
  return wanted;
}

BodyMeasurement sample_measurement() {
  BodyMeasurement measured;
  measured.pose_NB = {{2.8, -0.7, 8.1}, quaternion_from({0.05, 0.1, 1.2})};
  measured.nu_B << 0.1, -0.05, 0.02, 0.01, -0.03, 0.04;
  return measured;
}

Pose rotated(const Quat& q, const Vec3& shift, const Pose& pose) {
  return {q * pose.p + shift, q * pose.q};
}

// Mirror image in the plane y = 0 of both frames.
Pose mirrored(const Pose& pose) {
  return {{pose.p.x(), -pose.p.y(), pose.p.z()},
          Quat(pose.q.w(), -pose.q.x(), pose.q.y(), -pose.q.z())};
}
Vec6 mirrored(const Vec6& v) {
  Vec6 out;
  out << v[0], -v[1], v[2], -v[3], v[4], -v[5];
  return out;
}

class BodyController : public testing::TestWithParam<ControlStructure> {};
INSTANTIATE_TEST_SUITE_P(Structures, BodyController,
                         testing::Values(ControlStructure::kCascaded, ControlStructure::kParallel));

TEST_P(BodyController, wrench_does_not_change_with_a_rotated_world) {
  const Quat q = quaternion_from({0.3, 1.1, -2.0});
  Controller here(tuned(GetParam())), there(tuned(GetParam()));
  BodySetPoint wanted = sample_set_point(), wanted_there = wanted;
  BodyMeasurement measured = sample_measurement(), measured_there = measured;
  wanted_there.pose_NB = rotated(q, {5, 6, 7}, wanted.pose_NB);
  measured_there.pose_NB = rotated(q, {5, 6, 7}, measured.pose_NB);
  for (int i = 0; i < 5; ++i) {
    const Vec6 a = here.update(wanted, measured), b = there.update(wanted_there, measured_there);
    EXPECT_GT(a.norm(), 1);
    EXPECT_LT((a - b).norm(), 1e-10);
  }
}

TEST_P(BodyController, mirrored_vehicle_gets_the_mirrored_wrench) {
  Controller here(tuned(GetParam())), there(tuned(GetParam()));
  BodySetPoint wanted = sample_set_point(), wanted_there = wanted;
  BodyMeasurement measured = sample_measurement(), measured_there = measured;
  wanted_there.pose_NB = mirrored(wanted.pose_NB);
  measured_there.pose_NB = mirrored(measured.pose_NB);
  measured_there.nu_B = mirrored(measured.nu_B);
  for (int i = 0; i < 5; ++i) {
    const Vec6 a = here.update(wanted, measured), b = there.update(wanted_there, measured_there);
    EXPECT_LT((mirrored(a) - b).norm(), 1e-10);
  }
}

TEST(BodyControllerCascade, first_wrench_is_the_product_of_both_gains) {
  Controller controller(tuned(ControlStructure::kCascaded));
  BodySetPoint wanted;
  wanted.pose_NB.p = {0.3, 0, 0};
  BodyMeasurement measured;
  measured.nu_B[0] = 0.1;
  // v* = 1.0 * 0.3 - 0.2 * 0.1, effort = 20 (v* - 0.1)
  EXPECT_NEAR(controller.update(wanted, measured)[0], 20 * (0.28 - 0.1), kTolerance);
}

TEST(BodyControllerCascade, velocity_set_point_is_limited) {
  Controller controller(tuned(ControlStructure::kCascaded));
  BodySetPoint wanted;
  wanted.pose_NB.p = {100, 0, 0};
  EXPECT_NEAR(controller.update(wanted, {})[0], 20 * 0.8, kTolerance);
  BodySetPoint fast;
  fast.mode = ControlMode::kVelocity;
  fast.velocity_B[1] = -5;
  Controller other(tuned(ControlStructure::kCascaded));
  EXPECT_NEAR(other.update(fast, {})[1], -21 * 0.8, kTolerance);
}

TEST(BodyControllerParallel, position_loop_gives_the_effort) {
  Controller controller(tuned(ControlStructure::kParallel));
  BodySetPoint wanted;
  wanted.pose_NB.p = {0, 0, 0.5};
  BodyMeasurement measured;
  measured.nu_B[2] = 0.1;
  EXPECT_NEAR(controller.update(wanted, measured)[2], 3.0 * 0.5 - 0.2 * 0.1, kTolerance);
  wanted.mode = ControlMode::kVelocity;
  wanted.velocity_B[2] = 0.4;
  Controller other(tuned(ControlStructure::kParallel));
  EXPECT_NEAR(other.update(wanted, measured)[2], 22 * 0.3, kTolerance);
}

TEST(BodyControllerModes, change_of_mode_is_bumpless) {
  Controller controller(tuned(ControlStructure::kParallel));
  BodySetPoint wanted = sample_set_point();
  const BodyMeasurement measured = sample_measurement();
  wanted.mode = ControlMode::kVelocity;
  Vec6 before;
  for (int i = 0; i < 100; ++i) before = controller.update(wanted, measured);
  wanted.mode = ControlMode::kPosition;
  EXPECT_LT((controller.update(wanted, measured) - before).norm(), 1e-9);
  wanted.mode = ControlMode::kEffort;
  wanted.effort_B << 1, 2, 3, 4, 5, 6;
  EXPECT_EQ(controller.update(wanted, measured), wanted.effort_B);
}

TEST(BodyControllerReach, undriven_axes_are_left_out) {
  WrenchReach reach = full_reach();
  reach.controllable[1] = reach.controllable[3] = false;
  Controller controller(tuned(ControlStructure::kCascaded), reach);
  BodySetPoint wanted = sample_set_point();
  const BodyMeasurement measured = sample_measurement();
  Vec6 wrench;
  for (int i = 0; i < 100; ++i) wrench = controller.update(wanted, measured);
  EXPECT_EQ(wrench[1], 0);
  EXPECT_EQ(wrench[3], 0);
  EXPECT_NE(wrench[0], 0);
  EXPECT_NE(wrench[5], 0);
}

TEST(BodyControllerReach, undriven_roll_and_pitch_do_not_bend_the_heading_error) {
  WrenchReach reach = full_reach();
  reach.controllable[3] = reach.controllable[4] = false;
  Pose measured, wanted;
  measured.q = quaternion_from({0.4, -0.3, 1.0});
  wanted.q = quaternion_from({0, 0, 1.0});
  EXPECT_LT(pose_error_B(wanted, measured, reach).norm(), 1e-12);
  // With all axes driven the same attitudes do differ.
  EXPECT_GT(pose_error_B(wanted, measured, full_reach()).norm(), 0.4);
}

TEST(BodyControllerError, heading_error_takes_the_short_way_round) {
  Pose measured, wanted;
  measured.q = quaternion_from({0, 0, 3.0});
  wanted.q = quaternion_from({0, 0, -3.0});
  EXPECT_NEAR(pose_error_B(wanted, measured, full_reach())[5], 2 * std::numbers::pi - 6.0, 1e-12);
}

// A 50 kg body with linear drag, 4 N too light, driven to a depth. Thrust is limited.
double final_depth_m(kinds::BodyController parameters, double reach_n, int steps,
                     double* overshoot_m = nullptr) {
  Controller controller(parameters, full_reach(reach_n));
  BodyMeasurement measured;
  BodySetPoint wanted;
  wanted.pose_NB.p.z() = 5;
  constexpr double kDt_s = 0.01;
  for (int i = 0; i < steps; ++i) {
    const double force = controller.update(wanted, measured, kDt_s)[2];
    measured.nu_B[2] += kDt_s * (force - 4 - 30 * measured.nu_B[2]) / 50;
    measured.pose_NB.p.z() += kDt_s * measured.nu_B[2];
    if (overshoot_m) *overshoot_m = std::max(*overshoot_m, measured.pose_NB.p.z() - 5);
  }
  return measured.pose_NB.p.z();
}

TEST_P(BodyController, holds_depth_against_buoyancy_without_offset) {
  kinds::BodyController parameters;
  parameters.structure = GetParam();
  parameters.axis(2).position =
      GetParam() == ControlStructure::kCascaded ? PidGains{0.5, 0, 0} : PidGains{40, 5, 40};
  parameters.axis(2).velocity = {100, 40, 0};
  parameters.axis(2).velocity_limit = 1;
  EXPECT_NEAR(final_depth_m(parameters, 60, 20000), 5.0, 1e-6);
}

TEST(BodyControllerFeedForward, spares_the_integrator_of_a_light_vehicle) {
  kinds::BodyController parameters;
  parameters.structure = ControlStructure::kParallel;
  parameters.axis(2).position = {40, 0, 40};  // no integral action at all
  EXPECT_NEAR(final_depth_m(parameters, 60, 20000), 5.0 - 4.0 / 40, 1e-6);
  parameters.restoring_feed_forward = true;
  parameters.hull.weight_n = 500;
  parameters.hull.buoyancy_n = 504;
  EXPECT_NEAR(final_depth_m(parameters, 60, 20000), 5.0, 1e-6);
}

TEST(BodyControllerFeedForward, cancels_the_righting_moment_of_a_tilted_body) {
  kinds::BodyController parameters;
  parameters.restoring_feed_forward = true;
  parameters.hull.weight_n = parameters.hull.buoyancy_n = 200;
  parameters.hull.p_BG_B = {0, 0, 0.1};
  Controller controller(parameters);
  BodyMeasurement measured;
  measured.pose_NB.q = quaternion_from({0, 0.3, 0});
  // Righting moment is -W z_G sin(pitch): the controller adds the opposite.
  EXPECT_NEAR(controller.update({}, measured)[4], 200 * 0.1 * std::sin(0.3), 1e-12);
}

TEST(BodyControllerFeedForward, supplies_the_damping_of_the_set_point) {
  kinds::BodyController parameters;
  parameters.damping_feed_forward = true;
  parameters.hull.damping_linear[0] = 10;
  parameters.hull.damping_quadratic[0] = 40;
  BodySetPoint wanted;
  wanted.mode = ControlMode::kVelocity;
  wanted.velocity_B[0] = -1.5;
  Controller controller(parameters);
  EXPECT_NEAR(controller.update(wanted, {})[0], -(10 * 1.5 + 40 * 2.25), 1e-12);
}

TEST(BodyControllerWindup, limited_thrust_does_not_wind_up) {
  kinds::BodyController parameters;
  parameters.structure = ControlStructure::kParallel;
  parameters.axis(2).position = {40, 20, 60};
  double with = 0, without = 0;
  final_depth_m(parameters, 8, 20000, &with);  // 8 N, of which 4 N hold the vehicle down
  parameters.anti_windup = AntiWindup::kNone;
  final_depth_m(parameters, 8, 20000, &without);
  EXPECT_LT(with, 0.25);
  EXPECT_GT(without, 1.0);
}

TEST(BodyControllerWindup, achieved_wrench_feeds_back) {
  Controller told(tuned(ControlStructure::kCascaded)), untold(tuned(ControlStructure::kCascaded));
  BodySetPoint wanted;
  wanted.pose_NB.p = {10, 0, 0};
  Vec6 a, b;
  for (int i = 0; i < 3000; ++i) {
    a = told.update(wanted, {});
    b = untold.update(wanted, {});
    body_applied(told.parameters, told.reach, told.gains, a.cwiseMin(5.0), 0.01, told.state);
  }
  EXPECT_GT(b[0], 70);  // 20 * 0.8 + 3 * 0.8 * 30 s
  EXPECT_LT(a[0], 25);  // 5 + K_i e T_t = 5 + 16
}

TEST(BodyControllerKinematic, reaches_the_set_point_at_the_velocity_limit) {
  const kinds::BodyController parameters = tuned(ControlStructure::kCascaded);
  BodySetPoint wanted;
  wanted.pose_NB = {{1.0, 0, 0}, quaternion_from({0, 0, 0.4})};
  BodyMeasurement measured;
  constexpr double kDt_s = 0.1;
  int steps = 0;
  for (; (wanted.pose_NB.p - measured.pose_NB.p).norm() > 1e-9 && steps < 100; ++steps) {
    const Vec6 nu_B = kinematic_velocity_B(parameters.velocity_limit(), wanted, measured, kDt_s);
    EXPECT_LE(nu_B.cwiseAbs().maxCoeff(), 0.8 + 1e-12);
    measured.pose_NB.p += measured.pose_NB.q * nu_B.head<3>() * kDt_s;
    measured.pose_NB.q *= quaternion_from_rotation_vector(nu_B.tail<3>() * kDt_s);
  }
  EXPECT_GE(steps, 12);  // 1 m at 0.8 m/s takes at least 1.25 s
  EXPECT_LE(steps, 16);
  EXPECT_NEAR(euler_from(measured.pose_NB.q).yaw, 0.4, 1e-9);
}

}  // namespace body_controller_test
}  // namespace hadal::kinds
