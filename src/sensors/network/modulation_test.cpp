#include "sensors/network/modulation.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "base/rng.h"

namespace hadal::sensors {
namespace modulation_test {

constexpr int kBits = 200000;
constexpr double kErrors = 4;  // standard deviations of the count allowed

// Counts wrong bits of a receiver that is simulated symbol by symbol.
template <class Wrong>
void expect_rate(double expected, Wrong wrong) {
  int count = 0;
  for (int i = 0; i < kBits; ++i) count += wrong(i);
  const double deviation = std::sqrt(expected * (1 - expected) / kBits);
  EXPECT_NEAR(static_cast<double>(count) / kBits, expected, kErrors * deviation);
}

// Energy 1 per bit, noise density 1/gamma: each of I and Q has variance 1/(2 gamma).
TEST(Modulation, CoherentPhaseShiftKeying) {
  const RandomStream stream(1, "bpsk", "test");
  for (const double gamma : {0.5, 2.0, 4.0}) {
    const double sigma = std::sqrt(0.5 / gamma);
    expect_rate(bit_error_rate(Modulation::kBpsk, gamma),
                [&](int i) { return 1 + sigma * stream.normal(i) < 0; });
  }
}

TEST(Modulation, NonCoherentFrequencyShiftKeying) {
  const RandomStream stream(2, "fsk", "test");
  for (const double gamma : {1.0, 4.0, 8.0}) {
    const double sigma = std::sqrt(0.5 / gamma);
    expect_rate(bit_error_rate(Modulation::kFsk, gamma), [&](int i) {
      const auto a = stream.normal_pair(i, 0), b = stream.normal_pair(i, 1);
      return std::hypot(1 + sigma * a[0], sigma * a[1]) < std::hypot(sigma * b[0], sigma * b[1]);
    });
  }
}

TEST(Modulation, DifferentialPhaseShiftKeying) {
  const RandomStream stream(3, "dpsk", "test");
  for (const double gamma : {0.5, 2.0, 4.0}) {
    const double sigma = std::sqrt(0.5 / gamma);
    expect_rate(bit_error_rate(Modulation::kDpsk, gamma), [&](int i) {
      const auto a = stream.normal_pair(i, 0), b = stream.normal_pair(i, 1);
      return (1 + sigma * a[0]) * (1 + sigma * b[0]) + sigma * sigma * a[1] * b[1] < 0;
    });
  }
}

// The amplitude of every bit is Rayleigh with mean square one.
TEST(Modulation, RayleighFading) {
  const RandomStream stream(4, "fading", "test");
  constexpr double kGamma = 6;
  const double sigma = std::sqrt(0.5 / kGamma);
  const auto amplitude = [&](int i) {
    const auto f = stream.normal_pair(i, 2);
    return std::hypot(f[0], f[1]) / std::numbers::sqrt2;
  };
  expect_rate(bit_error_rate(Modulation::kBpskFading, kGamma),
              [&](int i) { return amplitude(i) + sigma * stream.normal_pair(i, 0)[0] < 0; });
  expect_rate(bit_error_rate(Modulation::kFskFading, kGamma), [&](int i) {
    const auto a = stream.normal_pair(i, 0), b = stream.normal_pair(i, 1);
    return std::hypot(amplitude(i) + sigma * a[0], sigma * a[1]) <
           std::hypot(sigma * b[0], sigma * b[1]);
  });
}

// Light on or off with equal chance, threshold half-way, noise of variance 1/snr.
TEST(Modulation, OnOffKeying) {
  const RandomStream stream(5, "light", "test");
  constexpr double kSnr = 16;
  expect_rate(on_off_error_rate(kSnr), [&](int i) {
    const double sent = i % 2;
    return (sent + stream.normal(i) / std::sqrt(kSnr) > 0.5) != (sent > 0.5);
  });
}

TEST(Modulation, WholePacketsMultiply) {
  EXPECT_NEAR(std::exp(log_success(5e-4, 512)), std::pow(1 - 5e-4, 512), 1e-12);
  EXPECT_EQ(log_success(0.3, 0), 0);
  EXPECT_EQ(std::exp(log_success(1, 8)), 0);
  EXPECT_NEAR(to_db(from_db(-37.25)), -37.25, 1e-12);
}

}  // namespace modulation_test
}  // namespace hadal::sensors
