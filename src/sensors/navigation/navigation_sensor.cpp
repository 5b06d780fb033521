#include "sensors/navigation/navigation_sensor.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "base/check.h"
#include "math/rotation.h"
#include "sensors/acoustic/adcp.h"
#include "sensors/acoustic/dvl.h"
#include "sensors/navigation/altimeter.h"
#include "sensors/navigation/gps.h"
#include "sensors/navigation/ins.h"
#include "sensors/navigation/magnetic.h"
#include "sensors/navigation/pressure.h"

namespace hadal::sensors {

namespace {

// Writes numbers one after the other.
class Writer {
 public:
  explicit Writer(std::span<double> target) : target_(target) {}
  Writer& operator<<(double number) {
    target_[next_++] = number;
    return *this;
  }
  Writer& operator<<(const Vec3& v) { return *this << v.x() << v.y() << v.z(); }
  Writer& operator<<(const Quat& q) { return *this << q.w() << q.x() << q.y() << q.z(); }

 private:
  std::span<double> target_;
  size_t next_ = 0;
};

Vec3 vector_at(std::span<const double> numbers, size_t first) {
  return {numbers[first], numbers[first + 1], numbers[first + 2]};
}

// Attitude turned by a small rotation in S.
Quat disturbed(const Quat& q_NS, const Vec3& error_S) {
  return q_NS * quaternion_from_rotation_vector(error_S);
}

// One sample of one kind: fills twin and values, returns whether the reading is valid.
struct Measurement {
  const Pose& X_BS;
  const NoiseStack& stack;
  const RandomStream& alignment;
  const RandomStream& beams;
  const Battery* battery;
  int64_t sample;
  const Truth& truth;
  std::span<double> biases, memory, twin, values;

  bool add_noise(std::span<const double> perfect, std::span<double> noisy) const {
    return stack.apply(sample, perfect, noisy, biases);
  }

  bool operator()(const AccelerometerModel&) const {
    Writer(twin) << specific_force_S(truth, X_BS);
    return add_noise(twin, values);
  }

  bool operator()(const GyroModel&) const {
    Writer(twin) << angular_rate_S(truth, X_BS);
    return add_noise(twin, values);
  }

  bool operator()(const ImuModel& model) const {
    const Vec3 w_S = angular_rate_S(truth, X_BS), f_S = specific_force_S(truth, X_BS);
    if (!model.attitude) {
      Writer(twin) << w_S << f_S;
      return add_noise(twin, values);
    }
    const Quat q = q_NS(truth, X_BS);
    Writer(twin) << w_S << f_S << q;
    std::array<double, 9> channels{};
    Writer(channels) << w_S << f_S;
    const bool valid = add_noise(channels, channels);
    Writer(values) << vector_at(channels, 0) << vector_at(channels, 3)
                   << disturbed(q, vector_at(channels, 6));
    return valid;
  }

  bool operator()(const MagnetometerModel& model) const {
    const Vec3 field_S_T = magnetic_field_S_T(truth, X_BS);
    Writer(twin) << field_S_T;
    Writer(values) << sensed_field_S_T(model, field_S_T);
    return add_noise(values, values);
  }

  bool operator()(const CompassModel& model) const {
    const double heading = magnetic_heading_rad(truth, X_BS);
    twin[0] = wrap_heading(heading + model.declination_rad);
    values[0] = heading - compass_deviation_rad(model, heading) + model.declination_rad;
    const bool valid = add_noise(values, values);
    values[0] = wrap_heading(values[0]);
    return valid;
  }

  bool operator()(const PressureModel& model) const {
    std::array<double, 2> channels{pressure_Pa(truth, X_BS), truth.water.temperature_degc};
    Writer(twin) << channels[0] << channels[1] << p_NS_N(truth, X_BS).z();
    const bool valid = add_noise(channels, channels);
    Writer(values) << channels[0] << channels[1] << depth_from_pressure_m(model, channels[0]);
    return valid;
  }

  bool operator()(const DepthModel&) const {
    twin[0] = p_NS_N(truth, X_BS).z();
    return add_noise(twin, values);
  }

  bool operator()(const AltimeterModel& model) const {
    const double down = (q_NS(truth, X_BS) * Vec3::UnitZ()).z();
    constexpr double kNoEcho = std::numeric_limits<double>::quiet_NaN();
    const double range_m = std::isfinite(truth.beam_range_m) ? truth.beam_range_m : kNoEcho;
    Writer(twin) << range_m << range_m * down;
    values[0] = altimeter_reckons_m(model, truth, range_m);
    const bool received = add_noise(values.first(1), values.first(1));
    values[1] = values[0] * down;
    return altimeter_has_echo(model, truth, X_BS) && received;
  }

  // Memory: path slid so far, time of the last sample.
  bool operator()(const ContactModel&) const {
    const ContactTruth& contact = truth.contact;
    const double dt_s = truth.time_s - (sample == 0 ? truth.time_s : memory[1]);
    memory[0] += contact.slip_m_s * dt_s;
    memory[1] = truth.time_s;
    const Vec3 force_S = q_NS(truth, X_BS).conjugate() * contact.force_N;
    std::array<double, 3> channels{};
    Writer(channels) << force_S;
    const bool received = add_noise(channels, channels);
    const auto write = [&](std::span<double> target, const Vec3& force) {
      Writer(target) << (contact.points > 0 ? 1 : 0) << contact.points << force
                     << contact.penetration_m << memory[0];
    };
    write(twin, force_S);
    write(values, vector_at(channels, 0));
    return received;
  }

  bool operator()(const GpsModel& model) const {
    Writer(twin) << p_NS_N(truth, X_BS) << v_NS_N(truth, X_BS);
    const bool received = add_noise(twin, values);
    return gps_has_fix(model, truth, X_BS, memory[0]) && received;
  }

  bool operator()(const InsModel& model) const {
    const InertialMotion motion{q_NS(truth, X_BS), v_NS_N(truth, X_BS)};
    const Vec3 p_N = p_NS_N(truth, X_BS);
    Writer(twin) << p_N << motion.q_NS << motion.v_NS_N;
    InsMemory ins = load_ins(memory);
    const bool valid =
        ins.aligned ? advance(model, motion, p_N, ins) : align(model, motion, p_N, ins);
    ins.aligned = true;
    ins.time_s = truth.time_s;
    ins.last = motion;
    store_ins(ins, memory);
    Writer(values) << ins.state.p_NS_N << ins.state.q_NS << ins.state.v_NS_N;
    return valid;
  }

  bool align(const InsModel& model, const InertialMotion& motion, const Vec3& p_N,
             InsMemory& ins) const {
    const auto error = [&](uint32_t first, double std) {
      return Vec3(std * Vec3(alignment.normal(0, first), alignment.normal(0, first + 1),
                             alignment.normal(0, first + 2)));
    };
    ins.state.q_NS = disturbed(motion.q_NS, error(0, model.alignment_attitude_std_rad));
    ins.state.v_NS_N = motion.v_NS_N + error(3, model.alignment_velocity_std_m_s);
    ins.state.p_NS_N = p_N + error(6, model.alignment_position_std_m);
    return true;
  }

  bool advance(const InsModel& model, const InertialMotion& motion, const Vec3& p_N,
               InsMemory& ins) const {
    const double dt_s = truth.time_s - ins.time_s;
    const InertialSample perfect =
        mean_inertial_sample(ins.last, motion, dt_s, truth.gravity_m_s2, truth.w_IN_N);
    std::array<double, 7> channels{};
    Writer(channels) << perfect.w_S << perfect.f_S << p_N.z();
    const bool valid = add_noise(channels, channels);
    const Vec3 p_error_N = model.schuler ? Vec3(ins.state.p_NS_N - p_N) : Vec3::Zero();
    ins_advance({vector_at(channels, 3), vector_at(channels, 0)},
                gravity_at_estimate_N(truth.gravity_m_s2, p_error_N), truth.w_IN_N, dt_s,
                ins.state);
    if (model.depth_aiding_time_constant_s > 0)
      ins_aid_depth(channels[6], model.depth_aiding_time_constant_s, dt_s, ins.state);
    return valid;
  }

  bool operator()(const OdometryModel&) const {
    const Vec3 p_N = p_NS_N(truth, X_BS);
    const Quat q = q_NS(truth, X_BS);
    const Vec3 v_S = q.conjugate() * v_NS_N(truth, X_BS);
    const Vec3 w_S = X_BS.q.conjugate() * Vec3(truth.nu_B.tail<3>());
    Writer(twin) << p_N << q << v_S << w_S;
    std::array<double, 12> channels{};
    Writer(channels) << p_N << v_S << w_S;
    const bool valid = add_noise(channels, channels);
    Writer(values) << vector_at(channels, 0) << disturbed(q, vector_at(channels, 9))
                   << vector_at(channels, 3) << vector_at(channels, 6);
    return valid;
  }

  bool operator()(const ThrusterStateModel&) const {
    const size_t count = truth.thrusters.size();
    HADAL_CHECK(twin.size() == 4 * count);
    for (size_t i = 0; i < count; ++i) {
      const ThrusterTruth& thruster = truth.thrusters[i];
      twin[i] = thruster.rate_rad_s;
      twin[count + i] = thruster.thrust_N;
      twin[2 * count + i] = thruster.torque_N_m;
      twin[3 * count + i] = thruster.power_W;
    }
    return add_noise(twin, values);
  }

  bool operator()(const DeviceModel& device) const {
    const Pose X_NS{p_NS_N(truth, X_BS), q_NS(truth, X_BS)};
    const Heard& heard = truth.heard;
    fill_columns(device, X_NS, heard.truth,
                 heard.true_facts.empty() ? heard.facts : heard.true_facts, twin);
    std::array<double, kMostDeviceChannels> memory_of_channels{};
    const auto channels = std::span(memory_of_channels).first(stack.channels());
    const bool received = add_noise(heard.channels, channels);
    return fill_columns(device, X_NS, channels, heard.facts, values) && received;
  }

  bool operator()(const DvlModel& model) const {
    dvl_perfect(model, truth, X_BS, twin);
    const bool found = dvl_measure(model, truth, X_BS, beams, sample, values);
    const auto velocity = values.subspan(kDvlVelocity, 3);
    const bool received = add_noise(velocity, velocity);
    return found && received;
  }

  bool operator()(const AdcpModel& model) const {
    adcp_perfect(model, truth, X_BS, twin);
    const bool found = adcp_measure(model, truth, X_BS, beams, sample, values);
    const bool received = add_noise({}, {});
    return found && received;
  }

  // Memory: true charge, counted charge, time of the last sample.
  bool operator()(const BatteryModel&) const {
    const double dt_s = truth.time_s - (sample == 0 ? truth.time_s : memory[2]);
    const BatteryStep step = battery->draw(truth.electrical_power_W, dt_s, memory[0]);
    std::array<double, 2> channels{step.voltage_V, step.current_A};
    const bool valid = add_noise(channels, channels);
    memory[1] = battery->count(memory[1], channels[1], dt_s);
    memory[2] = truth.time_s;
    const double empty = step.empty, overloaded = step.overloaded;
    Writer(twin) << step.voltage_V << step.current_A << memory[0] << empty << overloaded;
    Writer(values) << channels[0] << channels[1] << memory[1] << empty << overloaded;
    return valid;
  }
};

void scale(NoiseModel& noise, double factor) {
  for (double* error : {&noise.misalignment_std_rad, &noise.scale_factor_std,
                        &noise.turn_on_bias_std, &noise.bias_random_walk, &noise.bias_std,
                        &noise.white_density, &noise.white_std})
    *error *= factor;
}

}  // namespace

NavigationSensor::NavigationSensor(const NavigationSensorConfig& config, StepClock clock,
                                   uint64_t seed, std::string_view path)
    : config_(config), noise_rate_hz_(std::min(config.rate_hz, 1 / clock.step_s())) {
  const Descriptor descriptor = describe(config.model);
  columns_ = descriptor.columns;
  noise_groups_ = descriptor.noise;
  for (NoiseGroup& group : noise_groups_) scale(group.model, config.noise_factor);
  reseed(seed, path);
  delay_ = DelayLine(2 * columns_.size(), config.delivery.latency_s, noise_rate_hz_, clock);
  if (const auto* model = std::get_if<BatteryModel>(&config.model)) battery_.emplace(*model);
  memory_begin_ = noise_.state_size();
  delay_begin_ = memory_begin_ + descriptor.memory;
}

void NavigationSensor::reseed(uint64_t seed, std::string_view path) {
  alignment_stream_ = RandomStream(seed, path, "alignment");
  beam_stream_ = RandomStream(seed, path, "beams");
  noise_ = NoiseStack(noise_groups_, config_.delivery.dropout_probability, noise_rate_hz_, seed,
                      path);
}

void NavigationSensor::reset(std::span<double> state) const {
  HADAL_CHECK(state.size() == state_size());
  noise_.reset(state.first(memory_begin_));
  const auto memory = state.subspan(memory_begin_, delay_begin_ - memory_begin_);
  std::fill(memory.begin(), memory.end(), 0.0);
  if (battery_) memory[0] = memory[1] = battery_->initial_charge();
  if (std::holds_alternative<GpsModel>(config_.model)) memory[0] = -1;
  delay_.reset(state.subspan(delay_begin_));
}

void NavigationSensor::realign(std::span<double> state) const {
  HADAL_CHECK(state.size() == state_size());
  if (!std::holds_alternative<InsModel>(config_.model)) return;
  const auto memory = state.subspan(memory_begin_, delay_begin_ - memory_begin_);
  std::fill(memory.begin(), memory.end(), 0.0);
}

void NavigationSensor::measure(int64_t sample, const Truth& truth, std::span<double> state) const {
  HADAL_CHECK(state.size() == state_size());
  const auto delay_state = state.subspan(delay_begin_);
  const auto record = delay_.next_record(delay_state);
  const auto values = record.first(columns_.size()), twin = record.subspan(columns_.size());
  const Measurement measurement{config_.X_BS,
                                noise_,
                                alignment_stream_,
                                beam_stream_,
                                battery_ ? &*battery_ : nullptr,
                                sample,
                                truth,
                                state.first(memory_begin_),
                                state.subspan(memory_begin_, delay_begin_ - memory_begin_),
                                twin,
                                values};
  const bool valid = std::visit(measurement, config_.model);
  if (!valid) std::fill(values.begin(), values.end(), 0.0);
  delay_.push({truth.tick, valid}, delay_state);
}

bool NavigationSensor::deliver(Tick now, Reading& reading, std::span<double> state) const {
  const size_t width = columns_.size();
  HADAL_CHECK(reading.values.size() == width && reading.truth.size() == width);
  Arrival arrival;
  if (!delay_.pop(now, arrival, state.subspan(delay_begin_))) return false;
  std::copy_n(arrival.values.begin(), width, reading.values.begin());
  std::copy_n(arrival.values.begin() + static_cast<std::ptrdiff_t>(width), width,
              reading.truth.begin());
  reading.stamp = arrival.stamp;
  reading.valid = arrival.valid;
  return true;
}

}  // namespace hadal::sensors
