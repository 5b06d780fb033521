#include "sensors/scalar/scalar_sensor.h"

#include <algorithm>
#include <array>

#include "base/check.h"
#include "kinds/extensions/extension_kinds.h"
#include "scenario/sensor_config.h"

namespace hadal::sensors {
namespace {

// What a kind fills, with the noise stack and the random streams of its sensor.
class Sample final : public extension::SensorSample {
 public:
  Sample(const NoiseStack& noise, uint64_t seed, const std::string& path, std::span<double> biases)
      : noise_(noise), seed_(seed), path_(path), biases_(biases) {}

  bool add_noise(std::span<const double> perfect, std::span<double> noisy) override {
    return noise_.apply(number, perfect, noisy, biases_);
  }
  double normal(std::string_view stream, int64_t draw, uint32_t index) override {
    return stream_of(stream).normal(draw, index);
  }
  std::array<double, 2> normal_pair(std::string_view stream, int64_t draw,
                                    uint32_t index) override {
    return stream_of(stream).normal_pair(draw, index);
  }
  double uniform(std::string_view stream, int64_t draw, uint32_t index) override {
    return stream_of(stream).uniform(draw, index);
  }

 private:
  // Most kinds draw many numbers from one stream.
  const RandomStream& stream_of(std::string_view name) {
    if (name != stream_name_) stream_ = RandomStream(seed_, path_, name);
    stream_name_ = name;
    return stream_;
  }

  const NoiseStack& noise_;
  uint64_t seed_;
  const std::string& path_;
  std::span<double> biases_;
  std::string_view stream_name_;
  RandomStream stream_;
};

void scale(NoiseModel& noise, double factor) {
  for (double* error : {&noise.misalignment_std_rad, &noise.scale_factor_std,
                        &noise.turn_on_bias_std, &noise.bias_random_walk, &noise.bias_std,
                        &noise.white_density, &noise.white_std})
    *error *= factor;
}

}  // namespace

ScalarSensor::ScalarSensor(const Sensor& sensor, StepClock clock, uint64_t seed)
    : kind_(sensor.kind),
      config_(sensor.config),
      device_(sensor.device),
      path_("vehicles/" + sensor.path),
      dropout_(sensor_common(sensor.config).dropout),
      latency_s_(sensor_common(sensor.config).latency_s),
      noise_rate_hz_(std::min(sensor.rate_hz, 1 / clock.step_s())) {
  HADAL_CHECK((kind_ != nullptr) != device_.has_value());
  const void* config = config_.data();
  columns_ = kind_ ? kind_->columns(config) : device_->kind->columns(config);
  noise_groups_ = kind_ ? kind_->noise_groups(config) : device_->kind->noise_groups(config);
  for (NoiseGroup& group : noise_groups_) scale(group.model, sensor.noise_factor);
  reseed(seed);
  delay_ = DelayLine(2 * columns_.size(), latency_s_, noise_rate_hz_, clock);
  memory_begin_ = noise_.state_size();
  delay_begin_ = memory_begin_;
  if (kind_ && kind_->memory_size) delay_begin_ += kind_->memory_size(config);
}

void ScalarSensor::reseed(uint64_t seed) {
  seed_ = seed;
  noise_ = NoiseStack(noise_groups_, dropout_, noise_rate_hz_, seed, path_);
}

std::span<double> ScalarSensor::memory(std::span<double> state) const {
  HADAL_CHECK(state.size() == state_size());
  return state.subspan(memory_begin_, delay_begin_ - memory_begin_);
}

void ScalarSensor::reset(std::span<double> state) const {
  noise_.reset(state.first(memory_begin_));
  const auto remembered = memory(state);
  std::fill(remembered.begin(), remembered.end(), 0.0);
  if (kind_ && kind_->reset) kind_->reset(config_.data(), remembered);
  delay_.reset(state.subspan(delay_begin_));
}

void ScalarSensor::realign(std::span<double> state) const {
  if (kind_ && kind_->realign) kind_->realign(config_.data(), memory(state));
}

template <class Fill>
void ScalarSensor::send(Tick tick, std::span<double> state, Fill fill) const {
  const auto delay_state = state.subspan(delay_begin_);
  const auto record = delay_.next_record(delay_state);
  const auto values = record.first(columns_.size()), truth = record.subspan(columns_.size());
  const bool valid = fill(values, truth);
  if (!valid) std::fill(values.begin(), values.end(), 0.0);
  delay_.push({tick, valid}, delay_state);
}

void ScalarSensor::measure(int64_t number, const extension::SensorContext& now,
                           std::span<double> state) const {
  Sample sample(noise_, seed_, path_, state.first(memory_begin_));
  sample.number = number;
  sample.memory = memory(state);
  send(now.tick(), state, [&](std::span<double> values, std::span<double> truth) {
    sample.values = values;
    sample.truth = truth;
    const bool valid = kind_->measure(config_.data(), now, sample);
    require_finite(*kind_, sample.memory, "its memory");
    require_finite(*kind_, truth, "its true reading");
    if (valid) require_finite(*kind_, values, "its reading");
    return valid;
  });
}

void ScalarSensor::report(int64_t number, Tick tick, const Pose& X_NS,
                          const DeviceReception& reception,
                          std::span<double> state) const {
  send(tick, state, [&](std::span<double> values, std::span<double> truth) {
    const auto fill = device_->kind->fill_columns;
    fill(config_.data(),
         {X_NS, reception.truth, reception.true_facts.empty() ? reception.facts
          : reception.true_facts}, truth);
    std::array<double, kMaxDeviceChannels> storage{};
    const auto channels = std::span(storage).first(noise_.channels());
    const bool received =
        noise_.apply(number, reception.channels, channels, state.first(memory_begin_));
    return fill(config_.data(), {X_NS, channels, reception.facts}, values) && received;
  });
}

bool ScalarSensor::deliver(Tick now, Reading& reading, std::span<double> state) const {
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
