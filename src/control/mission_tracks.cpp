// Which step of its mission a vehicle is at.
#include <algorithm>

#include "control/mission_step.h"
#include "control/vehicle_control.h"

namespace hadal::control {

void VehicleControl::end_timed_step(const World& world, State& state, int vehicle) const {
  const int track = world.vehicles[vehicle].track;
  while (static_cast<MissionStatus>(state.mission_status[track]) == MissionStatus::kRunning) {
    const AnyConfig& step = world.mission[state.mission_step[track]].config;
    const double duration = duration_of(step);
    const double elapsed = world.clock.time_s(state.tick - state.mission_step_tick[track]);
    if (duration < 0 || elapsed < duration - 1e-9) return;
    finish_step(world, state, vehicle);
  }
}

void VehicleControl::finish_step(const World& world, State& state, int vehicle) const {
  const int track = world.vehicles[vehicle].track;
  // Commands end with their step: what has no controller comes to rest.
  if (world.mission[state.mission_step[track]].config.as<CommandsStepConfig>()) {
    const IndexRange thrusters = world.vehicles[vehicle].thrusters;
    for (int i = thrusters.begin; i < thrusters.end(); ++i)
      state.actuator_command[i] = world.actuators[i].command.neutral;
  }
  std::fill_n(state.control_memory.begin() + static_cast<long>(setups_[vehicle].layout.guidance),
              kWaypointStateSize + kHoldStateSize, 0.0);
  state.mission_step_tick[track] = state.tick;
  if (++state.mission_step[track] >= world.tracks[track].steps.end())
    state.mission_status[track] = static_cast<int64_t>(MissionStatus::kDone);
}

void VehicleControl::play_commands(const World& world, State& state, int track) const {
  const int64_t step = state.mission_step[track];
  const auto& commands = *world.mission[step].config.as<CommandsStepConfig>();
  const double elapsed = world.clock.time_s(state.tick - state.mission_step_tick[track]) + 1e-9;
  size_t row = 0;
  while (row + 1 < commands.schedule.size() && commands.schedule[row + 1][0] <= elapsed) ++row;
  if (commands.schedule[row][0] > elapsed) return;
  const auto& targets = world.command_targets[step];
  for (size_t i = 0; i < targets.size(); ++i) {
    const double unit = world.actuators[targets[i]].command.schedule_unit;
    state.actuator_command[targets[i]] = commands.schedule[row][i + 1] * unit;
  }
}

void VehicleControl::follow_mission(const World& world, State& state, int vehicle,
                                    const BodyMeasurement& measured) const {
  const int track = world.vehicles[vehicle].track;
  const AnyConfig& step = world.mission[state.mission_step[track]].config;
  const bool six_axes = offers_mode(world.vehicles[vehicle], ControlMode::kPosition);
  if (is_route(step)) {
    const double elapsed = world.clock.time_s(state.tick - state.mission_step_tick[track]);
    if (elapsed > route_of(step).timeout_s) {
      state.mission_status[track] = static_cast<int64_t>(MissionStatus::kFailed);
      return;
    }
  }
  if (six_axes)
    guide_body(world, state, vehicle, step, measured);
  else
    guide_course(world, state, vehicle, step, measured);
}

}  // namespace hadal::control
