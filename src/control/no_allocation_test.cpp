// What runs in a step must not allocate: every update of control/ under a counting operator new.
#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <vector>

#include "base/allocation_counter.h"
#include "control/arm/kinematics.h"
#include "control/expression.h"
#include "kinds/controllers/autopilot.h"
#include "kinds/controllers/body.h"
#include "kinds/steps/guidance.h"
#include "kinds/steps/test_step.h"

namespace hadal::control {
namespace no_allocation_test {

TEST(NoAllocation, counter_counts) {
  std::vector<double> grows;
  EXPECT_GT(allocations_of([&] { grows.resize(10); }), 0);
}

TEST(NoAllocation, body_controller_and_allocation_with_a_change_of_health) {
  AllocationParameters thrusters;
  for (int axis = 0; axis < 3; ++axis) {
    thrusters.wrench_per_newton_B.push_back(thruster_column({0.1, 0.2, 0.3}, Vec3::Unit(axis)));
    thrusters.force_min_n.push_back(-10);
    thrusters.force_max_n.push_back(10);
  }
  std::vector<double> health(3, 1.0), memory(allocation_state_size(3)), force(3);
  std::vector<std::uint8_t> saturated(3);
  const BodyController parameters;
  std::array<double, kBodyGainCount> gains{};
  std::array<double, kBodyStateSize> state{};
  EXPECT_EQ(allocations_of([&] {
              allocation_reset(thrusters, health, memory);
              for (int i = 0; i < 10; ++i) {
                health[1] = i % 2;
                allocation_follow_health(thrusters, health, memory);
                const WrenchReach reach = allocation_reach(thrusters, memory);
                const Vec6 wrench = body_update(parameters, reach, gains, {}, {}, 0.01, state);
                const auto out = allocate(thrusters, wrench, health, memory, force, saturated);
                body_applied(parameters, reach, gains, out.wrench_B, 0.01, state);
              }
            }),
            0);
}

TEST(NoAllocation, guidance_and_autopilot) {
  const std::vector<Waypoint> waypoints{{{10, 0, 0}}, {{10, 10, 5}}};
  std::array<double, kWaypointStateSize> by_sight{}, moving{};
  std::array<double, kAuvGainCount> gains{};
  std::array<double, kAuvStateSize> state{};
  EXPECT_EQ(allocations_of([&] {
              const auto command =
                  follow_by_line_of_sight({}, {}, waypoints, {0, 0, 0}, 0, 0.1, by_sight);
              follow_by_moving_set_point({}, waypoints, {0, 0, 0}, 0, 0.1, moving);
              auv_update({}, gains, {command.sight.heading_rad}, {}, 0.1, state);
            }),
            0);
}

TEST(NoAllocation, evaluation_of_an_expression) {
  const auto parsed =
      parse_condition("max(1, 2) + sqrt(9) * 2 < 9 and not (1 > 2 or 0/0 == 1)", {});
  const Expression& expression = parsed.value();
  EXPECT_EQ(allocations_of([&] { expression.evaluate(nullptr); }), 0);
}

TEST(NoAllocation, inverse_kinematics_of_an_arm) {
  ArmChain chain;
  for (int j = 0; j < 7; ++j)
    chain.joints.push_back({{Vec3(0.1, 0, 0), Quat::Identity()}, Vec3::Unit(j % 3), false, -2, 2});
  std::array<double, 7> q{0.3, 0.5, -0.4, 0.2, 0.6, -0.1, 0.2};
  const std::array<double, 7> posture{};
  Pose wanted = tool_pose(chain, q);
  wanted.p.x() += 0.1;
  EXPECT_EQ(allocations_of([&] { inverse_kinematics(chain, {}, wanted, posture, 20, q); }), 0);
}

// From the tare over the touch to the end of the path.
TEST(NoAllocation, pressing_arms) {
  TestStep step("press");
  step.at("force_n") = 20;
  step.at<std::vector<double>>("normal") = {0, 0, 1};
  step.at<std::vector<std::vector<double>>>("path_m") = {{0.3, 0, 0}, {0.3, 0.3, 0}};
  const ArmFacts facts;
  std::array<double, kArmStepStateSize> state{};
  std::array<double, kPressSize> press{};
  ArmMoment now{.dt_s = 0.01, .facts = facts, .state = state, .press = press};
  now.tool_force.valid = true;
  ArmSetPoint wanted;
  ArmStepResult result = ArmStepResult::kGoesOn;
  const long before = allocations;
  for (int i = 0; i < 3000 && result == ArmStepResult::kGoesOn; ++i) {
    now.elapsed_s = 0.01 * i;
    now.tool_force.force_T.z() = 2000 * std::fmax(wanted.pose.p.z() - 0.02, 0.0);
    result = step.kind->guide_arm(step.config.get(), now, wanted);
  }
  const long after = allocations;
  EXPECT_EQ(after - before, 0);
  EXPECT_EQ(result, ArmStepResult::kDone);
}

}  // namespace no_allocation_test
}  // namespace hadal::control
