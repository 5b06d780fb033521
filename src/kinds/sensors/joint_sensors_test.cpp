// Encoders and force/torque sensors.
#include <gtest/gtest.h>

#include <numbers>

#include "kinds/sensors/encoder.h"
#include "kinds/sensors/test_context.h"

namespace hadal::inline kinds {
namespace joint_sensors_test {

TEST(EncoderSensor, GivesMotionAndEffort) {
  TestTruth truth;
  truth.joint = {0.3, -1.5, 12};
  TestSensor encoder("encoder");
  ASSERT_TRUE(encoder.measure(truth));
  EXPECT_EQ(encoder.value(0), 0.3);
  EXPECT_EQ(encoder.value(1), -1.5);
  EXPECT_EQ(encoder.truth(2), 12);
}

TEST(EncoderSensor, HasTheUnitsOfItsJoint) {
  Encoder encoder;
  EXPECT_EQ(encoder.columns()[0].name, "position_rad");
  encoder.measured.slides = true;
  EXPECT_EQ(encoder.columns()[0].name, "position_m");
  EXPECT_EQ(encoder.columns()[2].unit, "N");
}

// A force of 10 N along y of the link, seen by a sensor 0.5 m ahead and turned a quarter about z: its x
// axis is the y of the link. Moment about the sensor: -p x f = -(0.5 * 10) about z.
TEST(ForceTorqueSensor, TurnsAndMovesTheWrench) {
  TestTruth truth;
  truth.transmitted_wrench_B << 0, 10, 0, 1, 2, 3;
  const Pose mounted{Vec3(0.5, 0, 0), Quat(Eigen::AngleAxisd(std::numbers::pi / 2, Vec3::UnitZ()))};
  TestSensor sensor("force_torque");
  ASSERT_TRUE(sensor.measure(truth, mounted));
  const double expected[] = {10, 0, 0, 2, -1, 3 - 5};
  for (size_t k = 0; k < 6; ++k) EXPECT_NEAR(sensor.value(k), expected[k], 1e-12) << k;
}

}  // namespace joint_sensors_test
}  // namespace hadal::kinds
