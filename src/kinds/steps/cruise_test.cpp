#include <gtest/gtest.h>

#include "kinds/steps/test_step.h"
#include "math/rotation.h"
#include "math/units.h"

namespace hadal::inline kinds {
namespace cruise_test {

TestStep cruise(double heading_deg, double speed_m_s) {
  TestStep step("cruise");
  step.set("heading_deg", heading_deg * kDegree);
  step.set("speed_m_s", speed_m_s);
  return step;
}

TEST(CruiseStep, ThePoseRunsAheadFromWhereItBegan) {
  const TestVehicle vehicle;
  TestStep step = cruise(90, 2);
  step.set("depth_m", 7);
  step.guide(vehicle, {{1, 2, 3}, Quat::Identity()}, 0);
  EXPECT_FALSE(step.guide(vehicle, {{1, 4, 3}, quaternion_from({0, 0, 90 * kDegree})}, 1.5));
  EXPECT_NEAR(step.wanted.p_NB_N[0], 1, 1e-12);
  EXPECT_NEAR(step.wanted.p_NB_N[1], 2 + 2 * 1.5, 1e-12);
  EXPECT_EQ(step.wanted.p_NB_N[2], 7);
  EXPECT_NEAR(step.wanted.velocity_B[0], 2, 1e-12);  // ahead, as the vehicle points there
  EXPECT_NEAR(step.wanted.velocity_B[1], 0, 1e-12);
}

TEST(CruiseStep, KeepsAnAltitudeAsFarAheadAsItLooks) {
  const TestVehicle vehicle;  // 50 m of water
  TestStep step = cruise(30, 1);
  step.set("altitude_m", 8);
  EXPECT_FALSE(step.guide(vehicle, {}, 0, false));
  EXPECT_EQ(step.wanted.mode, ControlMode::kCourse);
  EXPECT_EQ(step.wanted.depth_m, 42);
  EXPECT_EQ(vehicle.lookahead_m, 5);
  EXPECT_DOUBLE_EQ(vehicle.course_rad, 30 * kDegree);
  step.set("speed_m_s", 0);
  step.guide(vehicle, {}, 0, false);
  EXPECT_EQ(vehicle.lookahead_m, 0);
}

TEST(CruiseStep, SaysWhatItKeeps) {
  TestStep step = cruise(45, 0.5);
  step.set("altitude_m", 3);
  EXPECT_EQ(step.text(), "cruise heading 045 at 0.5 m/s, 3.0 m above the ground for 30 s");
}

}  // namespace cruise_test
}  // namespace hadal::kinds
