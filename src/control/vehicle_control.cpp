#include "control/vehicle_control.h"

namespace hadal::control {

VehicleControl::VehicleControl(const World& world, const environment::Sea& sea)
    : sea_(sea), density_kg_m3_(sea.water().density(0)) {
  for (const Vehicle& vehicle : world.vehicles) {
    setups_.push_back(controller_setup(world, vehicle, sea));
    ControlLayout& layout = setups_.back().layout;
    layout.step = memory_size_;
    layout.altitude = layout.step + kStepStateSize;
    layout.manual = layout.altitude + kAltitudeStateSize;
    layout.controller = layout.manual + kManualStateSize;
    memory_size_ = layout.controller + layout.controller_size;
    layout.gains = gain_size_;
    gain_size_ += layout.gain_count;
  }
  arms_ = ArmControl(world, sea.gravity_m_s2(), memory_size_, gain_size_);
  memory_size_ += arms_.memory_size();
}

void VehicleControl::start(const World& world, State& state) const {
  const size_t vehicles = world.vehicles.size();
  state.control_memory.assign(memory_size_, 0.0);
  state.control_gains.clear();
  state.set_point.assign(vehicles * kSetPointSize, 0.0);
  state.kinematic_velocity.assign(6 * vehicles, 0.0);
  start_tracks(world, state);
  for (size_t v = 0; v < vehicles; ++v) {
    state.set_point[v * kSetPointSize + kSetAttitude] = 1;
    const ControllerSetup& setup = setups_[v];
    if (!setup.own_loops)
      state.control_gains.insert(state.control_gains.end(), setup.start_gains.begin(),
                                 setup.start_gains.end());
  }
  arms_.start(state);
}

std::span<double> VehicleControl::gains(int vehicle, State& state) const {
  const ControlLayout& layout = setups_[vehicle].layout;
  return std::span(state.control_gains).subspan(layout.gains, layout.gain_count);
}

std::span<const double> VehicleControl::gains(int vehicle, const State& state) const {
  const ControlLayout& layout = setups_[vehicle].layout;
  return std::span(state.control_gains).subspan(layout.gains, layout.gain_count);
}

BodyMeasurement VehicleControl::measure(const World& world, const State& state, int vehicle) const {
  const Vehicle& v = world.vehicles[vehicle];
  const int hull = v.links.begin;
  BodyMeasurement out{{state.p_NL_N[hull], state.q_NL[hull]}, state.nu_L[hull]};
  const int sensor = v.navigation_sensor;
  if (sensor < 0 || state.sensor_stamp[sensor] < 0) return out;
  // position (3), attitude (4), velocity (3); odometry adds the angular velocity, whereas for an
  // INS the true rates stand for its gyros, which are far better than the loops need.
  const double* values = &state.sensor_values[world.sensors[sensor].value_offset];
  out.pose_NB = {Eigen::Map<const Vec3>(values), Quat(values[3], values[4], values[5], values[6])};
  if (world.sensors[sensor].config.kind() == "odometry")
    out.nu_B = Eigen::Map<const Vec6>(values + 7);
  else
    out.nu_B.head<3>() = out.pose_NB.q.conjugate() * Vec3(values[7], values[8], values[9]);
  return out;
}

void VehicleControl::update(const World& world, State& state,
                            const StepConditions* conditions) const {
  for (int v = 0; v < static_cast<int>(world.vehicles.size()); ++v) {
    const int track = world.vehicles[v].track;
    end_timed_step(world, state, v, conditions);
    const auto status = static_cast<MissionStatus>(state.mission_status[track]);
    if (status == MissionStatus::kOutside) ++state.mission_step_tick[track];
    const bool goes_on = status == MissionStatus::kRunning && !is_waiting(state, track);
    if (goes_on && play_commands(world, state, v)) continue;
    if (!setups_[v].rate.due(state.tick)) continue;
    const BodyMeasurement measured = measure(world, state, v);
    if (goes_on) follow_mission(world, state, v, measured);
    if (set_point(state, v)[kSetActive] != 0) control(world, state, v, measured);
  }
  for (int arm = 0; arm < arms_.count(); ++arm) {
    const int vehicle = world.arms[static_cast<size_t>(arm)].vehicle;
    if (arms_.begin(world, state, arm, conditions))
      arms_.update(world, state, arm, measure(world, state, vehicle));
  }
}

}  // namespace hadal::control
