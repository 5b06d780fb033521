// `!differential`: surface craft with two thrusters abreast. Heading PID -> moment N, speed PID -> force X,
//   port = X/2 + N/(2 lever),  starboard = X/2 - N/(2 lever),
// where turning goes first: the speed gets what the turn leaves of the thrust. By hand likewise; with a
// heading to hold its loop gives the moment.
#pragma once
#include "kinds/controllers/pid.h"

namespace hadal::inline kinds {

constexpr size_t kUsvGainCount = 2 * kPidGainCount;  // heading, speed
constexpr size_t kUsvStateSize = 2 * kPidStateSize;

struct DifferentialController : extension::ControllerConfig {
  DifferentialController() { rate_hz = 20; }
  PidGains heading{};       // rad -> N m
  PidGains speed{};         // m/s -> N
  double drag_per_m_s = 0;  // N/(m/s), feed-forward at the asked speed
  std::string port, starboard;

  static constexpr ControlMode kModes[] = {ControlMode::kCourse};
  static constexpr bool kDives = false;
  static const StructSchema& schema();
  void bind(const extension::ActuatorNames& names);
  void prepare(const extension::ControllerSetting& setting);
  std::vector<Gain> gains();
  size_t state_size() const { return kUsvStateSize; }
  void update(const extension::SetPoint& wanted, const extension::ControlContext& now) const;
  static double vertical_stick(const std::array<double, 6>&) { return 0; }
  void manual(const extension::ManualInput& input, const extension::ControlContext& now) const;

  // Known after prepare().
  double lever_m = 0.4;       // of each thruster from the centre line
  double thrust_min_n = -50;  // of each thruster
  double thrust_max_n = 100;
  int port_index = -1, starboard_index = -1;
};

struct UsvCourse {
  double heading_rad = 0;
  double yaw_rate_rad_s = 0;  // as set-point: that of a turning course
  double speed_m_s = 0;
};

struct UsvCommand {
  double port_n = 0;
  double starboard_n = 0;
};

UsvCommand usv_update(const DifferentialController& controller,
                      std::span<const double, kUsvGainCount> gains, const UsvCourse& wanted,
                      const UsvCourse& measured, double dt_s,
                      std::span<double, kUsvStateSize> state);

// By hand, -1..1: surge is a fraction of the thrust of both thrusters, yaw one of the largest moment
// without a force (port and starboard opposite; thrusters that cannot reverse turn one-sided).
// Turning goes first. With a heading to hold its loop gives the moment.
struct UsvSticks {
  double surge = 0;
  double yaw = 0;
  bool hold_heading = false;
  double heading_rad = 0;
};
UsvCommand usv_by_hand(const DifferentialController& controller,
                       std::span<const double, kUsvGainCount> gains, const UsvSticks& sticks,
                       const UsvCourse& measured, double dt_s,
                       std::span<double, kUsvStateSize> state);

}  // namespace hadal::kinds
