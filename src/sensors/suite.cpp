#include "sensors/suite.h"

#include "sensors/acoustic/adcp.h"
#include "sensors/acoustic/beams_around.h"
#include "sensors/contact/touch.h"

namespace hadal::sensors {
namespace {
constexpr size_t kSensorsWorthThreads = 32;  // navigation sensors are cheap: fewer do not pay
constexpr uint32_t kGroundBits = raytrace::kSeenSeabed | raytrace::kSeenSilt;

bool cares_for_waves(const NavigationModel& model) {
  return std::holds_alternative<PressureModel>(model) || std::holds_alternative<GpsModel>(model) ||
         std::holds_alternative<AltimeterModel>(model);
}
}  // namespace

void lay_out_values(World& world) {
  size_t next = 0;
  for (Sensor& sensor : world.sensors) {
    sensor.value_offset = next;
    next += describe(sensor.config.model).columns.size();
  }
}

Suite::Suite(const World& world, const environment::Sea& sea,
             const environment::AcousticField& sound, const RayWorld& rays)
    : sea_(sea), sound_(sound), rays_(rays), moment_(sea), seed_(world.seed) {
  const auto nobody = rays.scene().view(Vec3::Zero(), {});
  for (const Sensor& sensor : world.sensors) {
    NavigationSensorConfig config = sensor.config;
    if (auto* compass = std::get_if<CompassModel>(&config.model); compass && sensor.true_north)
      compass->declination_rad = sea.declination_rad();
    sensors_.emplace_back(config, world.clock, world.seed, "vehicles/" + sensor.path);
    const bool speaks = std::holds_alternative<DeviceModel>(config.model);  // see report()
    rates_.emplace_back(speaks ? 0 : config.rate_hz, world.clock);
    memory_offset_.push_back(memory_size_);
    memory_size_ += sensors_.back().state_size();
    value_size_ += sensors_.back().columns().size();
    feels_waves_.push_back(!sea.waves().calm() && cares_for_waves(config.model));
    Beams& beams = beams_.emplace_back();
    beams.reach_m = beam_reach_m(config.model);
    beams.sees_bodies =
        beams.reach_m > 0 && rays.has_bodies(sensor.vehicle, seen_by_beams(config.model));
    beams.bodies = nobody;
    if (feels_waves_.back() || beams.reach_m > 0)
      prepared_.push_back(static_cast<int>(sensors_.size()) - 1);
    if (const auto* adcp = std::get_if<AdcpModel>(&config.model))
      beams.cells.resize(adcp_columns(*adcp));
    const bool wants_thrusters = std::holds_alternative<ThrusterStateModel>(config.model);
    thrusters_.emplace_back(wants_thrusters ? world.vehicles[sensor.vehicle].thrusters.count : 0);
  }
}

void Suite::reseed(const World& world, const State& state) {
  const auto seed = static_cast<uint64_t>(state.run_seed[0]);
  if (seed == seed_) return;
  seed_ = seed;
  for (size_t i = 0; i < sensors_.size(); ++i)
    sensors_[i].reseed(seed, "vehicles/" + world.sensors[i].path);
}

void Suite::start(const World& world, State& state) {
  reseed(world, state);
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

void Suite::realign(const World& world, int vehicle, State& state) const {
  for (size_t i = 0; i < sensors_.size(); ++i)
    if (world.sensors[i].vehicle == vehicle)
      sensors_[i].realign(
          std::span(state.sensor_memory).subspan(memory_offset_[i], sensors_[i].state_size()));
}

void Suite::prepare(const World& world, const State& state) {
  bool moment_is_set = false;
  for (const int i : prepared_) {
    if (!rates_[i].due(state.tick)) continue;
    Beams& beams = beams_[i];
    if (!moment_is_set) moment_.set_time(world.clock.time_s(state.tick), state);
    moment_is_set = true;
    if (beams.sees_bodies)
      beams.bodies =
          rays_.view(world, {state.p_NL_N, state.q_NL, state.nu_L}, moment_.wave_time_s(),
                     moment_.wave_factor(), world.sensors[i].vehicle,
                     {beams.reach_m, seen_by_beams(world.sensors[i].config.model) & ~kGroundBits});
  }
}

void Suite::measure_due(const World& world, State& state, ThreadArena& arena) {
  prepare(world, state);
  if (sensors_.size() < kSensorsWorthThreads) {
    for (size_t i = 0; i < sensors_.size(); ++i) measure(world, state, static_cast<int>(i));
    return;
  }
  arena.for_each(sensors_.size(), [&](size_t i) { measure(world, state, static_cast<int>(i)); });
}

// Most sensors are not due in most steps.
void Suite::measure(const World& world, State& state, int index) {
  state.sensor_fresh[index] = 0;
  const bool due = rates_[index].due(state.tick);
  if (due) take_sample(world, state, index);
  if (due || sensors_[index].config().delivery.latency_s > 0) deliver(world, state, index);
}

void Suite::take_sample(const World& world, State& state, int index) {
  const NavigationSensor& sensor = sensors_[index];
  Truth truth = truth_of(world, state, world.sensors[index], thrusters_[index]);
  feel(world, state, index, truth);
  sensor.measure(
      rates_[index].samples_through(state.tick) - 1, truth,
      std::span(state.sensor_memory).subspan(memory_offset_[index], sensor.state_size()));
}

void Suite::report(const World& world, State& state, int index, int64_t number,
                   const Heard& heard) {
  const NavigationSensor& sensor = sensors_[index];
  Truth truth = truth_of(world, state, world.sensors[index], {});
  truth.heard = heard;
  sensor.measure(
      number, truth,
      std::span(state.sensor_memory).subspan(memory_offset_[index], sensor.state_size()));
  deliver(world, state, index);
}

void Suite::deliver(const World& world, State& state, int index) {
  const NavigationSensor& sensor = sensors_[index];
  const auto memory =
      std::span(state.sensor_memory).subspan(memory_offset_[index], sensor.state_size());
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
  for (int i = vehicle.actuators.begin; i < vehicle.actuators.end(); ++i)
    truth.electrical_power_W += state.actuator_power_w[i];
  for (size_t i = 0; i < thrusters.size(); ++i) {
    const size_t t = vehicle.thrusters.begin + i;
    const std::span<const double> columns = state_of(world.actuators[t], state);
    thrusters[i] = {columns[extension::kRotor], columns[extension::kThrust],
                    columns[extension::kTorque], state.actuator_power_w[t]};
  }
  truth.thrusters = thrusters;
  return truth;
}

void Suite::feel(const World& world, const State& state, int index, Truth& truth) {
  const Sensor& sensor = world.sensors[index];
  const Pose& X_BS = sensor.config.X_BS;
  if (feels_waves_[index]) {
    const Vec3 p_N = p_NS_N(truth, X_BS);
    const double elevation_m = moment_.elevation(p_N.x(), p_N.y());
    truth.water.surface_elevation_m = elevation_m;
    truth.water.wave_pressure_Pa = moment_.wave_pressure(p_N, elevation_m);
  }
  Beams& beams = beams_[index];
  const BeamSurroundings around{rays_, *beams.bodies, sound_, moment_};
  const NavigationModel& model = sensor.config.model;
  if (const auto* altimeter = std::get_if<AltimeterModel>(&model))
    look_around(*altimeter, around, X_BS, truth);
  else if (const auto* dvl = std::get_if<DvlModel>(&model))
    look_around(*dvl, around, X_BS, truth);
  else if (const auto* adcp = std::get_if<AdcpModel>(&model))
    look_around(*adcp, around, X_BS, beams.cells, truth);
  else if (std::holds_alternative<ContactModel>(model))
    truth.contact = touch(world, state, sensor);
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
