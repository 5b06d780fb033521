// Which step of its mission a vehicle is at, and what the step asks for now.
#include <algorithm>

#include "control/vehicle_control.h"

namespace hadal::control {
namespace {

// Altitude above the seabed by the vehicle's altimeter, or the chart (altitude.h).
class AltitudeOfVehicle final : public AltitudeHold {
 public:
  AltitudeOfVehicle(const World& world, State& state, const environment::Sea& sea,
                    const ControllerSetup& setup, const Pose& pose_NB)
      : world_(world), state_(state), sea_(sea), setup_(setup), pose_NB_(pose_NB) {}

  double depth_m(double altitude_m, double course_rad, double lookahead_m) const override {
    std::optional<double> seabed_m;
    if (setup_.altimeter >= 0)
      seabed_m = seabed_by_altimeter(
          reading(), world_.clock.time_s(state_.tick),
          AltitudeStateSpan(state_.control_memory.data() + setup_.layout.altitude,
                            kAltitudeStateSize));
    if (!seabed_m)
      seabed_m = seabed_by_chart(sea_.seabed(), pose_NB_.p, course_rad, lookahead_m);
    return depth_for_altitude(*seabed_m, altitude_m);
  }

 private:
  AltimeterReading reading() const {
    const Sensor& sensor = world_.sensors[setup_.altimeter];
    const double altitude_m = state_.sensor_values[sensor.value_offset + 1];
    const double mounting_m = (pose_NB_.q * sensor.X_BS.p).z();
    return {state_.sensor_valid[setup_.altimeter] != 0,
            world_.clock.time_s(state_.sensor_stamp[setup_.altimeter]),
            pose_NB_.p.z() + mounting_m + altitude_m};
  }

  const World& world_;
  State& state_;
  const environment::Sea& sea_;
  const ControllerSetup& setup_;
  const Pose& pose_NB_;
};

}  // namespace

void VehicleControl::end_timed_step(const World& world, State& state, int vehicle,
                                    const StepConditions* conditions) const {
  constexpr double kRounding_s = 1e-9;
  const int track = world.vehicles[vehicle].track;
  while (static_cast<MissionStatus>(state.mission_status[track]) == MissionStatus::kRunning) {
    if (step_waits(state, track, conditions)) return;
    const MissionStep& step = step_of(world, state, track);
    if (!step.kind->duration_s) return;
    const double duration_s = step.kind->duration_s(step.config.data());
    if (step_elapsed_s(world, state, track) < duration_s - kRounding_s) return;
    finish_step(world, state, vehicle);
  }
}

void VehicleControl::finish_step(const World& world, State& state, int vehicle) const {
  const int track = world.vehicles[vehicle].track;
  // Commands end with their step: what has no controller comes to rest.
  if (step_of(world, state, track).kind->command) {
    const IndexRange thrusters = world.vehicles[vehicle].thrusters;
    for (int i = thrusters.begin; i < thrusters.end(); ++i)
      state.actuator_command[i] = world.actuators[i].command.neutral;
  }
  std::fill_n(state.control_memory.begin() + static_cast<long>(setups_[vehicle].layout.step),
              kStepStateSize, 0.0);
  next_step(world, state, track);
}

bool VehicleControl::play_commands(const World& world, State& state, int vehicle) const {
  const Vehicle& v = world.vehicles[vehicle];
  const MissionStep& step = step_of(world, state, v.track);
  if (!step.kind->command) return false;
  step.kind->command(
      step.config.data(), step_elapsed_s(world, state, v.track),
      std::span(state.actuator_command).subspan(v.actuators.begin, v.actuators.count));
  return true;
}

void VehicleControl::follow_mission(const World& world, State& state, int vehicle,
                                    const BodyMeasurement& measured) const {
  const int track = world.vehicles[vehicle].track;
  const MissionStep& step = step_of(world, state, track);
  const ControllerSetup& setup = setups_[vehicle];
  const AltitudeOfVehicle altitude(world, state, sea_, setup, measured.pose_NB);
  const StepMoment now{step_elapsed_s(world, state, track),
                       setup.dt_s,
                       measured.pose_NB,
                       offers_mode(world.vehicles[vehicle], ControlMode::kPosition),
                       part<kStepStateSize>(state.control_memory, setup.layout.step),
                       altitude};
  if (step.kind->timeout_s && now.elapsed_s > step.kind->timeout_s(step.config.data())) {
    state.mission_status[track] = static_cast<int64_t>(MissionStatus::kFailed);
    return;
  }
  extension::SetPoint wanted = read_set_point(set_point(state, vehicle));
  const bool arrived = step.kind->guide(step.config.data(), now, wanted);
  write_set_point(set_point(state, vehicle), wanted);
  if (arrived) finish_step(world, state, vehicle);
}

}  // namespace hadal::control
