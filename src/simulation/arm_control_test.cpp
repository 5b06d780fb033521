// Arms under control in whole runs: a vehicle with the arm of seven joints.
#include <gtest/gtest.h>

#include <cmath>

#include "control/arm/arm_control.h"
#include "simulation/test_craft.h"
#include "world/arm_state.h"

namespace hadal::simulation {
namespace arm_control_test {

using testing::make_run;
using testing::run_steps;

std::string rov_yaml(const std::string& mission, const std::string& vehicle = "") {
  return R"(
format: 1
title: arm
step_s: 0.005
duration_s: 60
environment: {gravity_m_s2: 9.81, water: {density_kg_m3: 1025}}
vehicles:
  - {name: rov, model: bluerov2_heavy_arm7, pose: {depth_m: 20, heading_deg: 30}, )" +
         vehicle + "}\nmission:\n" + mission;
}

constexpr const char* kBent =
    "  - !joints {vehicle: rov, positions: [0.1, -0.9, 0.2, 1.4, 0, -0.5, 0.3]}\n";

const State& state_of_run(const std::unique_ptr<Run>& run) {
  return run->simulation().state();
}
double joint(const std::unique_ptr<Run>& run, size_t j) {
  const World& world = run->simulation().world();
  const int link = world.actuators[static_cast<size_t>(world.arms[0].joints[j])].link;
  return state_of_run(
      run).position[static_cast<size_t>(world.links[static_cast<size_t>(link)].position_address)];
}
int64_t arm_mission(const std::unique_ptr<Run>& run) {
  const World& world = run->simulation().world();
  return state_of_run(run).mission_status[static_cast<size_t>(world.arms[0].track)];
}
Problems give(const std::unique_ptr<Run>& run, const std::string& key,
              const std::vector<double>& values) {
  return run->apply({0, "rov/arm", key, values});
}

TEST(ArmControl, chain_puts_the_tool_where_the_bodies_are) {
  const auto run = make_run(rov_yaml(kBent));
  run_steps(*run, 400);  // in the middle of the motion
  const World& world = run->simulation().world();
  const control::ArmSetup setup = control::arm_setup(world, 0, 0, 0);
  std::array<double, 7> q;
  for (size_t j = 0; j < 7; ++j) q[j] = joint(run, j);
  const State& s = state_of_run(run);
  const auto base = static_cast<size_t>(setup.base_link);
  const Pose by_chain = Pose{s.p_NL_N[base], s.q_NL[base]} * control::tool_pose(setup.chain, q);
  const Pose by_bodies = tool_pose_N(world, s, 0);
  EXPECT_GT(std::abs(q[1]), 0.1);
  EXPECT_LT(control::pose_error(by_bodies, by_chain).norm(), 1e-12);
}

TEST(ArmControl, joints_arrive_and_stay) {
  const auto run = make_run(rov_yaml(kBent));
  run_steps(*run, 2000);
  EXPECT_EQ(arm_mission(run), 1);
  const double goal[] = {0.1, -0.9, 0.2, 1.4, 0, -0.5, 0.3};
  for (size_t j = 0; j < 7; ++j) EXPECT_NEAR(joint(run, j), goal[j], 2e-3) << j;
  EXPECT_EQ(arm_status(state_of_run(run), 0)[kArmClamped], 0);
}

TEST(ArmControl, vehicle_and_arm_act_at_the_same_time_and_steps_wait) {
  const auto run = make_run(rov_yaml(
      "  - !go_to {vehicle: rov, north_m: 2, east_m: 0, depth_m: 20, heading_deg: 30, tolerance_m: 0.1}\n"
      "  - !joints {vehicle: rov, positions: [0, -0.9, 0, 1.4, 0, -0.5, 0], wait_for: \"north(rov) > 1\"}\n"));
  while (state_of_run(run).p_NL_N[0].x() <= 1) {
    ASSERT_EQ(arm_mode(arm_set_point(state_of_run(run), 0)), ArmMode::kOff);
    run_steps(*run, 1);
  }
  run_steps(*run, 3);
  const World& world = run->simulation().world();
  EXPECT_EQ(arm_mode(arm_set_point(state_of_run(run), 0)), ArmMode::kJointPosition);
  EXPECT_EQ(state_of_run(run).mission_status[static_cast<size_t>(world.vehicles[0].track)], 0);
  run_steps(*run, 1500);
  EXPECT_EQ(arm_mission(run), 1);
  EXPECT_NEAR(joint(run, 3), 1.4, 5e-3);
}

TEST(ArmControl, a_pose_in_the_world_is_kept_while_the_hull_moves) {
  const auto run = make_run(rov_yaml(
      std::string("  - !hold {vehicle: rov, duration_s: 60}\n") + kBent +
      "  - !reach {vehicle: rov, position_m: [0.65, 0.38, 20.15], tolerance_m: 0.003}\n"));
  run_steps(*run, 3000);
  ASSERT_EQ(arm_mission(run), 1);
  const World& world = run->simulation().world();
  const Vec3 hull_before = state_of_run(run).p_NL_N[0];
  // A push on the hull.
  ASSERT_TRUE(run->apply({0, "rov", "wrench", {20, 10, 0, 0, 0, 0}}).empty());
  double hull_moved = 0, tool_moved = 0;
  for (int i = 0; i < 800; ++i) {
    run_steps(*run, 1);
    hull_moved = std::fmax(hull_moved, (state_of_run(run).p_NL_N[0] - hull_before).norm());
    const Vec3 tool = tool_pose_N(world, state_of_run(run), 0).p;
    tool_moved = std::fmax(tool_moved, (tool - Vec3(0.65, 0.38, 20.15)).norm());
  }
  EXPECT_GT(hull_moved, 0.03);
  EXPECT_LT(tool_moved, hull_moved / 4);
}

TEST(ArmControl, out_of_reach_fails_the_mission_with_the_reason_and_holds_the_nearest) {
  const auto run = make_run(rov_yaml(
      std::string("  - !hold {vehicle: rov, duration_s: 60}\n") + kBent +
      "  - !reach {vehicle: rov, frame: vehicle, position_m: [1.6, 0, 0.15], speed_m_s: 0.3}\n"));
  run_steps(*run, 3000);
  EXPECT_EQ(arm_mission(run), 2);
  const double* status = arm_status(state_of_run(run), 0);
  EXPECT_EQ(status[kArmFailure], static_cast<double>(ArmFailure::kUnreachable));
  // Shoulder at 0.2 m, 0.91 m of arm: 0.49 m are missing.
  EXPECT_NEAR(status[kArmResidual_m], 0.49, 0.01);
}

TEST(ArmControl, inputs_move_the_arm_and_are_refused_out_of_range) {
  const auto run = make_run(rov_yaml(std::string("  - !hold {vehicle: rov, duration_s: 60}\n") + kBent));
  run_steps(*run, 100);
  EXPECT_TRUE(give(run, "joint_position", {0, -0.5, 0, 0.8, 0, 0, 0}).empty());
  EXPECT_EQ(arm_mission(run), 4);  // commanded from outside
  run_steps(*run, 1200);
  EXPECT_NEAR(joint(run, 3), 0.8, 2e-3);
  EXPECT_TRUE(give(run, "joint_velocity", {0.1, 0, 0, 0, 0, 0, 0}).empty());
  const double before = joint(run, 0);
  run_steps(*run, 400);
  EXPECT_NEAR(joint(run, 0) - before, 0.2, 0.03);
  EXPECT_TRUE(give(run, "tool_velocity", {2, 0, 0, 0.05, 0, 0, 0}).empty());
  const World& world = run->simulation().world();
  const control::ArmSetup setup = control::arm_setup(world, 0, 0, 0);
  const auto tool_in_base = [&] {
    std::array<double, 7> q;
    for (size_t j = 0; j < 7; ++j) q[j] = joint(run, j);
    return control::tool_pose(setup.chain, q).p;
  };
  run_steps(*run, 200);
  const Vec3 begun = tool_in_base();
  run_steps(*run, 400);
  EXPECT_LT((tool_in_base() - begun - Vec3(0, 0, 0.1)).norm(), 0.02);
  EXPECT_FALSE(give(run, "joint_position", {0, -1.6, 0, 0, 0, 0, 0}).empty());
  EXPECT_FALSE(give(run, "joint_position", {0, 0}).empty());
  EXPECT_FALSE(give(run, "tool_pose", {3, 0, 0, 0}).empty());
  EXPECT_FALSE(give(run, "tool_pose", {0, 0, 0, 0, 2, 0, 0, 0}).empty());
  EXPECT_FALSE(give(run, "grip", {1, 0.5}).empty());
  EXPECT_FALSE(give(run, "gains", {1}).empty());
  EXPECT_TRUE(give(run, "mission", {}).empty());
  EXPECT_EQ(arm_mission(run), 0);
  EXPECT_TRUE(give(run, "off", {}).empty());
  for (const int actuator : world.arms[0].joints)
    EXPECT_EQ(state_of_run(run).actuator_command[static_cast<size_t>(actuator)], 0);
}

TEST(ArmControl, velocities_beyond_the_limit_are_clamped_and_counted) {
  const auto run = make_run(rov_yaml(std::string("  - !hold {vehicle: rov, duration_s: 60}\n") + kBent));
  run_steps(*run, 100);
  ASSERT_EQ(arm_status(state_of_run(run), 0)[kArmClamped], 0);
  EXPECT_TRUE(give(run, "joint_velocity", {0, 0, 20, 0, 0, 0, 0}).empty());
  run_steps(*run, 100);  // half a second at 100 Hz
  EXPECT_NEAR(arm_status(state_of_run(run), 0)[kArmClamped], 50, 1);
}

TEST(ArmControl, a_command_to_one_joint_switches_the_arm_off) {
  const auto run = make_run(rov_yaml(std::string("  - !hold {vehicle: rov, duration_s: 60}\n") + kBent));
  run_steps(*run, 100);
  ASSERT_TRUE(run->apply({0, "rov/arm1", "command", {0.5}}).empty());
  run_steps(*run, 20);
  const World& world = run->simulation().world();
  EXPECT_EQ(arm_mode(arm_set_point(state_of_run(run), 0)), ArmMode::kOff);
  EXPECT_EQ(state_of_run(run).actuator_command[static_cast<size_t>(world.arms[0].joints[0])], 0.5);
}

TEST(ArmControl, a_snapshot_in_the_middle_goes_on_bit_for_bit) {
  const std::string yaml = rov_yaml(
      std::string("  - !hold {vehicle: rov, duration_s: 60}\n") + kBent +
      "  - !reach {vehicle: rov, position_m: [0.65, 0.38, 20.15], wait_for: \"time > 5\"}\n");
  const auto run = make_run(yaml);
  run_steps(*run, 1200);
  const std::vector<std::byte> snapshot = run->simulation().save();
  run_steps(*run, 500);
  const auto other = make_run(yaml, 2);
  ASSERT_TRUE(other->restore(snapshot));
  run_steps(*other, 500);
  EXPECT_EQ(first_difference(state_of_run(run), state_of_run(other)), "");
}

TEST(ArmControl, weight_and_buoyancy_are_carried_without_integral_action) {
  // A heavy arm on a fixed stand: proportional control alone, without and with compensation.
  const auto sag = [](bool compensation) {
    const auto run = make_run(R"(
format: 1
title: stand
step_s: 0.005
duration_s: 10
environment: {gravity_m_s2: 9.81, water: {density_kg_m3: 1025}}
manipulator_models:
  - name: beam
    tool: {link: upper, position_m: [0.5, 0, 0]}
    links:
      - {name: upper, parent: mount, mass_kg: 10, center_of_mass_m: [0.3, 0, 0], inertia_kg_m2: [0.1, 0.5, 0.5], volume_m3: 0.002, center_of_buoyancy_m: [0.2, 0, 0],
         joint: {kind: hinge, axis: [0, 1, 0], lower: -1, upper: 1, effort_limit: 100}}
vehicle_models:
  - name: stand
    links: [{name: hull, mass_kg: 100, inertia_kg_m2: [1, 1, 1], volume_m3: 0.1}]
vehicles:
  - name: stand
    model: stand
    fixed: true
    pose: {depth_m: 20}
    manipulators:
      - name: arm
        model: beam
        controller: {compensation: )" +
                              std::string(compensation ? "true" : "false") + R"(, joints: [{joint: upper, position: {p: 4}, velocity: {p: 30}}]}
mission:
  - !joints {vehicle: stand, positions: [0.3], tolerance: 0.5}
  - !arm_hold {vehicle: stand, duration_s: 20}
)");
    run_steps(*run, 1600);
    return joint(run, 0) - 0.3;
  };
  // Effort that it takes: M g l cos q less the buoyancy's share; the loops give 4 * 30 N m/rad.
  const double q = 0.3 + sag(false);
  const double effort = 9.81 * std::cos(q) * (10 * 0.3 - 1025 * 0.002 * 0.2);
  EXPECT_NEAR(q - 0.3, -effort / 120, 0.005);  // a positive angle lifts the beam
  EXPECT_NEAR(sag(true), 0, 1e-4);
}

// A ram on a fixed stand above a fixed block whose top is 0.2 m below its tip, with a sensor behind a
// heavy tip.
std::string ram_yaml(const std::string& sensor) {
  return R"(
format: 1
title: ram
step_s: 0.005
duration_s: 60
environment: {gravity_m_s2: 9.81, water: {density_kg_m3: 1025}}
manipulator_models:
  - name: ram
    tool: {link: tip, position_m: [0, 0, 0.1]}
    links:
      - {name: rod, parent: mount, mass_kg: 5, inertia_kg_m2: [0.1, 0.1, 0.1],
         joint: {kind: slide, axis: [0, 0, 1], lower: 0, upper: 0.5, effort_limit: 500}}
      - {name: tip, parent: rod, material: hdpe, mass_kg: 2, inertia_kg_m2: [0.01, 0.01, 0.01], volume_m3: 0.0005,
         joint: {kind: fixed}, shapes: {collision: [!sphere {radius_m: 0.05, position_m: [0, 0, 0.05]}]}}
vehicle_models:
  - name: stand
    links: [{name: hull, mass_kg: 100, inertia_kg_m2: [1, 1, 1], volume_m3: 0.1}]
object_models:
  - {name: block, links: [{name: body, material: steel, mass_kg: 100, inertia_kg_m2: [1, 1, 1], shapes: {collision: [!box {size_m: [1, 1, 0.2]}]}}]}
objects:
  - {name: block, model: block, fixed: true, pose: {depth_m: 20.4}}
vehicles:
  - name: stand
    model: stand
    fixed: true
    pose: {depth_m: 20}
    manipulators: [{name: arm, model: ram, controller: {bandwidth_rad_s: 30}}]
    sensors: [!force_torque {name: wrist, link: arm_tip, rate_hz: 100, )" +
         sensor + R"(}]
mission:
  - !press {vehicle: stand, sensor: wrist, force_n: 20, normal: [0, 0, 1], hold_s: 8}
)";
}

TEST(ArmControl, presses_with_the_force_asked_for) {
  const std::string yaml = ram_yaml("force: {white_std: 0.1, bias: 3}");
  const auto run = make_run(yaml);
  run_steps(*run, 2400);
  const std::vector<std::byte> snapshot = run->simulation().save();
  run_steps(*run, 200);
  const World& world = run->simulation().world();
  const auto tip = static_cast<size_t>(world.arms[0].tool_link);
  // The block presses back with 20 N, whatever weight (14.6 N) and offset the sensor shows.
  const auto contact = static_cast<size_t>(WrenchTerm::kContact);
  EXPECT_NEAR(state_of_run(run).wrench_L[contact][tip][2], -20, 0.5);
  EXPECT_NEAR(arm_press(state_of_run(run), 0)[kPressForce_N], 20, 0.5);
  const auto other = make_run(yaml, 2);
  ASSERT_TRUE(other->restore(snapshot));
  run_steps(*other, 200);
  EXPECT_EQ(first_difference(state_of_run(run), state_of_run(other)), "");
  run_steps(*run, 1600);
  EXPECT_EQ(arm_mission(run), static_cast<int64_t>(control::MissionStatus::kDone));
  EXPECT_LT(press_error_rms_N(state_of_run(run), 0), 0.5);
}

TEST(ArmControl, a_lost_force_sensor_ends_the_mission) {
  const auto run = make_run(ram_yaml("dropout: 1"));
  run_steps(*run, 200);
  EXPECT_EQ(arm_mission(run), static_cast<int64_t>(control::MissionStatus::kFailed));
  EXPECT_EQ(arm_status(state_of_run(run), 0)[kArmFailure],
            static_cast<double>(ArmFailure::kSensorLost));
}

TEST(ArmControl, what_a_step_lacks_is_told_with_its_place) {
  const auto refusal = [](const std::string& yaml) {
    Result<LoadedScenario> loaded =
        load_scenario_text(yaml, "test.yaml", {{}, {test::source_folder()}});
    if (!loaded) return loaded.problems().text();
    const auto created = simulation::Run::create(loaded.value(), {.threads = 1});
    return created ? std::string() : created.problems().text();
  };
  EXPECT_NE(refusal(rov_yaml("  - !joints {vehicle: rov, arm: left, positions: [0]}\n"))
                .find("mission[0].arm: no arm 'left' on rov"),
            std::string::npos);
  EXPECT_NE(refusal(rov_yaml("  - !joints {vehicle: rov, positions: [0]}\n"))
                .find("mission[0].positions: 'arm' has 7 joints, found 1 positions"),
            std::string::npos);
  EXPECT_NE(refusal(rov_yaml("  - !grip {vehicle: rov, opening: 1}\n")).find("has no fingers"),
            std::string::npos);
  EXPECT_NE(refusal(rov_yaml("  - !hold {vehicle: rov, wait_for: \"depth(rof) > 1\"}\n"))
                .find("mission[0].wait_for: "),
            std::string::npos);
  EXPECT_EQ(refusal(rov_yaml(kBent)), "");
}

}  // namespace arm_control_test
}  // namespace hadal::simulation
