// The set-point of a vehicle as it lies in State::set_point, kSetPointSize numbers per vehicle.
#pragma once
#include "control/body_controller.h"
#include "world/state.h"

namespace hadal::control {

// Offsets into the set-point of one vehicle.
enum SetPointField : size_t {
  kSetMode = 0,      // ControlMode
  kSetPosition = 1,  // 3, N
  kSetAttitude = 4,  // 4, w x y z
  kSetVelocity = 8,  // 6, body axes
  kSetEffort = 14,   // 6, body axes
  kSetHeading = 20,  // rad
  kSetDepth = 21,    // m
  kSetSpeed = 22,    // m/s
  kSetActive = 23,   // 0: nothing is asked yet, the actuators rest
  kSetPointSize = 24,
};

inline double* set_point(State& state, int vehicle) {
  return &state.set_point[vehicle * kSetPointSize];
}

// A place and an attitude to keep; sets the mode, leaves the velocity alone.
void write_pose(double* set, const Vec3& p_N, const Quat& q_NB);
// For controllers that steer by heading, depth and speed.
void write_course(double* set, double heading_rad, double depth_m, double speed_m_s);
BodySetPoint read_body(const double* set);

}  // namespace hadal::control
