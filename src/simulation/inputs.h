// Inputs: the one path by which anything changes a run between two steps, whoever asks for it.
// Checks bound every value by its quantity (kinds/quantities.h); all that an input does follows
// from the state and its values alone, so that a replay repeats it.
//
// | target | key: values |
// |---|---|
// | a current | factor: 1; add: 3; set: 3 (north, east, down m/s) |
// | waves, wind | factor: 1, of what the scenario says |
// | optics | turbidity_ntu: 1 |
// | sky | offset_s: 1, how far the light is ahead of the clock |
// | a lamp, vehicle/lamp | level: 1 |
// | a modem, vehicle/modem | send: the receiver or -1, then the bytes |
// | an actuator, vehicle/actuator | command: 1, in its own unit and range |
// | | health: 2, health and whether the controller is told (0 or 1) |
// | a link, vehicle/link | add_wrench: 6, N and N m in its axes, added to what acts on it |
// | a coupling | engaged: 1, whether it may hold (0 or 1) |
// | a vehicle or object | thrusters: a command for each that gives thrust |
// | | set_point: control::kSetPointSize values; pilot: six sticks and two holds |
// | | mode: number of a ControlMode; mission: none, goes on with the mission |
// | | pose: north, east, depth, then heading_deg or a quaternion w x y z; at rest |
// | | health: 1 for each thruster; gains: of the controller, see control/gain_names.h |
// | | wrench: 6, N and N m on the hull in its axes, in place of what acts on it |
// | an arm, vehicle/arm | joint_position, joint_velocity, joint_effort: one per joint |
// | | tool_pose: frame, position and none or a quaternion; tool_velocity: frame, 6 |
// | | grip: 0 off, 1 opening, 2 effort, and how much; off: none, its drives rest |
// | | mission: none; gains: six of each joint, then of each finger |
#pragma once
#include <span>
#include <string>

#include "simulation/simulation.h"

namespace hadal::simulation {

// What inputs reach.
struct InputTargets {
  const World& world;
  const environment::Sea& sea;
  const control::VehicleControl& control;
  const sensors::Suite& suite;
  sensors::Network& network;
  dynamics::Multibody& bodies;
  State& state;
};

// Where an input of these names goes; problems when there is no such target or key.
Result<InputAddress> find_input(const World& world, const std::string& target,
                                const std::string& key);
// The names of an address, as inputs are recorded.
std::string input_target(const World& world, InputAddress address);
const char* input_key(InputKey key);

// Why the values are refused; empty when they fit.
std::string check_input(const InputTargets& targets, InputAddress address,
                        std::span<const double> values);
// Values that fit. Allocates nothing, apart from a packet's bytes.
void apply_input(const InputTargets& targets, InputAddress address, std::span<const double> values);

// A row of the table, one per InputKey.
struct InputRow {
  const char* key;
  std::string (*check)(const InputTargets&, int index, std::span<const double> values);
  void (*apply)(const InputTargets&, int index, std::span<const double> values);
};
// The row of a key of vehicles, InputKey::kThrusters and those after it.
const InputRow& vehicle_input_row(InputKey key);
// That of arms, InputKey::kArmPositions and those after it.
const InputRow& arm_input_row(InputKey key);

// Somebody outside commands the vehicle: its controller rests and its mission is interrupted.
void take_over(const InputTargets& targets, int vehicle);
// Somebody outside commands a joint by itself: the arm that it belongs to, if any, is switched off.
void release_joint(const InputTargets& targets, int actuator);

// Checks that rows share: a number of values, each in the range of a quantity.
std::string check_count(std::span<const double> values, size_t count);
std::string check_values(std::span<const double> values, size_t count, const Quantity& quantity);

}  // namespace hadal::simulation
