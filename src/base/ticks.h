// Simulation time is an integer tick; one tick is one step. Seconds are derived, never accumulated.
#pragma once
#include <cmath>
#include <cstdint>

namespace hadal {

using Tick = int64_t;

struct StepClock {
  int64_t step_ns = 5'000'000;

  double step_s() const { return static_cast<double>(step_ns) * 1e-9; }
  double time_s(Tick tick) const { return static_cast<double>(tick * step_ns) * 1e-9; }
  int64_t time_ns(Tick tick) const { return tick * step_ns; }
  // First tick at or after a time.
  Tick tick_at(double time_s) const {
    return static_cast<Tick>(std::ceil(time_s * 1e9 / static_cast<double>(step_ns) - 1e-6));
  }
};

// A rate that need not divide the step: sample k falls on the first tick at or after k / rate. All
// integer arithmetic, so that a 30 Hz sensor on a 5 ms step never drifts. A rate above the step
// rate means every tick.
class Rate {
 public:
  Rate() = default;
  Rate(double rate_hz, StepClock clock)
      : microhertz_(std::llround(rate_hz * 1e6)), step_ns_(clock.step_ns) {}

  // True when a sample falls on this tick. Tick 0 is always due.
  bool due(Tick tick) const {
    if (microhertz_ <= 0) return false;
    return tick == 0 || samples_before(tick) != samples_before(tick - 1);
  }
  // How many samples fell on ticks 0..tick.
  int64_t samples_through(Tick tick) const { return samples_before(tick) + 1; }
  double period_s() const { return 1e6 / static_cast<double>(microhertz_); }

 private:
  int64_t samples_before(Tick tick) const {
    __extension__ using Wide = __int128;
    return static_cast<int64_t>(static_cast<Wide>(tick) * step_ns_ * microhertz_ /
                                1'000'000'000'000'000LL);
  }
  int64_t microhertz_ = 0;
  int64_t step_ns_ = 1;
};

}  // namespace hadal
