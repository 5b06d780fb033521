// Parameters of the controllers, as they stand in a model or scenario: plain SI structs without
// logic. What changes while running (integrators, live gains, waypoint index) is State, in spans
// whose size each component of control/ declares.
#pragma once
#include <array>
#include <limits>
#include <vector>

#include "math/types.h"

namespace hadal::inline world {

// Order of the three numbers in memory; live gains are spans of doubles in this order.
struct PidGains {
  double proportional = 0;
  double integral = 0;    // per second
  double derivative = 0;  // seconds
};

enum class AntiWindup { kNone, kClamping, kBackCalculation };

struct PidParameters {
  double output_min = -std::numeric_limits<double>::infinity();
  double output_max = std::numeric_limits<double>::infinity();
  AntiWindup anti_windup = AntiWindup::kBackCalculation;
  double tracking_time_s = 0;      // of the back-calculation; 0: proportional / integral gain
  double derivative_filter_s = 0;  // time constant of the first-order filter; 0: none
  bool derivative_on_measurement = true;
};

// What a vehicle is asked to do. Manual: a person's sticks; course: heading, depth and speed; off:
// the actuators rest.
enum class ControlMode { kPosition, kVelocity, kEffort, kManual, kCourse, kOff };
constexpr int kControlModes = 6;
enum class ControlStructure { kCascaded, kParallel };

// One controlled direction: a body axis or a joint.
struct AxisParameters {
  PidGains position{};
  PidGains velocity{};
  double velocity_limit = std::numeric_limits<double>::infinity();  // m/s or rad/s
};

// What the controller knows of the vehicle, to spare the integrators work. All at the body origin.
struct BodyFeedForward {
  bool restoring = false;  // cancel weight and buoyancy
  double weight_n = 0;
  double buoyancy_n = 0;
  Vec3 p_BG_B = Vec3::Zero();             // centre of gravity
  Vec3 p_BC_B = Vec3::Zero();             // centre of buoyancy
  bool damping = false;                   // supply the damping of the set-point velocity
  Vec6 damping_linear = Vec6::Zero();     // N/(m/s), N m/(rad/s)
  Vec6 damping_quadratic = Vec6::Zero();  // N/(m/s)^2, N m/(rad/s)^2
};

struct BodyControllerParameters {
  ControlStructure structure = ControlStructure::kCascaded;
  AntiWindup anti_windup = AntiWindup::kBackCalculation;
  double tracking_time_s = 0;
  std::array<AxisParameters, 6> axes{};  // surge, sway, heave, roll, pitch, yaw
  BodyFeedForward feed_forward{};
};

enum class Saturation { kClip, kScale };

// Thrusters as the allocation sees them: one entry per thruster in every list.
struct AllocationParameters {
  std::vector<Vec6> wrench_per_newton_B;  // columns of the allocation matrix
  std::vector<double> force_min_n;        // reverse, <= 0
  std::vector<double> force_max_n;        // forward, >= 0
  std::vector<double> cost;               // > 0: a dear thruster is used less; empty: all 1
  Saturation saturation = Saturation::kScale;
  bool reallocate = true;  // the rest takes over from a thruster known to have failed
};

// Heading/speed/depth control by a weighted sum of proportional controllers.
struct WeightedControllerParameters {
  double heading_gain = 0;  // thruster input per rad
  double speed_gain = 0;    // thruster input per m/s
  double depth_gain = 0;    // thruster input per m
  double heading_weight = 0.5;
  double speed_weight = 0.5;
  double input_limit = 150;        // inputs run from -input_limit to input_limit
  bool vertical_input_up = false;  // true where a positive vertical input pushes upwards
};

struct LineOfSightParameters {
  double lookahead_m = 10;  // horizontal
  double lookahead_vertical_m = 10;
  double pitch_limit_rad = 0.5;
  double integral_gain_m_s = 0;  // > 0: integral line of sight, removes the offset in a current
};

struct Waypoint {
  Vec3 p_N = Vec3::Zero();
  double speed_m_s = 0;      // on the way to it; 0: that of the parameters
  bool has_heading = false;  // otherwise the heading follows the track
  double heading_rad = 0;
};

struct WaypointParameters {
  double speed_m_s = 1;
  double acceleration_m_s2 = 0.2;  // of the moving set-point
  double acceptance_radius_m = 2;
  double leash_m = 5;  // the moving set-point waits when the vehicle is this far behind
};

// When a place counts as reached. Infinite: that quantity does not matter.
struct ArrivalTolerance {
  double distance_m = 1;
  double speed_m_s = std::numeric_limits<double>::infinity();
  double heading_rad = std::numeric_limits<double>::infinity();
  double dwell_s = 0;  // time for which the rest must hold without a break
};

// Torpedo with fins and one propeller.
struct AuvAutopilotParameters {
  PidGains heading{};  // rad -> rad of rudder
  PidGains depth{};    // m -> rad of pitch
  PidGains pitch{};    // rad -> rad of elevator
  PidGains speed{};    // m/s -> propeller command
  double rudder_limit_rad = 0.35;
  double elevator_limit_rad = 0.35;
  double pitch_limit_rad = 0.5;
  double propeller_min = 0;  // in the unit of the propeller command: rad/s or N
  double propeller_max = 100;
  double propeller_per_m_s = 0;  // feed-forward at the asked speed
};

// Surface vehicle with two thrusters abreast.
struct UsvAutopilotParameters {
  PidGains heading{};         // rad -> N m
  PidGains speed{};           // m/s -> N
  double lever_m = 0.4;       // of each thruster from the centre line
  double thrust_min_n = -50;  // of each thruster
  double thrust_max_n = 100;
  double drag_per_m_s = 0;  // N/(m/s), feed-forward at the asked speed
};

}  // namespace hadal::world
