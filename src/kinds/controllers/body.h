// `!body`: six axes with allocation, for vehicles whose thrusters drive most axes.
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
// By hand a full stick is what the thrusters reach on that axis alone, or 1 m/s^2 and rad/s^2 where they
// have no limit. With a hold the stick asks for a velocity where the controller has a limit and a loop
// for it: its integrator then goes on carrying a net buoyancy, and letting go of the stick brakes at
// once. A neutral roll or pitch stick then keeps the vehicle level, where there is a loop for that:
// hulls that are slender in the water turn across their way above some speed.
//
// Live gains: 6 axes x {position P I D, velocity P I D}. State: loops of the axes, allocation, the forces
// of the last update. Frames: N north-east-down, B forward-right-down.
#pragma once
#include "kinds/controllers/allocation.h"
#include "kinds/controllers/cascade.h"

namespace hadal::inline kinds {

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

struct BodyController : extension::ControllerConfig {
  ControlStructure structure = ControlStructure::kCascaded;
  AntiWindup anti_windup = AntiWindup::kBackCalculation;
  double tracking_time_s = 0;
  AxisParameters surge, sway, heave, roll, pitch, yaw;
  bool restoring_feed_forward = false;  // cancel weight and buoyancy
  bool damping_feed_forward = false;    // supply the damping of the set-point velocity
  Saturation saturation = Saturation::kScale;
  bool reallocate = true;

  static constexpr ControlMode kModes[] = {ControlMode::kPosition, ControlMode::kVelocity,
                                           ControlMode::kEffort};
  static const StructSchema& schema();
  void bind(const extension::ActuatorNames&) {}
  void prepare(const extension::ControllerSetting& setting);
  std::vector<Gain> gains();
  size_t state_size() const;
  extension::Twist velocity_limit() const;
  void update(const extension::SetPoint& wanted, const extension::ControlContext& now) const;
  void manual(const extension::ManualInput& input, const extension::ControlContext& now) const;

  const AxisParameters& axis(int index) const { return this->*kAxes[index]; }
  AxisParameters& axis(int index) { return this->*kAxes[index]; }

  // Known after prepare().
  extension::HullSetting hull;
  AllocationParameters allocation;
  Vec6 stick_max = Vec6::Zero();  // effort of a full stick where the thrusters have no limit

 private:
  static constexpr AxisParameters BodyController::*kAxes[] = {
      &BodyController::surge, &BodyController::sway,  &BodyController::heave,
      &BodyController::roll,  &BodyController::pitch, &BodyController::yaw};
  void drive(const BodySetPoint& wanted, const BodyMeasurement& measured,
             const extension::ControlContext& now) const;
  std::span<double> allocation_state(const extension::ControlContext& now) const;
  WrenchReach reach(const extension::ControlContext& now) const;
};

// Holds of a vehicle with thrusters but without a controller: a velocity loop of 3 rad/s, slow enough
// for the lag of thrusters, and a position loop four times slower.
BodyController controller_from_inertia(const extension::HullSetting& hull);

// The wrench, each axis within its reach. Then call body_applied with what the allocation achieved.
Vec6 body_update(const BodyController& controller, const WrenchReach& reach,
                 std::span<const double, kBodyGainCount> gains, const BodySetPoint& set_point,
                 const BodyMeasurement& measured, double dt_s,
                 std::span<double, kBodyStateSize> state);

// Anti-windup for limits that only show when all axes are asked at once.
void body_applied(const BodyController& controller, const WrenchReach& reach,
                  std::span<const double, kBodyGainCount> gains, const Vec6& wrench_achieved_B,
                  double dt_s, std::span<double, kBodyStateSize> state);

// Position error in m and attitude error as a rotation vector in rad, both in B.
Vec6 pose_error_B(const Pose& wanted_NB, const Pose& measured_NB, const WrenchReach& reach);

// Kinematic mode: the body velocity that follows the set-point without dynamics. In position mode it
// goes straight to the set-point at the velocity limits and stops there after a step of dt_s; the other
// modes have no kinematics and give zero.
Vec6 kinematic_velocity_B(const extension::Twist& velocity_limit, const BodySetPoint& set_point,
                          const BodyMeasurement& measured, double dt_s);

// The plain types of the extension header as vectors.
BodySetPoint body_set_point(const extension::SetPoint& wanted);
BodyMeasurement body_measurement(const extension::ControlContext& now);

}  // namespace hadal::kinds
