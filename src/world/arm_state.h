// What State keeps of an arm: its set-point, kArmSetPointSize numbers per arm in State::arm_set_point,
// and how it fares, kArmStatusSize numbers per arm in State::arm_status.
#pragma once
#include <array>
#include <span>
#include <string>
#include <vector>

#include "kinds/controllers/arm_types.h"
#include "kinds/steps/mission_step.h"
#include "world/state.h"
#include "world/world.h"

namespace hadal::inline world {

enum ArmSetPointField : size_t {
  kArmSetMode = 0,          // ArmMode
  kArmSetFrame = 1,         // ArmFrame
  kArmSetKeepsAttitude = 2,
  kArmSetToolPosition = 3,  // 3
  kArmSetToolAttitude = 6,  // 4, w x y z
  kArmSetToolVelocity = 10,  // 6
  kArmSetMeasuresError = 16,
  kArmSetGripMode = 17,  // GripMode
  kArmSetGrip = 18,
  kArmSetPosition = 19,  // kMaxArmJoints
  kArmSetVelocity = kArmSetPosition + kMaxArmJoints,
  kArmSetEffort = kArmSetVelocity + kMaxArmJoints,
  kArmSetPointSize = kArmSetEffort + kMaxArmJoints,
};

// Of the last update of the arm's controller.
enum ArmStatusField : size_t {
  kArmResidual_m = 0,    // what no position of the joints gives of the pose that is asked for
  kArmResidual_rad = 1,
  kArmError_m = 2,  // of the tool to the pose asked for; zero in modes without one
  kArmError_rad = 3,
  kArmErrorSquares = 4,  // sum over the updates in which the set-point measures its error, m^2
  kArmErrorUpdates = 5,
  kArmClamped = 6,  // updates in which a command was beyond what a joint can do, since the start
  kArmFailure = 7,  // ArmFailure
  kArmStatusSize = 8,
};

// Why the mission of an arm has failed.
enum class ArmFailure { kNone, kTimeout, kUnreachable, kSensorLost };

inline double* arm_set_point(State& state, int arm) {
  return &state.arm_set_point[static_cast<size_t>(arm) * kArmSetPointSize];
}
inline const double* arm_set_point(const State& state, int arm) {
  return &state.arm_set_point[static_cast<size_t>(arm) * kArmSetPointSize];
}
inline double* arm_status(State& state, int arm) {
  return &state.arm_status[static_cast<size_t>(arm) * kArmStatusSize];
}
inline const double* arm_status(const State& state, int arm) {
  return &state.arm_status[static_cast<size_t>(arm) * kArmStatusSize];
}

// What its last `!press` says of itself (PressReport); empty where no mission presses.
inline std::span<double> arm_press(State& state, int arm) {
  if (state.arm_press.empty()) return {};
  return std::span(state.arm_press).subspan(static_cast<size_t>(arm) * kPressSize, kPressSize);
}
inline std::span<const double> arm_press(const State& state, int arm) {
  if (state.arm_press.empty()) return {};
  return std::span(state.arm_press).subspan(static_cast<size_t>(arm) * kPressSize, kPressSize);
}

ArmSetPoint read_arm_set_point(const double* set);
void write_arm_set_point(double* set, const ArmSetPoint& wanted);

inline ArmMode arm_mode(const double* set) {
  return static_cast<ArmMode>(static_cast<int>(set[kArmSetMode]));
}

// off, joint_position, joint_velocity, joint_effort, tool_pose, tool_velocity
const char* arm_mode_name(ArmMode mode);

// Where the tool is in the world.
Pose tool_pose_N(const World& world, const State& state, int arm);
// Root mean square of the error of the tool while it was measured; zero before.
double tool_error_rms_m(const State& state, int arm);
// Root mean square of the error of the force of its last `!press` while it was measured; zero before.
double press_error_rms_N(const State& state, int arm);

}  // namespace hadal::world
