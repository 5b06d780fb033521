// Which step of its mission an arm is at, what the step asks for now, and control from outside.
#include <algorithm>

#include "control/arm/arm_control.h"
#include "control/arm/arm_moment.h"

namespace hadal::control {
namespace {

int track_of(const World& world, int arm) {
  return world.arms[static_cast<size_t>(arm)].track;
}

ToolForce tool_force(const World& world, const State& state, const ArmSetup& setup, int sensor) {
  ToolForce out;
  const auto i = static_cast<size_t>(sensor);
  if (state.sensor_stamp[i] < 0) return out;
  for (const ToolForceSensor& one : setup.force_sensors)
    if (one.sensor == sensor)
      out.force_T = one.q_TS * Eigen::Map<const Vec3>(
                                   &state.sensor_values[world.sensors[i].value_offset]);
  out.valid = state.sensor_valid[i] != 0;
  out.age_s = static_cast<double>(state.tick - state.sensor_stamp[i]) * world.clock.step_s();
  return out;
}

void fail_mission(State& state, const ArmSetup& setup, int track, ArmFailure why) {
  state.mission_status[static_cast<size_t>(track)] = static_cast<int64_t>(MissionStatus::kFailed);
  arm_status(state, setup.arm)[kArmFailure] = static_cast<double>(why);
  // It holds what it has reached.
  double* set = arm_set_point(state, setup.arm);
  std::fill_n(set + kArmSetToolVelocity, 6, 0.0);
  std::fill_n(set + kArmSetVelocity, kMaxArmJoints, 0.0);
  set[kArmSetMeasuresError] = 0;
}

}  // namespace

bool ArmControl::begin(const World& world, State& state, int arm,
                       const StepConditions* conditions) const {
  constexpr double kRounding_s = 1e-9;
  const ArmSetup& own = setup(arm);
  const int track = track_of(world, arm);
  while (mission_status(state, track) == MissionStatus::kRunning) {
    if (step_waits(state, track, conditions)) break;
    const MissionStep& step = step_of(world, state, track);
    if (!step.kind->duration_s) break;
    const double duration_s = step.kind->duration_s(step.config.data());
    if (step_elapsed_s(world, state, track) < duration_s - kRounding_s) break;
    end_step(world, state, own);
  }
  if (mission_status(state, track) == MissionStatus::kOutside) ++state.mission_step_tick[track];
  if (!own.rate.due(state.tick)) return false;
  const double* set = arm_set_point(state, arm);
  return (mission_status(state, track) == MissionStatus::kRunning && !is_waiting(state, track)) ||
         arm_mode(set) != ArmMode::kOff || set[kArmSetGripMode] != 0;
}

void ArmControl::end_step(const World& world, State& state, const ArmSetup& setup) const {
  std::fill_n(state.control_memory.begin() + static_cast<long>(setup.layout.step),
              kArmStepStateSize, 0.0);
  double* set = arm_set_point(state, setup.arm);
  set[kArmSetMeasuresError] = 0;
  if (arm_mode(set) == ArmMode::kToolVelocity || arm_mode(set) == ArmMode::kJointVelocity) {
    // What was moving stops where it is.
    set[kArmSetMode] = static_cast<double>(ArmMode::kJointPosition);
    std::copy_n(state.control_memory.begin() + static_cast<long>(setup.layout.reference),
                setup.joints.size(), set + kArmSetPosition);
    std::fill_n(set + kArmSetVelocity, kMaxArmJoints, 0.0);
  }
  next_step(world, state, track_of(world, setup.arm));
}

void ArmControl::follow_mission(const World& world, State& state, const ArmSetup& setup,
                                Moment& now) const {
  const int track = track_of(world, setup.arm);
  if (is_waiting(state, track)) return;
  const MissionStep& step = step_of(world, state, track);
  const double elapsed_s = step_elapsed_s(world, state, track);
  if (step.kind->timeout_s && elapsed_s > step.kind->timeout_s(step.config.data()))
    return fail_mission(state, setup, track, ArmFailure::kTimeout);
  double* status = arm_status(state, setup.arm);
  ArmMoment moment{
      .elapsed_s = elapsed_s,
      .dt_s = setup.dt_s,
      .facts = setup.facts,
      .residual_m = status[kArmResidual_m],
      .residual_rad = status[kArmResidual_rad],
      .state = std::span<double, kArmStepStateSize>(
          state.control_memory.data() + setup.layout.step, kArmStepStateSize)};
  std::copy_n(now.q.data(), now.q.size(), moment.position.begin());
  std::copy_n(now.rate.data(), now.rate.size(), moment.velocity.begin());
  std::copy_n(now.reference.data(), now.reference.size(), moment.wanted_position.begin());
  const Pose wanted_PT =
      tool_pose(setup.chain, {now.reference.data(), static_cast<size_t>(now.reference.size())});
  for (size_t frame = 0; frame < kArmFrames; ++frame) {
    moment.tool[frame] = now.X_FP[frame] * now.tool.X_PT;
    moment.wanted_tool[frame] = now.X_FP[frame] * wanted_PT;
  }
  for (size_t f = 0; f < setup.fingers.size(); ++f) {
    const Link& link = world.links[static_cast<size_t>(setup.fingers[f].link)];
    moment.finger_position[f] = state.position[static_cast<size_t>(link.position_address)];
    moment.finger_velocity[f] = state.velocity[static_cast<size_t>(link.velocity_address)];
  }
  if (step.kind->force_sensor) {
    moment.tool_force =
        tool_force(world, state, setup, step.kind->force_sensor(step.config.data()));
    moment.press = arm_press(state, setup.arm);
  }
  double* set = arm_set_point(state, setup.arm);
  ArmSetPoint wanted = read_arm_set_point(set);
  const bool measured_before = wanted.measures_error;
  const ArmStepResult result = step.kind->guide_arm(step.config.data(), moment, wanted);
  if (wanted.measures_error && !measured_before)
    status[kArmErrorSquares] = status[kArmErrorUpdates] = 0;
  write_arm_set_point(set, wanted);
  if (result == ArmStepResult::kDone) end_step(world, state, setup);
  if (result == ArmStepResult::kUnreachable)
    fail_mission(state, setup, track, ArmFailure::kUnreachable);
  if (result == ArmStepResult::kSensorLost)
    fail_mission(state, setup, track, ArmFailure::kSensorLost);
}

void ArmControl::interrupt_mission(const World& world, State& state, int arm) const {
  state.mission_status[static_cast<size_t>(track_of(world, arm))] =
      static_cast<int64_t>(MissionStatus::kOutside);
}

void ArmControl::ask(const World& world, State& state, int arm, const ArmSetPoint& wanted) const {
  interrupt_mission(world, state, arm);
  write_arm_set_point(arm_set_point(state, arm), wanted);
}

void ArmControl::switch_off(const World& world, State& state, int arm) const {
  interrupt_mission(world, state, arm);
  write_arm_set_point(arm_set_point(state, arm), {});
  const ArmSetup& own = setup(arm);
  state.control_memory[own.layout.last_mode] = static_cast<double>(ArmMode::kOff);
  std::fill_n(state.control_memory.begin() + static_cast<long>(own.layout.loops),
              own.driven() * kCascadeStateSize, 0.0);
  for (const auto* list : {&own.joints, &own.fingers})
    for (const DrivenJoint& joint : *list)
      if (joint.facts.asks_for != JointCommand::kPosition)
        state.actuator_command[static_cast<size_t>(joint.actuator)] = 0;
}

bool ArmControl::resume(const World& world, State& state, int arm) const {
  const int track = track_of(world, arm);
  const IndexRange steps = world.tracks[static_cast<size_t>(track)].steps;
  if (steps.count == 0 || state.mission_step[track] >= steps.end()) return false;
  if (mission_status(state, track) != MissionStatus::kOutside) return false;
  state.mission_status[track] = static_cast<int64_t>(MissionStatus::kRunning);
  return true;
}

}  // namespace hadal::control
