// Control from outside: modes, sticks, and the way back to the mission.
#include <algorithm>

#include "base/check.h"
#include "control/vehicle_control.h"
#include "math/rotation.h"

namespace hadal::control {

void VehicleControl::rest(const World& world, State& state, int vehicle) const {
  const Vehicle& v = world.vehicles[vehicle];
  for (const IndexRange& range : {v.thrusters, v.fins})
    for (int i = range.begin; i < range.end(); ++i)
      state.actuator_command[i] = world.actuators[i].command.neutral;
  std::fill_n(state.kinematic_velocity.begin() + 6 * vehicle, 6, 0.0);
  set_point(state, vehicle)[kSetActive] = 0;
}

void VehicleControl::switch_mode(const World& world, State& state, int vehicle, ControlMode mode) const {
  HADAL_CHECK(offers_mode(world.vehicles[vehicle], mode));
  interrupt_mission(world, state, vehicle);
  if (mode == ControlMode::kOff) rest(world, state, vehicle);
  if (mode == ControlMode::kManual) take_sticks(world, state, vehicle, {});
  double* set = set_point(state, vehicle);
  if (mode == ControlMode::kVelocity || mode == ControlMode::kEffort) set[kSetActive] = 1;
  Eigen::Map<Vec6>(set + kSetVelocity).setZero();
  Eigen::Map<Vec6>(set + kSetEffort).setZero();
  set[kSetMode] = static_cast<double>(mode);
  keep(mode, measure(world, state, vehicle), set);
}

// Level: a body that stands still need not keep its roll and pitch of the moment.
void VehicleControl::keep(ControlMode mode, const BodyMeasurement& now, double* set) const {
  const double heading_rad = euler_from(now.pose_NB.q).yaw;
  if (mode == ControlMode::kPosition)
    write_pose(set, now.pose_NB.p, quaternion_from({0, 0, heading_rad}));
  if (mode == ControlMode::kCourse)
    write_course(set, heading_rad, now.pose_NB.p.z(), std::max(0.0, now.nu_B[0]));
}

void VehicleControl::interrupt_mission(const World& world, State& state, int vehicle) const {
  state.mission_status[world.vehicles[vehicle].track] =
      static_cast<int64_t>(MissionStatus::kOutside);
}

void VehicleControl::take_sticks(const World& world, State& state, int vehicle, const Sticks& sticks) const {
  double* set = set_point(state, vehicle);
  if (set[kSetActive] == 0 || mode_of(set) != ControlMode::kManual) forget_sticks(state, vehicle);
  write_sticks(set, sticks);
  interrupt_mission(world, state, vehicle);
}

bool VehicleControl::resume(const World& world, State& state, int vehicle) const {
  const int track = world.vehicles[vehicle].track;
  const IndexRange steps = world.tracks[track].steps;
  if (steps.count == 0 || state.mission_step[track] >= steps.end()) return false;
  if (state.mission_status[track] != static_cast<int64_t>(MissionStatus::kOutside)) return false;
  state.mission_status[track] = static_cast<int64_t>(MissionStatus::kRunning);
  double* set = set_point(state, vehicle);
  std::fill_n(set + kSetPilot, kSetPointSize - kSetPilot, 0.0);
  set[kSetActive] = 0;  // until the step asks for something
  forget_sticks(state, vehicle);
  return true;
}

// By the truth: what navigates has not seen the new place yet.
void VehicleControl::moved(const World& world, State& state, int vehicle) const {
  forget_sticks(state, vehicle);
  double* set = set_point(state, vehicle);
  const int64_t status = state.mission_status[world.vehicles[vehicle].track];
  const bool running = status == static_cast<int64_t>(MissionStatus::kRunning);
  if (running || set[kSetActive] == 0) return;
  const int hull = world.vehicles[vehicle].links.begin;
  keep(mode_of(set), {{state.p_NL_N[hull], state.q_NL[hull]}, state.nu_L[hull]}, set);
}

}  // namespace hadal::control
