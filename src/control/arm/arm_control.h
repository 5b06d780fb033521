// What commands the arms of vehicles: mission step -> set-point -> positions and rates of the joints ->
// commands of their drives. Arms act beside their vehicles, each with a track and a set-point of its own.
//
// Modes (ArmMode):
//   joint_position  to q*, at the velocity limits at most; with a moving set-point its rates lead
//   joint_velocity  at q'*; stops at the limits of the joints
//   joint_effort    efforts themselves, where the drives take efforts
//   tool_pose       damped least squares (kinematics.h) from the joint positions asked for before, each
//                   update as far as the velocity limits allow. A pose in the world is that of the tool
//                   of the navigated vehicle: what the hull does, the arm makes good. Beyond reach the
//                   nearest pose is held and kArmResidual_m says what is missing.
//   tool_velocity   likewise, for the way v* dt of one update
//   off             drives rest: no effort, no velocity, no voltage; a position servo keeps its place
// What the drive of a joint takes decides what it is sent, see kinds/controllers/arm.h. A command beyond
// what a joint can do is clamped and the update counted (kArmClamped). An arm that nobody has asked for
// anything is left alone: its joints may be commanded one by one.
//
// All that changes lies in State: arm_set_point, arm_status (arm_state.h), the arm's part of
// control_memory and control_gains (ArmLayout). Nothing allocates in update().
#pragma once
#include <span>
#include <vector>

#include "control/arm/arm_setup.h"
#include "world/arm_state.h"
#include "control/mission/track.h"
#include "kinds/controllers/body.h"

namespace hadal::control {

class ArmControl {
 public:
  ArmControl() = default;
  // memory_begin, gains_begin: of its part of State::control_memory and control_gains, which go on
  // behind those of the vehicles.
  ArmControl(const World& world, double gravity_m_s2, size_t memory_begin, size_t gains_begin);

  int count() const { return static_cast<int>(setups_.size()); }
  size_t memory_size() const { return memory_size_; }
  const ArmSetup& setup(int arm) const { return setups_[static_cast<size_t>(arm)]; }

  // Set-points, status and gains; the memory is already zero and State::control_gains holds those of
  // the vehicles.
  void start(State& state) const;
  // The clock of its mission; whether update() is due.
  bool begin(const World& world, State& state, int arm, const StepConditions* conditions) const;
  // measured: of the hull, as it navigates.
  void update(const World& world, State& state, int arm, const BodyMeasurement& measured) const;

  std::span<double> gains(int arm, State& state) const;
  std::span<const double> gains(int arm, const State& state) const;
  // Somebody outside asks for something; the mission of the arm rests.
  void ask(const World& world, State& state, int arm, const ArmSetPoint& wanted) const;
  // Its drives rest. They stay so until somebody asks for something.
  void switch_off(const World& world, State& state, int arm) const;
  void interrupt_mission(const World& world, State& state, int arm) const;
  // The mission goes on at the step it left; false when it was not interrupted or has ended.
  bool resume(const World& world, State& state, int arm) const;

 private:
  struct Moment;  // of one update

  Moment moment(const World& world, const State& state, const ArmSetup& setup,
                const BodyMeasurement& measured) const;
  void follow_mission(const World& world, State& state, const ArmSetup& setup, Moment& now) const;
  void end_step(const World& world, State& state, const ArmSetup& setup) const;
  void refer(const ArmSetup& setup, State& state, const ArmSetPoint& wanted, Moment& now) const;
  void refer_joints(const ArmSetup& setup, const ArmSetPoint& wanted, const double* lower,
                    const double* upper, Moment& now) const;
  void drive_joints(const World& world, State& state, const ArmSetup& setup,
                    const ArmSetPoint& wanted, Moment& now) const;
  void drive_fingers(const World& world, State& state, const ArmSetup& setup,
                     const ArmSetPoint& wanted, Moment& now) const;
  bool drive(const World& world, State& state, const ArmSetup& setup, size_t index,
             CascadeInput input, double reference) const;
  void measure_error(const ArmSetup& setup, State& state, const ArmSetPoint& wanted,
                     const Moment& now) const;

  double gravity_m_s2_ = 0;
  bool presses_ = false;  // a step of a mission controls a force
  std::vector<ArmSetup> setups_;
  size_t memory_size_ = 0;
};

// Effort that holds the links carried by a joint against weight and buoyancy, at their present place.
// A link is under water where the centre of its volume is.
double holding_effort(const World& world, const State& state, const DrivenJoint& joint,
                      double gravity_m_s2);

}  // namespace hadal::control
