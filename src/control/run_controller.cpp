// Set-point or sticks -> controller -> actuator commands.
#include <algorithm>

#include "control/vehicle_control.h"
#include "kinds/extensions/extension_kinds.h"
#include "math/rotation.h"

namespace hadal::control {
namespace {

// The one place where controllers reach actuators.
class VehicleCommands : public extension::ActuatorCommands {
 public:
  VehicleCommands(const World& world, double density_kg_m3, const Vehicle& vehicle, State& state)
      : world_(world), density_kg_m3_(density_kg_m3), vehicle_(vehicle), state_(state) {}

  void thrust(int thruster, double thrust_n) override {
    const int i = vehicle_.thrusters.begin + thruster;
    const Actuator& actuator = world_.actuators[i];
    state_.actuator_command[i] = actuator.command_for_thrust(thrust_n, 0, density_kg_m3_);
    if (actuator.kind->checked && std::isfinite(thrust_n))
      require_finite(*actuator.kind, {&state_.actuator_command[i], 1}, "its command for a thrust");
  }
  void thruster(int thruster, double command) override {
    state_.actuator_command[vehicle_.thrusters.begin + thruster] = command;
  }
  void fin(int fin, double angle_rad) override {
    state_.actuator_command[vehicle_.fins.begin + fin] = angle_rad;
  }

 private:
  const World& world_;
  double density_kg_m3_;
  const Vehicle& vehicle_;
  State& state_;
};

}  // namespace

void VehicleControl::forget_sticks(State& state, int vehicle) const {
  std::fill_n(state.control_memory.begin() + static_cast<long>(setups_[vehicle].layout.manual),
              kManualStateSize, 0.0);
}

void VehicleControl::control(const World& world, State& state, int vehicle,
                             const BodyMeasurement& measured) const {
  const Vehicle& v = world.vehicles[vehicle];
  const ControllerSetup& setup = setups_[vehicle];
  const bool manual = mode_of(set_point(state, vehicle)) == ControlMode::kManual;
  if (!manual) forget_sticks(state, vehicle);
  if (v.kinematic) return move_kinematic(state, vehicle, measured);
  if (!setup.kind || (setup.own_loops && !manual)) return;
  VehicleCommands commands(world, density_kg_m3_, v, state);
  const Quat& q = measured.pose_NB.q;
  extension::ControlContext now{
      .time_s = world.clock.time_s(state.tick),
      .dt_s = setup.dt_s,
      .q_NB = {q.w(), q.x(), q.y(), q.z()},
      .thruster_health = std::span(state.actuator_health_known)
                             .subspan(v.thrusters.begin, v.thrusters.count),
      .gains = setup.own_loops ? std::span<const double>(setup.start_gains) : gains(vehicle, state),
      .state = std::span(state.control_memory)
                   .subspan(setup.layout.controller, setup.layout.controller_size),
      .commands = commands};
  Eigen::Map<Vec3>(now.p_NB_N.data()) = measured.pose_NB.p;
  Eigen::Map<Vec6>(now.nu_B.data()) = measured.nu_B;
  if (manual)
    setup.kind->manual(setup.config.get(), manual_input(state, vehicle, measured), now);
  else
    setup.kind->update(setup.config.get(), read_set_point(set_point(state, vehicle)), now);
  require_finite(*setup.kind, now.state, "its state");
  require_finite(*setup.kind,
                 std::span(state.actuator_command).subspan(v.actuators.begin, v.actuators.count),
                 "a command");
}

// Shows what is held in the set-point's course, for those who watch.
extension::ManualInput VehicleControl::manual_input(State& state, int vehicle,
                                                    const BodyMeasurement& measured) const {
  const ControllerSetup& setup = setups_[vehicle];
  const size_t memory = setup.layout.manual;
  double* set = set_point(state, vehicle);
  extension::ManualInput out{.hold_heading = set[kSetHoldHeading] != 0,
                             .hold_depth = set[kSetHoldDepth] != 0,
                             .trim = state.control_memory[memory + 2 * kStickHoldStateSize]};
  std::copy_n(set + kSetPilot, 6, out.sticks.begin());
  const double vertical = setup.kind->vertical_stick ? setup.kind->vertical_stick(out.sticks)
                                                     : out.sticks[extension::kStickHeave];
  const Vec3 v_N = measured.pose_NB.q * Vec3(measured.nu_B.head<3>());
  out.heading = stick_hold({},
                           {out.hold_heading, out.sticks[extension::kStickYaw],
                            euler_from(measured.pose_NB.q).yaw, measured.nu_B[5], setup.dt_s},
                           part<kStickHoldStateSize>(state.control_memory, memory));
  out.depth = stick_hold(
      {}, {out.hold_depth, vertical, measured.pose_NB.p.z(), v_N.z(), setup.dt_s},
      part<kStickHoldStateSize>(state.control_memory, memory + kStickHoldStateSize));
  if (out.heading.keeps()) set[kSetHeading] = out.heading.value;
  if (out.depth.keeps()) set[kSetDepth] = out.depth.value;
  return out;
}

// By hand at the velocity limits of the controller, or at 1 m/s and 0.5 rad/s where there are none.
// What is not steered stands, so there is nothing to hold.
void VehicleControl::move_kinematic(State& state, int vehicle,
                                    const BodyMeasurement& measured) const {
  constexpr double kUnlimitedVelocity = 1e6;  // a velocity limit above it says nothing
  const ControllerSetup& setup = setups_[vehicle];
  const double* set = set_point(state, vehicle);
  Eigen::Map<Vec6> velocity_B(&state.kinematic_velocity[6 * static_cast<size_t>(vehicle)]);
  if (mode_of(set) != ControlMode::kManual) {
    velocity_B = kinematic_velocity_B(setup.velocity_limit, body_set_point(read_set_point(set)),
                                      measured, setup.dt_s);
    return;
  }
  for (int axis = 0; axis < 6; ++axis) {
    const double limit = setup.velocity_limit[static_cast<size_t>(axis)];
    const double max = limit < kUnlimitedVelocity ? limit : axis < 3 ? 1.0 : 0.5;
    velocity_B[axis] = set[kSetPilot + static_cast<size_t>(axis)] * max;
  }
}

}  // namespace hadal::control
