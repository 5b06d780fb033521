// One sensor of a vehicle that gives rows of numbers: what its kind computes
// (hadal/extension/sensor.h), noise stack and latency. A constant object; everything that changes
// lives in a span the caller owns, whose size the sensor declares, so that snapshot, replay and hash
// cover it:
//   [ noise biases | memory of the kind | readings under way ].
// Use: reset() once; measure() at every tick the sensor's rate is due, or report() when a device of
// the network received something; deliver() at every tick, until it returns false.
#pragma once
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "sensors/noise/delay_line.h"
#include "sensors/noise/noise.h"
#include "sensors/scalar/device_reading.h"
#include "sensors/scalar/reading.h"
#include "world/world.h"

namespace hadal::sensors {

class ScalarSensor {
 public:
  ScalarSensor(const Sensor& sensor, StepClock clock, uint64_t seed);

  const std::vector<Column>& columns() const { return columns_; }
  double latency_s() const { return latency_s_; }
  size_t state_size() const { return delay_begin_ + delay_.state_size(); }

  // Noise of another run.
  void reseed(uint64_t seed);
  void reset(std::span<double> state) const;
  // Its vehicle was put elsewhere.
  void realign(std::span<double> state) const;

  // Takes sample `number` (0, 1, 2, ...) and sends it on its way. Allocates nothing.
  void measure(int64_t number, const extension::SensorContext& now, std::span<double> state) const;
  // Likewise, of a device of the network at X_NS: what it received.
  void report(int64_t number, Tick tick, const Pose& X_NS, const DeviceReception& reception,
              std::span<double> state) const;

  // Hands over the oldest reading that has arrived by now. reading.values and reading.truth must
  // have one entry per column. Returns false when there is none.
  bool deliver(Tick now, Reading& reading, std::span<double> state) const;

 private:
  std::span<double> memory(std::span<double> state) const;
  // A reading on its way: fill(values, truth) writes it and tells whether it is valid.
  template <class Fill>
  void send(Tick tick, std::span<double> state, Fill fill) const;

  const extension::SensorKind* kind_;  // none of a device
  AnyConfig config_;
  std::optional<DeviceModel> device_;
  std::string path_;  // names its random numbers
  uint64_t seed_ = 0;
  std::vector<Column> columns_;
  std::vector<NoiseGroup> noise_groups_;
  double dropout_, latency_s_, noise_rate_hz_;
  NoiseStack noise_;
  DelayLine delay_;
  size_t memory_begin_ = 0;
  size_t delay_begin_ = 0;
};

}  // namespace hadal::sensors
