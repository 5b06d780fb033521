// `!autopilot`: torpedoes with fins and a propeller. Heading PID -> rudder; depth PID -> pitch set-point
// -> pitch PID -> elevator (cascaded, the pitch limited); speed PID with feed-forward -> propeller
// (Fossen 2021, ch. 15). Fins are asked by effect: a positive rudder turns to starboard, a positive
// elevator lifts the nose; a leading '-' in the lists of fins reverses one. The integrator of the depth
// loop stands still while a dive keeps the pitch at its limit (conditional integration):
// back-calculation would fill it up to that limit, and the vehicle would run past its depth until it is
// empty again.
//
// By hand: yaw is the rudder, pitch minus heave the elevator, surge the propeller; astern as far as the
// thruster turns, at most as fast as ahead. What is held goes through the loops above, and loops that
// nobody uses are emptied.
//
// Angles in rad, wrapped here; depth positive down.
#pragma once
#include "kinds/controllers/pid.h"
#include "math/units.h"

namespace hadal::inline kinds {

constexpr size_t kAuvGainCount = 4 * kPidGainCount;  // heading, depth, pitch, speed
constexpr size_t kAuvStateSize = 4 * kPidStateSize;

struct AutopilotController : extension::ControllerConfig {
  AutopilotController() { rate_hz = 20; }
  PidGains heading{};  // rad -> rad of rudder
  PidGains depth{};    // m -> rad of pitch
  PidGains pitch{};    // rad -> rad of elevator
  PidGains speed{};    // m/s -> propeller command
  double rudder_limit_rad = 15 * kDegree;
  double elevator_limit_rad = 15 * kDegree;
  double pitch_limit_rad = 25 * kDegree;
  double propeller_min = 0;  // in the unit of the propeller command: rad/s or N
  double propeller_max = 1;
  double propeller_per_m_s = 0;  // feed-forward at the asked speed
  std::vector<std::string> rudders, elevators, propellers;

  static constexpr ControlMode kModes[] = {ControlMode::kCourse};
  static const StructSchema& schema();
  void bind(const extension::ActuatorNames& names);
  void prepare(const extension::ControllerSetting& setting);
  std::vector<Gain> gains();
  size_t state_size() const { return kAuvStateSize; }
  void update(const extension::SetPoint& wanted, const extension::ControlContext& now) const;
  static double vertical_stick(const std::array<double, 6>& sticks);
  void manual(const extension::ManualInput& input, const extension::ControlContext& now) const;

 private:
  struct Fin {
    int index = 0;
    double sign = 1;
  };
  struct Propeller {
    int index = 0;
    double neutral = 0;
    double command_min = 0;
  };
  static std::vector<Fin> signed_fins(const std::vector<std::string>& list, const char* field,
                                      const extension::ActuatorNames& names);
  void command_fins(double rudder_rad, double elevator_rad,
                    extension::ActuatorCommands& commands) const;
  std::vector<Fin> rudder_fins_, elevator_fins_;
  std::vector<Propeller> propellers_;
};

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

AuvMeasurement auv_measurement(const extension::ControlContext& now);

struct AuvCommand {
  double rudder_rad = 0;
  double elevator_rad = 0;
  double propeller = 0;  // in the unit of the propeller command
  double pitch_set_point_rad = 0;
};

AuvCommand auv_update(const AutopilotController& controller,
                      std::span<const double, kAuvGainCount> gains, const AuvSetPoint& wanted,
                      const AuvMeasurement& measured, double dt_s,
                      std::span<double, kAuvStateSize> state);

// The fins by hand: fractions of full deflection, -1..1.
struct AuvSticks {
  double rudder = 0;    // positive turns to starboard
  double elevator = 0;  // positive lifts the nose
};
struct AuvHold {
  bool heading = false;
  double heading_rad = 0;
  bool depth = false;
  double depth_m = 0;
  // Instead of the depth: the elevator stick asks for a fraction of the largest pitch.
  bool pitch = false;
};
// The propeller command stays 0: its range is that of the thruster.
AuvCommand auv_by_hand(const AutopilotController& controller,
                       std::span<const double, kAuvGainCount> gains, const AuvSticks& sticks,
                       const AuvHold& hold, const AuvMeasurement& measured, double dt_s,
                       std::span<double, kAuvStateSize> state);

}  // namespace hadal::kinds
