// Latency: a reading measured at tick k arrives at the first tick at or after k + latency, with its
// own stamp. A ring of records in the caller's memory, so that snapshots hold what is under way.
#pragma once
#include <cstddef>
#include <span>

#include "base/ticks.h"

namespace hadal::sensors {

struct Arrival {
  Tick stamp = 0;
  bool valid = false;
  std::span<const double> values = {};  // filled by pop()
};

class DelayLine {
 public:
  DelayLine() = default;
  // width: numbers per record. rate_hz bounds how many records are under way at once.
  DelayLine(size_t width, double latency_s, double rate_hz, StepClock clock);

  Tick latency_ticks() const { return latency_ticks_; }
  size_t state_size() const { return kHeader + capacity_ * (kRecordHeader + width_); }
  void reset(std::span<double> state) const;

  // The width numbers of the next record, to be written in place before push(). When the ring is
  // full this is the oldest record, which is then lost: only when arrivals are not taken at every
  // tick.
  std::span<double> next_record(std::span<double> state) const;
  void push(Arrival record, std::span<double> state) const;

  // Takes the oldest record that has arrived by now; its numbers stay readable until the next
  // next_record(). Returns false when there is none.
  bool pop(Tick now, Arrival& record, std::span<double> state) const;

 private:
  static constexpr size_t kHeader = 2;        // records written, records read
  static constexpr size_t kRecordHeader = 2;  // stamp, valid
  std::span<double> slot(double count, std::span<double> state) const;

  size_t width_ = 0;
  size_t capacity_ = 1;
  Tick latency_ticks_ = 0;
};

}  // namespace hadal::sensors
