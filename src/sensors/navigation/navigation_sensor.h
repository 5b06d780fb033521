// One navigation sensor of a vehicle: kernel, noise stack and latency behind one interface,
// whatever its kind. A constant object; everything that changes lives in a span the caller owns,
// whose size the sensor declares, so that snapshot, replay and hash cover it:
//   [ noise biases | memory of the kind | readings under way ].
// Use: reset() once; measure() at every tick the sensor's rate is due; deliver() at every tick,
// until it returns false.
#pragma once
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "sensors/navigation/battery.h"
#include "sensors/navigation/descriptor.h"
#include "sensors/noise/delay_line.h"
#include "sensors/noise/noise.h"
#include "sensors/reading.h"
#include "sensors/truth.h"

namespace hadal::sensors {

class NavigationSensor {
 public:
  NavigationSensor(const NavigationSensorConfig& config, StepClock clock, uint64_t seed,
                   std::string_view path);

  const std::vector<Column>& columns() const { return columns_; }
  const NavigationSensorConfig& config() const { return config_; }
  size_t state_size() const { return delay_begin_ + delay_.state_size(); }

  // Noise of another run.
  void reseed(uint64_t seed, std::string_view path);
  void reset(std::span<double> state) const;
  // Forgets the motion so far: an INS that was carried elsewhere aligns again. Others have none.
  void realign(std::span<double> state) const;

  // Takes sample number `sample` (0, 1, 2, ...) and sends it on its way. Allocates nothing.
  void measure(int64_t sample, const Truth& truth, std::span<double> state) const;

  // Hands over the oldest reading that has arrived by now. reading.values and reading.truth must
  // have one entry per column. Returns false when there is none.
  bool deliver(Tick now, Reading& reading, std::span<double> state) const;

 private:
  NavigationSensorConfig config_;
  std::vector<Column> columns_;
  std::vector<NoiseGroup> noise_groups_;
  double noise_rate_hz_;
  NoiseStack noise_;
  DelayLine delay_;
  RandomStream alignment_stream_;
  RandomStream beam_stream_;
  std::optional<Battery> battery_;
  size_t memory_begin_ = 0;
  size_t delay_begin_ = 0;
};

}  // namespace hadal::sensors
