// Six-axis controller of a vehicle body: set-point -> wrench asked of the thrusters.
//
// Modes: position (pose in the world), velocity (in body axes), effort (wrench in body axes),
// manual (each axis in a mode of its own: sticks on some, a hold on others). Each body axis has its
// own position and velocity PID, cascaded or parallel (cascade.h). Errors are taken in body axes:
// position R_NB^T (p* - p), attitude the rotation vector of q_NB^-1 q*.
//
// Axes that the thrusters cannot drive (WrenchReach) are left out: their effort is zero and their
// integrators are empty. An undriven roll or pitch leaves its angle where it is instead of pulling
// on the others: the set-point takes over the measured one. That needs |pitch| < 90 deg; a vehicle
// that drives all three moments has no such limit.
//
// Feed-forward (optional): minus the restoring wrench of weight and buoyancy at the measured
// attitude, and the damping D_lin v* + D_quad |v*| v* at the set-point velocity.
//
// Live gains: 6 axes x {position P I D, velocity P I D}. State: kBodyStateSize doubles, zero at the
// start. Frames: N north-east-down, B forward-right-down.
#pragma once
#include "control/allocation.h"
#include "control/cascade.h"

namespace hadal::control {

constexpr size_t kBodyGainCount = 6 * kCascadeGainCount;
constexpr size_t kBodyStateSize = 6 * kCascadeStateSize;

struct BodySetPoint {
  ControlMode mode = ControlMode::kPosition;
  Pose pose_NB{};                  // position mode
  Vec6 velocity_B = Vec6::Zero();  // velocity mode; in position mode that of a moving set-point
  Vec6 effort_B = Vec6::Zero();    // effort mode
  std::array<ControlMode, 6> by_axis{};  // manual mode: position, velocity or effort of each axis

  ControlMode mode_of(int axis) const {
    return mode == ControlMode::kManual ? by_axis[axis] : mode;
  }
};

struct BodyMeasurement {
  Pose pose_NB{};
  Vec6 nu_B = Vec6::Zero();
};

void store_gains(const BodyControllerParameters& parameters,
                 std::span<double, kBodyGainCount> live);

// The wrench, each axis within its reach. Then call body_applied with what the allocation achieved.
Vec6 body_update(const BodyControllerParameters& parameters, const WrenchReach& reach,
                 std::span<const double, kBodyGainCount> gains, const BodySetPoint& set_point,
                 const BodyMeasurement& measured, double dt_s,
                 std::span<double, kBodyStateSize> state);

// Anti-windup for limits that only show when all axes are asked at once.
void body_applied(const BodyControllerParameters& parameters, const WrenchReach& reach,
                  std::span<const double, kBodyGainCount> gains, const Vec6& wrench_achieved_B,
                  double dt_s, std::span<double, kBodyStateSize> state);

// Position error in m and attitude error as a rotation vector in rad, both in B.
Vec6 pose_error_B(const Pose& wanted_NB, const Pose& measured_NB, const WrenchReach& reach);

// Empties the loops of one axis: what it did before does not count any more.
void body_forget(int axis, std::span<double, kBodyStateSize> state);

// Kinematic mode: the body velocity that follows the set-point without dynamics. In position mode
// it goes straight to the set-point at the velocity limits and stops there after a step of dt_s;
// the other modes have no kinematics and give zero.
Vec6 kinematic_velocity_B(const BodyControllerParameters& parameters, const BodySetPoint& set_point,
                          const BodyMeasurement& measured, double dt_s);

}  // namespace hadal::control
