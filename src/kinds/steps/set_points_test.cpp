#include <gtest/gtest.h>

#include "kinds/steps/series.h"
#include "kinds/steps/test_step.h"
#include "math/rotation.h"
#include "math/units.h"

namespace hadal::inline kinds {
namespace set_points_test {

constexpr ControlMode kBodyModes[] = {ControlMode::kPosition, ControlMode::kVelocity};
constexpr ControlMode kCourseModes[] = {ControlMode::kCourse};
const extension::ControllerKind kBody = test_controller(kBodyModes);
const extension::ControllerKind kAutopilot = test_controller(kCourseModes);

TestStep set_points(std::vector<std::string> columns, Rows table,
                    Interpolation interpolation = Interpolation::kLinear) {
  TestStep step("set_points");
  step.at<std::vector<std::string>>("columns") = std::move(columns);
  step.at<Rows>("table") = std::move(table);
  step.at<Interpolation>("interpolation") = interpolation;
  return step;
}

TestVehicle vehicle_with(const extension::ControllerKind& controller) {
  TestVehicle vehicle;
  vehicle.with_controller = &controller;
  return vehicle;
}

double heading_deg(const extension::SetPoint& wanted) {
  const auto& q = wanted.q_NB;
  return euler_from(Quat(q[0], q[1], q[2], q[3])).yaw / kDegree;
}

const Pose kStart{{7, 8, 9}, quaternion_from({0.1, 0.2, 30 * kDegree})};

TEST(SetPointsStep, APoseMovesAlongItsRowsAndKeepsWhatTheyDoNotName) {
  const TestVehicle vehicle = vehicle_with(kBody);
  TestStep step = set_points({"north_m", "heading_deg"}, {{1, 10, 350}, {3, 14, 20}});
  EXPECT_EQ(step.prepare(vehicle), "");
  EXPECT_EQ(step.duration_s(), 3);
  EXPECT_FALSE(step.guide(vehicle, kStart, 0));  // the first row holds before it
  EXPECT_EQ(step.wanted.mode, ControlMode::kPosition);
  EXPECT_EQ(step.wanted.p_NB_N, (extension::Vector3{10, 8, 9}));
  EXPECT_NEAR(heading_deg(step.wanted), -10, 1e-9);
  EXPECT_EQ(step.wanted.velocity_B, extension::Twist{});
  step.guide(vehicle, {{1, 2, 3}, Quat::Identity()}, 2);  // half way, through north
  EXPECT_EQ(step.wanted.p_NB_N, (extension::Vector3{12, 8, 9}));
  EXPECT_NEAR(heading_deg(step.wanted), 5, 1e-9);
  EXPECT_NEAR(step.wanted.velocity_B[0], 2, 1e-12);
  step.guide(vehicle, kStart, 9);
  EXPECT_EQ(step.wanted.p_NB_N, (extension::Vector3{14, 8, 9}));
  EXPECT_EQ(step.wanted.velocity_B, extension::Twist{});
}

TEST(SetPointsStep, HeldRowsJump) {
  const TestVehicle vehicle = vehicle_with(kBody);
  TestStep step = set_points({"depth_m"}, {{0, 5}, {1, 6}}, Interpolation::kHold);
  EXPECT_EQ(step.prepare(vehicle), "");
  step.guide(vehicle, kStart, 0.99);
  EXPECT_EQ(step.wanted.p_NB_N[2], 5);
  step.guide(vehicle, kStart, 1);
  EXPECT_EQ(step.wanted.p_NB_N[2], 6);
  EXPECT_EQ(step.wanted.velocity_B, extension::Twist{});
}

TEST(SetPointsStep, ACourseAndAVelocity) {
  const TestVehicle vehicle = vehicle_with(kAutopilot), rov = vehicle_with(kBody);
  TestStep course = set_points({"speed_m_s", "heading_deg"}, {{0, 1, 90}, {2, 2, 180}});
  EXPECT_EQ(course.prepare(vehicle), "");
  course.guide(vehicle, kStart, 1, false);
  EXPECT_EQ(course.wanted.mode, ControlMode::kCourse);
  EXPECT_DOUBLE_EQ(course.wanted.speed_m_s, 1.5);
  EXPECT_NEAR(course.wanted.heading_rad / kDegree, 135, 1e-9);
  EXPECT_EQ(course.wanted.depth_m, 9);
  TestStep velocity = set_points({"sway_m_s", "yaw_deg_s"}, {{0, 0, 0}, {2, 1, 90}});
  EXPECT_EQ(velocity.prepare(rov), "");
  velocity.guide(rov, kStart, 1);
  EXPECT_EQ(velocity.wanted.mode, ControlMode::kVelocity);
  EXPECT_DOUBLE_EQ(velocity.wanted.velocity_B[1], 0.5);
  EXPECT_NEAR(velocity.wanted.velocity_B[5], 45 * kDegree, 1e-12);
  EXPECT_EQ(velocity.wanted.velocity_B[0], 0);
}

TEST(SetPointsStep, ColumnsThatAreUnknownOrDoNotGoTogetherAreTold) {
  const TestVehicle vehicle = vehicle_with(kBody), auv = vehicle_with(kAutopilot);
  EXPECT_NE(set_points({"north_ft"}, {{0, 1}}).prepare(vehicle).find(
                "columns[0]: unknown column 'north_ft'; expected some of north_m, east_m"),
            std::string::npos);
  EXPECT_NE(set_points({"north_m", "surge_m_s"}, {{0, 1, 1}}).prepare(vehicle).find(
                "columns[1]: 'surge_m_s' does not go with the columns before it"),
            std::string::npos);
  EXPECT_EQ(set_points({"north_m", "north_m"}, {{0, 1, 1}}).prepare(vehicle),
            "columns[1]: column 'north_m' is there twice\n");
  EXPECT_NE(set_points({"north_m"}, {{0, 1}}).prepare(auv).find("keeps no position"),
            std::string::npos);
  EXPECT_NE(set_points({"speed_m_s"}, {{0, 1}})
                .prepare(vehicle)
                .find("does not steer by speed_m_s"),
            std::string::npos);
  EXPECT_EQ(set_points({"heading_deg"}, {{0, 1}, {1, 400}}).prepare(vehicle),
            "table[1]: heading_deg: expected -360 to 360, found 400\n");
}

}  // namespace set_points_test
}  // namespace hadal::kinds
