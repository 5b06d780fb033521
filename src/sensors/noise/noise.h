// The noise stack shared by all sensors. Per channel, in this order:
//   1. misalignment: the channels of a group of three are turned by a small fixed rotation;
//   2. scale factor: times (1 + s);
//   3. bias: known + turn-on + b_k, where b_k is a random walk, b_{k+1} = b_k + K sqrt(dt) n_k, or
//   a
//      first-order Gauss-Markov process started in its stationary state,
//      b_{k+1} = b_k exp(-dt/T) + sigma sqrt(1 - exp(-2 dt/T)) n_k  (exact for any dt);
//   4. white noise of standard deviation sqrt(N^2/dt + sigma_w^2);
//   5. quantisation to the nearest multiple of the quantum;
//   6. saturation;
//   7. dropout of the whole reading.
// Allan deviations (IEEE Std 952): white N/sqrt(tau), random walk K sqrt(tau/3), Gauss-Markov
// (2 sigma^2 T/tau) [1 - (T/2 tau)(3 - 4 exp(-tau/T) + exp(-2 tau/T))] (squared). Flicker noise is
// not modelled; its floor 0.664 B is met by a Gauss-Markov bias near the flat of the curve.
// Every draw is a pure function of (seed, path, stream, sample, channel) and every effect has a
// stream of its own, so that switching one on changes no other. The b_k live in the caller's state.
#pragma once
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "base/rng.h"
#include "hadal/extension/sensor.h"
#include "math/types.h"

namespace hadal::sensors {

using extension::BiasKind;
using extension::NoiseGroup;
using extension::NoiseModel;

class NoiseStack {
 public:
  NoiseStack() = default;
  // Channels of the groups follow one another. A group with misalignment has three channels.
  NoiseStack(std::span<const NoiseGroup> groups, double dropout_probability, double rate_hz,
             uint64_t seed, std::string_view path);
  NoiseStack(const NoiseModel& model, size_t channels, double rate_hz, uint64_t seed,
             std::string_view path);

  size_t channels() const { return channels_.size(); }
  size_t state_size() const { return has_bias_process_ ? channels_.size() : 0; }

  // Writes the bias at sample 0.
  void reset(std::span<double> state) const;

  // Writes the noisy values of one reading and advances the biases; call once per sample, in order.
  // Returns false when the reading is lost; the biases advance and out is filled all the same.
  // truth and out have channels() entries and may be the same memory. Allocates nothing.
  bool apply(int64_t sample, std::span<const double> truth, std::span<double> out,
             std::span<double> state) const;

 private:
  struct Channel {
    double gain = 1;
    double offset = 0;  // known and turn-on bias
    double bias_initial = 0;
    double bias_keep = 1;  // exp(-dt/T), 1 for a random walk
    double bias_step = 0;  // standard deviation of the step
    double white_std = 0;
    double quantum = 0;
    double minimum = 0;
    double maximum = 0;
  };
  struct Misalignment {
    size_t first_channel;
    Mat3 rotation;
  };

  void add_group(const NoiseGroup& group, double dt, uint64_t seed, std::string_view path);
  void add_bias(int64_t sample, std::span<double> out, std::span<double> state) const;
  void add_white(int64_t sample, std::span<double> out) const;

  std::vector<Channel> channels_;
  std::vector<Misalignment> misalignments_;
  bool has_bias_process_ = false;
  bool has_white_ = false;
  double dropout_probability_ = 0;
  RandomStream bias_stream_, white_stream_, dropout_stream_;
};

}  // namespace hadal::sensors
