#include "dynamics/thruster.h"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

#include "base/test_source_folder.h"

namespace hadal::dynamics {
namespace thruster_test {

constexpr double kDensity = 1000, kStep = 0.01;
const Vec6 kStill = Vec6::Zero();

// The shipped table of the Blue Robotics T200: pwm_us, rpm, current_A, power_W, thrust_N.
std::array<std::vector<double>, 5> t200_columns() {
  std::ifstream file(hadal::test::source_folder() + "/models/thrusters/t200_16v.csv");
  std::array<std::vector<double>, 5> columns;
  for (std::string line; std::getline(file, line);) {
    if (line.empty() || !std::isdigit(static_cast<unsigned char>(line[0]))) continue;
    std::istringstream row(line);
    std::string cell;
    for (auto& column : columns) {
      std::getline(row, cell, ',');
      column.push_back(std::stod(cell));
    }
  }
  return columns;
}

Thruster t200() {
  const auto columns = t200_columns();
  Thruster t;
  t.command = ThrusterCommand::pulse_width;
  t.command_neutral = 1500;
  t.command_min = 1100;
  t.command_max = 1900;
  t.map.model = ThrustModel::table;
  t.map.table = LinearTable(columns[0], columns[4]);
  t.map.power_table = LinearTable(columns[0], columns[3]);
  return t;
}

double settled_thrust(const Thruster& t, double command) {
  return thruster_after(prepare(t, kStep, kDensity), 0, command, 1, kStill, kDensity).thrust_N;
}

TEST(Thruster, T200FollowsTheBlueRoboticsData) {
  constexpr double kTolerance = 0.2;  // N; the shipped table has 20 us spacing, the data 4 us
  const double data[][2] = {{1110, -39.1285335}, {1250, -20.1036325}, {1333, -10.664731875},
                            {1450, -1.12776475}, {1475, 0},           {1520, 0},
                            {1550, 1.372931},    {1666, 13.337044},   {1777, 30.05738225},
                            {1850, 43.59055925}};
  for (const auto& [pwm, thrust] : data)
    EXPECT_NEAR(settled_thrust(t200(), pwm), thrust, kTolerance) << pwm;
  EXPECT_DOUBLE_EQ(settled_thrust(t200(), 5000), 51.4849125);
  EXPECT_DOUBLE_EQ(settled_thrust(t200(), 0), -39.9130655);
}

TEST(Thruster, LoadAndPowerOfTheT200) {
  const PreparedThruster t = prepare(t200(), kStep, kDensity);
  const ThrusterReading full = thruster_after(t, 0, 1900, 1, kStill, kDensity);
  EXPECT_NEAR(full.load_percent, 100, 1e-9);
  EXPECT_NEAR(full.power_W, 381.3, 1e-9);
  const ThrusterReading reverse = thruster_after(t, 0, 1260, 1, kStill, kDensity);
  EXPECT_NEAR(reverse.load_percent, 100 * 19.024901 / 39.9130655, 1e-9);
}

TEST(Thruster, CommandsRestAtZeroStateWithALag) {
  Thruster t = t200();
  t.rotor = {.model = RotorModel::first_order, .time_constant_s = 0.1};
  const PreparedThruster p = prepare(t, kStep, kDensity);
  ThrusterReading r = thruster_after(p, 0, 1500, 1, kStill, kDensity);
  EXPECT_EQ(r.rotor, 0);
  EXPECT_EQ(r.thrust_N, 0);
  for (int i = 0; i < 10; ++i) r = thruster_after(p, r.rotor, 1900, 1, kStill, kDensity);
  EXPECT_NEAR(r.rotor, 400 * (1 - std::exp(-1.0)), 1e-9);
}

TEST(Thruster, MiddleOfTheStepMakesTheImpulseSecondOrder) {
  Thruster t;  // T = n, tau = 0.2 s: the impulse of a unit step over 1 s is 1 - tau (1 - e^-5)
  t.rotor = {.model = RotorModel::first_order, .time_constant_s = 0.2};
  const double exact = 1 - 0.2 * (1 - std::exp(-5.0));
  const auto error = [&](int steps) {
    const PreparedThruster p = prepare(t, 1.0 / steps, kDensity);
    double impulse = 0, rotor = 0;
    for (int i = 0; i < steps; ++i) {
      const ThrusterReading r = thruster_after(p, rotor, 1, 1, kStill, kDensity);
      impulse += r.thrust_N / steps;
      rotor = r.rotor;
    }
    return std::abs(impulse - exact);
  };
  EXPECT_LT(error(100), 1e-4);
  EXPECT_NEAR(error(50) / error(100), 4, 0.05);
}

TEST(Thruster, ForceCommandsComeOutAsForce) {
  Thruster t;
  t.command = ThrusterCommand::force;
  t.map = {.model = ThrustModel::quadratic, .forward = 3e-4, .reverse = 2e-4};
  t.thrust_max_forward_N = 40;
  t.command_min = -30;
  EXPECT_NEAR(settled_thrust(t, 17), 17, 1e-12);
  EXPECT_NEAR(settled_thrust(t, -17), -17, 1e-12);
  EXPECT_NEAR(settled_thrust(t, 60), 40, 1e-12);
  EXPECT_NEAR(settled_thrust(t, -60), -30, 1e-12);
  const PreparedThruster p = prepare(t, kStep, kDensity);
  EXPECT_NEAR(thruster_after(p, 0, -15, 1, kStill, kDensity).load_percent, 50, 1e-9);
  EXPECT_NEAR(command_for_thrust(p, 12, 0, kDensity), 12, 1e-12);
}

TEST(Thruster, NormalisedCommandsEndAtOne) {
  Thruster t;
  t.rotor_per_command = 300;
  t.map = {.model = ThrustModel::quadratic, .forward = 1e-3, .reverse = 1e-3};
  EXPECT_NEAR(settled_thrust(t, 3), 90, 1e-12);
  EXPECT_NEAR(settled_thrust(t, -0.5), -22.5, 1e-12);
}

TEST(Thruster, WrenchHasLeverArmAndReactionTorque) {
  Thruster t;
  t.p_BT_B = {-0.1, 0.2, 0.3};
  t.axis_B = Vec3(1, -1, 0).normalized();
  t.map.forward = 10;
  t.map.torque_per_thrust_m = 0.05;
  const PreparedThruster p = prepare(t, kStep, kDensity);
  const Vec6 tau = thruster_wrench(p, thruster_after(p, 0, 1, 1, kStill, kDensity));
  const Vec3 force = 10 * t.axis_B, moment = t.p_BT_B.cross(force) - 0.5 * t.axis_B;
  EXPECT_LT((tau.head<3>() - force).norm() + (tau.tail<3>() - moment).norm(), 1e-12);
  t.rotation_sense = -1;
  t.reaction_factor = 0.1;
  const PreparedThruster left = prepare(t, kStep, kDensity);
  const Vec6 other = thruster_wrench(left, thruster_after(left, 0, 1, 1, kStill, kDensity));
  EXPECT_LT((other.tail<3>() - t.p_BT_B.cross(force) - 0.05 * t.axis_B).norm(), 1e-12);
}

TEST(Thruster, HealthScalesTheThrust) {
  const PreparedThruster t = prepare(t200(), kStep, kDensity);
  EXPECT_NEAR(thruster_after(t, 0, 1900, 0.25, kStill, kDensity).thrust_N, 51.4849125 / 4, 1e-12);
  EXPECT_EQ(thruster_after(t, 0, 1900, 0, kStill, kDensity).thrust_N, 0);
}

TEST(Thruster, InflowIsTakenAtTheThruster) {
  Thruster t;
  t.p_BT_B = {0, 0.5, 0};
  t.command = ThrusterCommand::rotor_speed;
  t.map.model = ThrustModel::propeller;
  t.map.diameter_m = 0.1;
  t.map.kt = {0.5, -0.4};
  const Vec6 nu = (Vec6() << 1, 3, 0, 0, 0, 0.6).finished();  // turning: 1 - 0.5 * 0.6 ahead
  const double n = 200;
  const auto at = [&](Inflow inflow) {
    t.map.inflow = inflow;
    return thruster_after(prepare(t, kStep, kDensity), 0, n, 1, nu, kDensity).thrust_N;
  };
  EXPECT_DOUBLE_EQ(at(Inflow::axial), thrust_of(t.map, n, 0.7, kDensity).thrust_N);
  EXPECT_DOUBLE_EQ(at(Inflow::body_speed), thrust_of(t.map, n, std::sqrt(10.0), kDensity).thrust_N);
  EXPECT_DOUBLE_EQ(at(Inflow::none), thrust_of(t.map, n, 0, kDensity).thrust_N);
}

TEST(Thruster, InverseCommandSettlesAtTheThrust) {
  Thruster yoerger;
  yoerger.command = ThrusterCommand::rotor_speed;
  yoerger.rotor = {.model = RotorModel::yoerger, .yoerger_alpha = 0.0025, .yoerger_beta = 0.8};
  yoerger.map = {.model = ThrustModel::quadratic, .forward = 2e-3, .reverse = 1e-3};
  const PreparedThruster slow = prepare(yoerger, 1000, kDensity);
  for (const double wanted : {-10.0, -0.5, 0.0, 3.0, 25.0}) {
    const double command = command_for_thrust(slow, wanted, 0, kDensity);
    EXPECT_NEAR(thruster_after(slow, 0, command, 1, kStill, kDensity).thrust_N, wanted, 1e-9);
    const PreparedThruster table = prepare(t200(), kStep, kDensity);
    EXPECT_NEAR(settled_thrust(t200(), command_for_thrust(table, wanted, 0, kDensity)), wanted,
                1e-9);
  }
  EXPECT_EQ(command_for_thrust(prepare(t200(), kStep, kDensity), 0, 0, kDensity), 1500);
}

TEST(Thruster, MirroredPairPushesStraight) {
  Thruster t = t200();
  t.p_BT_B = {-0.2, 0.1, 0.02};
  t.axis_B = Vec3(1, -0.5, 0.2).normalized();
  t.map.torque_per_thrust_m = 0.02;
  Thruster mirrored = t;
  mirrored.p_BT_B.y() *= -1;
  mirrored.axis_B.y() *= -1;
  mirrored.rotation_sense = -1;
  const std::vector<PreparedThruster> pair{prepare(t, kStep, kDensity),
                                           prepare(mirrored, kStep, kDensity)};
  const std::vector<double> commands{1700, 1700}, health{1, 1};
  std::vector<ThrusterReading> readings(2);
  const Vec6 tau = thrusters_wrench(pair, commands, health, kStill, kDensity, readings);
  EXPECT_NEAR(tau[1], 0, 1e-12);
  EXPECT_NEAR(tau[3], 0, 1e-12);
  EXPECT_NEAR(tau[5], 0, 1e-12);
  EXPECT_NEAR(tau[0], 2 * readings[0].thrust_N * t.axis_B.x(), 1e-12);
}

}  // namespace thruster_test
}  // namespace hadal::dynamics
