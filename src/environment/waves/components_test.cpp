#include "environment/waves/components.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "environment/waves/spectra.h"

namespace hadal::environment {
namespace components_test {

constexpr double kGravity = 9.81;
constexpr double kLargestBin = 0.05;  // share of the variance
constexpr double kDeepSea = std::numeric_limits<double>::infinity();

RandomWaves jonswap(double height_m, double period_s) {
  RandomWaves waves;
  waves.spectrum = JonswapSpectrum{height_m, period_s};
  return waves;
}

TEST(WaveComponents, VarianceIsThatOfTheSpectrum) {
  for (const size_t count : {1UL, 10UL, 260UL}) {
    RandomWaves waves = jonswap(3, 9);
    waves.components = count;
    const WaveField field = make_wave_field({waves, {}}, 1, kDeepSea, kGravity, 1025);
    EXPECT_EQ(field.components().size(), count);
    EXPECT_NEAR(4 * std::sqrt(field.variance_m2()), 3, 1e-6);
  }
}

// Shape of the sea: the variance below each frequency follows the spectrum.
TEST(WaveComponents, FollowTheSpectrum) {
  const RandomWaves waves = jonswap(3, 9);
  const SeaSpectrum spectrum = sea_spectrum(waves, kGravity);
  const auto components = wave_components({waves, {}}, 1, kDeepSea, kGravity);
  double below = 0;
  for (const WaveComponent& c : components) {
    below += c.amplitude_m * c.amplitude_m / 2;
    EXPECT_NEAR(below, spectrum.variance_m2(0, c.frequency_rad_s), kLargestBin * 9.0 / 16);
  }
}

TEST(WaveComponents, DirectionsFollowTheSpreading) {
  RandomWaves waves = jonswap(3, 9);
  waves.toward_rad = 1;
  for (const double s : {2.0, 10.0, 50.0}) {
    waves.spreading_exponent = s;
    double cosine = 0, sine = 0, total = 0;
    for (const WaveComponent& c : wave_components({waves, {}}, 3, kDeepSea, kGravity)) {
      const double variance = c.amplitude_m * c.amplitude_m;
      cosine += variance * std::cos(c.toward_rad - 1);
      sine += variance * std::sin(c.toward_rad - 1);
      total += variance;
    }
    EXPECT_NEAR(cosine / total, s / (s + 1), 0.01);
    EXPECT_NEAR(sine / total, 0, 0.02);
  }
  waves.spreading = SpreadingShape::none;
  for (const WaveComponent& c : wave_components({waves, {}}, 3, kDeepSea, kGravity))
    EXPECT_EQ(c.toward_rad, 1);
}

// A record of an hour has the height and the mean period of the spectrum, is Gaussian, and does not
// repeat.
TEST(WaveComponents, RecordsHaveTheStatisticsOfTheSea) {
  const RandomWaves waves = jonswap(2, 8);
  const SeaSpectrum spectrum = sea_spectrum(waves, kGravity);
  const WaveField field = make_wave_field({waves, {}}, 5, kDeepSea, kGravity, 1025);
  constexpr double kStep_s = 0.25;
  constexpr int kSamples = 4 * 10800;
  double square = 0, fourth = 0, previous = field.elevation(-kStep_s, 10, 20);
  int crossings = 0;
  for (int i = 0; i < kSamples; ++i) {
    const double z = field.elevation(i * kStep_s, 10, 20);
    square += z * z / kSamples;
    fourth += z * z * z * z / kSamples;
    crossings += previous < 0 && z >= 0;
    previous = z;
  }
  EXPECT_NEAR(4 * std::sqrt(square), 2, 0.1);
  EXPECT_NEAR(fourth / (square * square), 3, 0.4);
  const double mean_period = kSamples * kStep_s / crossings;
  EXPECT_NEAR(mean_period, 2 * M_PI * std::sqrt(spectrum.moment(0) / spectrum.moment(2)), 0.4);
  double correlation = 0;
  for (int shift_s = 600; shift_s < 3600; shift_s += 7) {
    double sum = 0;
    for (int i = 0; i < 400; ++i)
      sum += field.elevation(i * 1.5, 0, 0) * field.elevation(i * 1.5 + shift_s, 0, 0) / 400;
    correlation = std::fmax(correlation, std::fabs(sum) / square);
  }
  EXPECT_LT(correlation, 0.7);
}

TEST(WaveComponents, SeedsMakeDifferentSeasOfTheSameHeight) {
  const WaveParameters waves{jonswap(2, 8), {}};
  const auto one = wave_components(waves, 1, kDeepSea, kGravity),
             again = wave_components(waves, 1, kDeepSea, kGravity),
             two = wave_components(waves, 2, kDeepSea, kGravity);
  for (size_t i = 0; i < one.size(); ++i) {
    EXPECT_EQ(one[i].phase_rad, again[i].phase_rad);
    EXPECT_NE(one[i].phase_rad, two[i].phase_rad);
    EXPECT_NEAR(one[i].amplitude_m, two[i].amplitude_m, 1e-12);
  }
}

TEST(WaveComponents, DepthComesFromTheWavesThenTheSeabed) {
  const ListedWaves one{{{0.5, 8, 0, 0}}};
  const auto depth_of = [&](const WaveParameters& waves, double seabed) {
    return make_wave_field(waves, 1, seabed, kGravity, 1025).depth_m();
  };
  EXPECT_EQ(depth_of({one, 12.0}, 30), 12);
  EXPECT_EQ(depth_of({one, {}}, 30), 30);
  EXPECT_EQ(depth_of({one, {}}, kDeepSea), kDeepSea);
  EXPECT_EQ(depth_of({one, {}}, -4), kDeepSea);
  // Shallow water shortens the waves: k of T = 8 s in 12 m against deep water.
  const auto shallow = make_wave_field({one, 12.0}, 1, 30, kGravity, 1025).components()[0],
             deep = make_wave_field({one, {}}, 1, kDeepSea, kGravity, 1025).components()[0];
  EXPECT_GT(shallow.wave_number_rad_m, 1.2 * deep.wave_number_rad_m);
}

TEST(WaveComponents, CalmSeasHaveNoWaves) {
  RandomWaves calm;
  calm.spectrum = SeaState{0};
  EXPECT_TRUE(wave_components({calm, {}}, 1, kDeepSea, kGravity).empty());
  EXPECT_TRUE(wave_components({}, 1, kDeepSea, kGravity).empty());
  calm.spectrum = DevelopedWind{0};
  EXPECT_TRUE(wave_components({calm, {}}, 1, kDeepSea, kGravity).empty());
}

}  // namespace components_test
}  // namespace hadal::environment
