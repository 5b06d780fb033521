#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "base/arena.h"
#include "base/hash.h"
#include "base/result.h"
#include "base/rng.h"
#include "base/ticks.h"

namespace hadal::inline base {
namespace base_test {

// Known answers published with the Random123 library (kat_vectors, philox4x32 with 10 rounds).
TEST(Philox, MatchesPublishedVectors) {
  EXPECT_EQ(philox4x32({0, 0, 0, 0}, {0, 0}),
            (std::array<uint32_t, 4>{0x6627e8d5, 0xe169c58d, 0xbc57ac4c, 0x9b00dbd8}));
  constexpr uint32_t kOnes = 0xffffffff;
  EXPECT_EQ(philox4x32({kOnes, kOnes, kOnes, kOnes}, {kOnes, kOnes}),
            (std::array<uint32_t, 4>{0x408f276d, 0x41c83b0e, 0xa20bc7c6, 0x6d5451fd}));
  EXPECT_EQ(philox4x32({0x243f6a88, 0x85a308d3, 0x13198a2e, 0x03707344}, {0xa4093822, 0x299f31d0}),
            (std::array<uint32_t, 4>{0xd16cfe09, 0x94fdcceb, 0x5001e420, 0x24126ea1}));
}

TEST(RandomStream, NormalHasUnitMomentsAndNoLagCorrelation) {
  const RandomStream stream(7, "vehicles/rov/imu", "white");
  constexpr int kSamples = 200000;
  double sum = 0, squares = 0, fourth = 0, lag = 0, last = 0;
  for (int i = 0; i < kSamples; ++i) {
    const double x = stream.normal(i);
    sum += x;
    squares += x * x;
    fourth += x * x * x * x;
    lag += x * last;
    last = x;
  }
  const double bound = 5 / std::sqrt(kSamples);
  EXPECT_NEAR(sum / kSamples, 0, bound);
  EXPECT_NEAR(squares / kSamples, 1, bound * std::sqrt(2.0));
  EXPECT_NEAR(fourth / kSamples, 3, bound * std::sqrt(96.0));
  EXPECT_NEAR(lag / kSamples, 0, bound);
}

TEST(RandomStream, DependsOnEveryPartOfItsName) {
  const double reference = RandomStream(7, "a", "b").uniform(3, 1);
  EXPECT_EQ(reference, RandomStream(7, "a", "b").uniform(3, 1));
  EXPECT_NE(reference, RandomStream(8, "a", "b").uniform(3, 1));
  EXPECT_NE(reference, RandomStream(7, "c", "b").uniform(3, 1));
  EXPECT_NE(reference, RandomStream(7, "a", "c").uniform(3, 1));
  EXPECT_NE(reference, RandomStream(7, "a", "b").uniform(4, 1));
  EXPECT_NE(reference, RandomStream(7, "a", "b").uniform(3, 2));
}

TEST(Rate, CountsExactlyWithoutDrift) {
  const StepClock clock{5'000'000};
  for (double rate_hz : {1.0, 7.0, 30.0, 100.0, 200.0}) {
    const Rate rate(rate_hz, clock);
    int64_t samples = 0;
    const Tick day = 200 * 86400;
    for (Tick tick = 0; tick < 200 * 60; ++tick) samples += rate.due(tick);
    EXPECT_EQ(samples, static_cast<int64_t>(60 * rate_hz)) << rate_hz;
    EXPECT_EQ(rate.samples_through(day), static_cast<int64_t>(86400 * rate_hz) + 1) << rate_hz;
  }
}

// Rates and steps without common factors, whose fraction has terms of up to 50 bits.
TEST(Rate, OddRatesAreExactAtAnyTick) {
  __extension__ using Wide = __int128;
  const int64_t microhertz = 29'970'029, step_ns = 7'654'321;
  const Rate rate(29.970029, StepClock{step_ns});
  const auto samples_before = [&](Tick tick) {
    return static_cast<int64_t>(static_cast<Wide>(tick) * step_ns * microhertz /
                                1'000'000'000'000'000);
  };
  for (const Tick start : {Tick{0}, Tick{40'000}, Tick{1'000'000'000'000}})
    for (Tick tick = start; tick < start + 1000; ++tick) {
      ASSERT_EQ(rate.samples_through(tick), samples_before(tick) + 1) << tick;
      ASSERT_EQ(rate.due(tick), tick == 0 || samples_before(tick) != samples_before(tick - 1))
          << tick;
    }
}

TEST(Rate, FasterThanTheStepMeansEveryTick) {
  const Rate rate(1000, StepClock{5'000'000});
  for (Tick tick = 0; tick < 50; ++tick) EXPECT_TRUE(rate.due(tick));
}

// By a search; and 30 Hz on a step of 5 ms falls on 0, 35, 70, 100 ms.
TEST(Rate, TheNextSampleFallsOnTheFirstDueTick) {
  for (const double rate_hz : {0.1, 7.0, 29.970029, 30.0, 200.0, 1000.0}) {
    const Rate rate(rate_hz, StepClock{5'000'000});
    for (const Tick start : {Tick{0}, Tick{1'000'000'000'000}})
      for (Tick tick = start; tick < start + 300; ++tick) {
        Tick next = tick + 1;
        while (!rate.due(next)) ++next;
        ASSERT_EQ(rate.next_due(tick), next) << rate_hz;
      }
  }
  const Rate rate(30, StepClock{5'000'000});
  EXPECT_EQ(rate.next_due(0), 7);
  EXPECT_EQ(rate.next_due(7), 14);
  EXPECT_EQ(rate.next_due(14), 20);
}

TEST(StepClock, TickAtIsTheFirstTickNotBefore) {
  const StepClock clock{5'000'000};
  EXPECT_EQ(clock.tick_at(0), 0);
  EXPECT_EQ(clock.tick_at(0.005), 1);
  EXPECT_EQ(clock.tick_at(0.0051), 2);
  EXPECT_EQ(clock.tick_at(60), 12000);
}

TEST(Hasher, SeesOrderLengthAndSignOfZero) {
  const auto hash = [](std::vector<double> numbers) {
    Hasher h;
    h.add(numbers);
    return h.value();
  };
  EXPECT_NE(hash({1, 2}), hash({2, 1}));
  EXPECT_NE(hash({0}), hash({0, 0}));
  EXPECT_NE(hash({0.0}), hash({-0.0}));
  EXPECT_EQ(hash({1.5, 2.5}), hash({1.5, 2.5}));
}

TEST(ThreadArena, DoesEveryItemOnce) {
  for (int threads : {1, 2, 4}) {
    ThreadArena arena(threads);
    std::vector<int> done(1000);
    arena.for_each(done.size(), [&](size_t i) { ++done[i]; });
    EXPECT_EQ(done, std::vector<int>(1000, 1)) << threads;
  }
}

TEST(Result, CarriesEveryProblem) {
  Problems problems;
  problems.add({"a.yaml", 3, 5}, "pose.depth_m", "expected a number");
  problems.add("second");
  const Result<int> result(problems);
  ASSERT_FALSE(result.ok());
  EXPECT_EQ(result.problems().text(), "a.yaml:3:5: pose.depth_m: expected a number\nsecond");
  EXPECT_THROW((void)result.value(), InvalidInput);
}

}  // namespace base_test
}  // namespace hadal::base
