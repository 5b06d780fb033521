#include "environment/wind.h"

#include <gtest/gtest.h>

#include <cmath>

namespace hadal::environment {
namespace wind_test {

WindConfig breeze() {
  WindConfig wind;
  wind.speed_m_s = 12;
  wind.given_toward_rad = 0.5;
  wind.turbulence_intensity = 0.15;
  return wind;
}

WindConfig steady() {
  WindConfig wind = breeze();
  wind.turbulence_intensity = 0;
  return wind;
}

TEST(Wind, Profiles) {
  WindConfig wind = steady();
  wind.roughness_m = 1e-3;
  const Wind log(wind, 1);
  EXPECT_NEAR(log.mean_speed_m_s(10), 12, 1e-12);
  // u*/0.4 ln(z/z0): equal steps for equal ratios.
  EXPECT_NEAR(log.mean_speed_m_s(10) - log.mean_speed_m_s(1),
              log.mean_speed_m_s(1) - log.mean_speed_m_s(0.1), 1e-12);
  EXPECT_NEAR(log.mean_speed_m_s(1), 12 * 3.0 / 4, 1e-12);
  EXPECT_EQ(log.mean_speed_m_s(1e-3), 0);
  EXPECT_EQ(log.mean_speed_m_s(-2), 0);
  wind.profile = WindProfile::power;
  wind.exponent = 0.5;
  EXPECT_NEAR(Wind(wind, 1).mean_speed_m_s(2.5), 6, 1e-12);
  wind.profile = WindProfile::uniform;
  EXPECT_EQ(Wind(wind, 1).mean_speed_m_s(0.01), 12);
}

TEST(Wind, BlowsToward) {
  const Vec3 v = Wind(steady(), 1).velocity_N(3, 10);
  EXPECT_NEAR(v.x(), 12 * std::cos(0.5), 1e-12);
  EXPECT_NEAR(v.y(), 12 * std::sin(0.5), 1e-12);
  EXPECT_EQ(v.z(), 0);
  EXPECT_LT((Wind(steady(), 1).velocity_N(3, 10, 0.5) - v / 2).norm(), 1e-12);
  EXPECT_EQ(Wind().velocity_N(3, 10), Vec3::Zero());
}

TEST(Wind, GustsHaveTheirVariance) {
  for (const GustSpectrum spectrum : {GustSpectrum::npd, GustSpectrum::davenport}) {
    WindConfig parameters = breeze();
    parameters.gust_spectrum = spectrum;
    const Wind wind(parameters, 4);
    constexpr int kSamples = 30000;
    constexpr double kStep_s = 4.1;
    double sum = 0, square = 0;
    for (int i = 0; i < kSamples; ++i) {
      const double gust = wind.gust_m_s(i * kStep_s);
      sum += gust / kSamples;
      square += gust * gust / kSamples;
    }
    EXPECT_NEAR(sum, 0, 0.02);
    EXPECT_NEAR(std::sqrt(square), 0.15 * 12, 0.03 * 0.15 * 12);
  }
}

TEST(Wind, SpectrumFallsWithFiveThirds) {
  for (const GustSpectrum spectrum : {GustSpectrum::npd, GustSpectrum::davenport})
    EXPECT_NEAR(std::log2(gust_density(spectrum, 400, 12) / gust_density(spectrum, 200, 12)),
                -5.0 / 3, 0.02);
  WindConfig parameters = breeze();
  parameters.gust_spectrum = GustSpectrum::davenport;
  const Wind wind(parameters, 9);
  const auto structure = [&](double lag) {  // mean square change over a lag
    constexpr int kSamples = 8000;
    double square = 0;
    for (int i = 0; i < kSamples; ++i) {
      const double t = i * 6.7;
      const double difference = wind.gust_m_s(t + lag) - wind.gust_m_s(t);
      square += difference * difference / kSamples;
    }
    return square;
  };
  // In the range where S ~ f^{-5/3} it grows as lag^{2/3}.
  EXPECT_NEAR(std::log2(structure(5) / structure(2.5)), 2.0 / 3, 0.15);
}

TEST(Wind, SameSeedSameGusts) {
  const Wind one(breeze(), 1), again(breeze(), 1), two(breeze(), 2);
  EXPECT_EQ(one.gust_m_s(1234.5), again.gust_m_s(1234.5));
  EXPECT_NE(one.gust_m_s(1234.5), two.gust_m_s(1234.5));
}

}  // namespace wind_test
}  // namespace hadal::environment
