#include "world/actuators.h"

#include "world/state.h"
#include "world/world.h"

namespace hadal::inline world {

std::span<double> state_of(const Actuator& actuator, State& state) {
  return {state.actuator_state.data() + actuator.state_begin, actuator.columns.size()};
}

std::span<const double> state_of(const Actuator& actuator, const State& state) {
  return {state.actuator_state.data() + actuator.state_begin, actuator.columns.size()};
}

double value_of(const Actuator& actuator, const State& state) {
  if (actuator.columns.empty()) return 0;
  return state_of(actuator, state)[actuator.kind->gives_thrust() ? size_t{extension::kThrust} : 0];
}

void prepare_actuators(World& world, double density_kg_m3) {
  extension::ActuatorSetting setting{world.clock.step_s(), density_kg_m3};
  for (Actuator& actuator : world.actuators)
    if (actuator.kind->prepare) {
      setting.on_faces = world.links[static_cast<size_t>(actuator.link)].wetted.has_value();
      actuator.config = actuator.config.copy();
      actuator.kind->prepare(actuator.config.data(), setting);
    }
  prepare_rotors(world);
}

void start_actuators(const World& world, State& state) {
  const size_t count = world.actuators.size();
  size_t columns = 0;
  for (const Actuator& actuator : world.actuators) columns += actuator.columns.size();
  state.actuator_command.resize(count);
  state.actuator_health.assign(count, 1.0);
  state.actuator_health_known.assign(count, 1.0);
  state.actuator_power_w.assign(count, 0.0);
  state.actuator_state.assign(columns, 0.0);
  for (size_t i = 0; i < count; ++i) {
    const Actuator& actuator = world.actuators[i];
    state.actuator_command[i] = actuator.command.neutral;
    if (actuator.kind->start) actuator.kind->start(actuator.config.data(), state_of(actuator, state));
  }
  start_rotors(world, state);
}

}  // namespace hadal::world
