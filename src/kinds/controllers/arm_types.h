// What an arm is asked for, and what a mission step or a controller may know of it. Plain data.
//
// Frames: P is the link that the arm stands on (the parent of its first joint), B the first link of
// the vehicle, N the world, T the tool. Joints are in their own units: rad, rad/s, N m of a hinge,
// m, m/s, N of a slide.
#pragma once
#include <array>
#include <string>
#include <vector>

#include "kinds/actuators/joint.h"
#include "math/types.h"

namespace hadal::inline kinds {

// Of one arm; storage for them is of fixed size.
constexpr int kMaxArmJoints = 10;
constexpr int kMaxArmFingers = 6;

enum class ArmMode { kOff, kJointPosition, kJointVelocity, kJointEffort, kToolPose, kToolVelocity };
constexpr int kArmModes = 6;
enum class ArmFrame { kWorld, kVehicle, kBase };  // N, B, P
constexpr int kArmFrames = 3;
// What the fingers are asked for: nothing, an opening (0 closed .. 1 open), an effort that closes.
enum class GripMode { kOff, kOpening, kEffort };
constexpr int kGripModes = 3;

using ArmValues = std::array<double, kMaxArmJoints>;

struct ArmSetPoint {
  ArmMode mode = ArmMode::kOff;
  ArmFrame frame = ArmFrame::kWorld;  // of pose and velocity
  bool keeps_attitude = true;         // false: the position of the tool alone counts
  Pose pose;                          // of the tool
  Vec6 velocity = Vec6::Zero();       // of the tool point; in tool pose mode that of a moving set-point
  ArmValues position{};
  ArmValues joint_velocity{};  // in joint position mode that of a moving set-point
  ArmValues effort{};
  bool measures_error = false;  // the error of the tool counts in its root mean square
  GripMode grip_mode = GripMode::kOff;
  double grip = 0;
};

// A joint of an arm as its controller sees it.
struct ArmJointFacts {
  std::string name;
  bool slides = false;
  double lower = -1e9;
  double upper = 1e9;
  double velocity_limit = 1;
  double acceleration_limit = 2;
  double effort_limit = 1e9;
  JointCommand asks_for = JointCommand::kEffort;
};

struct ArmFacts {
  std::string name;
  std::vector<ArmJointFacts> joints, fingers;
};

}  // namespace hadal::kinds
