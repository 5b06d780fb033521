#include "control/actuator_commands.h"

namespace hadal::control {

std::span<double> actuator_commands(State& state, ActuatorKind kind) {
  switch (kind) {
    case ActuatorKind::kThruster:
      return state.thruster_command;
    case ActuatorKind::kFin:
      return state.fin_command_rad;
    case ActuatorKind::kBallast:
      return state.ballast_command;
    case ActuatorKind::kMass:
      return state.mass_command_m;
    case ActuatorKind::kJoint:
      return state.joint_effort;
  }
  return {};
}

IndexRange actuators_of(const World& world, const Vehicle& vehicle, ActuatorKind kind) {
  switch (kind) {
    case ActuatorKind::kThruster:
      return vehicle.thrusters;
    case ActuatorKind::kFin:
      return vehicle.fins;
    case ActuatorKind::kBallast:
      return vehicle.ballasts;
    case ActuatorKind::kMass:
      return vehicle.masses;
    case ActuatorKind::kJoint:
      break;
  }
  IndexRange joints;
  for (int j = 0; j < static_cast<int>(world.joints.size()); ++j) {
    const int link = world.joints[static_cast<size_t>(j)];
    if (link < vehicle.links.begin || link >= vehicle.links.end()) continue;
    if (joints.count++ == 0) joints.begin = j;
  }
  return joints;
}

std::span<const double> actuator_commands(const State& state, ActuatorKind kind) {
  return actuator_commands(const_cast<State&>(state), kind);
}

}  // namespace hadal::control
