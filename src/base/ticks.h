// Simulation time is an integer tick; one tick is one step. Seconds are derived, never accumulated.
#pragma once
#include <cmath>
#include <cstdint>
#include <limits>
#include <numeric>

namespace hadal::inline base {

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
  Rate(double rate_hz, StepClock clock) : microhertz_(std::llround(rate_hz * 1e6)) {
    if (microhertz_ <= 0) return;
    // step_ns * microhertz / 1e15 samples per tick, in lowest terms.
    const int64_t of_step = std::gcd(clock.step_ns, denominator_);
    denominator_ /= of_step;
    const int64_t of_rate = std::gcd(microhertz_, denominator_);
    denominator_ /= of_rate;
    numerator_ = static_cast<Wide>(clock.step_ns / of_step) * (microhertz_ / of_rate);
    narrow_through_ = static_cast<Tick>(std::numeric_limits<int64_t>::max() / numerator_);
  }

  // True when a sample falls on this tick. Tick 0 is always due.
  bool due(Tick tick) const {
    if (microhertz_ <= 0) return false;
    return tick == 0 || samples_before(tick) != samples_before(tick - 1);
  }
  // How many samples fell on ticks 0..tick.
  int64_t samples_through(Tick tick) const { return samples_before(tick) + 1; }
  // First tick after `tick` on which a sample falls; of a rate above 0.
  Tick next_due(Tick tick) const {
    const Wide ahead = (static_cast<Wide>(samples_before(tick)) + 1) * denominator_;
    return static_cast<Tick>((ahead + numerator_ - 1) / numerator_);
  }
  double period_s() const { return 1e6 / static_cast<double>(microhertz_); }

 private:
  __extension__ using Wide = __int128;
  int64_t samples_before(Tick tick) const {
    // With ordinary rates and steps the terms are small and 64 bits hold the product at any time;
    // a division of 128 bits takes ten times as long, and every sensor asks in every step.
    if (tick <= narrow_through_) return tick * static_cast<int64_t>(numerator_) / denominator_;
    return static_cast<int64_t>(tick * numerator_ / denominator_);
  }
  int64_t microhertz_ = 0;
  Wide numerator_ = 0;
  int64_t denominator_ = 1'000'000'000'000'000;
  Tick narrow_through_ = std::numeric_limits<Tick>::max();
};

}  // namespace hadal::base
