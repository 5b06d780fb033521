// The set-point of a vehicle as it lies in State::set_point, kSetPointSize numbers per vehicle.
#pragma once
#include "hadal/extension/controller.h"
#include "world/state.h"
#include "world/world.h"

namespace hadal::control {

// Offsets into the set-point of one vehicle.
enum SetPointField : size_t {
  kSetMode = 0,          // ControlMode
  kSetPosition = 1,      // 3, N
  kSetAttitude = 4,      // 4, w x y z
  kSetVelocity = 8,      // 6, body axes
  kSetEffort = 14,       // 6, body axes
  kSetHeading = 20,      // rad
  kSetDepth = 21,        // m
  kSetSpeed = 22,        // m/s
  kSetActive = 23,       // 0: nothing is asked yet, the actuators rest
  kSetPilot = 24,        // 6, sticks, -1..1: surge, sway, heave (down), roll, pitch, yaw
  kSetHoldHeading = 30,  // 1: keep the heading while the yaw stick is neutral
  kSetHoldDepth = 31,    // 1: keep the depth while the heave stick is neutral
  kSetPointSize = 32,
};

// The sticks of a person. A positive yaw turns to starboard, a positive pitch lifts the nose.
struct Sticks {
  Vec6 axes = Vec6::Zero();
  bool hold_heading = false;
  bool hold_depth = false;
};

inline double* set_point(State& state, int vehicle) {
  return &state.set_point[vehicle * kSetPointSize];
}

// A place and an attitude to keep; sets the mode, leaves the velocity alone.
void write_pose(double* set, const Vec3& p_N, const Quat& q_NB);
// For controllers that steer by heading, depth and speed; sets the mode.
void write_course(double* set, double heading_rad, double depth_m, double speed_m_s);
extension::SetPoint read_set_point(const double* set);
// What the controller is asked for from now on; leaves the sticks alone.
void write_set_point(double* set, const extension::SetPoint& wanted);
// Sticks, and manual mode with them.
void write_sticks(double* set, const Sticks& sticks);

inline ControlMode mode_of(const double* set) {
  return static_cast<ControlMode>(static_cast<int>(set[kSetMode]));
}

}  // namespace hadal::control
