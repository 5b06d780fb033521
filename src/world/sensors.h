// Parameters of the sensors that give readings. Plain SI data, no logic. S is the sensor frame,
// mounted on body B at X_BS (origin and axes of S in B).
#pragma once
#include <string>
#include <variant>
#include <vector>

#include "math/types.h"
#include "world/doppler.h"
#include "world/network.h"
#include "world/noise_model.h"

namespace hadal::inline world {

// What happens to a whole reading on its way out.
struct DeliveryModel {
  double dropout_probability = 0;  // per reading
  double latency_s = 0;            // from the measurement to its arrival
};

struct AccelerometerModel {
  NoiseModel noise;  // m/s^2
};

struct GyroModel {
  NoiseModel noise;  // rad/s
};

struct ImuModel {
  NoiseModel gyro;            // rad/s
  NoiseModel accelerometer;   // m/s^2
  bool attitude = false;      // also report an attitude
  NoiseModel attitude_error;  // rad, a small rotation in S
};

struct MagnetometerModel {
  Mat3 soft_iron = Mat3::Identity();  // relative, in S
  Vec3 hard_iron_S_T = Vec3::Zero();
  NoiseModel noise;  // T
};

// Deviation A + B sin h + C cos h + D sin 2h + E cos 2h of the magnetic heading h.
struct CompassModel {
  double deviation_a_rad = 0, deviation_b_rad = 0, deviation_c_rad = 0, deviation_d_rad = 0,
         deviation_e_rad = 0;
  double declination_rad = 0;  // east positive, added to the reading; 0 reports magnetic heading
  NoiseModel noise;            // rad
};

struct PressureModel {
  double reference_density_kg_m3 = 1025;  // used by the sensor to turn pressure into depth
  double reference_pressure_Pa = 101325;
  double reference_gravity_m_s2 = 9.80665;
  NoiseModel pressure;     // Pa
  NoiseModel temperature;  // degC
};

struct DepthModel {
  NoiseModel noise;  // m
};

// One beam along the z axis of S.
struct AltimeterModel {
  double min_range_m = 0;
  double max_range_m = 50;
  NoiseModel range;           // m
  double beam_width_rad = 0;  // whole cone
  int rays = 1;               // spread over the cone; the nearest echo counts
  AssumedSoundSpeed sound;
};

// Touch of some links with some others. Names are those of the scenario, indices their meaning.
struct ContactModel {
  static constexpr int kSeabed = -1;
  std::vector<std::string> link_names, against_names;
  std::vector<int> links;    // into World::links; empty: all of the vehicle
  std::vector<int> against;  // kSeabed or into World::vehicles; empty: everything
  NoiseModel force;          // N
};

struct GpsModel {
  double surface_margin_m = 0.2;  // the antenna must be this far out of the water
  double time_to_fix_s = 0;       // dry time before the first fix
  NoiseModel horizontal;          // m
  NoiseModel vertical;            // m
  NoiseModel velocity;            // m/s
};

struct InsModel {
  NoiseModel gyro;                        // rad/s
  NoiseModel accelerometer;               // m/s^2
  double alignment_attitude_std_rad = 0;  // initial errors, per axis
  double alignment_velocity_std_m_s = 0;
  double alignment_position_std_m = 0;
  bool schuler = false;                     // Earth's curvature bounds the horizontal error
  double depth_aiding_time_constant_s = 0;  // 0 for an unaided vertical channel
  NoiseModel depth;                         // m, of the aiding depth
};

// Pose and twist of S. Without noise this is the ground truth.
struct OdometryModel {
  NoiseModel position;          // m
  NoiseModel attitude_error;    // rad, a small rotation in S
  NoiseModel linear_velocity;   // m/s
  NoiseModel angular_velocity;  // rad/s
};

struct ThrusterStateModel {
  int thrusters = 0;
  NoiseModel rate;    // rad/s
  NoiseModel thrust;  // N
  NoiseModel torque;  // N m
  NoiseModel power;   // W
};

struct BatteryModel {
  double capacity_C = 0;      // coulombs; 1 A h = 3600 C
  double initial_charge = 1;  // fraction of capacity
  double internal_resistance_ohm = 0;
  std::vector<double> charge{0, 1};  // fraction, rising: open-circuit voltage curve
  std::vector<double> open_circuit_V{0, 0};
  double empty_charge = 0;  // fraction below which the battery warns
  NoiseModel voltage;       // V
  NoiseModel current;       // A
};

using NavigationModel =
    std::variant<AccelerometerModel, GyroModel, ImuModel, MagnetometerModel, CompassModel,
                 PressureModel, DepthModel, AltimeterModel, ContactModel, GpsModel, InsModel,
                 OdometryModel, ThrusterStateModel, BatteryModel, DeviceModel, DvlModel, AdcpModel>;

struct NavigationSensorConfig {
  std::string name;
  double rate_hz = 10;
  Pose X_BS;
  DeliveryModel delivery;
  NavigationModel model;
  double noise_factor = 1;  // times the random errors of the model
};

}  // namespace hadal::world
