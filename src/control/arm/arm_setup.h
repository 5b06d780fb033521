// What the controller of an arm is made of at load, and where its part of the state lies.
#pragma once
#include <vector>

#include "control/arm/kinematics.h"
#include "kinds/controllers/arm.h"
#include "kinds/steps/mission_step.h"
#include "world/world.h"

namespace hadal::control {

// A joint or finger as it is driven.
struct DrivenJoint {
  int link = -1;
  int actuator = -1;
  ArmJointFacts facts;
  double command_min = 0, command_max = 0;
  double posture = 0;
  std::vector<int> carried;  // links that move with it
};

// Where an arm's part of State::control_memory and control_gains lies.
struct ArmLayout {
  size_t step = 0;       // kArmStepStateSize
  size_t last_mode = 0;  // 1: the mode of the last update
  size_t reference = 0;  // positions that the joints are asked for, one each
  size_t loops = 0;      // kCascadeStateSize of each joint, then of each finger
  size_t gains = 0;      // kCascadeGainCount of each joint, then of each finger
  size_t memory_size = 0, gain_count = 0;
};

// A force/torque sensor that moves with the tool.
struct ToolForceSensor {
  int sensor = -1;  // in World::sensors
  Quat q_TS = Quat::Identity();
};

struct ArmSetup {
  int arm = -1;
  int vehicle = -1;
  int hull_link = -1;  // B
  int base_link = -1;  // P: what the first joint turns on
  ArmChain chain;
  std::vector<DrivenJoint> joints, fingers;
  std::vector<ToolForceSensor> force_sensors;
  std::vector<double> posture;
  ArmFacts facts;
  CascadeKind kind;
  bool compensation = true;
  InverseParameters inverse;
  std::vector<double> start_gains;
  Rate rate;
  double dt_s = 0;
  ArmLayout layout;

  size_t driven() const { return joints.size() + fingers.size(); }
};

// memory_begin, gains_begin: where its part of the state begins.
ArmSetup arm_setup(const World& world, int arm, size_t memory_begin, size_t gains_begin);

}  // namespace hadal::control
