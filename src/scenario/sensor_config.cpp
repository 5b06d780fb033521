#include "scenario/sensor_config.h"

#include "scenario/camera_config.h"
#include "scenario/line_sonar_config.h"
#include "scenario/network_config.h"
#include "scenario/ranging_config.h"
#include "scenario/sensor_builder.h"
#include "scenario/sonar_config.h"

namespace hadal::inline scenario {
namespace {}  // namespace

const StructSchema& NoiseConfig::schema() {
  using C = NoiseConfig;
  static const StructSchema s =
      StructBuilder<C>(
          "noise",
          "Errors of a group of channels, in the unit of the channel, in the order they act.")
          .number("misalignment_deg", &C::misalignment_deg,
                  "Standard deviation of a small rotation per axis.", {0, 30})
          .number("scale_factor_std", &C::scale_factor_std,
                  "Standard deviation of the relative scale error.", kFraction)
          .number("bias", &C::bias, "Known bias on every channel.")
          .number("turn_on_bias_std", &C::turn_on_bias_std,
                  "Standard deviation of a bias drawn once per run.", kNotNegative)
          .choice("bias_kind", &C::bias_kind, "How the bias wanders.",
                  {"none", "random_walk", "gauss_markov"})
          .number("bias_random_walk", &C::bias_random_walk, "Rate random walk K, unit/sqrt(s).",
                  kNotNegative)
          .number("bias_std", &C::bias_std, "Standard deviation of the Gauss-Markov bias.",
                  kNotNegative)
          .number("bias_correlation_time_s", &C::bias_correlation_time_s, "Its correlation time.",
                  kPositive)
          .number("white_density", &C::white_density, "Noise density N, unit/sqrt(Hz).",
                  kNotNegative)
          .number("white_std", &C::white_std, "White noise per reading.", kNotNegative)
          .number("quantum", &C::quantum, "Step of the digital output; 0 = none.", kNotNegative)
          .number("minimum", &C::minimum, "Lower end of the range.")
          .number("maximum", &C::maximum, "Upper end of the range.")
          .check([](const C& c, CheckReport& r) {
            if (c.minimum && c.maximum && *c.minimum >= *c.maximum)
              r.fail("maximum", "must be above minimum");
            if (c.bias_kind != "random_walk" && c.bias_random_walk > 0)
              r.fail("bias_random_walk", "needs bias_kind: random_walk");
            if (c.bias_kind != "gauss_markov" && c.bias_std > 0)
              r.fail("bias_std", "needs bias_kind: gauss_markov");
          });
  return s;
}

const StructSchema& AccelerometerConfig::schema() {
  static const StructSchema s =
      sensor<AccelerometerConfig>("accelerometer", "Specific force, m/s^2.")
          .object("noise", &AccelerometerConfig::noise, "m/s^2.");
  return s;
}
const StructSchema& GyroConfig::schema() {
  static const StructSchema s = sensor<GyroConfig>("gyro", "Angular rate, rad/s.")
                                    .object("noise", &GyroConfig::noise, "rad/s.");
  return s;
}
const StructSchema& ImuConfig::schema() {
  using C = ImuConfig;
  static const StructSchema s =
      sensor<C>("imu", "Angular rate and specific force, optionally attitude.")
          .object("gyro", &C::gyro, "rad/s.")
          .object("accelerometer", &C::accelerometer, "m/s^2.")
          .boolean("attitude", &C::attitude, "Also report an attitude.")
          .object("attitude_error", &C::attitude_error, "rad.");
  return s;
}
const StructSchema& MagnetometerConfig::schema() {
  using C = MagnetometerConfig;
  static const StructSchema s =
      sensor<C>("magnetometer", "Magnetic flux density, T.")
          .matrix("soft_iron", &C::soft_iron, "3x3 matrix on the true field.", {9})
          .numbers("hard_iron_ut", &C::hard_iron_ut, "Added field.", {3})
          .object("noise", &C::noise, "T.");
  return s;
}
const StructSchema& CompassConfig::schema() {
  using C = CompassConfig;
  static const StructSchema s =
      sensor<C>("compass", "Heading from the horizontal magnetic field.")
          .numbers("deviation_deg", &C::deviation_deg, "A, B, C, D, E of the deviation.", {5})
          .boolean("true_north", &C::true_north, "Corrects the declination at the origin.")
          .object("noise", &C::noise, "rad.")
          .check(refuse_misalignment<CompassConfig>({{"noise", &CompassConfig::noise}}));
  return s;
}
const StructSchema& PressureConfig::schema() {
  using C = PressureConfig;
  static const StructSchema s =
      sensor<C>("pressure", "Absolute pressure, and the depth the instrument makes of it.")
          .number("reference_density_kg_m3", &C::reference_density_kg_m3,
                  "Density the instrument assumes.", kPositive)
          .number("reference_pressure_pa", &C::reference_pressure_pa, "Air pressure it assumes.",
                  kNotNegative)
          .number("reference_gravity_m_s2", &C::reference_gravity_m_s2, "Gravity it assumes.",
                  kPositive)
          .object("pressure", &C::pressure, "Pa.")
          .object("temperature", &C::temperature, "deg C.")
          .check(
              refuse_misalignment<PressureConfig>({{"pressure", &PressureConfig::pressure},
                                                   {"temperature", &PressureConfig::temperature}}));
  return s;
}
const StructSchema& DepthConfig::schema() {
  static const StructSchema s =
      sensor<DepthConfig>("depth", "Depth below the mean surface, m.")
          .object("noise", &DepthConfig::noise, "m.")
          .check(refuse_misalignment<DepthConfig>({{"noise", &DepthConfig::noise}}));
  return s;
}
const StructSchema& AltimeterConfig::schema() {
  using C = AltimeterConfig;
  static const StructSchema s =
      sensor<C>(
          "altimeter",
          "Range to the first thing in one beam, the z axis of the sensor: straight down in a "
          "level vehicle unless rpy_deg turns it.")
          .number("min_range_m", &C::min_range_m, "No reading closer than this.", kNotNegative)
          .number("max_range_m", &C::max_range_m, "No reading farther than this.", {0, 12000, true})
          .number("beam_width_deg", &C::beam_width_deg, "Whole cone of the beam.", {0, 120})
          .integer("rays", &C::rays, "Rays over the cone, of which the nearest echo counts.",
                   {1, 1000})
          .number("sound_speed_m_s", &C::sound_speed_m_s,
                  "The sound speed it is told; if left out it knows that of its water.",
                  {1000, 2000})
          .object("range", &C::range, "m.")
          .check([](const C& c, CheckReport& r) {
            if (c.min_range_m >= c.max_range_m) r.fail("max_range_m", "must be above min_range_m");
            if (c.rays > 1 && c.beam_width_deg == 0)
              r.fail("rays", "several rays need a beam_width_deg above 0");
          })
          .check(refuse_misalignment<AltimeterConfig>({{"range", &AltimeterConfig::range}}));
  return s;
}
const StructSchema& ContactConfig::schema() {
  using C = ContactConfig;
  static const StructSchema s =
      sensor<C>("contact",
                "Touch: whether links touch something, with how many points and which force, in "
                "sensor axes.")
          .texts("links", &C::links, "Links of the own vehicle that feel; all if empty.")
          .texts("against", &C::against,
                 "What they feel: seabed, names of vehicles and objects; everything if empty.")
          .object("force", &C::force, "N.");
  return s;
}
const StructSchema& GpsConfig::schema() {
  using C = GpsConfig;
  static const StructSchema s =
      sensor<C>("gps", "Satellite position; only with the antenna out of the water.")
          .number("surface_margin_m", &C::surface_margin_m,
                  "The antenna must be this far out of the water.", kNotNegative)
          .number("time_to_fix_s", &C::time_to_fix_s, "Dry time before the first fix.",
                  kNotNegative)
          .object("horizontal", &C::horizontal, "m.")
          .object("vertical", &C::vertical, "m.")
          .object("velocity", &C::velocity, "m/s.")
          .check(refuse_misalignment<GpsConfig>(
              {{"horizontal", &GpsConfig::horizontal}, {"vertical", &GpsConfig::vertical}}));
  return s;
}
const StructSchema& InsConfig::schema() {
  using C = InsConfig;
  static const StructSchema s =
      sensor<C>("ins",
                "Inertial navigation that drifts: strapdown integration of its own noisy gyro and "
                "accelerometer.")
          .object("gyro", &C::gyro, "rad/s.")
          .object("accelerometer", &C::accelerometer, "m/s^2.")
          .number("alignment_attitude_std_deg", &C::alignment_attitude_std_deg,
                  "Error at the start, per axis.", {0, 90})
          .number("alignment_velocity_std_m_s", &C::alignment_velocity_std_m_s,
                  "Error at the start, per axis.", kNotNegative)
          .number("alignment_position_std_m", &C::alignment_position_std_m,
                  "Error at the start, per axis.", kNotNegative)
          .boolean("schuler", &C::schuler, "Earth's curvature bounds the horizontal error.")
          .number("depth_aiding_time_constant_s", &C::depth_aiding_time_constant_s,
                  "Depth aiding of the vertical channel; 0 = none.", kNotNegative)
          .object("depth", &C::depth, "Noise of the aiding depth, m.")
          .check(refuse_misalignment<InsConfig>({{"depth", &InsConfig::depth}}));
  return s;
}
const StructSchema& OdometryConfig::schema() {
  using C = OdometryConfig;
  static const StructSchema s =
      sensor<C>("odometry", "Pose and velocity; the ground truth when no noise is given.")
          .object("position", &C::position, "m.")
          .object("attitude_error", &C::attitude_error, "rad.")
          .object("linear_velocity", &C::linear_velocity, "m/s.")
          .object("angular_velocity", &C::angular_velocity, "rad/s.");
  return s;
}
const StructSchema& ThrusterStateConfig::schema() {
  using C = ThrusterStateConfig;
  static const StructSchema s =
      sensor<C>("thruster_state", "Rotor speed, thrust, torque and power of every thruster.")
          .object("rate", &C::rate, "rad/s.")
          .object("thrust", &C::thrust, "N.")
          .object("torque", &C::torque, "N m.")
          .object("power", &C::power, "W.")
          .check(
              refuse_misalignment<ThrusterStateConfig>({{"rate", &ThrusterStateConfig::rate},
                                                        {"thrust", &ThrusterStateConfig::thrust},
                                                        {"torque", &ThrusterStateConfig::torque},
                                                        {"power", &ThrusterStateConfig::power}}));
  return s;
}
const StructSchema& BatteryConfig::schema() {
  using C = BatteryConfig;
  static const StructSchema s =
      sensor<C>("battery", "Battery: charge, voltage under load, current.")
          .number("capacity_ah", &C::capacity_ah, "Capacity.", kPositive)
          .number("initial_charge", &C::initial_charge, "Charge at the start, fraction.", kFraction)
          .number("internal_resistance_ohm", &C::internal_resistance_ohm, "Internal resistance.",
                  kNotNegative)
          .rows("open_circuit", &C::open_circuit,
                "Rows [charge fraction, open-circuit voltage V], rising.", {2})
          .number("empty_charge", &C::empty_charge, "Warns below this fraction.", kFraction)
          .object("voltage", &C::voltage, "V.")
          .object("current", &C::current, "A.")
          .check([](const C& c, CheckReport& r) {
            for (size_t i = 1; i < c.open_circuit.size(); ++i)
              if (c.open_circuit[i][0] <= c.open_circuit[i - 1][0])
                r.fail("open_circuit", "charge must rise from row to row");
            if (c.open_circuit.size() < 2) r.fail("open_circuit", "expected at least two rows");
          })
          .check(refuse_misalignment<BatteryConfig>(
              {{"voltage", &BatteryConfig::voltage}, {"current", &BatteryConfig::current}}));
  return s;
}

const std::vector<const StructSchema*>& sensor_kinds() {
  static const std::vector<const StructSchema*> kinds = [] {
    std::vector<const StructSchema*> all{
        &AccelerometerConfig::schema(), &GyroConfig::schema(),
        &ImuConfig::schema(),           &MagnetometerConfig::schema(),
        &CompassConfig::schema(),       &PressureConfig::schema(),
        &DepthConfig::schema(),         &AltimeterConfig::schema(),
        &ContactConfig::schema(),       &GpsConfig::schema(),
        &InsConfig::schema(),           &OdometryConfig::schema(),
        &ThrusterStateConfig::schema(), &BatteryConfig::schema(),
        &DvlConfig::schema(),           &AdcpConfig::schema(),
        &LidarConfig::schema(),         &CameraConfig::schema(),
        &StereoCameraConfig::schema(),  &EventCameraConfig::schema(),
        &ThermalCameraConfig::schema()};
    all.insert(all.end(), imaging_sonar_kinds().begin(), imaging_sonar_kinds().end());
    all.insert(all.end(), line_sonar_kinds().begin(), line_sonar_kinds().end());
    all.insert(all.end(), network_kinds().begin(), network_kinds().end());
    return all;
  }();
  return kinds;
}

const SensorConfig& sensor_common(const AnyConfig& config) {
  // Every sensor config derives from SensorConfig first, so that its address is the common part's.
  return *static_cast<const SensorConfig*>(config.data());
}

}  // namespace hadal::scenario
