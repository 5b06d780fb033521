// Set-point -> actuator commands.
#include "control/autopilot.h"
#include "control/pilot.h"
#include "control/weighted_controller.h"
#include "math/rotation.h"

namespace hadal::control {

void Pilot::control(const World& world, State& state, int vehicle,
                    const BodyMeasurement& measured) {
  if (world.vehicles[vehicle].kinematic) {
    Eigen::Map<Vec6>(&state.kinematic_velocity[6 * static_cast<size_t>(vehicle)]) =
        kinematic_velocity_B(helms_[vehicle].body, read_body(set_point(state, vehicle)), measured,
                             helms_[vehicle].dt_s);
    return;
  }
  switch (world.vehicles[vehicle].controller.kind) {
    case ControllerKind::kBody:
      control_body(world, state, vehicle, measured);
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

void Pilot::command_thrust(State& state, int thruster, double thrust_n) const {
  state.thruster_command[thruster] = dynamics::command_for_thrust(
      forces_.thrusters()[thruster], thrust_n, 0, sea_.water().density(0));
}

void Pilot::control_body(const World& world, State& state, int vehicle,
                         const BodyMeasurement& measured) {
  Helm& helm = helms_[vehicle];
  const Vehicle& v = world.vehicles[vehicle];
  const auto health = std::span<const double>(state.thruster_health_known)
                          .subspan(v.thrusters.begin, v.thrusters.count);
  const auto memory =
      std::span(state.control_memory)
          .subspan(helm.layout.allocation, allocation_state_size(v.thrusters.count));
  allocation_follow_health(helm.allocation, health, memory);
  const WrenchReach reach = allocation_reach(helm.allocation, memory);
  const auto live = part<kBodyGainCount>(state.control_gains, helm.layout.gains);
  const auto controller = part<kBodyStateSize>(state.control_memory, helm.layout.controller);
  const Vec6 wrench = body_update(helm.body, reach, live, read_body(set_point(state, vehicle)),
                                  measured, helm.dt_s, controller);
  const AllocationResult result =
      allocate(helm.allocation, wrench, health, memory, helm.force_n, helm.saturated);
  body_applied(helm.body, reach, live, result.wrench_B, helm.dt_s, controller);
  for (int i = 0; i < v.thrusters.count; ++i)
    command_thrust(state, v.thrusters.begin + i, helm.force_n[i]);
}

void Pilot::control_autopilot(const World& world, State& state, int vehicle,
                              const BodyMeasurement& measured) {
  Helm& helm = helms_[vehicle];
  const Controller& c = world.vehicles[vehicle].controller;
  const double* set = set_point(state, vehicle);
  const EulerAngles attitude = euler_from(measured.pose_NB.q);
  const Vec3 v_N = measured.pose_NB.q * Vec3(measured.nu_B.head<3>());
  const AuvMeasurement now{attitude.yaw,   measured.nu_B[5], measured.pose_NB.p.z(), v_N.z(),
                           attitude.pitch, measured.nu_B[4], measured.nu_B[0]};
  const AuvCommand command =
      auv_update(helm.autopilot, part<kAuvGainCount>(state.control_gains, helm.layout.gains),
                 {set[kSetHeading], set[kSetDepth], set[kSetSpeed]}, now, helm.dt_s,
                 part<kAuvStateSize>(state.control_memory, helm.layout.controller));
  for (const SignedIndex& fin : c.rudders)
    state.fin_command_rad[fin.index] = fin.sign * command.rudder_rad;
  for (const SignedIndex& fin : c.elevators)
    state.fin_command_rad[fin.index] = fin.sign * command.elevator_rad;
  for (int propeller : c.propellers) state.thruster_command[propeller] = command.propeller;
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
  command_thrust(state, c.port, command.port_n);
  command_thrust(state, c.starboard, command.starboard_n);
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
  state.thruster_command[c.port] = inputs.port;
  state.thruster_command[c.starboard] = inputs.starboard;
  state.thruster_command[c.vertical] = inputs.vertical;
}

}  // namespace hadal::control
