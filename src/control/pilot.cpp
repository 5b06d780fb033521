#include "control/pilot.h"

#include <algorithm>

#include "control/mission_step.h"
#include "math/units.h"

namespace hadal::control {

Pilot::Pilot(const World& world, const environment::Sea& sea, const dynamics::Forces& forces)
    : sea_(sea), forces_(forces) {
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
    end_timed_step(world, state, v);
    const auto status = static_cast<MissionStatus>(state.mission_status[v]);
    if (status == MissionStatus::kOutside) ++state.mission_step_tick[v];
    if (status == MissionStatus::kRunning &&
        world.mission[state.mission_step[v]].config.as<CommandsStepConfig>()) {
      play_commands(world, state, v, static_cast<int>(state.mission_step[v]));
      continue;
    }
    if (!helms_[v].rate.due(state.tick)) continue;
    const BodyMeasurement measured = measure(world, state, v);
    if (status == MissionStatus::kRunning) follow_mission(world, state, v, measured);
    if (set_point(state, v)[kSetActive] != 0) control(world, state, v, measured);
  }
}

void Pilot::end_timed_step(const World& world, State& state, int vehicle) {
  while (static_cast<MissionStatus>(state.mission_status[vehicle]) == MissionStatus::kRunning) {
    const AnyConfig& step = world.mission[state.mission_step[vehicle]].config;
    const double duration = duration_of(step);
    const double elapsed = world.clock.time_s(state.tick - state.mission_step_tick[vehicle]);
    if (duration < 0 || elapsed < duration - 1e-9) return;
    finish_step(world, state, vehicle);
  }
}

void Pilot::finish_step(const World& world, State& state, int vehicle) {
  const IndexRange mission = world.vehicles[vehicle].mission;
  // Commands end with their step: what has no controller comes to rest.
  if (world.mission[state.mission_step[vehicle]].config.as<CommandsStepConfig>()) {
    const IndexRange thrusters = world.vehicles[vehicle].thrusters;
    for (int i = thrusters.begin; i < thrusters.end(); ++i)
      state.thruster_command[i] = world.thrusters[i].model.command_neutral;
  }
  std::fill_n(state.control_memory.begin() + static_cast<long>(helms_[vehicle].layout.guidance),
              kWaypointStateSize + kHoldStateSize, 0.0);
  state.mission_step_tick[vehicle] = state.tick;
  if (++state.mission_step[vehicle] >= mission.end())
    state.mission_status[vehicle] = static_cast<int64_t>(MissionStatus::kDone);
}

void Pilot::play_commands(const World& world, State& state, int vehicle, int step) const {
  const auto& commands = *world.mission[step].config.as<CommandsStepConfig>();
  const double elapsed = world.clock.time_s(state.tick - state.mission_step_tick[vehicle]) + 1e-9;
  size_t row = 0;
  while (row + 1 < commands.schedule.size() && commands.schedule[row + 1][0] <= elapsed) ++row;
  if (commands.schedule[row][0] > elapsed) return;
  const auto& targets = world.command_targets[step];
  for (size_t i = 0; i < targets.size(); ++i) {
    const double value = commands.schedule[row][i + 1];
    switch (targets[i].kind) {
      case ActuatorKind::kThruster:
        state.thruster_command[targets[i].index] = value;
        break;
      case ActuatorKind::kFin:
        state.fin_command_rad[targets[i].index] = value * kDegree;
        break;
      case ActuatorKind::kBallast:
        state.ballast_command[targets[i].index] = value;
        break;
      case ActuatorKind::kMass:
        state.mass_command_m[targets[i].index] = value;
        break;
      case ActuatorKind::kJoint:
        state.joint_effort[targets[i].index] = value;
        break;
    }
  }
}

void Pilot::follow_mission(const World& world, State& state, int vehicle,
                           const BodyMeasurement& measured) {
  const AnyConfig& step = world.mission[state.mission_step[vehicle]].config;
  const bool six_axes = world.vehicles[vehicle].controller.kind == ControllerKind::kBody ||
                        world.vehicles[vehicle].kinematic;
  if (is_route(step)) {
    const double elapsed = world.clock.time_s(state.tick - state.mission_step_tick[vehicle]);
    if (elapsed > route_of(step).timeout_s) {
      state.mission_status[vehicle] = static_cast<int64_t>(MissionStatus::kFailed);
      return;
    }
  }
  if (six_axes)
    guide_body(world, state, vehicle, step, measured);
  else
    guide_course(world, state, vehicle, step, measured);
}

}  // namespace hadal::control
