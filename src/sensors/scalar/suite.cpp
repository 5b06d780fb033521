#include "sensors/scalar/suite.h"

#include "base/check.h"
#include "kinds/sensors/inertial.h"
#include "math/arrays.h"
#include "math/units.h"
#include "sensors/scalar/contact_reading.h"

namespace hadal::sensors {
namespace {
constexpr size_t kSensorsWorthThreads = 32;  // these sensors are cheap: fewer do not pay
constexpr uint32_t kGroundBits = raytrace::kSeenSeabed | raytrace::kSeenSilt;
}  // namespace

// What one sensor may ask for at a tick. Nothing but the motion is computed before it does.
class Suite::Instant final : public extension::SensorContext {
 public:
  Instant(const Suite& suite, const World& world, const State& state, int index)
      : suite_(suite),
        world_(world),
        state_(state),
        sensor_(world.sensors[index]),
        beams_(suite.beams_[index]) {
    const int link = sensor_.link;
    body_ = {to_array(state.p_NL_N[link]), to_array(state.q_NL[link]), to_array(state.nu_L[link]),
             to_array(state.a_NL_N[link]), to_array(state.alpha_NL_L[link])};
    X_BS_ = {to_array(sensor_.X_BS.p), to_array(sensor_.X_BS.q)};
  }

  int64_t tick() const override { return state_.tick; }
  double time_s() const override { return world_.clock.time_s(state_.tick); }
  const extension::Motion& body() const override { return body_; }
  const extension::Placement& X_BS() const override { return X_BS_; }
  extension::Vector3 earth_rate_N() const override { return suite_.earth_rate_N_; }
  const extension::Sea& sea() const override { return suite_.sea_; }
  void cast(std::span<const extension::Ray> rays,
            std::span<extension::RayHit> hits) const override {
    HADAL_CHECK(rays.size() == hits.size());
    for (size_t i = 0; i < rays.size(); ++i) {
      const SurfaceHit hit = suite_.rays_.cast(
          *beams_.bodies, to_vec3(rays[i].p_N), to_vec3(rays[i].direction_N),
          std::min(rays[i].max_range_m, beams_.reach_m), beams_.seen);
      if (!hit.found()) {
        hits[i] = {};
        continue;
      }
      hits[i] = {hit.range_m, to_array(hit.normal_N), to_array(hit.velocity_N),
                 world_.materials.materials[static_cast<size_t>(hit.material)].name};
    }
  }
  extension::ThrusterReading thruster(int index) const override {
    const IndexRange& own = world_.vehicles[sensor_.vehicle].thrusters;
    HADAL_CHECK(index >= 0 && index < own.count);
    const auto i = static_cast<size_t>(own.begin + index);
    const std::span<const double> columns = state_of(world_.actuators[i], state_);
    return {columns[extension::kRotor], columns[extension::kThrust], columns[extension::kTorque],
            state_.actuator_power_w[i]};
  }
  double electrical_power_w() const override {
    const Vehicle& vehicle = world_.vehicles[sensor_.vehicle];
    double power_w = vehicle.hotel_power_w;
    for (int i = vehicle.actuators.begin; i < vehicle.actuators.end(); ++i)
      power_w += state_.actuator_power_w[i];
    return power_w;
  }
  extension::ContactReading contact(std::span<const int> links,
                                    std::span<const int> against) const override {
    return contact_reading(world_, state_, sensor_.vehicle, links, against);
  }
  extension::JointReading joint(int link) const override {
    const Link& model = world_.links[static_cast<size_t>(link)];
    return {state_.position[static_cast<size_t>(model.position_address)],
            state_.velocity[static_cast<size_t>(model.velocity_address)],
            joint_effort(world_, state_, link)};
  }
  extension::Wrench transmitted_wrench(int index) const override {
    return to_array(state_.transmitted_wrench_L[static_cast<size_t>(index)]);
  }
  extension::OtherReading reading(int sensor) const override {
    const Tick stamp = state_.sensor_stamp[sensor];
    return {stamp < 0 ? -1 : world_.clock.time_s(stamp), state_.sensor_valid[sensor] != 0,
            suite_.values(world_, state_, sensor)};
  }

 private:
  const Suite& suite_;
  const World& world_;
  const State& state_;
  const Sensor& sensor_;
  const Beams& beams_;
  extension::Motion body_;
  extension::Placement X_BS_;
};

void lay_out_values(World& world) {
  size_t next = 0;
  for (Sensor& sensor : world.sensors) {
    sensor.value_offset = next;
    next += sensor.kind ? sensor.kind->columns(sensor.config.data()).size()
                        : sensor.device->kind->columns(sensor.config.data()).size();
  }
}

Suite::Suite(const World& world, const environment::Sea& sea,
             const environment::AcousticField& sound, const RayWorld& rays)
    : sea_(sea, sound), rays_(rays), seed_(world.seed) {
  if (world.earth_rotation)
    earth_rate_N_ = to_array(hadal::earth_rate_N(world.origin_lat_deg * kDegree));
  part_angle_rad_.resize(world.moving_parts.size());
  const auto nobody = rays.scene().view(Vec3::Zero(), {});
  for (const Sensor& sensor : world.sensors) {
    const bool listens = sensor.kind && sensor.kind->listens;
    (listens ? listening_ : alone_).push_back(static_cast<int>(sensors_.size()));
    sensors_.emplace_back(sensor, world.clock, world.seed);
    rates_.emplace_back(sensor.device ? 0 : sensor.rate_hz, world.clock);  // see report()
    memory_offset_.push_back(memory_size_);
    memory_size_ += sensors_.back().state_size();
    value_size_ += sensors_.back().columns().size();
    Beams& beams = beams_.emplace_back();
    beams.bodies = nobody;
    beams.reach_m = beam_reach_m(sensor);
    if (beams.reach_m <= 0) continue;
    beams.seen = seen_by_beams(sensor);
    beams.sees_bodies = rays.has_bodies(sensor.vehicle, beams.seen);
    if (beams.sees_bodies) beamed_.push_back(static_cast<int>(sensors_.size()) - 1);
  }
}

void Suite::reseed(const State& state) {
  const auto seed = static_cast<uint64_t>(state.run_seed[0]);
  if (seed == seed_) return;
  seed_ = seed;
  for (ScalarSensor& sensor : sensors_) sensor.reseed(seed);
}

void Suite::start(State& state) {
  reseed(state);
  state.sensor_memory.assign(memory_size_, 0.0);
  state.sensor_values.assign(value_size_, 0.0);
  state.sensor_truth.assign(value_size_, 0.0);
  state.sensor_stamp.assign(sensors_.size(), -1);
  state.sensor_valid.assign(sensors_.size(), 0);
  state.sensor_fresh.assign(sensors_.size(), 0);
  for (int i = 0; i < count(); ++i) sensors_[i].reset(memory(state, i));
}

std::span<double> Suite::memory(State& state, int index) const {
  return std::span(state.sensor_memory)
      .subspan(memory_offset_[index], sensors_[index].state_size());
}

void Suite::realign(const World& world, int vehicle, State& state) const {
  for (int i = 0; i < count(); ++i)
    if (world.sensors[i].vehicle == vehicle) sensors_[i].realign(memory(state, i));
}

void Suite::prepare(const World& world, const State& state) {
  sea_.set_time(world.clock.time_s(state.tick), state);
  for (const int i : beamed_) {
    if (!rates_[i].due(state.tick)) continue;
    const environment::SeaInstant& instant = sea_.instant();
    Beams& beams = beams_[i];
    part_angles(world, state, part_angle_rad_);
    beams.bodies =
        rays_.view(world, {state.p_NL_N, state.q_NL, state.nu_L, part_angle_rad_},
                   instant.wave_time_s(), instant.wave_factor(), world.sensors[i].vehicle,
                   {beams.reach_m, beams.seen & ~kGroundBits});
  }
}

void Suite::measure_due(const World& world, State& state, ThreadArena& arena) {
  prepare(world, state);
  if (alone_.size() < kSensorsWorthThreads)
    for (const int i : alone_) measure(world, state, i);
  else
    arena.for_each(alone_.size(), [&](size_t i) { measure(world, state, alone_[i]); });
  for (const int i : listening_) measure(world, state, i);
}

// Most sensors are not due in most steps.
void Suite::measure(const World& world, State& state, int index) {
  state.sensor_fresh[index] = 0;
  const bool due = rates_[index].due(state.tick);
  if (due)
    sensors_[index].measure(rates_[index].samples_through(state.tick) - 1,
                            Instant(*this, world, state, index), memory(state, index));
  if (due || sensors_[index].latency_s() > 0) deliver(world, state, index);
}

void Suite::report(const World& world, State& state, int index, int64_t number,
                   const DeviceReception& reception) {
  const Sensor& sensor = world.sensors[index];
  const Vec3& p_NB_N = state.p_NL_N[sensor.link];
  const Quat& q_NB = state.q_NL[sensor.link];
  const Pose X_NS{p_NB_N + q_NB * sensor.X_BS.p, q_NB * sensor.X_BS.q};
  sensors_[index].report(number, state.tick, X_NS, reception, memory(state, index));
  deliver(world, state, index);
}

void Suite::deliver(const World& world, State& state, int index) {
  const ScalarSensor& sensor = sensors_[index];
  const size_t offset = world.sensors[index].value_offset, width = sensor.columns().size();
  Reading reading{0, false, std::span(state.sensor_values).subspan(offset, width),
                  std::span(state.sensor_truth).subspan(offset, width)};
  while (sensor.deliver(state.tick, reading, memory(state, index))) {
    state.sensor_stamp[index] = reading.stamp;
    state.sensor_valid[index] = reading.valid;
    state.sensor_fresh[index] = 1;
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
