#include "kinds/actuators/joint.h"

#include <gtest/gtest.h>

#include <cmath>

namespace hadal::inline kinds {
namespace joint_test {

struct Drive {
  explicit Drive(const JointDrive& of) : drive(of), state(of.columns().size()) { drive.start(state); }
  // A step of a joint that turns at this rate whatever the drive does. Returns the power.
  double step(const JointStep& now, double rate = 0, double position = 0) {
    JointOutcome outcome{position, rate, {}};
    JointLaw law;
    if (drive.law(now, state, law)) {
      const double wanted = law.effort + law.stiffness * (law.target - position) +
                            law.damping * (law.target_rate - rate);
      outcome.action.drive_effort = std::clamp(wanted, -law.effort_limit, law.effort_limit);
    }
    outcome.action.drive_rate = rate;
    return drive.finish(now, outcome, state);
  }
  double column(const std::string& name) const {
    const auto columns = drive.columns();
    for (size_t i = 0; i < columns.size(); ++i)
      if (columns[i].name == name) return state[i];
    return std::nan("");
  }
  JointDrive drive;
  std::vector<double> state;
};

JointDrive geared_motor() {
  JointDrive drive;
  drive.asks_for = JointCommand::kVoltage;
  drive.motor.emplace();
  drive.motor->resistance_ohm = 1.2;
  drive.motor->inductance_h = 0.0018;
  drive.motor->torque_constant_nm_a = 0.052;
  drive.motor->gear_ratio = 80;
  return drive;
}

TEST(JointDrive, OfEffortsAloneHasNoColumnsAndNoLaw) {
  const JointDrive drive;
  JointLaw law;
  EXPECT_TRUE(drive.columns().empty());
  EXPECT_FALSE(drive.law({5, 1, 0.01}, {}, law));
  EXPECT_TRUE(drive.law({5, kJointStuck, 0.01}, {}, law));
  EXPECT_EQ(law.friction, kStuckEffort);
}

// Held still, the current is (V / R) (1 - exp(-R t / L)) whatever the step; the step here is seven time
// constants.
TEST(JointDrive, TheCurrentOfAMotorIsExact) {
  for (const double dt : {1e-4, 1e-3, 1e-2}) {
    Drive motor(geared_motor());
    for (int n = 1; n * dt <= 0.01 + 1e-9; ++n) {
      motor.step({12, 1, dt});
      EXPECT_NEAR(motor.column("current_a"), 10 * (1 - std::exp(-n * dt / 0.0015)), 1e-9);
    }
    EXPECT_NEAR(motor.column("voltage_v"), 12, 1e-9);
  }
}

// The mean torque of a step is that of the mean current.
TEST(JointDrive, TheTorqueOfAMotorIsTheMeanOfTheStep) {
  Drive motor(geared_motor());
  motor.step({12, 1, 0.003});
  const double mean = 10 * (1 - 0.5 * (1 - std::exp(-2.0)));
  EXPECT_NEAR(motor.column("effort_nm"), 80 * 0.052 * mean, 1e-9);
}

// No-load speed V / (Ke N), where no current flows; beyond it the motor brakes.
TEST(JointDrive, AMotorRunsOutOfTorqueAtItsNoLoadSpeed) {
  Drive motor(geared_motor());
  for (int n = 0; n < 100; ++n) motor.step({24, 1, 0.001}, 24 / (0.052 * 80));
  EXPECT_NEAR(motor.column("effort_nm"), 0, 1e-9);
  for (int n = 0; n < 100; ++n) motor.step({24, 1, 0.001}, 1.1 * 24 / (0.052 * 80));
  EXPECT_LT(motor.column("effort_nm"), -1);
}

TEST(JointDrive, LimitsOfAMotor) {
  JointDrive drive = geared_motor();
  drive.motor->voltage_limit_v = 24;
  drive.motor->current_limit_a = 5;
  Drive motor(drive);
  for (int n = 0; n < 50; ++n) motor.step({100, 1, 0.001});
  EXPECT_EQ(motor.column("current_a"), 5);
  EXPECT_NEAR(motor.column("voltage_v"), 6, 1e-9);  // what 5 A need
  EXPECT_NEAR(motor.column("effort_nm"), 5 * 80 * 0.052, 1e-9);
  EXPECT_EQ(motor.column("clamped_steps"), 50);
}

// Settles at T_ambient + R_thermal R i^2, with its time constant.
TEST(JointDrive, TheWindingWarms) {
  JointDrive drive = geared_motor();
  drive.motor->thermal_resistance_k_w = 4;
  drive.motor->thermal_time_constant_s = 100;
  drive.motor->ambient_degc = 8;
  Drive motor(drive);
  double power = 0;
  for (int n = 0; n < 10000; ++n) power = motor.step({3.6, 1, 0.01});  // 3 A
  EXPECT_NEAR(power, 3 * 3.6, 1e-6);
  EXPECT_NEAR(motor.column("temperature_degc"), 8 + 4 * 1.2 * 9 * (1 - std::exp(-1.0)), 0.02);
}

TEST(JointDrive, AMotorWithoutDriverIsOpen) {
  Drive motor(geared_motor());
  motor.step({12, 1, 0.01});
  EXPECT_EQ(motor.step({12, 0, 0.01}, 2), 0);
  EXPECT_EQ(motor.column("current_a"), 0);
  EXPECT_NEAR(motor.column("voltage_v"), 0.052 * 80 * 2, 1e-12);
}

TEST(JointDrive, AServoIsHeldToTheLimitsOfItsJoint) {
  JointDrive drive;
  drive.asks_for = JointCommand::kPosition;
  drive.servo.emplace().kp = 100;
  drive.lower = -0.5;
  drive.upper = 0.7;
  Drive servo(drive);
  JointLaw law;
  ASSERT_TRUE(drive.law({3, 1, 0.01}, servo.state, law));
  EXPECT_EQ(law.target, 0.7);
  ASSERT_TRUE(drive.law({-3, 0.5, 0.01}, servo.state, law));
  EXPECT_EQ(law.target, -0.5);
  EXPECT_EQ(law.stiffness, 50);
  EXPECT_FALSE(drive.law({3, 0, 0.01}, servo.state, law));
  servo.step({3, 1, 0.01});
  servo.step({0.7, 1, 0.01});
  EXPECT_EQ(servo.column("clamped_steps"), 1);
}

TEST(JointDrive, PowerOfHoldingAndMoving) {
  JointDrive drive;
  drive.effort.emplace();
  drive.effort->idle_power_w = 2;
  drive.effort->heat_w_nm2 = 0.1;
  drive.effort->efficiency = 0.5;
  Drive joint(drive);
  EXPECT_NEAR(joint.step({10, 1, 0.01}), 2 + 0.1 * 100, 1e-12);
  EXPECT_NEAR(joint.step({10, 1, 0.01}, 3), 2 + 10 + 30 / 0.5, 1e-12);
  EXPECT_NEAR(joint.step({10, 1, 0.01}, -3), 12, 1e-12);
  EXPECT_EQ(joint.step({10, 0, 0.01}, 3), 0);
}

}  // namespace joint_test
}  // namespace hadal::kinds
