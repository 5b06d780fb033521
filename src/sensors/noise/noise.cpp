#include "sensors/noise/noise.h"

#include <algorithm>
#include <cmath>

#include "base/check.h"
#include "math/rotation.h"

namespace hadal::sensors {

NoiseStack::NoiseStack(std::span<const NoiseGroup> groups, double dropout_probability,
                       double rate_hz, uint64_t seed, std::string_view path)
    : dropout_probability_(dropout_probability),
      bias_stream_(seed, path, "bias"),
      white_stream_(seed, path, "white"),
      dropout_stream_(seed, path, "dropout") {
  HADAL_CHECK(rate_hz > 0);
  for (const NoiseGroup& group : groups) add_group(group, 1 / rate_hz, seed, path);
  for (const Channel& channel : channels_) has_white_ |= channel.white_std > 0;
}

NoiseStack::NoiseStack(const NoiseModel& model, size_t channels, double rate_hz, uint64_t seed,
                       std::string_view path)
    : NoiseStack(std::vector<NoiseGroup>{{model, channels}}, 0, rate_hz, seed, path) {}

void NoiseStack::add_group(const NoiseGroup& group, double dt, uint64_t seed,
                           std::string_view path) {
  const NoiseModel& m = group.model;
  const RandomStream misalignment(seed, path, "misalignment"), scale(seed, path, "scale"),
      turn_on(seed, path, "turn_on"), bias_initial(seed, path, "bias_initial");
  const size_t first = channels_.size();
  if (m.misalignment_std_rad > 0) {
    HADAL_CHECK(group.channels == 3, "misalignment turns groups of three channels");
    Vec3 angle;
    for (uint32_t i = 0; i < 3; ++i)
      angle[i] = m.misalignment_std_rad * misalignment.normal(0, static_cast<uint32_t>(first) + i);
    misalignments_.push_back({first, quaternion_from_rotation_vector(angle).toRotationMatrix()});
  }
  for (size_t i = 0; i < group.channels; ++i) {
    const auto index = static_cast<uint32_t>(first + i);
    Channel c;
    c.gain = 1 + m.scale_factor_std * scale.normal(0, index);
    c.offset = m.bias + m.turn_on_bias_std * turn_on.normal(0, index);
    if (m.bias_kind == BiasKind::kRandomWalk) {
      c.bias_step = m.bias_random_walk * std::sqrt(dt);
    } else if (m.bias_kind == BiasKind::kGaussMarkov) {
      c.bias_keep = std::exp(-dt / m.bias_correlation_time_s);
      c.bias_step = m.bias_std * std::sqrt(-std::expm1(-2 * dt / m.bias_correlation_time_s));
      c.bias_initial = m.bias_std * bias_initial.normal(0, index);
    }
    c.white_std = std::sqrt(m.white_density * m.white_density / dt + m.white_std * m.white_std);
    c.quantum = m.quantum;
    c.minimum = m.minimum;
    c.maximum = m.maximum;
    channels_.push_back(c);
  }
  has_bias_process_ |= m.bias_kind != BiasKind::kNone;
}

void NoiseStack::reset(std::span<double> state) const {
  HADAL_CHECK(state.size() == state_size());
  for (size_t i = 0; i < state.size(); ++i) state[i] = channels_[i].bias_initial;
}

bool NoiseStack::apply(int64_t sample, std::span<const double> truth, std::span<double> out,
                       std::span<double> state) const {
  HADAL_CHECK(truth.size() == channels() && out.size() == channels() &&
              state.size() == state_size());
  if (out.data() != truth.data()) std::copy(truth.begin(), truth.end(), out.begin());
  for (const Misalignment& m : misalignments_) {
    Eigen::Map<Vec3> axes(out.data() + m.first_channel);
    axes = (m.rotation * axes).eval();
  }
  for (size_t i = 0; i < out.size(); ++i) out[i] = channels_[i].gain * out[i] + channels_[i].offset;
  if (has_bias_process_) add_bias(sample, out, state);
  if (has_white_) add_white(sample, out);
  for (size_t i = 0; i < out.size(); ++i) {
    const Channel& c = channels_[i];
    if (c.quantum > 0) out[i] = c.quantum * std::floor(out[i] / c.quantum + 0.5);
    out[i] = std::clamp(out[i], c.minimum, c.maximum);
  }
  return dropout_probability_ <= 0 || dropout_stream_.uniform(sample) >= dropout_probability_;
}

namespace {

// Calls use(channel, standard normal) for every channel whose std_of is positive. A pair of
// neighbouring channels shares one Box-Muller block.
template <class StdOf, class Use>
void draw_normals(const RandomStream& stream, int64_t sample, size_t channels, StdOf std_of,
                  Use use) {
  for (size_t i = 0; i < channels; i += 2) {
    const bool first = std_of(i) > 0, second = i + 1 < channels && std_of(i + 1) > 0;
    if (!first && !second) continue;
    const auto n = stream.normal_pair(sample, static_cast<uint32_t>(i / 2));
    if (first) use(i, n[0]);
    if (second) use(i + 1, n[1]);
  }
}

}  // namespace

void NoiseStack::add_bias(int64_t sample, std::span<double> out, std::span<double> state) const {
  for (size_t i = 0; i < out.size(); ++i) {
    out[i] += state[i];
    state[i] *= channels_[i].bias_keep;
  }
  draw_normals(
      bias_stream_, sample, out.size(), [&](size_t i) { return channels_[i].bias_step; },
      [&](size_t i, double normal) { state[i] += channels_[i].bias_step * normal; });
}

void NoiseStack::add_white(int64_t sample, std::span<double> out) const {
  draw_normals(
      white_stream_, sample, out.size(), [&](size_t i) { return channels_[i].white_std; },
      [&](size_t i, double normal) { out[i] += channels_[i].white_std * normal; });
}

}  // namespace hadal::sensors
