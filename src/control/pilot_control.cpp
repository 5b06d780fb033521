// Set-point -> actuator commands.
#include "control/autopilot.h"
#include "control/pilot.h"
#include "control/weighted_controller.h"
#include "math/rotation.h"

namespace hadal::control {

void Pilot::control(const World& world, State& state, int vehicle,
                    const BodyMeasurement& measured) {
  if (mode_of(set_point(state, vehicle)) == ControlMode::kManual)
    return control_manual(world, state, vehicle, measured);
  forget_sticks(state, vehicle);
  if (world.vehicles[vehicle].kinematic) {
    Eigen::Map<Vec6>(&state.kinematic_velocity[6 * static_cast<size_t>(vehicle)]) =
        kinematic_velocity_B(helms_[vehicle].body, read_body(set_point(state, vehicle)), measured,
                             helms_[vehicle].dt_s);
    return;
  }
  switch (world.vehicles[vehicle].controller.kind) {
    case ControllerKind::kBody:
      drive_body(world, state, vehicle, read_body(set_point(state, vehicle)), measured);
      return;
    case ControllerKind::kAutopilot:
      control_autopilot(world, state, vehicle, measured);
      return;
    case ControllerKind::kDifferential:
      control_differential(world, state, vehicle, measured);
      return;
    case ControllerKind::kWeighted:
      control_weighted(world, state, vehicle, measured);
      return;
    case ControllerKind::kNone:
      return;
  }
}

void Pilot::command_thrust(const World& world, State& state, int thruster,
                           double thrust_n) const {
  state.actuator_command[thruster] =
      world.actuators[thruster].command_for_thrust(thrust_n, 0, sea_.water().density(0));
}

WrenchReach Pilot::reach_of(const World& world, State& state, int vehicle) const {
  const Helm& helm = helms_[vehicle];
  const IndexRange t = world.vehicles[vehicle].thrusters;
  const auto memory = std::span(state.control_memory)
                          .subspan(helm.layout.allocation, allocation_state_size(t.count));
  allocation_follow_health(
      helm.allocation,
      std::span<const double>(state.actuator_health_known).subspan(t.begin, t.count), memory);
  return allocation_reach(helm.allocation, memory);
}

void Pilot::drive_body(const World& world, State& state, int vehicle, const BodySetPoint& wanted,
                       const BodyMeasurement& measured) {
  Helm& helm = helms_[vehicle];
  const Vehicle& v = world.vehicles[vehicle];
  const auto health = std::span<const double>(state.actuator_health_known)
                          .subspan(v.thrusters.begin, v.thrusters.count);
  const auto memory =
      std::span(state.control_memory)
          .subspan(helm.layout.allocation, allocation_state_size(v.thrusters.count));
  const WrenchReach reach = reach_of(world, state, vehicle);
  const std::span<const double, kBodyGainCount> gains =
      helm.layout.gain_count > 0 ? part<kBodyGainCount>(state.control_gains, helm.layout.gains)
                                 : std::span<const double, kBodyGainCount>(helm.own_gains);
  const auto controller = part<kBodyStateSize>(state.control_memory, helm.layout.controller);
  const Vec6 wrench = body_update(helm.body, reach, gains, wanted, measured, helm.dt_s, controller);
  const AllocationResult result =
      allocate(helm.allocation, wrench, health, memory, helm.force_n, helm.saturated);
  body_applied(helm.body, reach, gains, result.wrench_B, helm.dt_s, controller);
  for (int i = 0; i < v.thrusters.count; ++i)
    command_thrust(world, state, v.thrusters.begin + i, helm.force_n[i]);
}

void Pilot::command_fins(const Controller& controller, State& state, double rudder_rad,
                         double elevator_rad) const {
  for (const SignedIndex& fin : controller.rudders)
    state.actuator_command[fin.index] = fin.sign * rudder_rad;
  for (const SignedIndex& fin : controller.elevators)
    state.actuator_command[fin.index] = fin.sign * elevator_rad;
}

void Pilot::control_autopilot(const World& world, State& state, int vehicle,
                              const BodyMeasurement& measured) {
  Helm& helm = helms_[vehicle];
  const Controller& c = world.vehicles[vehicle].controller;
  const double* set = set_point(state, vehicle);
  const AuvCommand command =
      auv_update(helm.autopilot, part<kAuvGainCount>(state.control_gains, helm.layout.gains),
                 {set[kSetHeading], set[kSetDepth], set[kSetSpeed]},
                 auv_measurement(measured.pose_NB, measured.nu_B), helm.dt_s,
                 part<kAuvStateSize>(state.control_memory, helm.layout.controller));
  command_fins(c, state, command.rudder_rad, command.elevator_rad);
  for (int propeller : c.propellers) state.actuator_command[propeller] = command.propeller;
}

void Pilot::control_differential(const World& world, State& state, int vehicle,
                                 const BodyMeasurement& measured) {
  Helm& helm = helms_[vehicle];
  const Controller& c = world.vehicles[vehicle].controller;
  const double* set = set_point(state, vehicle);
  const UsvCommand command =
      usv_update(helm.differential, part<kUsvGainCount>(state.control_gains, helm.layout.gains),
                 {set[kSetHeading], 0, set[kSetSpeed]},
                 {euler_from(measured.pose_NB.q).yaw, measured.nu_B[5], measured.nu_B[0]},
                 helm.dt_s, part<kUsvStateSize>(state.control_memory, helm.layout.controller));
  command_thrust(world, state, c.port, command.port_n);
  command_thrust(world, state, c.starboard, command.starboard_n);
}

void Pilot::control_weighted(const World& world, State& state, int vehicle,
                             const BodyMeasurement& measured) {
  Helm& helm = helms_[vehicle];
  const Controller& c = world.vehicles[vehicle].controller;
  const double* set = set_point(state, vehicle);
  const WeightedInputs inputs = weighted_update(
      c.weighted, part<kWeightedGainCount>(state.control_gains, helm.layout.gains),
      {set[kSetHeading], set[kSetSpeed], set[kSetDepth]},
      {euler_from(measured.pose_NB.q).yaw, measured.nu_B[0], measured.pose_NB.p.z()});
  state.actuator_command[c.port] = inputs.port;
  state.actuator_command[c.starboard] = inputs.starboard;
  state.actuator_command[c.vertical] = inputs.vertical;
}

}  // namespace hadal::control
