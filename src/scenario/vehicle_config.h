// What a vehicle file says: links, hydrodynamics, actuators, sensors, controller. A vehicle is a
// YAML file alone. Axes: forward, right, down from the link origin; lists of six are surge, sway,
// heave, roll, pitch, yaw.
#pragma once
#include <string>
#include <vector>

#include "hadal/schema.h"
#include "kinds/actuators/ballast.h"
#include "kinds/actuators/fin.h"
#include "kinds/actuators/moving_mass.h"
#include "kinds/actuators/thruster.h"
#include "scenario/light_config.h"
#include "scenario/link_config.h"

namespace hadal::inline scenario {

struct PidConfig {
  double p = 0;
  double i = 0;
  double d = 0;
  static const StructSchema& schema();
};

struct AxisGainsConfig {
  PidConfig position;
  PidConfig velocity;
  double velocity_limit = 1e9;
  static const StructSchema& schema();
};

// Six-axis body controller with allocation: fully or nearly fully actuated vehicles.
struct BodyControllerConfig {
  double rate_hz = 50;
  std::string structure = "cascaded";
  std::string anti_windup = "back_calculation";
  double tracking_time_s = 0;
  AxisGainsConfig surge, sway, heave, roll, pitch, yaw;
  bool restoring_feed_forward = false;
  bool damping_feed_forward = false;
  std::string saturation = "scale";
  bool reallocate = true;
  static const StructSchema& schema();
};

// Torpedo: rudders, elevators and one propeller.
struct AutopilotConfig {
  double rate_hz = 20;
  PidConfig heading, depth, pitch, speed;
  double rudder_limit_deg = 15;
  double elevator_limit_deg = 15;
  double pitch_limit_deg = 25;
  double propeller_min = 0;
  double propeller_max = 1;
  double propeller_per_m_s = 0;
  std::vector<std::string> rudders;  // a leading '-' reverses one
  std::vector<std::string> elevators;
  std::vector<std::string> propellers;
  static const StructSchema& schema();
};

// Surface craft with two thrusters abreast.
struct DifferentialConfig {
  double rate_hz = 20;
  PidConfig heading, speed;
  double drag_per_m_s = 0;
  std::string port;
  std::string starboard;
  static const StructSchema& schema();
};

// Heading, speed and depth by a weighted sum of proportional controllers; two horizontal thrusters
// and a vertical one.
struct WeightedConfig {
  double rate_hz = 10;
  double heading_gain = 100;
  double speed_gain = 300;
  double depth_gain = 200;
  double heading_weight = 0.5;
  double speed_weight = 0.5;
  double input_limit = 150;
  std::string port;
  std::string starboard;
  std::string vertical;
  bool vertical_input_up = true;
  static const StructSchema& schema();
};

struct VehicleModelConfig {
  std::string name;
  std::string description;
  std::string kind = "rov";
  std::vector<double> size_m = {0.5, 0.4, 0.3};
  double hotel_power_w = 0;
  std::vector<LinkConfig> links;
  std::vector<Thruster> thrusters;
  std::vector<Fin> fins;
  std::vector<Ballast> ballasts;
  std::vector<MovingMass> moving_masses;
  std::vector<AnyConfig> actuators;
  std::vector<AnyConfig> sensors;
  std::vector<AnyConfig> lamps;
  AnyConfig controller;
  static const StructSchema& schema();
};

const std::vector<const StructSchema*>& controller_kinds();

}  // namespace hadal::scenario
