// What one update of an arm's controller knows; shared by the two files of ArmControl.
#pragma once
#include "control/arm/arm_control.h"

namespace hadal::control {

struct ArmControl::Moment {
  std::array<Pose, kArmFrames> X_FP;  // base in each frame, as the vehicle navigates
  Pose X_NP_true;
  JointVector q, rate;
  ToolKinematics tool;  // measured
  JointVector reference, reference_rate;
  bool clamped = false;  // a command was beyond what a joint can do
};

}  // namespace hadal::control
