// Sticks through the controllers, against the mixers' closed forms.
#include <gtest/gtest.h>

#include <array>
#include <cmath>

#include "kinds/controllers/autopilot.h"
#include "kinds/controllers/body.h"
#include "kinds/controllers/differential.h"
#include "kinds/controllers/test_gains.h"
#include "kinds/controllers/weighted.h"
#include "math/rotation.h"
#include "math/units.h"

namespace hadal::inline kinds {
namespace by_hand_test {

constexpr double kRounding = 1e-12;

struct Usv {
  Usv() {
    parameters.heading = {100, 5, 50};
    parameters.lever_m = 0.4;
    parameters.thrust_min_n = -50;
    parameters.thrust_max_n = 100;
    store_gains(parameters, gains);
  }
  UsvCommand update(const UsvSticks& sticks, const UsvCourse& measured = {}) {
    return usv_by_hand(parameters, gains, sticks, measured, 0.05, state);
  }
  DifferentialController parameters;
  std::array<double, kUsvGainCount> gains{};
  std::array<double, kUsvStateSize> state{};
};

TEST(ByHand, SurfaceCraftMixesSurgeAndYaw) {
  Usv usv;
  const UsvCommand ahead = usv.update({0.5, 0});
  EXPECT_NEAR(ahead.port_n, 50, kRounding);
  EXPECT_NEAR(ahead.starboard_n, 50, kRounding);
  const UsvCommand astern = usv.update({-0.5, 0});
  EXPECT_NEAR(astern.port_n, -25, kRounding);
  EXPECT_NEAR(astern.starboard_n, -25, kRounding);
  const UsvCommand turn = usv.update({0, 1});  // no net force: as much ahead as astern
  EXPECT_NEAR(turn.port_n, 50, kRounding);
  EXPECT_NEAR(turn.starboard_n, -50, kRounding);
  const UsvCommand both = usv.update({1, 1});  // the turn goes first: 100 - 50 is left ahead
  EXPECT_NEAR(both.port_n, 100, kRounding);
  EXPECT_NEAR(both.starboard_n, 0, kRounding);
}

TEST(ByHand, SurfaceCraftThatCannotReverseTurnsOneSided) {
  Usv usv;
  usv.parameters.thrust_min_n = 0;
  const UsvCommand turn = usv.update({0, 1});
  EXPECT_NEAR(turn.port_n, 100, kRounding);
  EXPECT_NEAR(turn.starboard_n, 0, kRounding);
}

TEST(ByHand, SurfaceCraftHoldsItsHeadingWithItsOwnGains) {
  Usv usv;
  const double error = 0.1, rate = 0.02;
  const UsvCommand command = usv.update({0, 0, true, 0.3}, {0.3 - error, rate, 0});
  EXPECT_NEAR(command.port_n, (100 * error - 50 * rate) / (2 * 0.4), kRounding);
  EXPECT_NEAR(command.starboard_n, -command.port_n, kRounding);
}

struct Torpedo {
  Torpedo() {
    parameters.heading = {1, 0, 0.5};
    parameters.depth = {0.1, 0, 0};
    parameters.pitch = {2, 0, 1};
    parameters.rudder_limit_rad = 0.3;
    parameters.elevator_limit_rad = 0.2;
    parameters.pitch_limit_rad = 0.4;
    store_gains(parameters, gains);
  }
  AuvCommand update(const AuvSticks& sticks, const AuvHold& hold, const AuvMeasurement& now = {}) {
    return auv_by_hand(parameters, gains, sticks, hold, now, 0.05, state);
  }
  AutopilotController parameters;
  std::array<double, kAuvGainCount> gains{};
  std::array<double, kAuvStateSize> state{};
};

TEST(ByHand, TorpedoSticksAreFractionsOfTheFins) {
  Torpedo auv;
  const AuvCommand command = auv.update({0.5, -1}, {});
  EXPECT_NEAR(command.rudder_rad, 0.15, kRounding);
  EXPECT_NEAR(command.elevator_rad, -0.2, kRounding);
}

TEST(ByHand, TorpedoHoldsByItsLoops) {
  Torpedo auv;
  AuvMeasurement now;
  now.heading_rad = 0.1;
  now.yaw_rate_rad_s = 0.02;
  now.depth_m = 9.5;
  now.pitch_rad = 0.01;
  AuvHold hold;
  hold.heading = hold.depth = true;
  hold.heading_rad = 0.2;
  hold.depth_m = 10;  // deeper: nose down by 0.05 rad
  const AuvCommand held = auv.update({}, hold, now);
  EXPECT_NEAR(held.rudder_rad, 0.1 - 0.5 * 0.02, kRounding);
  EXPECT_NEAR(held.elevator_rad, 2 * (-0.05 - 0.01), kRounding);
  hold.depth = false;
  hold.pitch = true;  // half of the largest pitch asks for more than the elevator has
  EXPECT_NEAR(auv.update({0, 0.02}, hold, now).elevator_rad, 2 * (0.02 * 0.4 - 0.01), kRounding);
  EXPECT_NEAR(auv.update({0, 0.5}, hold, now).elevator_rad, 0.2, kRounding);
}

struct Small {
  Small() {
    parameters.heading_gain = 200;
    parameters.depth_gain = 100;
    parameters.input_limit = 150;
    parameters.vertical_input_up = false;
    store_gains(parameters, gains);
  }
  WeightedInputs update(const WeightedSticks& sticks, const WeightedHold& hold,
                        const WeightedSetPoint& now = {}, double dt_s = 0.1) {
    return weighted_by_hand(parameters, gains, sticks, hold, now, dt_s, trim);
  }
  WeightedController parameters;
  std::array<double, kWeightedGainCount> gains{};
  double trim = 0;
};

TEST(ByHand, SmallVehicleScalesSurgeAndYawTogether) {
  Small rov;
  const WeightedInputs some = rov.update({0.4, -0.5, 0.2}, {});
  EXPECT_NEAR(some.port, 150 * 0.6, kRounding);
  EXPECT_NEAR(some.starboard, 150 * 0.2, kRounding);
  EXPECT_NEAR(some.vertical, -75, kRounding);
  const WeightedInputs full = rov.update({1, 0, 0.5}, {});
  EXPECT_NEAR(full.port, 150, kRounding);
  EXPECT_NEAR(full.starboard, 50, kRounding);  // 3:1, as asked
}

// The trim grows by K_d e dt / T until the depth is right, and stays while the stick is used.
TEST(ByHand, SmallVehicleTrimsItsBuoyancyInADepthHold) {
  Small rov;
  WeightedHold hold;
  hold.depth = hold.trimmed = true;
  hold.depth_m = 5;
  EXPECT_NEAR(rov.update({}, hold, {0, 0, 4.9}).vertical, 10, 1e-9);
  EXPECT_NEAR(rov.trim, 10 * 0.1 / kTrimTime_s, 1e-9);
  for (int i = 0; i < 99; ++i) rov.update({}, hold, {0, 0, 4.9});
  EXPECT_NEAR(rov.trim, 10, 1e-9);
  hold.depth = false;
  EXPECT_NEAR(rov.update({0, 0.2, 0}, hold).vertical, 10 + 30, 1e-9);
  EXPECT_NEAR(rov.update({0, 0.2, 0}, {}).vertical, 30, 1e-9);
  EXPECT_EQ(rov.trim, 0);
}

// Manual mode of a body: every axis in a mode of its own.
TEST(ByHand, BodyAxesHaveModesOfTheirOwn) {
  BodyController parameters;
  for (int axis = 0; axis < 6; ++axis) parameters.axis(axis) = {{0.5, 0, 0}, {40, 0, 0}, 1};
  std::array<double, kBodyGainCount> gains{};
  std::array<double, kBodyStateSize> state{};
  store_gains(parameters, gains);
  WrenchReach reach;
  reach.controllable.fill(true);
  reach.min.setConstant(-100);
  reach.max.setConstant(100);
  BodySetPoint wanted;
  wanted.mode = ControlMode::kManual;
  wanted.by_axis.fill(ControlMode::kEffort);
  wanted.by_axis[2] = ControlMode::kPosition;
  wanted.by_axis[5] = ControlMode::kVelocity;
  wanted.effort_B << 7, -3, 99, 0, 0, 99;
  wanted.pose_NB.p = Vec3(50, 50, 0.4);
  wanted.velocity_B[5] = 0.3;
  const Vec6 wrench = body_update(parameters, reach, gains, wanted, {}, 0.02, state);
  Vec6 expected;
  expected << 7, -3, 40 * 0.5 * 0.4, 0, 0, 40 * 0.3;
  EXPECT_LT((wrench - expected).norm(), kRounding);
}

}  // namespace by_hand_test
}  // namespace hadal::kinds
