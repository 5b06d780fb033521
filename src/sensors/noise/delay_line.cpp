#include "sensors/noise/delay_line.h"

#include <algorithm>
#include <cmath>

#include "base/check.h"

namespace hadal::sensors {

DelayLine::DelayLine(size_t width, double latency_s, double rate_hz, StepClock clock)
    : width_(width), latency_ticks_(clock.tick_at(latency_s)) {
  HADAL_CHECK(rate_hz > 0 && latency_s >= 0);
  const auto shortest_period = static_cast<Tick>(std::floor(1 / (rate_hz * clock.step_s()) + 1e-6));
  capacity_ = static_cast<size_t>(latency_ticks_ / std::max<Tick>(1, shortest_period)) + 1;
}

void DelayLine::reset(std::span<double> state) const {
  HADAL_CHECK(state.size() == state_size());
  std::fill(state.begin(), state.end(), 0.0);
}

std::span<double> DelayLine::slot(double count, std::span<double> state) const {
  const size_t index = static_cast<size_t>(count) % capacity_;
  const size_t record = kRecordHeader + width_;
  return state.subspan(kHeader + index * record, record);
}

std::span<double> DelayLine::next_record(std::span<double> state) const {
  HADAL_CHECK(state.size() == state_size());
  return slot(state[0], state).subspan(kRecordHeader);
}

void DelayLine::push(Arrival record, std::span<double> state) const {
  HADAL_CHECK(state.size() == state_size());
  const std::span<double> target = slot(state[0], state);
  target[0] = static_cast<double>(record.stamp);
  target[1] = record.valid ? 1 : 0;
  state[0] += 1;
  state[1] = std::max(state[1], state[0] - static_cast<double>(capacity_));
}

bool DelayLine::pop(Tick now, Arrival& record, std::span<double> state) const {
  HADAL_CHECK(state.size() == state_size());
  if (state[1] >= state[0]) return false;
  const std::span<double> source = slot(state[1], state);
  const auto stamp = static_cast<Tick>(source[0]);
  if (stamp + latency_ticks_ > now) return false;
  record = {stamp, source[1] > 0, source.subspan(kRecordHeader)};
  state[1] += 1;
  return true;
}

}  // namespace hadal::sensors
