// What a vehicle file says: links, hydrodynamics, actuators, sensors, controller. A vehicle is a
// YAML file alone. Axes: forward, right, down from the link origin; lists of six are surge, sway,
// heave, roll, pitch, yaw.
#pragma once
#include <string>
#include <vector>

#include "scenario/light_config.h"
#include "scenario/link_config.h"
#include "hadal/schema.h"

namespace hadal::inline scenario {

struct InstantRotorConfig {
  static const StructSchema& schema();
};
struct FirstOrderRotorConfig {
  double time_constant_s = 0.1;
  static const StructSchema& schema();
};
struct YoergerRotorConfig {
  double alpha = 0;
  double beta = 0;
  static const StructSchema& schema();
};
struct BessaRotorConfig {
  double inertia = 0;
  double friction = 0;
  double drag = 0;
  double torque_constant = 0;
  double resistance_ohm = 1;
  static const StructSchema& schema();
};

struct LinearMapConfig {
  double forward = 1;
  double reverse = 1;
  static const StructSchema& schema();
};
struct QuadraticMapConfig {
  double forward = 1;
  double reverse = 1;
  static const StructSchema& schema();
};
struct DeadBandMapConfig {
  double forward = 1;
  double reverse = 1;
  double band_forward = 0;
  double band_reverse = 0;
  static const StructSchema& schema();
};
struct TableMapConfig {
  std::string file;
  std::vector<std::vector<double>> table;  // rows [command or rotor speed, thrust N(, power W)]
  std::string over = "command";
  static const StructSchema& schema();
};
struct PolynomialMapConfig {
  std::vector<double> coefficients;  // N, of n^0, n^1, ...
  static const StructSchema& schema();
};
struct PropellerMapConfig {
  double diameter_m = 0;
  std::vector<double> kt;
  std::vector<double> kq;
  double wake_fraction = 0;
  double thrust_deduction = 0;
  double advance_min = 0;
  double advance_max = 1.5;
  double reverse_efficiency = 1;
  bool reverse_bollard = false;
  std::string inflow = "axial";
  static const StructSchema& schema();
};

struct ThrusterConfig {
  std::string name;
  std::string model;
  std::string link;
  std::vector<double> position_m = {0, 0, 0};
  std::vector<double> direction;
  std::vector<double> rpy_deg;
  std::string command = "normalised";
  double command_neutral = 0;
  double command_min = -1;
  double command_max = 1;
  double rotor_per_command = 1;
  AnyConfig rotor;
  AnyConfig map;
  double thrust_max_n = 1e9;
  double thrust_max_reverse_n = 1e9;
  double torque_per_thrust_m = 0;
  std::string turns = "right";
  double reaction_factor = 1;
  double idle_power_w = 0;
  double efficiency_w_n = 0;
  static const StructSchema& schema();
};

struct FinConfig {
  std::string name;
  std::string link;
  std::vector<double> position_m = {0, 0, 0};
  std::vector<double> axis = {0, 1, 0};
  double area_m2 = 0;
  LiftCurveConfig curve;
  double time_constant_s = 0;
  double rate_max_deg_s = 1e6;
  double angle_min_deg = -30;
  double angle_max_deg = 30;
  static const StructSchema& schema();
};

struct BallastConfig {
  std::string name;
  std::string link;
  std::string kind = "bladder";
  std::vector<double> position_m = {0, 0, 0};
  double min = 0;
  double max = 0;
  double rate_up = 1e9;
  double rate_down = 1e9;
  double start = 0;
  static const StructSchema& schema();
};

struct MovingMassConfig {
  std::string name;
  std::string link;
  double mass_kg = 0;
  std::vector<double> axis = {1, 0, 0};
  double offset_min_m = 0;
  double offset_max_m = 0;
  double rate_max_m_s = 1e9;
  double start_m = 0;
  static const StructSchema& schema();
};

struct VehicleModelConfig {
  std::string name;
  std::string description;
  std::string kind = "rov";
  std::vector<double> size_m = {0.5, 0.4, 0.3};
  double hotel_power_w = 0;
  std::vector<LinkConfig> links;
  std::vector<ThrusterConfig> thrusters;
  std::vector<FinConfig> fins;
  std::vector<BallastConfig> ballasts;
  std::vector<MovingMassConfig> moving_masses;
  std::vector<AnyConfig> sensors;
  std::vector<AnyConfig> lamps;
  AnyConfig controller;
  static const StructSchema& schema();
};

const std::vector<const StructSchema*>& rotor_kinds();
const std::vector<const StructSchema*>& thrust_map_kinds();

}  // namespace hadal::scenario
