#include "sensors/network/reception.h"

#include <gtest/gtest.h>

#include <array>
#include <cmath>

namespace hadal::sensors {
namespace reception_test {

constexpr double kTolerance = 1e-12;

// A ping of a tenth of a bit acts on the whole bit with a tenth of its power.
TEST(Reception, ShortPingsActOnAWholeBit) {
  const Disturbance ping{1.0, 1.001, 50};
  const Disturbance spread = over_a_bit(ping, 0.01);
  EXPECT_NEAR(spread.end_s - spread.begin_s, 0.01, 1e-12);
  EXPECT_NEAR(spread.power, 5, 1e-9);
  EXPECT_EQ(over_a_bit(ping, 0.0005).power, ping.power);
  EXPECT_EQ(over_a_bit(ping, 0.0005).end_s, ping.end_s);
}

TEST(Reception, WithoutDisturbanceItIsTheClosedForm) {
  const Reception reception{2, 3, 100, 10, {}};
  const BitLaw law{Modulation::kFsk, 0, 2};
  EXPECT_NEAR(mean_snr(reception, 2, 3), 10, kTolerance);
  const double ber = 0.5 * std::exp(-10.0);
  EXPECT_NEAR(packet_success(reception, law, 2, 400), std::pow(1 - ber, 400), kTolerance);
}

// A disturbance over the last quarter of the data: its bits see another ratio, not a mean one.
TEST(Reception, EachBitSeesTheNoiseOfItsOwnMoment) {
  const std::array<Disturbance, 2> others{Disturbance{2.75, 9, 40}, Disturbance{0, 1.5, 1e6}};
  const Reception reception{2, 3, 100, 10, others};
  const BitLaw law{Modulation::kBpsk, 0, 1};
  const double quiet = 0.5 * std::erfc(std::sqrt(10.0)), loud = 0.5 * std::erfc(std::sqrt(2.0));
  EXPECT_NEAR(packet_success(reception, law, 2, 80),
              std::pow(1 - quiet, 60) * std::pow(1 - loud, 20), kTolerance);
  EXPECT_NEAR(mean_snr(reception, 2, 3), 100 / (10 + 40 * 0.25), kTolerance);
  // Only the data part counts: from 2.5 s on half of the bits meet the disturbance.
  EXPECT_NEAR(packet_success(reception, law, 2.5, 80),
              std::pow(1 - quiet, 40) * std::pow(1 - loud, 40), kTolerance);
}

TEST(Reception, GivenErrorRateAndLight) {
  const Reception reception{0, 1, 64, 1, {}};
  EXPECT_NEAR(packet_success(reception, {Modulation::kGiven, 5e-4, 1}, 0, 512),
              std::pow(1 - 5e-4, 512), kTolerance);
  BitLaw light;
  light.light = true;
  EXPECT_NEAR(light(64), 0.5 * std::erfc(std::sqrt(8.0)), kTolerance);
}

TEST(Reception, FractionOfABand) {
  EXPECT_NEAR(band_fraction(25e3, 4e3, 25e3, 10e3), 1, kTolerance);
  EXPECT_NEAR(band_fraction(25e3, 10e3, 25e3, 4e3), 0.4, kTolerance);
  EXPECT_NEAR(band_fraction(25e3, 4e3, 28e3, 4e3), 0.25, kTolerance);
  EXPECT_EQ(band_fraction(25e3, 4e3, 60e3, 4e3), 0);
}

}  // namespace reception_test
}  // namespace hadal::sensors
