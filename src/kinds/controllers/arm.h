// `controller` of a manipulator: the joints of an arm by the code of the body's axes (cascade.h), each with its own
// gains, and what turns a pose of the tool into positions of joints.
//
// What the drive of a joint takes decides what it is sent:
//   effort   cascade: v* = sat(PID_p(q* - q) + v_ff), tau = PID_v(v* - v) + compensation; or parallel
//   voltage  likewise, in volts and without compensation
//   velocity v* = sat(PID_p(q* - q) + v_ff)
//   position q* itself, within the range of the joint
// Compensation: minus the moment of weight and buoyancy of all links that hang on the joint, at their
// present place.
//
// A joint without gains of its own gets those of a velocity loop of `bandwidth_rad_s` on the inertia
// about its axis, water that moves along included, at the start pose:
//   P_v = w I, I_v = w (P_v + d) / 4, P_p = w / 4; d damping   (cascaded)
//   P_p = w^2 I / 4, I_p = w^3 I / 32, D_p = w I; P_v, I_v as above   (parallel)
// with w = min(bandwidth_rad_s, 1.3 / (T e)): T the time between updates, e the largest eigenvalue of
// M^-1 diag(M), M the mass matrix of the joints. Together the joints answer e times as fast as each would
// alone; beyond 2 / (T e) they oscillate.
//
// Live gains: of each joint {position P I D, velocity P I D}, arm joints first, then fingers. State:
// loops of the joints.
#pragma once
#include <optional>

#include "kinds/controllers/arm_types.h"
#include "kinds/controllers/cascade.h"

namespace hadal::inline kinds {

// Of one joint; what is left out follows from the arm.
struct ArmJointControl {
  std::string joint;
  PidGains position, velocity;
  std::optional<double> velocity_limit, acceleration_limit;
  std::optional<double> posture;
  static const StructSchema& schema();

  bool has_gains() const {
    return position.proportional > 0 || velocity.proportional > 0 || position.integral > 0 ||
           velocity.integral > 0;
  }
};

struct ArmController {
  double rate_hz = 100;
  ControlStructure structure = ControlStructure::kCascaded;
  AntiWindup anti_windup = AntiWindup::kBackCalculation;
  double tracking_time_s = 0;
  double bandwidth_rad_s = 10;
  double velocity_limit = 1;
  double acceleration_limit = 4;
  bool compensation = true;
  double posture_gain = 0.02;
  double radian_m = 0.2;
  std::vector<ArmJointControl> joints;
  static const StructSchema& schema();

  // Null for a joint without an entry.
  const ArmJointControl* find(const std::string& joint) const;
};

// Names and units of the live gains.
std::vector<Gain> arm_gains(const std::vector<ArmJointFacts>& joints, ControlStructure structure);

}  // namespace hadal::kinds
