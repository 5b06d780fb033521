#include "sensors/navigation/battery.h"

#include <gtest/gtest.h>

#include <cmath>

namespace hadal::sensors {
namespace battery_test {

BatteryModel flat_model() {
  BatteryModel model;
  model.capacity_C = 10 * 3600;  // 10 A h
  model.open_circuit_V = {16, 16};
  model.internal_resistance_ohm = 0.1;
  return model;
}

// 5 A from 10 A h lasts two hours. At 16 V and 0.1 ohm, 5 A is 77.5 W at 15.5 V.
TEST(Battery, ConstantCurrentDischargeTimeAndVoltage) {
  const Battery battery(flat_model());
  double charge = battery.initial_charge();
  double time_s = 0;
  BatteryStep step;
  while (!step.empty) {
    step = battery.draw(77.5, 1, charge);
    EXPECT_NEAR(step.current_A, 5, 1e-12);
    EXPECT_NEAR(step.voltage_V, 15.5, 1e-12);
    time_s += 1;
    ASSERT_LT(time_s, 8000);
  }
  EXPECT_NEAR(time_s, 7200, 1);
  EXPECT_NEAR(charge, 0, 1e-3);
}

TEST(Battery, VoltageFollowsTheCurve) {
  BatteryModel model = flat_model();
  model.charge = {0, 0.1, 1};
  model.open_circuit_V = {12, 14, 16.8};
  const Battery battery(model);
  EXPECT_NEAR(battery.open_circuit_V(0.05), 13, 1e-12);
  double charge = 0.55;
  const BatteryStep idle = battery.draw(0, 10, charge);
  EXPECT_NEAR(idle.voltage_V, 15.4, 1e-12);
  EXPECT_EQ(idle.current_A, 0);
  EXPECT_EQ(charge, 0.55);
}

TEST(Battery, NoResistanceGivesPowerOverVoltage) {
  BatteryModel model = flat_model();
  model.internal_resistance_ohm = 0;
  const Battery battery(model);
  double charge = 1;
  EXPECT_NEAR(battery.draw(160, 36, charge).current_A, 10, 1e-12);
  EXPECT_NEAR(charge, 0.99, 1e-12);
}

// The most a source can deliver is U^2 / 4R = 640 W at U/2.
TEST(Battery, OverloadStopsAtMaximumPower) {
  const Battery battery(flat_model());
  double charge = 1;
  EXPECT_FALSE(battery.draw(639.9, 0, charge).overloaded);
  const BatteryStep step = battery.draw(1000, 0, charge);
  EXPECT_TRUE(step.overloaded);
  EXPECT_NEAR(step.current_A, 80, 1e-9);
  EXPECT_NEAR(step.voltage_V, 8, 1e-9);
}

TEST(Battery, ChargesBackButNotOverFull) {
  const Battery battery(flat_model());
  double charge = 0.5;
  const BatteryStep step = battery.draw(-165, 360, charge);  // 10 A into 16 + 1 V is 170 W
  EXPECT_LT(step.current_A, 0);
  EXPECT_NEAR(step.voltage_V * step.current_A, -165, 1e-9);
  EXPECT_GT(step.voltage_V, 16);
  for (int i = 0; i < 100; ++i) battery.draw(-165, 360, charge);
  EXPECT_EQ(charge, 1);
}

TEST(Battery, WarnsAtItsLevel) {
  BatteryModel model = flat_model();
  model.empty_charge = 0.2;
  const Battery battery(model);
  double charge = 0.2001;
  EXPECT_FALSE(battery.draw(77.5, 0.1, charge).empty);
  EXPECT_TRUE(battery.draw(77.5, 10, charge).empty);
}

}  // namespace battery_test
}  // namespace hadal::sensors
