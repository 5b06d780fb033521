#include "sensors/noise/delay_line.h"

#include <gtest/gtest.h>

#include <vector>

namespace hadal::sensors {
namespace delay_line_test {

constexpr StepClock kClock{10'000'000};  // 10 ms

struct Delivered {
  Tick now, stamp;
  double value;
};

// Sends the tick as a value whenever the rate is due and collects what arrives.
std::vector<Delivered> run(double latency_s, double rate_hz, int ticks) {
  const DelayLine line(1, latency_s, rate_hz, kClock);
  const Rate rate(rate_hz, kClock);
  std::vector<double> state(line.state_size());
  line.reset(state);
  std::vector<Delivered> delivered;
  for (Tick tick = 0; tick < ticks; ++tick) {
    if (rate.due(tick)) {
      line.next_record(state)[0] = static_cast<double>(tick);
      line.push({tick, true}, state);
    }
    Arrival arrival;
    while (line.pop(tick, arrival, state)) {
      EXPECT_TRUE(arrival.valid);
      delivered.push_back({tick, arrival.stamp, arrival.values[0]});
    }
  }
  return delivered;
}

TEST(DelayLine, ZeroLatencyArrivesAtOnce) {
  const auto delivered = run(0, 100, 20);
  ASSERT_EQ(delivered.size(), 20u);
  for (const Delivered& d : delivered) EXPECT_EQ(d.now, d.stamp);
}

TEST(DelayLine, LatencyIsExactInSamples) {
  const auto delivered = run(0.05, 100, 40);
  ASSERT_EQ(delivered.size(), 35u);
  for (size_t i = 0; i < delivered.size(); ++i) {
    EXPECT_EQ(delivered[i].stamp, static_cast<Tick>(i));
    EXPECT_EQ(delivered[i].now, static_cast<Tick>(i) + 5);
    EXPECT_EQ(delivered[i].value, static_cast<double>(i));
  }
}

// A slow sensor need not wait for its next sample; latency rounds up to a whole tick.
TEST(DelayLine, ShorterThanASamplePeriodAndBetweenTicks) {
  const auto delivered = run(0.033, 2, 200);
  ASSERT_EQ(delivered.size(), 4u);
  for (const Delivered& d : delivered) EXPECT_EQ(d.now, d.stamp + 4);
}

TEST(DelayLine, RateThatDoesNotDivideTheStepLosesNothing) {
  const auto delivered = run(0.5, 30, 1000);
  const Rate rate(30, kClock);
  ASSERT_EQ(static_cast<int64_t>(delivered.size()), rate.samples_through(999 - 50));
  for (const Delivered& d : delivered) EXPECT_EQ(d.now, d.stamp + 50);
}

TEST(DelayLine, KeepsTheNewestWhenNobodyListens) {
  const DelayLine line(1, 0.02, 100, kClock);
  std::vector<double> state(line.state_size());
  line.reset(state);
  for (Tick tick = 0; tick < 10; ++tick) {
    line.next_record(state)[0] = static_cast<double>(tick);
    line.push({tick, true}, state);
  }
  Arrival arrival;
  ASSERT_TRUE(line.pop(9, arrival, state));
  EXPECT_EQ(arrival.stamp, 7);
  EXPECT_EQ(arrival.values[0], 7);
  EXPECT_FALSE(line.pop(9, arrival, state));
}

}  // namespace delay_line_test
}  // namespace hadal::sensors
