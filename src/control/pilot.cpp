#include "control/pilot.h"

#include <algorithm>

#include "control/mission_step.h"

namespace hadal::control {

Pilot::Pilot(const World& world, const environment::Sea& sea) : sea_(sea) {
  for (const Vehicle& vehicle : world.vehicles) helms_.push_back(make_helm(world, vehicle));
}

std::span<double> Pilot::gains(int vehicle, State& state) const {
  const Layout& layout = helms_[vehicle].layout;
  return std::span(state.control_gains).subspan(layout.gains, layout.gain_count);
}

std::span<const double> Pilot::gains(int vehicle, const State& state) const {
  const Layout& layout = helms_[vehicle].layout;
  return std::span(state.control_gains).subspan(layout.gains, layout.gain_count);
}

BodyMeasurement Pilot::measure(const World& world, const State& state, int vehicle) const {
  const Vehicle& v = world.vehicles[vehicle];
  const int hull = v.links.begin;
  BodyMeasurement out{{state.p_NL_N[hull], state.q_NL[hull]}, state.nu_L[hull]};
  const int sensor = v.navigation_sensor;
  if (sensor < 0 || state.sensor_stamp[sensor] < 0) return out;
  // position (3), attitude (4), velocity (3); odometry adds the angular velocity, whereas for an
  // INS the true rates stand for its gyros, which are far better than the loops need.
  const double* values = &state.sensor_values[world.sensors[sensor].value_offset];
  out.pose_NB = {Eigen::Map<const Vec3>(values), Quat(values[3], values[4], values[5], values[6])};
  if (world.sensors[sensor].kind == "odometry")
    out.nu_B = Eigen::Map<const Vec6>(values + 7);
  else
    out.nu_B.head<3>() = out.pose_NB.q.conjugate() * Vec3(values[7], values[8], values[9]);
  return out;
}

void Pilot::update(const World& world, State& state) {
  for (int v = 0; v < static_cast<int>(world.vehicles.size()); ++v) {
    const int track = world.vehicles[v].track;
    end_timed_step(world, state, v);
    const auto status = static_cast<MissionStatus>(state.mission_status[track]);
    if (status == MissionStatus::kOutside) ++state.mission_step_tick[track];
    if (status == MissionStatus::kRunning &&
        world.mission[state.mission_step[track]].config.as<CommandsStepConfig>()) {
      play_commands(world, state, track);
      continue;
    }
    if (!helms_[v].rate.due(state.tick)) continue;
    const BodyMeasurement measured = measure(world, state, v);
    if (status == MissionStatus::kRunning) follow_mission(world, state, v, measured);
    if (set_point(state, v)[kSetActive] != 0) control(world, state, v, measured);
  }
}

void Pilot::end_timed_step(const World& world, State& state, int vehicle) {
  const int track = world.vehicles[vehicle].track;
  while (static_cast<MissionStatus>(state.mission_status[track]) == MissionStatus::kRunning) {
    const AnyConfig& step = world.mission[state.mission_step[track]].config;
    const double duration = duration_of(step);
    const double elapsed = world.clock.time_s(state.tick - state.mission_step_tick[track]);
    if (duration < 0 || elapsed < duration - 1e-9) return;
    finish_step(world, state, vehicle);
  }
}

void Pilot::finish_step(const World& world, State& state, int vehicle) {
  const int track = world.vehicles[vehicle].track;
  // Commands end with their step: what has no controller comes to rest.
  if (world.mission[state.mission_step[track]].config.as<CommandsStepConfig>()) {
    const IndexRange thrusters = world.vehicles[vehicle].thrusters;
    for (int i = thrusters.begin; i < thrusters.end(); ++i)
      state.actuator_command[i] = world.actuators[i].command.neutral;
  }
  std::fill_n(state.control_memory.begin() + static_cast<long>(helms_[vehicle].layout.guidance),
              kWaypointStateSize + kHoldStateSize, 0.0);
  state.mission_step_tick[track] = state.tick;
  if (++state.mission_step[track] >= world.tracks[track].steps.end())
    state.mission_status[track] = static_cast<int64_t>(MissionStatus::kDone);
}

void Pilot::play_commands(const World& world, State& state, int track) const {
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

void Pilot::follow_mission(const World& world, State& state, int vehicle,
                           const BodyMeasurement& measured) {
  const int track = world.vehicles[vehicle].track;
  const AnyConfig& step = world.mission[state.mission_step[track]].config;
  const bool six_axes = world.vehicles[vehicle].controller.kind == ControllerKind::kBody ||
                        world.vehicles[vehicle].kinematic;
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
