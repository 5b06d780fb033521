#include "sensors/suite.h"

#include "environment/seabed/ray.h"
#include "sensors/contact/touch.h"

namespace hadal::sensors {
namespace {
constexpr size_t kSensorsWorthThreads = 32;  // navigation sensors are cheap: fewer do not pay

bool cares_for_waves(const NavigationModel& model) {
  return std::holds_alternative<PressureModel>(model) || std::holds_alternative<GpsModel>(model) ||
         std::holds_alternative<AltimeterModel>(model);
}
}  // namespace

Suite::Suite(World& world, const environment::Sea& sea) : sea_(sea), moment_(sea) {
  for (Sensor& sensor : world.sensors) {
    NavigationSensorConfig config = sensor.config;
    if (auto* compass = std::get_if<CompassModel>(&config.model); compass && sensor.true_north)
      compass->declination_rad = sea.declination_rad();
    sensors_.emplace_back(config, world.clock, world.seed, "vehicles/" + sensor.path);
    rates_.emplace_back(config.rate_hz, world.clock);
    memory_offset_.push_back(memory_size_);
    memory_size_ += sensors_.back().state_size();
    sensor.value_offset = value_size_;
    value_size_ += sensors_.back().columns().size();
    feels_waves_.push_back(!sea.waves().calm() && cares_for_waves(config.model));
    const bool wants_thrusters = std::holds_alternative<ThrusterStateModel>(config.model);
    thrusters_.emplace_back(wants_thrusters ? world.vehicles[sensor.vehicle].thrusters.count : 0);
  }
}

void Suite::start(State& state) const {
  state.sensor_memory.assign(memory_size_, 0.0);
  state.sensor_values.assign(value_size_, 0.0);
  state.sensor_truth.assign(value_size_, 0.0);
  state.sensor_stamp.assign(sensors_.size(), -1);
  state.sensor_valid.assign(sensors_.size(), 0);
  state.sensor_fresh.assign(sensors_.size(), 0);
  for (size_t i = 0; i < sensors_.size(); ++i)
    sensors_[i].reset(
        std::span(state.sensor_memory).subspan(memory_offset_[i], sensors_[i].state_size()));
}

void Suite::measure_due(const World& world, State& state, ThreadArena& arena) {
  for (size_t i = 0; i < sensors_.size(); ++i) {
    if (!feels_waves_[i] || !rates_[i].due(state.tick)) continue;
    moment_.set_time(world.clock.time_s(state.tick), state);
    break;
  }
  if (sensors_.size() < kSensorsWorthThreads) {
    for (size_t i = 0; i < sensors_.size(); ++i) measure(world, state, static_cast<int>(i));
    return;
  }
  arena.for_each(sensors_.size(), [&](size_t i) { measure(world, state, static_cast<int>(i)); });
}

void Suite::measure(const World& world, State& state, int index) {
  const NavigationSensor& sensor = sensors_[index];
  const auto memory =
      std::span(state.sensor_memory).subspan(memory_offset_[index], sensor.state_size());
  const bool due = rates_[index].due(state.tick);
  state.sensor_fresh[index] = 0;
  if (due) {
    Truth truth = truth_of(world, state, world.sensors[index], thrusters_[index]);
    look_around(world, state, index, truth);
    sensor.measure(rates_[index].samples_through(state.tick) - 1, truth, memory);
  }
  if (!due && sensor.config().delivery.latency_s == 0) return;
  const size_t offset = world.sensors[index].value_offset, width = sensor.columns().size();
  Reading reading{0, false, std::span(state.sensor_values).subspan(offset, width),
                  std::span(state.sensor_truth).subspan(offset, width)};
  while (sensor.deliver(state.tick, reading, memory)) {
    state.sensor_stamp[index] = reading.stamp;
    state.sensor_valid[index] = reading.valid;
    state.sensor_fresh[index] = 1;
  }
}

Truth Suite::truth_of(const World& world, const State& state, const Sensor& sensor,
                      std::span<ThrusterTruth> thrusters) const {
  const int link = sensor.link;
  const Vehicle& vehicle = world.vehicles[sensor.vehicle];
  const environment::WaterColumn& water = sea_.water();
  const double depth = state.p_NL_N[link].z();
  Truth truth;
  truth.tick = state.tick;
  truth.time_s = world.clock.time_s(state.tick);
  truth.p_NB_N = state.p_NL_N[link];
  truth.q_NB = state.q_NL[link];
  truth.nu_B = state.nu_L[link];
  truth.a_NB_N = state.a_NL_N[link];
  truth.alpha_NB_B = state.alpha_NL_L[link];
  truth.gravity_m_s2 = sea_.gravity_m_s2();
  truth.field_N_T = sea_.magnetic_field_N_t();
  truth.water.pressure_Pa = water.pressure(depth);
  truth.water.atmospheric_pressure_Pa = water.atmospheric_pressure();
  truth.water.density_kg_m3 = water.density(depth > 0 ? depth : 0);
  truth.water.temperature_degc = water.temperature(depth);
  truth.electrical_power_W = vehicle.hotel_power_w;
  for (int i = vehicle.thrusters.begin; i < vehicle.thrusters.end(); ++i)
    truth.electrical_power_W += state.thruster_power_w[i];
  for (size_t i = 0; i < thrusters.size(); ++i) {
    const size_t t = vehicle.thrusters.begin + i;
    thrusters[i] = {state.thruster_rotor[t], state.thruster_thrust_n[t],
                    state.thruster_torque_nm[t], state.thruster_power_w[t]};
  }
  truth.thrusters = thrusters;
  return truth;
}

void Suite::look_around(const World& world, const State& state, int index, Truth& truth) const {
  const Sensor& sensor = world.sensors[index];
  const Vec3 p_N = p_NS_N(truth, sensor.config.X_BS);
  if (feels_waves_[index]) {
    const double elevation_m = moment_.elevation(p_N.x(), p_N.y());
    const Vec3 stretched_N(p_N.x(), p_N.y(), p_N.z() + elevation_m);  // see pressure.h
    truth.water.surface_elevation_m = elevation_m;
    truth.water.wave_pressure_Pa = moment_.waves(stretched_N).pressure_pa;
  }
  if (const auto* altimeter = std::get_if<AltimeterModel>(&sensor.config.model)) {
    const Vec3 beam_N = q_NS(truth, sensor.config.X_BS) * Vec3::UnitZ();
    truth.beam_range_m =
        environment::beam_range(sea_.seabed(), p_N, beam_N, altimeter->max_range_m);
  } else if (std::holds_alternative<ContactModel>(sensor.config.model)) {
    truth.contact = touch(world, state, sensor);
  }
}

std::span<const double> Suite::values(const World& world, const State& state, int index) const {
  return std::span(state.sensor_values)
      .subspan(world.sensors[index].value_offset, sensors_[index].columns().size());
}

std::span<const double> Suite::truth(const World& world, const State& state, int index) const {
  return std::span(state.sensor_truth)
      .subspan(world.sensors[index].value_offset, sensors_[index].columns().size());
}

}  // namespace hadal::sensors
