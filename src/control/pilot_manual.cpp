// A person's sticks -> actuator commands.
#include <algorithm>
#include <cmath>

#include "control/autopilot.h"
#include "control/pilot.h"
#include "control/weighted_controller.h"
#include "math/rotation.h"

namespace hadal::control {
namespace {

enum StickAxis { kStickSurge, kStickSway, kStickHeave, kStickRoll, kStickPitch, kStickYaw };

constexpr double kUnlimitedVelocity = 1e6;  // a velocity limit above it says nothing

// Share of what is reached on the side of the stick.
double effort_of(double stick, double least, double most) {
  return stick > 0 ? stick * most : -stick * least;
}

// With a hold the stick asks for a velocity where the controller has a limit and a loop for it: its
// integrator then goes on carrying a net buoyancy, and letting go of the stick brakes at once.
bool steers_by_velocity(const AxisParameters& axis) {
  return axis.velocity_limit < kUnlimitedVelocity && axis.velocity.proportional > 0;
}

// One axis of a body with a hold on it.
void hold_axis(const BodyControllerParameters& parameters, int axis, double stick,
               const StickHoldAnswer& hold, BodySetPoint& wanted,
               std::span<double, kBodyStateSize> loops) {
  const AxisParameters& limits = parameters.axes[axis];
  if (hold.keeps()) {
    wanted.by_axis[axis] = ControlMode::kPosition;
    // An effort of the stick must not live on as the loop's own.
    if (hold.released && !steers_by_velocity(limits)) body_forget(axis, loops);
  } else if (hold.phase == HoldPhase::kSteered && steers_by_velocity(limits)) {
    wanted.by_axis[axis] = ControlMode::kVelocity;
    wanted.velocity_B[axis] = stick * limits.velocity_limit;
  }
}

// With a hold a neutral roll or pitch stick keeps the vehicle level, where its controller has a
// loop for that: hulls that are slender in the water turn across their way above some speed.
bool levels(const BodyControllerParameters& parameters, int axis, const Sticks& sticks,
            BodySetPoint& wanted) {
  if (sticks.axes[axis] != 0 || !(parameters.axes[axis].position.proportional > 0)) return false;
  wanted.by_axis[axis] = ControlMode::kPosition;
  return true;
}

constexpr double kSteepest = 0.5;  // cosine of the tilt up to which heave changes the depth

// Heave at which the depth stays: w = -(R_zx u + R_zy v) / R_zz, R = R_NB.
double level_heave(const BodyMeasurement& measured) {
  const Vec3 down_B = measured.pose_NB.q.conjugate() * Vec3::UnitZ();
  if (down_B.z() < kSteepest) return 0;
  return -down_B.head<2>().dot(measured.nu_B.head<2>()) / down_B.z();
}

// As the depth loops see it. A hull that trims or rolls climbs along its own axes as it drives: a
// depth loop around the bare heave would lag behind by that climb.
BodyMeasurement seen_by_depth_loops(BodyMeasurement measured) {
  measured.nu_B[kStickHeave] -= level_heave(measured);
  return measured;
}

}  // namespace

void Pilot::forget_sticks(State& state, int vehicle) const {
  std::fill_n(state.control_memory.begin() + static_cast<long>(helms_[vehicle].layout.manual),
              kManualStateSize, 0.0);
}

// Shows what is held in the set-point's course, for those who watch.
Pilot::Holds Pilot::follow_holds(State& state, int vehicle, const Sticks& sticks,
                                 double vertical_stick, const BodyMeasurement& measured) const {
  const Helm& helm = helms_[vehicle];
  const size_t memory = helm.layout.manual;
  const Vec3 v_N = measured.pose_NB.q * Vec3(measured.nu_B.head<3>());
  Holds holds;
  holds.heading =
      stick_hold({},
                 {sticks.hold_heading, sticks.axes[kStickYaw], euler_from(measured.pose_NB.q).yaw,
                  measured.nu_B[kStickYaw], helm.dt_s},
                 part<kStickHoldStateSize>(state.control_memory, memory));
  holds.depth = stick_hold(
      {}, {sticks.hold_depth, vertical_stick, measured.pose_NB.p.z(), v_N.z(), helm.dt_s},
      part<kStickHoldStateSize>(state.control_memory, memory + kStickHoldStateSize));
  double* set = set_point(state, vehicle);
  if (holds.heading.keeps()) set[kSetHeading] = holds.heading.value;
  if (holds.depth.keeps()) set[kSetDepth] = holds.depth.value;
  return holds;
}

void Pilot::control_manual(const World& world, State& state, int vehicle,
                           const BodyMeasurement& measured) {
  const Vehicle& v = world.vehicles[vehicle];
  const Sticks sticks = read_sticks(set_point(state, vehicle));
  if (v.kinematic) return manual_kinematic(state, vehicle, sticks);
  switch (v.controller.kind) {
    case ControllerKind::kAutopilot:
      return manual_autopilot(world, state, vehicle, sticks, measured);
    case ControllerKind::kDifferential:
      return manual_differential(world, state, vehicle, sticks, measured);
    case ControllerKind::kWeighted:
      return manual_weighted(world, state, vehicle, sticks, measured);
    case ControllerKind::kBody:
    case ControllerKind::kNone:
      if (v.thrusters.count > 0) manual_body(world, state, vehicle, sticks, measured);
      return;
  }
}

void Pilot::manual_body(const World& world, State& state, int vehicle, const Sticks& sticks,
                        const BodyMeasurement& measured) {
  const Helm& helm = helms_[vehicle];
  const WrenchReach reach = reach_of(world, state, vehicle);
  const Holds holds = follow_holds(state, vehicle, sticks, sticks.axes[kStickHeave], measured);
  const auto loops = part<kBodyStateSize>(state.control_memory, helm.layout.controller);
  BodySetPoint wanted;
  wanted.mode = ControlMode::kManual;
  wanted.by_axis.fill(ControlMode::kEffort);
  for (int axis = 0; axis < 6; ++axis) {
    const double most = helm.stick_most[axis];
    wanted.effort_B[axis] = effort_of(sticks.axes[axis], std::max(reach.min[axis], -most),
                                      std::min(reach.max[axis], most));
  }
  hold_axis(helm.body, kStickHeave, sticks.axes[kStickHeave], holds.depth, wanted, loops);
  hold_axis(helm.body, kStickYaw, sticks.axes[kStickYaw], holds.heading, wanted, loops);
  wanted.pose_NB = measured.pose_NB;
  if (holds.depth.keeps()) wanted.pose_NB.p.z() = holds.depth.value;
  EulerAngles attitude = euler_from(measured.pose_NB.q);
  if (holds.heading.keeps()) attitude.yaw = holds.heading.value;
  if (sticks.hold_heading || sticks.hold_depth) {
    if (levels(helm.body, kStickRoll, sticks, wanted)) attitude.roll = 0;
    if (levels(helm.body, kStickPitch, sticks, wanted)) attitude.pitch = 0;
  }
  wanted.pose_NB.q = quaternion_from(attitude);
  drive_body(world, state, vehicle, wanted,
             holds.depth.phase == HoldPhase::kOff ? measured : seen_by_depth_loops(measured));
}

// Astern as far as the thruster turns, at most as fast as ahead; autopilots often never reverse.
void Pilot::command_propeller(const World& world, const Controller& controller, State& state,
                              int propeller, double share) const {
  const Actuator& thruster = world.actuators[propeller];
  const double neutral = thruster.command.neutral;
  const double ahead = controller.autopilot.propeller_max - neutral;
  const double astern =
      std::min(ahead, neutral - thruster.thrust_ability(sea_.water().density(0)).command_min);
  state.actuator_command[propeller] = neutral + (share > 0 ? share * ahead : share * astern);
}

void Pilot::manual_autopilot(const World& world, State& state, int vehicle, const Sticks& sticks,
                             const BodyMeasurement& measured) {
  const Helm& helm = helms_[vehicle];
  const Controller& c = world.vehicles[vehicle].controller;
  const double nose_up = std::clamp(sticks.axes[kStickPitch] - sticks.axes[kStickHeave], -1.0, 1.0);
  const Holds holds = follow_holds(state, vehicle, sticks, nose_up, measured);
  const AuvCommand command =
      auv_by_hand(helm.autopilot, part<kAuvGainCount>(state.control_gains, helm.layout.gains),
                  {sticks.axes[kStickYaw], nose_up},
                  {holds.heading.keeps(), holds.heading.value, holds.depth.keeps(),
                   holds.depth.value, holds.depth.phase == HoldPhase::kSteered},
                  auv_measurement(measured.pose_NB, measured.nu_B), helm.dt_s,
                  part<kAuvStateSize>(state.control_memory, helm.layout.controller));
  command_fins(c, state, command.rudder_rad, command.elevator_rad);
  for (const int propeller : c.propellers)
    command_propeller(world, c, state, propeller, sticks.axes[kStickSurge]);
}

void Pilot::manual_differential(const World& world, State& state, int vehicle, const Sticks& sticks,
                                const BodyMeasurement& measured) {
  const Helm& helm = helms_[vehicle];
  const Controller& c = world.vehicles[vehicle].controller;
  const Holds holds = follow_holds(state, vehicle, sticks, 0, measured);
  const UsvCommand command = usv_by_hand(
      helm.differential, part<kUsvGainCount>(state.control_gains, helm.layout.gains),
      {sticks.axes[kStickSurge], sticks.axes[kStickYaw], holds.heading.keeps(),
       holds.heading.value},
      {euler_from(measured.pose_NB.q).yaw, measured.nu_B[kStickYaw], measured.nu_B[kStickSurge]},
      helm.dt_s, part<kUsvStateSize>(state.control_memory, helm.layout.controller));
  command_thrust(world, state, c.port, command.port_n);
  command_thrust(world, state, c.starboard, command.starboard_n);
}

void Pilot::manual_weighted(const World& world, State& state, int vehicle, const Sticks& sticks,
                            const BodyMeasurement& measured) {
  const Helm& helm = helms_[vehicle];
  const Controller& c = world.vehicles[vehicle].controller;
  const Holds holds = follow_holds(state, vehicle, sticks, sticks.axes[kStickHeave], measured);
  const WeightedInputs inputs = weighted_by_hand(
      c.weighted, part<kWeightedGainCount>(state.control_gains, helm.layout.gains),
      {sticks.axes[kStickSurge], sticks.axes[kStickHeave], sticks.axes[kStickYaw]},
      {holds.heading.keeps(), holds.heading.value, holds.depth.keeps(), holds.depth.value,
       sticks.hold_depth},
      {euler_from(measured.pose_NB.q).yaw, measured.nu_B[kStickSurge], measured.pose_NB.p.z()},
      helm.dt_s, state.control_memory[helm.layout.manual + 2 * kStickHoldStateSize]);
  state.actuator_command[c.port] = inputs.port;
  state.actuator_command[c.starboard] = inputs.starboard;
  state.actuator_command[c.vertical] = inputs.vertical;
}

// At the velocity limits of the controller, or at 1 m/s and 0.5 rad/s where there are none. What is
// not steered stands, so there is nothing to hold.
void Pilot::manual_kinematic(State& state, int vehicle, const Sticks& sticks) {
  for (int axis = 0; axis < 6; ++axis) {
    const double limit = helms_[vehicle].body.axes[axis].velocity_limit;
    const double most = limit < kUnlimitedVelocity ? limit : axis < 3 ? 1.0 : 0.5;
    state.kinematic_velocity[6 * static_cast<size_t>(vehicle) + axis] = sticks.axes[axis] * most;
  }
}

}  // namespace hadal::control
