#include "environment/waves/components.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "environment/waves/spectra.h"
#include "math/units.h"

namespace hadal::environment {
namespace components_test {

constexpr double kGravity = 9.81;
constexpr double kLargestBin = 0.05;  // fraction of the variance
constexpr double kDeepSea = std::numeric_limits<double>::infinity();

JonswapWavesConfig jonswap(double height_m, double period_s) {
  JonswapWavesConfig waves;
  waves.significant_height_m = height_m;
  waves.peak_period_s = period_s;
  return waves;
}

TEST(WaveComponents, VarianceIsThatOfTheSpectrum) {
  for (const int64_t count : {1, 10, 260}) {
    JonswapWavesConfig waves = jonswap(3, 9);
    waves.components = count;
    const WaveField field = make_wave_field(AnyConfig::of(waves), 1, kDeepSea, kGravity, 1025);
    EXPECT_EQ(field.components().size(), static_cast<size_t>(count));
    EXPECT_NEAR(4 * std::sqrt(field.variance_m2()), 3, 1e-6);
  }
}

// Shape of the sea: the variance below each frequency follows the spectrum.
TEST(WaveComponents, FollowTheSpectrum) {
  const JonswapWavesConfig waves = jonswap(3, 9);
  const SeaSpectrum spectrum = sea_spectrum(waves);
  const auto components = wave_components(AnyConfig::of(waves), 1, kDeepSea, kGravity);
  double below = 0;
  for (const WaveComponent& c : components) {
    below += c.amplitude_m * c.amplitude_m / 2;
    EXPECT_NEAR(below, spectrum.variance_m2(0, c.frequency_rad_s), kLargestBin * 9.0 / 16);
  }
}

TEST(WaveComponents, DirectionsFollowTheSpreading) {
  JonswapWavesConfig waves = jonswap(3, 9);
  waves.given_toward_rad = 1;
  for (const double s : {2.0, 10.0, 50.0}) {
    waves.spreading_exponent = s;
    double cosine = 0, sine = 0, total = 0;
    for (const WaveComponent& c : wave_components(AnyConfig::of(waves), 3, kDeepSea, kGravity)) {
      const double variance = c.amplitude_m * c.amplitude_m;
      cosine += variance * std::cos(c.toward_rad - 1);
      sine += variance * std::sin(c.toward_rad - 1);
      total += variance;
    }
    EXPECT_NEAR(cosine / total, s / (s + 1), 0.01);
    EXPECT_NEAR(sine / total, 0, 0.02);
  }
  waves.spreading = SpreadingShape::none;
  for (const WaveComponent& c : wave_components(AnyConfig::of(waves), 3, kDeepSea, kGravity))
    EXPECT_EQ(c.toward_rad, 1);
}

// A record of an hour has the height and the mean period of the spectrum, is Gaussian, and does not
// repeat.
TEST(WaveComponents, RecordsHaveTheStatisticsOfTheSea) {
  const JonswapWavesConfig waves = jonswap(2, 8);
  const SeaSpectrum spectrum = sea_spectrum(waves);
  const WaveField field = make_wave_field(AnyConfig::of(waves), 5, kDeepSea, kGravity, 1025);
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
  const AnyConfig waves = AnyConfig::of(jonswap(2, 8));
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
  RegularWavesConfig one;
  RegularWavesConfig own_depth;
  own_depth.depth_m = 12;
  const auto depth_of = [&](const RegularWavesConfig& waves, double seabed) {
    return make_wave_field(AnyConfig::of(waves), 1, seabed, kGravity, 1025).depth_m();
  };
  EXPECT_EQ(depth_of(own_depth, 30), 12);
  EXPECT_EQ(depth_of(one, 30), 30);
  EXPECT_EQ(depth_of(one, kDeepSea), kDeepSea);
  EXPECT_EQ(depth_of(one, -4), kDeepSea);
  // Shallow water shortens the waves: k of T = 8 s in 12 m against deep water.
  const auto shallow = wave_components(AnyConfig::of(own_depth), 1, 12, kGravity)[0],
             deep = wave_components(AnyConfig::of(one), 1, kDeepSea, kGravity)[0];
  EXPECT_GT(shallow.wave_number_rad_m, 1.2 * deep.wave_number_rad_m);
}

TEST(WaveComponents, CalmSeasHaveNoWaves) {
  SeaStateWavesConfig calm;
  calm.state = 0;
  EXPECT_TRUE(wave_components(AnyConfig::of(calm), 1, kDeepSea, kGravity).empty());
  EXPECT_TRUE(wave_components({}, 1, kDeepSea, kGravity).empty());
  PiersonMoskowitzWavesConfig no_wind;
  no_wind.wind_speed_m_s = 0;
  EXPECT_TRUE(wave_components(AnyConfig::of(no_wind), 1, kDeepSea, kGravity).empty());
  RegularWavesConfig flat;
  flat.height_m = 0;
  EXPECT_TRUE(wave_components(AnyConfig::of(flat), 1, kDeepSea, kGravity).empty());
}

double heading_deg(const AnyConfig& waves, size_t component) {
  const double toward_rad = wave_components(waves, 1, kDeepSea, kGravity).at(component).toward_rad;
  return std::remainder(toward_rad / kDegree, 360.0);
}

TEST(WaveComponents, FromIsOppositeToToward) {
  RegularWavesConfig waves;
  waves.height_m = 3;
  waves.phase_rad = 1.5;
  waves.from_rad = 270 * kDegree;
  const WaveComponent wave = wave_components(AnyConfig::of(waves), 1, kDeepSea, kGravity).at(0);
  EXPECT_EQ(wave.amplitude_m, 1.5);
  EXPECT_EQ(wave.phase_rad, 1.5);
  EXPECT_NEAR(heading_deg(AnyConfig::of(waves), 0), 90, 1e-9);
  waves.from_rad.reset();
  waves.given_toward_rad = 30 * kDegree;
  EXPECT_NEAR(heading_deg(AnyConfig::of(waves), 0), 30, 1e-9);
  waves.given_toward_rad.reset();  // from the north
  EXPECT_NEAR(std::fabs(heading_deg(AnyConfig::of(waves), 0)), 180, 1e-9);
}

TEST(WaveComponents, ListedWavesMayHaveTheDirectionOfTheSea) {
  ComponentWavesConfig waves;
  waves.given_toward_rad = 40 * kDegree;
  waves.waves.resize(2);
  for (WaveTrainConfig& train : waves.waves) train.amplitude_m = train.period_s = 1;
  waves.waves[1].from_rad = 0;
  EXPECT_NEAR(heading_deg(AnyConfig::of(waves), 0), 40, 1e-9);
  EXPECT_NEAR(std::fabs(heading_deg(AnyConfig::of(waves), 1)), 180, 1e-9);
}

}  // namespace components_test
}  // namespace hadal::environment
