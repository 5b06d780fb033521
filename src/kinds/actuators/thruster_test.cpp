#include "kinds/actuators/thruster.h"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

#include "base/test_source_folder.h"
#include "kinds/actuators/test_sea.h"

namespace hadal::inline kinds {
namespace thruster_test {

constexpr double kDensity = 1000, kStep = 0.01;
const Vec6 kStill = Vec6::Zero();

// Rows [pwm_us, thrust_N, power_W] of the shipped table of the Blue Robotics T200, whose columns are
// pwm_us, rpm, current_A, power_W, thrust_N.
std::vector<std::vector<double>> t200_rows() {
  std::ifstream file(hadal::test::source_folder() + "/models/thrusters/t200_16v.csv");
  std::vector<std::vector<double>> rows;
  for (std::string line; std::getline(file, line);) {
    if (line.empty() || !std::isdigit(static_cast<unsigned char>(line[0]))) continue;
    std::istringstream row(line);
    std::array<double, 5> cells{};
    std::string cell;
    for (double& number : cells) {
      std::getline(row, cell, ',');
      number = std::stod(cell);
    }
    rows.push_back({cells[0], cells[4], cells[3]});
  }
  return rows;
}

Thruster t200() {
  Thruster t;
  t.command_kind = ThrusterCommand::pulse_width;
  t.command_neutral = 1500;
  t.command_min = 1100;
  t.command_max = 1900;
  TableMap map;
  map.table = t200_rows();
  t.map = AnyConfig::of(map);
  return t;
}

Thruster with_map(AnyConfig map, ThrusterCommand command = ThrusterCommand::normalised) {
  Thruster t;
  t.command_kind = command;
  if (command != ThrusterCommand::normalised) t.command_min = -kInfinity, t.command_max = kInfinity;
  t.map = std::move(map);
  return t;
}

Thruster prepared(Thruster t, double step_s = kStep) {
  t.prepare({step_s, kDensity});
  return t;
}

struct Reading {
  std::array<double, extension::kThrusterColumns> state{};
  extension::ActuatorAction action;
  double thrust() const { return state[extension::kThrust]; }
  double rotor() const { return state[extension::kRotor]; }
  double load() const { return state[extension::kLoad]; }
  Vec6 wrench() const { return Vec6(action.wrench_B.data()); }
};

Reading after(const Thruster& t, double rotor, double command, double health = 1,
              const Vec6& nu_r_B = kStill, double ground_speed_m_s = 0, double step_s = kStep) {
  Reading out;
  std::array<double, extension::kThrusterColumns> middle{};
  out.state[extension::kRotor] = rotor;
  const extension::ActuatorInput input{command, health, step_s};
  extension::ActuatorFlow flow;
  Eigen::Map<Vec6>(flow.nu_r_B.data()) = nu_r_B;
  flow.density_kg_m3 = kDensity;
  flow.ground_speed_m_s = ground_speed_m_s;
  t.advance(input, out.state, middle);
  out.action = t.act(flow, input, middle, out.state);
  return out;
}

double settled_thrust(const Thruster& t, double command) {
  return after(prepared(t), 0, command).thrust();
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
  Thruster t = prepared(t200());
  const Reading full = after(t, 0, 1900);
  EXPECT_NEAR(full.load(), 100, 1e-9);
  EXPECT_NEAR(full.action.power_w, 381.3, 1e-9);
  EXPECT_NEAR(after(t, 0, 1260).load(), 100 * 19.024901 / 39.9130655, 1e-9);
  t.idle_power_w = 5;
  t.efficiency_w_n = 2;
  EXPECT_NEAR(after(t, 0, 1900).action.power_w, 5 + 381.3 + 2 * 51.4849125, 1e-9);
}

// Full thrust ahead and astern of the public performance data (Blue Robotics, 2019) at each voltage.
TEST(Thruster, T200FollowsTheVoltageOfTheBattery) {
  const struct {
    double voltage, ahead_n, astern_n, tolerance;
  } rows[] = {{12, 36.4, -28.6, 0.016},
              {14, 44.4, -34.5, 0.016},
              {16, 51.4, -39.9, 0.016},
              {18, 59.0, -45.0, 0.017},
              {20, 65.9, -49.4, 0.047}};
  Thruster t = t200();
  t.nominal_voltage_v = 16;
  t = prepared(t);
  const TestSea sea([](double, double) { return kInfinity; });
  std::array<double, extension::kThrusterColumns> state{};
  const auto full = [&](double pulse_us, double voltage) {
    const double middle[] = {pulse_us - 1500, 0, 0, 0};
    const extension::ActuatorSurroundings around{sea, {}, voltage};
    return t.act({.density_kg_m3 = kDensity, .surroundings = &around}, {pulse_us, 1, kStep}, middle, state);
  };
  for (const auto& row : rows) {
    full(1900, row.voltage);
    EXPECT_NEAR(state[extension::kThrust] / row.ahead_n, 1, row.tolerance) << row.voltage;
    full(1100, row.voltage);
    EXPECT_NEAR(state[extension::kThrust] / row.astern_n, 1, row.tolerance) << row.voltage;
  }
  const double nominal_w = full(1900, 16).power_w, astern_w = full(1100, 12).power_w;
  EXPECT_NEAR(full(1900, 12).power_w / nominal_w, std::pow(0.75, 2.2), 1e-12);
  EXPECT_NEAR(astern_w / (12 * 17.0), 1, 0.02);  // 17.0 A at 12 V, full astern
  EXPECT_EQ(full(1900, -1).power_w, nominal_w);  // no battery
  full(1900, 0);
  EXPECT_EQ(state[extension::kThrust], 0);
}

TEST(Thruster, CommandsRestAtZeroStateWithALag) {
  Thruster t = t200();
  t.rotor = AnyConfig::of(FirstOrderRotor{0.1});
  t = prepared(t);
  Reading r = after(t, 0, t.command().neutral);
  EXPECT_EQ(r.rotor(), 0);
  EXPECT_EQ(r.thrust(), 0);
  for (int i = 0; i < 10; ++i) r = after(t, r.rotor(), 1900);
  EXPECT_NEAR(r.rotor(), 400 * (1 - std::exp(-1.0)), 1e-9);
}

TEST(Thruster, MiddleOfTheStepMakesTheImpulseSecondOrder) {
  Thruster t;  // T = n, tau = 0.2 s: the impulse of a unit step over 1 s is 1 - tau (1 - e^-5)
  t.rotor = AnyConfig::of(FirstOrderRotor{0.2});
  const double exact = 1 - 0.2 * (1 - std::exp(-5.0));
  const auto error = [&](int steps) {
    const Thruster p = prepared(t, 1.0 / steps);
    double impulse = 0, rotor = 0;
    for (int i = 0; i < steps; ++i) {
      const Reading r = after(p, rotor, 1, 1, kStill, 0, 1.0 / steps);
      impulse += r.thrust() / steps;
      rotor = r.rotor();
    }
    return std::abs(impulse - exact);
  };
  EXPECT_LT(error(100), 1e-4);
  EXPECT_NEAR(error(50) / error(100), 4, 0.05);
}

TEST(Thruster, ForceCommandsComeOutAsForce) {
  Thruster t = with_map(AnyConfig::of(QuadraticMap{3e-4, 2e-4}), ThrusterCommand::force);
  t.thrust_max_n = 40;
  t.command_min = -30;
  EXPECT_NEAR(settled_thrust(t, 17), 17, 1e-12);
  EXPECT_NEAR(settled_thrust(t, -17), -17, 1e-12);
  EXPECT_NEAR(settled_thrust(t, 60), 40, 1e-12);
  EXPECT_NEAR(settled_thrust(t, -60), -30, 1e-12);
  const Thruster p = prepared(t);
  EXPECT_NEAR(after(p, 0, -15).load(), 50, 1e-9);
  EXPECT_NEAR(p.command_for_thrust(12, 0, kDensity), 12, 1e-12);
  EXPECT_EQ(p.command().unit, "N");
  EXPECT_EQ(p.thrust_ability(kDensity).command_max, 40);
}

TEST(Thruster, NormalisedCommandsEndAtOne) {
  Thruster t = with_map(AnyConfig::of(QuadraticMap{1e-3, 1e-3}));
  t.rotor_per_command = 300;
  t.command_max = 5;
  EXPECT_NEAR(settled_thrust(t, 3), 90, 1e-12);
  EXPECT_NEAR(settled_thrust(t, -0.5), -22.5, 1e-12);
}

TEST(Thruster, WrenchHasLeverArmAndReactionTorque) {
  Thruster t = with_map(AnyConfig::of(LinearMap{10, 1}));
  t.position_m = {-0.1, 0.2, 0.3};
  t.direction = {1, -1, 0};
  t.torque_per_thrust_m = 0.05;
  const Vec3 p_BT_B(t.position_m.data()), axis_B = Vec3(1, -1, 0).normalized();
  const Vec6 tau = after(prepared(t), 0, 1).wrench();
  const Vec3 force = 10 * axis_B, moment = p_BT_B.cross(force) - 0.5 * axis_B;
  EXPECT_LT((tau.head<3>() - force).norm() + (tau.tail<3>() - moment).norm(), 1e-12);
  t.turns = ShaftTurns::left;
  t.reaction_factor = 0.1;
  const Vec6 other = after(prepared(t), 0, 1).wrench();
  EXPECT_LT((other.tail<3>() - p_BT_B.cross(force) - 0.05 * axis_B).norm(), 1e-12);
  t.turns = ShaftTurns::none;
  EXPECT_LT((after(prepared(t), 0, 1).wrench().tail<3>() - p_BT_B.cross(force)).norm(), 1e-12);
}

TEST(Thruster, HealthScalesTheThrust) {
  const Thruster t = prepared(t200());
  EXPECT_NEAR(after(t, 0, 1900, 0.25).thrust(), 51.4849125 / 4, 1e-12);
  EXPECT_EQ(after(t, 0, 1900, 0).thrust(), 0);
}

TEST(Thruster, InflowIsTakenAtTheThruster) {
  PropellerMap map;
  map.diameter_m = 0.1;
  map.kt = {0.5, -0.4};
  map.kq = {0};
  const Vec6 nu = (Vec6() << 1, 3, 0, 0, 0, 0.6).finished();  // turning: 1 - 0.5 * 0.6 ahead
  const double n = 200;
  const auto at = [&](Inflow inflow) {
    map.inflow = inflow;
    Thruster t = with_map(AnyConfig::of(map), ThrusterCommand::rotor_speed);
    t.position_m = {0, 0.5, 0};
    return after(prepared(t), 0, n, 1, nu).thrust();
  };
  const auto expected = [&](double inflow) { return map.thrust(n, {inflow, kDensity}).thrust_n; };
  EXPECT_DOUBLE_EQ(at(Inflow::axial), expected(0.7));
  EXPECT_DOUBLE_EQ(at(Inflow::body_speed), expected(std::sqrt(10.0)));
  EXPECT_DOUBLE_EQ(at(Inflow::none), expected(0));
}

// Fossen's REMUS 100 reads its propeller curve at the speed over ground, whatever the water does.
TEST(Thruster, AdvanceNumberMayComeFromTheSpeedOverGround) {
  constexpr double kDiameter = 0.14, kTolerance = 1e-9;
  PropellerMap map;
  map.diameter_m = kDiameter;
  map.kt = {0.4566, -0.4174};
  map.kq = {0};
  map.wake_fraction = 0.056;
  map.inflow = Inflow::ground_speed;
  const Thruster t = prepared(with_map(AnyConfig::of(map), ThrusterCommand::rotor_speed));
  const double N = 20, speed = 1.5, J = 0.944 * speed / (N * kDiameter);
  const double expected = kDensity * N * N * std::pow(kDiameter, 4) * (0.4566 - 0.4174 * J);
  EXPECT_NEAR(after(t, 0, kTurn * N, 1, kStill, speed).thrust(), expected, kTolerance);
  EXPECT_GT(after(t, 0, kTurn * N, 1, kStill, 0).thrust(), 1.2 * expected);
}

TEST(Thruster, InverseCommandSettlesAtTheThrust) {
  Thruster slow = with_map(AnyConfig::of(QuadraticMap{2e-3, 1e-3}), ThrusterCommand::rotor_speed);
  slow.rotor = AnyConfig::of(YoergerRotor{0.0025, 0.8});
  slow = prepared(slow, 1000);
  const Thruster table = prepared(t200());
  for (const double wanted : {-10.0, -0.5, 0.0, 3.0, 25.0}) {
    const double command = slow.command_for_thrust(wanted, 0, kDensity);
    EXPECT_NEAR(after(slow, 0, command).thrust(), wanted, 1e-9);
    EXPECT_NEAR(after(table, 0, table.command_for_thrust(wanted, 0, kDensity)).thrust(), wanted,
                1e-9);
  }
  EXPECT_EQ(table.command_for_thrust(0, 0, kDensity), 1500);
  EXPECT_EQ(table.command_for_thrust(-1e4, 0, kDensity), 1100);
}

TEST(Thruster, MirroredPairPushesStraight) {
  Thruster t = t200();
  t.position_m = {-0.2, 0.1, 0.02};
  t.direction = {1, -0.5, 0.2};
  t.torque_per_thrust_m = 0.02;
  Thruster mirrored = t;
  mirrored.position_m[1] *= -1;
  mirrored.direction[1] *= -1;
  mirrored.turns = ShaftTurns::left;
  const Reading one = after(prepared(t), 0, 1700), other = after(prepared(mirrored), 0, 1700);
  const Vec6 tau = one.wrench() + other.wrench();
  EXPECT_NEAR(tau[1], 0, 1e-12);
  EXPECT_NEAR(tau[3], 0, 1e-12);
  EXPECT_NEAR(tau[5], 0, 1e-12);
  EXPECT_NEAR(tau[0], 2 * one.thrust() * Vec3(1, -0.5, 0.2).normalized().x(), 1e-12);
}

TEST(Thruster, ScaledThrustScalesEverywhere) {
  Thruster t = t200();
  const double before = settled_thrust(t, 1800);
  t.scale_thrust(0.8);
  EXPECT_DOUBLE_EQ(settled_thrust(t, 1800), 0.8 * before);
  EXPECT_NEAR(after(prepared(t), 0, 1900).load(), 100, 1e-9);
}

}  // namespace thruster_test
}  // namespace hadal::kinds
