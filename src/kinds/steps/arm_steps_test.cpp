// Steps of arms against closed forms, on an arm that does exactly what it is asked.
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "kinds/steps/arm_motion.h"
#include "kinds/steps/test_step.h"
#include "math/rotation.h"

namespace hadal::inline kinds {
namespace arm_steps_test {

class ArmVehicle final : public StepSetting {
 public:
  std::string name = "rov";
  ArmFacts facts;
  mutable std::string problems;

  ArmVehicle() {
    facts.name = "left";
    for (int j = 0; j < 3; ++j)
      facts.joints.push_back({"j" + std::to_string(j), false, -2, 2, 0.5, 1.0});
    facts.fingers.push_back({"jaw", true, 0, 0.04, 0.02});
  }
  const std::string& vehicle() const override { return name; }
  bool kinematic() const override { return false; }
  const extension::ControllerKind* controller() const override { return nullptr; }
  bool has_seabed() const override { return false; }
  const ArmFacts* arm() const override { return &facts; }
  NamedActuator actuator(const std::string&, const std::string&) const override { return {}; }
  int tool_force_sensor(const std::string& sensor, const std::string& field) const override {
    if (sensor == "wrist") return 3;
    fail(field, "no such sensor");
    return -1;
  }
  void fail(const std::string& field, const std::string& message) const override {
    problems += field + ": " + message + "\n";
  }
  void note(const std::string&, const std::string&) const override {}
};

struct ArmRun {
  explicit ArmRun(const std::string& step) : step(step) {}
  std::string prepare() {
    this->step.kind->prepare(this->step.config.get(), vehicle);
    return vehicle.problems;
  }
  ArmStepResult update(double elapsed_s) {
    now.elapsed_s = elapsed_s;
    const ArmStepResult result = step.kind->guide_arm(step.config.get(), now, wanted);
    now.position = now.wanted_position = wanted.position;
    for (Pose& tool : now.tool) tool = {wanted.pose.p - missing_m, wanted.pose.q};
    return result;
  }
  // Until the step ends; its time.
  double run() {
    for (int i = 0; i < 100000; ++i)
      if (update(0.01 * i) != ArmStepResult::kGoesOn) return 0.01 * i;
    return -1;
  }

  TestStep step;
  ArmVehicle vehicle;
  std::array<double, kArmStepStateSize> state{};
  std::array<double, kPressSize> press{};
  ArmMoment now{.dt_s = 0.01, .facts = vehicle.facts, .state = state, .press = press};
  ArmSetPoint wanted;
  Vec3 missing_m = Vec3::Zero();  // of what the tool is asked for
};

TEST(ArmMotion, profile_is_the_trapezoid) {
  // 1 m at 0.5 m/s with 1 m/s^2: 0.5 s up, 1.5 s along, 0.5 s down.
  EXPECT_DOUBLE_EQ(profile_time_s(1, 0.5, 1), 2.5);
  EXPECT_DOUBLE_EQ(profile_at(1, 0.5, 1, 0.5).distance, 0.125);
  EXPECT_DOUBLE_EQ(profile_at(1, 0.5, 1, 1.25).distance, 0.5);
  EXPECT_DOUBLE_EQ(profile_at(1, 0.5, 1, 1.25).speed, 0.5);
  EXPECT_DOUBLE_EQ(profile_at(1, 0.5, 1, 2.5).distance, 1);
  // A short way never reaches the speed: T = 2 sqrt(d/a).
  EXPECT_DOUBLE_EQ(profile_time_s(0.04, 0.5, 1), 0.4);
  EXPECT_DOUBLE_EQ(profile_at(0.04, 0.5, 1, 0.2).speed, 0.2);
  EXPECT_EQ(profile_time_s(0, 0.5, 1), 0);
}

TEST(ArmMotion, a_line_turns_and_moves_together) {
  const Pose start, end{Vec3(0.3, 0, 0), quaternion_from({0, 0, 0.2})};
  const LineLimits limits{0.1, 0.2, 0.5, 1};
  const LinePoint middle = line_at(start, end, limits, 0.5 * profile_time_s(0.3, 0.1, 0.2));
  EXPECT_NEAR(middle.pose.p.x(), 0.15, 1e-12);
  EXPECT_NEAR(euler_from(middle.pose.q).yaw, 0.1, 1e-12);
  EXPECT_NEAR(middle.velocity[0], 0.1, 1e-12);
  EXPECT_NEAR(middle.velocity[5], 0.1 * 0.2 / 0.3, 1e-12);
  EXPECT_FALSE(middle.at_end);
  EXPECT_TRUE(line_at(start, end, limits, 10).at_end);
  EXPECT_LT(distance_m(line_at(start, end, limits, 10).pose, end), 1e-15);
}

TEST(ArmSteps, joints_arrive_together_at_the_limits_of_the_slowest) {
  ArmRun run("joints");
  run.step.at<std::vector<double>>("positions") = {1.0, -0.5, 0.0};
  ASSERT_EQ(run.prepare(), "");
  run.update(0);
  run.update(1.25);  // half way: 1 rad at 0.5 rad/s and 1 rad/s^2 takes 2.5 s
  EXPECT_NEAR(run.wanted.position[0], 0.5, 1e-12);
  EXPECT_NEAR(run.wanted.position[1], -0.25, 1e-12);
  EXPECT_NEAR(run.wanted.joint_velocity[0], 0.5, 1e-12);
  EXPECT_EQ(run.update(2.49), ArmStepResult::kGoesOn);
  EXPECT_EQ(run.update(2.51), ArmStepResult::kDone);
}

TEST(ArmSteps, joints_take_the_time_they_are_given) {
  ArmRun run("joints");
  run.step.at<std::vector<double>>("positions") = {1.0, 0, 0};
  run.step.at<double>("duration_s") = 5;
  run.update(0);
  run.update(2.5);
  EXPECT_NEAR(run.wanted.position[0], 0.5, 1e-12);
  EXPECT_NEAR(run.wanted.joint_velocity[0], 0.25, 1e-12);
}

TEST(ArmSteps, joints_refuses_what_the_arm_does_not_have) {
  ArmRun run("joints");
  run.step.at<std::vector<double>>("positions") = {1.0, 0};
  EXPECT_EQ(run.prepare(), "positions: 'left' has 3 joints, found 2 positions\n");
  ArmRun beyond("joints");
  beyond.step.at<std::vector<double>>("positions") = {0, 2.5, 0};
  EXPECT_EQ(beyond.prepare(), "positions: joint 'j1' goes from -2 to 2, found 2.5\n");
}

TEST(ArmSteps, reach_moves_at_its_speed_and_is_done) {
  ArmRun run("reach");
  run.step.at<Vec3>("position_m") = Vec3(0.3, 0, 0.4);  // 0.5 m at 0.1 m/s with 0.2 m/s^2
  EXPECT_NEAR(run.run(), 0.5 / 0.1 + 0.5, 0.02);
  EXPECT_FALSE(run.wanted.keeps_attitude);
  EXPECT_LT((run.wanted.pose.p - Vec3(0.3, 0, 0.4)).norm(), 1e-12);
}

TEST(ArmSteps, reach_gives_up_on_a_pose_that_is_out_of_reach) {
  ArmRun run("reach");
  run.step.at<Vec3>("position_m") = Vec3(0.1, 0, 0);
  run.now.residual_m = 0.05;
  run.missing_m = Vec3(0.05, 0, 0);
  ArmStepResult result = ArmStepResult::kGoesOn;
  double t = 0;
  for (; result == ArmStepResult::kGoesOn && t < 20; t += 0.01) result = run.update(t);
  EXPECT_EQ(result, ArmStepResult::kUnreachable);
  EXPECT_NEAR(t, profile_time_s(0.1, 0.1, 0.2) + 1, 0.05);  // a second after the end of the way
}

TEST(ArmSteps, a_circle_is_a_circle) {
  ArmRun run("circle");
  run.step.at<Vec3>("center_m") = Vec3(1, 0, 0);
  run.step.at<Vec3>("normal") = Vec3(2, 0, 0);
  run.step.at<double>("radius_m") = 0.3;
  run.now.wanted_tool.fill({Vec3(0.9, 0.5, 0), Quat::Identity()});
  run.now.tool = run.now.wanted_tool;
  double t = 0;
  while (!run.wanted.measures_error && t < 100) run.update(t += 0.01);
  const double begun = t;
  EXPECT_LT((run.wanted.pose.p - Vec3(1, 0.3, 0)).norm(), 1e-3);  // the nearest point
  double way = 0;
  ArmStepResult result = ArmStepResult::kGoesOn;
  Vec3 last = run.wanted.pose.p;
  while (result == ArmStepResult::kGoesOn && t < 100) {
    result = run.update(t += 0.01);
    EXPECT_NEAR((run.wanted.pose.p - Vec3(1, 0, 0)).norm(), 0.3, 1e-12);
    EXPECT_NEAR(run.wanted.pose.p.x(), 1, 1e-12);
    way += (run.wanted.pose.p - last).norm();
    last = run.wanted.pose.p;
  }
  EXPECT_NEAR(way, 2 * std::numbers::pi * 0.3, 1e-4);
  EXPECT_NEAR(t - begun, 2 * std::numbers::pi * 0.3 / 0.1 + 0.5, 0.05);
}

TEST(ArmSteps, a_grip_is_done_when_the_fingers_rest) {
  ArmRun run("grip");
  run.step.at<double>("effort") = 20;
  run.now.finger_velocity[0] = 0.01;
  for (int i = 0; i < 100; ++i) ASSERT_EQ(run.update(0.01 * i), ArmStepResult::kGoesOn);
  EXPECT_EQ(run.wanted.grip_mode, GripMode::kEffort);
  EXPECT_EQ(run.wanted.grip, 20);
  run.now.finger_velocity[0] = 0;
  double t = 1;
  while (run.update(t) == ArmStepResult::kGoesOn && t < 3) t += 0.01;
  EXPECT_NEAR(t, 1.5, 0.03);
}

// A tool that presses on a spring at a depth of 0.03 m below its start, with a sensor that carries a
// weight and an offset; the attitude of the tool is neither that of the frame nor along the normal.
struct PressRun : ArmRun {
  static constexpr double kWall_m = 0.03, kStiffness_n_m = 2000;
  using Numbers = std::vector<std::pair<const char*, double>>;
  explicit PressRun(const Numbers& numbers, const std::string& sensor = "wrist") : ArmRun("press") {
    step.at<std::string>("sensor") = sensor;
    step.at("force_n") = 20;
    step.at<std::vector<double>>("normal") = {0, 0, 2};
    for (const auto& [key, value] : numbers) step.at(key) = value;
    for (size_t frame = 0; frame < kArmFrames; ++frame)
      now.tool[frame] = now.wanted_tool[frame] = start;
    now.tool_force.valid = true;
  }
  double contact_N() const {
    return kStiffness_n_m * std::fmax(now.tool[0].p.z() - start.p.z() - kWall_m, 0.0);
  }
  ArmStepResult advance(double elapsed_s) {
    now.tool_force.force_T =
        start.q.conjugate() * (Vec3(0, 0, wall ? contact_N() : 0.0) + weight_N);
    return update(elapsed_s);
  }
  Pose start{Vec3(1, 2, 3), quaternion_from({0.3, -1.2, 0.5})};
  Vec3 weight_N{0.5, -0.2, -3};
  bool wall = true;
};

TEST(PressStep, law_in_free_water_is_the_lag) {
  // From rest toward F / D = 0.05 m/s: v_k = F/D (1 - (M / (M + dt D))^k).
  PressRun run({{"tare_s", 0}, {"mass_kg", 40}, {"damping_ns_m", 400}, {"approach_speed_m_s", 1}});
  ASSERT_EQ(run.prepare(), "");
  run.wall = false;
  run.weight_N.setZero();
  run.advance(0);
  double s = 0;
  for (int k = 1; k <= 50; ++k) {
    run.advance(0.01 * k);
    const double v = 0.05 * (1 - std::pow(40.0 / 44.0, k));
    s += 0.01 * v;
    EXPECT_NEAR(run.wanted.velocity[2], v, 1e-12);
    EXPECT_NEAR(run.wanted.pose.p.z(), 3 + s, 1e-12);
  }
}

TEST(PressStep, approach_speed_is_a_limit) {
  PressRun run({{"tare_s", 0}, {"damping_ns_m", 10}, {"approach_speed_m_s", 0.02}});
  ASSERT_EQ(run.prepare(), "");
  run.wall = false;
  for (int k = 0; k < 100; ++k) run.advance(0.01 * k);
  EXPECT_DOUBLE_EQ(run.wanted.velocity[2], 0.02);
}

TEST(PressStep, force_settles_at_the_set_point_and_the_path_is_followed) {
  PressRun run({{"speed_m_s", 0.1}, {"hold_s", 1}, {"damping_ns_m", 400}});
  run.step.at<std::vector<std::vector<double>>>("path_m") = {{1.4, 2, 7}, {1.4, 2.3, -1}};
  ASSERT_EQ(run.prepare(), "");
  double end_s = -1, begun_s = -1;
  for (int i = 0; i < 5000 && end_s < 0; ++i) {
    if (run.advance(0.01 * i) == ArmStepResult::kDone) end_s = 0.01 * i;
    if (begun_s < 0 && run.press[kPressDistance_m] > 0) begun_s = 0.01 * i;
  }
  // 0.7 m across the normal at 0.1 m/s and 0.1 m/s^2 take 8 s, then it holds for 1 s.
  EXPECT_NEAR(end_s - begun_s, 9, 0.03);
  EXPECT_NEAR(run.press[kPressDistance_m], 0.7, 1e-12);
  EXPECT_NEAR(run.wanted.pose.p.x(), 1.4, 1e-9);
  EXPECT_NEAR(run.wanted.pose.p.y(), 2.3, 1e-9);
  // Where the spring gives 20 N, whatever weight and offset the sensor carries.
  EXPECT_NEAR(run.wanted.pose.p.z(), 3 + PressRun::kWall_m + 20 / PressRun::kStiffness_n_m, 1e-6);
  EXPECT_NEAR(run.press[kPressForce_N], 20, 1e-3);
  EXPECT_LT(std::sqrt(run.press[kPressSquares] / run.press[kPressUpdates]), 0.1);
  EXPECT_NEAR(run.wanted.pose.q.angularDistance(run.start.q), 0, 1e-7);
}

TEST(PressStep, normal_left_out_is_the_axis_of_the_tool) {
  PressRun run({{"tare_s", 0}});
  run.step.at<std::vector<double>>("normal").clear();
  ASSERT_EQ(run.prepare(), "");
  const Pose start{Vec3(0, 0, 5), quaternion_from({0, -std::numbers::pi / 2, 0})};  // x down
  for (size_t frame = 0; frame < kArmFrames; ++frame)
    run.now.tool[frame] = run.now.wanted_tool[frame] = start;
  for (int i = 0; i < 200; ++i) run.update(0.01 * i);
  EXPECT_GT(run.wanted.pose.p.z(), 5.05);
  EXPECT_NEAR(run.wanted.pose.p.x(), 0, 1e-12);
}

TEST(PressStep, rests_without_a_reading_and_then_fails) {
  PressRun run({{"tare_s", 0.1}, {"sensor_timeout_s", 0.2}});
  ASSERT_EQ(run.prepare(), "");
  for (int i = 0; i < 40; ++i) run.advance(0.01 * i);
  const double depth_m = run.wanted.pose.p.z();
  EXPECT_GT(depth_m, 3);
  run.now.tool_force.valid = false;
  for (int i = 0; i < 19; ++i) EXPECT_EQ(run.advance(0.4 + 0.01 * i), ArmStepResult::kGoesOn);
  EXPECT_EQ(run.wanted.pose.p.z(), depth_m);
  EXPECT_EQ(run.wanted.velocity.norm(), 0);
  run.advance(0.59);
  run.advance(0.6);
  EXPECT_EQ(run.advance(0.61), ArmStepResult::kSensorLost);
}

TEST(PressStep, an_old_reading_is_none) {
  PressRun run({{"tare_s", 0.1}, {"sensor_timeout_s", 0.2}});
  ASSERT_EQ(run.prepare(), "");
  run.now.tool_force.age_s = 0.19;
  EXPECT_EQ(run.advance(0), ArmStepResult::kGoesOn);
  run.now.tool_force.age_s = 0.21;
  EXPECT_EQ(run.advance(0.01), ArmStepResult::kSensorLost);
}

TEST(PressStep, refuses_what_is_no_sensor_of_the_tool) {
  PressRun run({}, "elbow");
  EXPECT_EQ(run.prepare(), "sensor: no such sensor\n");
}

}  // namespace arm_steps_test
}  // namespace hadal::kinds
