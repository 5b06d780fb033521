// What a scenario or vehicle file says of sensors. One noise stack serves all of them.
#pragma once
#include <string>
#include <vector>

#include "hadal/schema.h"

namespace hadal::inline scenario {

// Errors of one group of channels, in the unit of the channel.
struct NoiseConfig {
  double white_density = 0;
  double white_std = 0;
  double bias = 0;
  double turn_on_bias_std = 0;
  std::string bias_kind = "none";
  double bias_random_walk = 0;
  double bias_std = 0;
  double bias_correlation_time_s = 100;
  double scale_factor_std = 0;
  double misalignment_deg = 0;
  double quantum = 0;
  std::optional<double> minimum;
  std::optional<double> maximum;
  static const StructSchema& schema();
};

// Where a sensor sits and how its readings arrive.
struct SensorConfig {
  std::string name;
  std::string model;
  std::string link;
  std::vector<double> position_m = {0, 0, 0};
  std::vector<double> rpy_deg = {0, 0, 0};
  double rate_hz = 10;
  double dropout = 0;
  double latency_s = 0;
};

struct AccelerometerConfig : SensorConfig {
  NoiseConfig noise;
  static const StructSchema& schema();
};
struct GyroConfig : SensorConfig {
  NoiseConfig noise;
  static const StructSchema& schema();
};
struct ImuConfig : SensorConfig {
  NoiseConfig gyro, accelerometer;
  bool attitude = false;
  NoiseConfig attitude_error;
  static const StructSchema& schema();
};
struct MagnetometerConfig : SensorConfig {
  std::vector<double> soft_iron = {1, 0, 0, 0, 1, 0, 0, 0, 1};
  std::vector<double> hard_iron_ut = {0, 0, 0};
  NoiseConfig noise;
  static const StructSchema& schema();
};
struct CompassConfig : SensorConfig {
  std::vector<double> deviation_deg = {0, 0, 0, 0, 0};
  bool true_north = true;
  NoiseConfig noise;
  static const StructSchema& schema();
};
struct PressureConfig : SensorConfig {
  double reference_density_kg_m3 = 1025;
  double reference_pressure_pa = 101325;
  double reference_gravity_m_s2 = 9.80665;
  NoiseConfig pressure, temperature;
  static const StructSchema& schema();
};
struct DepthConfig : SensorConfig {
  NoiseConfig noise;
  static const StructSchema& schema();
};
struct AltimeterConfig : SensorConfig {
  double min_range_m = 0.3;
  double max_range_m = 50;
  double beam_width_deg = 0;
  int64_t rays = 1;
  std::optional<double> sound_speed_m_s;
  NoiseConfig range;
  static const StructSchema& schema();
};
struct ContactConfig : SensorConfig {
  std::vector<std::string> links;    // of the own vehicle; empty = all
  std::vector<std::string> against;  // "seabed" and names of vehicles and objects; empty = all
  NoiseConfig force;
  static const StructSchema& schema();
};
struct GpsConfig : SensorConfig {
  double surface_margin_m = 0.2;
  double time_to_fix_s = 0;
  NoiseConfig horizontal, vertical, velocity;
  static const StructSchema& schema();
};
struct InsConfig : SensorConfig {
  NoiseConfig gyro, accelerometer;
  double alignment_attitude_std_deg = 0;
  double alignment_velocity_std_m_s = 0;
  double alignment_position_std_m = 0;
  bool schuler = false;
  double depth_aiding_time_constant_s = 0;
  NoiseConfig depth;
  static const StructSchema& schema();
};
struct OdometryConfig : SensorConfig {
  NoiseConfig position, attitude_error, linear_velocity, angular_velocity;
  static const StructSchema& schema();
};
struct ThrusterStateConfig : SensorConfig {
  NoiseConfig rate, thrust, torque, power;
  static const StructSchema& schema();
};
struct BatteryConfig : SensorConfig {
  double capacity_ah = 18;
  double initial_charge = 1;
  double internal_resistance_ohm = 0.05;
  std::vector<std::vector<double>> open_circuit = {{0, 12.0}, {1, 16.8}};
  double empty_charge = 0.1;
  NoiseConfig voltage, current;
  static const StructSchema& schema();
};

const std::vector<const StructSchema*>& sensor_kinds();

// The common part of any sensor config.
const SensorConfig& sensor_common(const AnyConfig& config);

}  // namespace hadal::scenario
