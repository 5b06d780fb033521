#include "math/units.h"
#include "scenario/nearest.h"
#include "world/build.h"

namespace hadal::build {
namespace {

constexpr double kMicroTesla = 1e-6;

NoiseModel noise(const NoiseConfig& c) {
  return noise_model(c);
}

MagnetometerModel magnetometer(const MagnetometerConfig& c) {
  MagnetometerModel out;
  for (int i = 0; i < 9; ++i) out.soft_iron(i / 3, i % 3) = c.soft_iron[i];
  out.hard_iron_S_T = vec3(c.hard_iron_ut) * kMicroTesla;
  out.noise = noise(c.noise);
  return out;
}

CompassModel compass(const CompassConfig& c) {
  CompassModel out;
  out.deviation_a_rad = c.deviation_deg[0] * kDegree;
  out.deviation_b_rad = c.deviation_deg[1] * kDegree;
  out.deviation_c_rad = c.deviation_deg[2] * kDegree;
  out.deviation_d_rad = c.deviation_deg[3] * kDegree;
  out.deviation_e_rad = c.deviation_deg[4] * kDegree;
  out.noise = noise(c.noise);
  return out;
}

InsModel ins(const InsConfig& c) {
  return {noise(c.gyro),
          noise(c.accelerometer),
          c.alignment_attitude_std_deg * kDegree,
          c.alignment_velocity_std_m_s,
          c.alignment_position_std_m,
          c.schuler,
          c.depth_aiding_time_constant_s,
          noise(c.depth)};
}

BatteryModel battery(const BatteryConfig& c) {
  BatteryModel out;
  out.capacity_C = c.capacity_ah * kHour;
  out.initial_charge = c.initial_charge;
  out.internal_resistance_ohm = c.internal_resistance_ohm;
  out.charge.clear();
  out.open_circuit_V.clear();
  for (const auto& row : c.open_circuit) {
    out.charge.push_back(row[0]);
    out.open_circuit_V.push_back(row[1]);
  }
  out.empty_charge = c.empty_charge;
  out.voltage = noise(c.voltage);
  out.current = noise(c.current);
  return out;
}

NavigationModel model(const AnyConfig& config) {
  if (auto ranging = ranging_model(config)) return std::move(*ranging);
  if (const auto* c = config.as<AccelerometerConfig>()) return AccelerometerModel{noise(c->noise)};
  if (const auto* c = config.as<GyroConfig>()) return GyroModel{noise(c->noise)};
  if (const auto* c = config.as<ImuConfig>())
    return ImuModel{noise(c->gyro), noise(c->accelerometer), c->attitude, noise(c->attitude_error)};
  if (const auto* c = config.as<MagnetometerConfig>()) return magnetometer(*c);
  if (const auto* c = config.as<CompassConfig>()) return compass(*c);
  if (const auto* c = config.as<PressureConfig>())
    return PressureModel{c->reference_density_kg_m3, c->reference_pressure_pa,
                         c->reference_gravity_m_s2, noise(c->pressure), noise(c->temperature)};
  if (const auto* c = config.as<DepthConfig>()) return DepthModel{noise(c->noise)};
  if (const auto* c = config.as<ContactConfig>())
    return ContactModel{c->links, c->against, {}, {}, noise(c->force)};
  if (const auto* c = config.as<GpsConfig>())
    return GpsModel{c->surface_margin_m, c->time_to_fix_s, noise(c->horizontal), noise(c->vertical),
                    noise(c->velocity)};
  if (const auto* c = config.as<InsConfig>()) return ins(*c);
  if (const auto* c = config.as<OdometryConfig>())
    return OdometryModel{noise(c->position), noise(c->attitude_error), noise(c->linear_velocity),
                         noise(c->angular_velocity)};
  if (const auto* c = config.as<ThrusterStateConfig>())
    return ThrusterStateModel{0, noise(c->rate), noise(c->thrust), noise(c->torque),
                              noise(c->power)};
  if (auto device = device_model(config)) return std::move(*device);
  const auto* c = config.as<BatteryConfig>();
  HADAL_CHECK(c != nullptr, "unknown sensor " + config.kind());
  return battery(*c);
}

// Index of a name in a list, or the problem.
int index_of(const Context& context, const std::string& name, const std::vector<std::string>& known,
             const std::string& what, const std::string& key) {
  for (size_t i = 0; i < known.size(); ++i)
    if (known[i] == name) return static_cast<int>(i);
  context.fail(key, "no " + what + " '" + name + "'" + hint_for(name, known));
  return 0;
}

// Turns the names of a contact sensor into indices.
void find_names(const Context& context, const Vehicle& vehicle, const std::string& key,
                ContactModel& model) {
  std::vector<std::string> links, others{"seabed"};
  for (int i = vehicle.links.begin; i < vehicle.links.end(); ++i)
    links.push_back(context.world.links[i].name);
  for (const Vehicle& other : context.world.vehicles) others.push_back(other.name);
  for (size_t i = 0; i < model.link_names.size(); ++i)
    model.links.push_back(vehicle.links.begin +
                          index_of(context, model.link_names[i], links, "link",
                                   key + ".links[" + std::to_string(i) + "]"));
  for (size_t i = 0; i < model.against_names.size(); ++i)
    model.against.push_back(ContactModel::kSeabed +
                            index_of(context, model.against_names[i], others,
                                     "seabed, vehicle or object",
                                     key + ".against[" + std::to_string(i) + "]"));
}

}  // namespace

NoiseModel noise_model(const NoiseConfig& c) {
  NoiseModel out;
  out.misalignment_std_rad = c.misalignment_deg * kDegree;
  out.scale_factor_std = c.scale_factor_std;
  out.bias = c.bias;
  out.turn_on_bias_std = c.turn_on_bias_std;
  out.bias_kind = c.bias_kind == "random_walk"    ? BiasKind::kRandomWalk
                  : c.bias_kind == "gauss_markov" ? BiasKind::kGaussMarkov
                                                  : BiasKind::kNone;
  out.bias_random_walk = c.bias_random_walk;
  out.bias_std = c.bias_std;
  out.bias_correlation_time_s = c.bias_correlation_time_s;
  out.white_density = c.white_density;
  out.white_std = c.white_std;
  out.quantum = c.quantum;
  if (c.minimum) out.minimum = *c.minimum;
  if (c.maximum) out.maximum = *c.maximum;
  return out;
}

void contact_sensors(const Context& context) {
  for (Sensor& sensor : context.world.sensors)
    if (auto* contact = std::get_if<ContactModel>(&sensor.config.model))
      find_names(context, context.world.vehicles[sensor.vehicle], sensor.key, *contact);
}

Sensor sensor(const AnyConfig& config) {
  const SensorConfig& common = sensor_common(config);
  Sensor out;
  out.name = common.name;
  out.kind = config.kind();
  if (const auto* c = config.as<CompassConfig>()) out.true_north = c->true_north;
  out.config.name = common.name;
  out.config.rate_hz = common.rate_hz;
  out.config.X_BS = {vec3(common.position_m), attitude_from_deg(common.rpy_deg)};
  out.config.delivery = {common.dropout, common.latency_s};
  out.config.model = model(config);
  return out;
}

}  // namespace hadal::build
