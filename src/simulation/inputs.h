// Inputs from outside: what they may change between two steps. Every input is recorded with its
// tick and applied again by a replay, so that all they do follows from the state and their values
// alone.
//
// | target | key: values |
// |---|---|
// | a current | factor: 1; add: 3; set: 3 (north, east, down m/s) |
// | waves, wind | factor: 1, not negative |
// | optics | turbidity_ntu: 1, not negative |
// | sky | offset_s: 1, how far the light is ahead of the clock |
// | a lamp, vehicle/lamp | level: 1, from 0 to 1 |
// | a modem, vehicle/modem | send: the receiver or -1, then the bytes |
// | a vehicle or object | see kVehicleKeys in vehicle_inputs.cpp |
#pragma once
#include "simulation/simulation.h"

namespace hadal::simulation {

// What inputs reach.
struct InputTargets {
  const World& world;
  const environment::Sea& sea;
  const control::Pilot& pilot;
  const sensors::Suite& suite;
  sensors::Network& network;
  dynamics::Multibody& bodies;
  State& state;
};

Problems apply_input(const InputTargets& targets, const Input& input);
// A key of a vehicle or object of this index.
Problems apply_to_vehicle(const InputTargets& targets, const Input& input, int vehicle);

// One problem, at target.key.
Problems refuse(const Input& input, const std::string& why);
// Problems unless the input has one value between the bounds.
Problems check_one(const Input& input, double least, double most);

}  // namespace hadal::simulation
