// Autopilots of underactuated vehicles: heading, depth and speed on the actuators they have.
//
// AUV with fins and a propeller: heading PID -> rudder; depth PID -> pitch set-point -> pitch PID
// -> elevator (cascaded, the pitch limited); speed PID with feed-forward -> propeller (Fossen 2021,
// ch. 15). Fins are asked by effect: a positive rudder turns to starboard, a positive elevator
// lifts the nose; the vehicle model maps that to the angles of its own fins. The integrator of the
// depth loop stands still while a dive keeps the pitch at its limit (conditional integration):
// back-calculation would fill it up to that limit, and the vehicle would run past its depth until
// it is empty again.
//
// USV with two thrusters abreast: heading PID -> moment N, speed PID -> force X,
//   port = X/2 + N/(2 lever),  starboard = X/2 - N/(2 lever),
// where turning goes first: the speed gets what the turn leaves of the thrust.
//
// Angles in rad, wrapped here; depth positive down. Live gains and states are spans of the caller.
#pragma once
#include "control/pid.h"

namespace hadal::control {

constexpr size_t kAuvGainCount = 4 * kPidGainCount;  // heading, depth, pitch, speed
constexpr size_t kAuvStateSize = 4 * kPidStateSize;

struct AuvSetPoint {
  double heading_rad = 0;
  double depth_m = 0;
  double speed_m_s = 0;
  bool by_pitch = false;  // follow pitch_rad instead of depth_m
  double pitch_rad = 0;
};

struct AuvMeasurement {
  double heading_rad = 0;
  double yaw_rate_rad_s = 0;
  double depth_m = 0;
  double depth_rate_m_s = 0;
  double pitch_rad = 0;
  double pitch_rate_rad_s = 0;
  double speed_m_s = 0;
};

AuvMeasurement auv_measurement(const Pose& pose_NB, const Vec6& nu_B);

struct AuvCommand {
  double rudder_rad = 0;
  double elevator_rad = 0;
  double propeller = 0;  // in the unit of the propeller command
  double pitch_set_point_rad = 0;
};

void store_gains(const AuvAutopilotParameters& parameters, std::span<double, kAuvGainCount> live);

AuvCommand auv_update(const AuvAutopilotParameters& parameters,
                      std::span<const double, kAuvGainCount> gains, const AuvSetPoint& wanted,
                      const AuvMeasurement& measured, double dt_s,
                      std::span<double, kAuvStateSize> state);

// The fins by hand: shares of full deflection, -1..1. What is held goes through the loops above,
// and loops that nobody uses are emptied.
struct AuvSticks {
  double rudder = 0;    // positive turns to starboard
  double elevator = 0;  // positive lifts the nose
};
struct AuvHold {
  bool heading = false;
  double heading_rad = 0;
  bool depth = false;
  double depth_m = 0;
  // Instead of the depth: the elevator stick asks for a share of the largest pitch.
  bool pitch = false;
};
// The propeller command stays 0: its range is that of the thruster.
AuvCommand auv_by_hand(const AuvAutopilotParameters& parameters,
                       std::span<const double, kAuvGainCount> gains, const AuvSticks& sticks,
                       const AuvHold& hold, const AuvMeasurement& measured, double dt_s,
                       std::span<double, kAuvStateSize> state);

constexpr size_t kUsvGainCount = 2 * kPidGainCount;  // heading, speed
constexpr size_t kUsvStateSize = 2 * kPidStateSize;

struct UsvCourse {
  double heading_rad = 0;
  double yaw_rate_rad_s = 0;  // as set-point: that of a turning course
  double speed_m_s = 0;
};

struct UsvCommand {
  double port_n = 0;
  double starboard_n = 0;
};

void store_gains(const UsvAutopilotParameters& parameters, std::span<double, kUsvGainCount> live);

UsvCommand usv_update(const UsvAutopilotParameters& parameters,
                      std::span<const double, kUsvGainCount> gains, const UsvCourse& wanted,
                      const UsvCourse& measured, double dt_s,
                      std::span<double, kUsvStateSize> state);

// By hand, -1..1: surge is a share of the thrust of both thrusters, yaw one of the largest moment
// without a force (port and starboard opposite; thrusters that cannot reverse turn one-sided).
// Turning goes first. With a heading to hold its loop gives the moment.
struct UsvSticks {
  double surge = 0;
  double yaw = 0;
  bool hold_heading = false;
  double heading_rad = 0;
};
UsvCommand usv_by_hand(const UsvAutopilotParameters& parameters,
                       std::span<const double, kUsvGainCount> gains, const UsvSticks& sticks,
                       const UsvCourse& measured, double dt_s,
                       std::span<double, kUsvStateSize> state);

}  // namespace hadal::control
