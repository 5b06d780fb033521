// Commands of actuators: the one place where a command that is not worked out by a controller, of a
// mission or from outside, reaches an actuator.
#pragma once
#include <span>

#include "world/state.h"
#include "world/world.h"

namespace hadal::control {

// The commands of every actuator of a kind, in the order of the world's lists. Units: a thruster's
// own, rad, m3 or kg, m, N or N m.
std::span<double> actuator_commands(State& state, ActuatorKind kind);
std::span<const double> actuator_commands(const State& state, ActuatorKind kind);

// Those of a vehicle, in the same lists. Joints of one vehicle stand together.
IndexRange actuators_of(const World& world, const Vehicle& vehicle, ActuatorKind kind);

inline void command_actuator(State& state, ActuatorIndex actuator, double value) {
  actuator_commands(state, actuator.kind)[static_cast<size_t>(actuator.index)] = value;
}

}  // namespace hadal::control
