#include <gtest/gtest.h>

#include <cmath>

#include "math/units.h"
#include "world/build.h"

namespace hadal::build {
namespace build_waves_test {

double heading_deg(double toward_rad) {
  return std::remainder(toward_rad / kDegree, 360.0);
}

TEST(BuildWaves, FromIsOppositeToToward) {
  RegularWavesConfig waves;
  waves.height_m = 3;
  waves.period_s = 9;
  waves.from_deg = 270;
  waves.phase_deg = 90;
  WaveTrain train = std::get<ListedWaves>(wave_parameters(AnyConfig::of(waves)).sea).trains.at(0);
  EXPECT_NEAR(heading_deg(train.toward_rad), 90, 1e-9);
  EXPECT_EQ(train.amplitude_m, 1.5);
  EXPECT_NEAR(train.phase_rad, M_PI / 2, 1e-12);
  waves.from_deg.reset();
  waves.toward_deg = 30;
  train = std::get<ListedWaves>(wave_parameters(AnyConfig::of(waves)).sea).trains.at(0);
  EXPECT_NEAR(heading_deg(train.toward_rad), 30, 1e-9);
  waves.toward_deg.reset();  // from the north
  train = std::get<ListedWaves>(wave_parameters(AnyConfig::of(waves)).sea).trains.at(0);
  EXPECT_NEAR(std::fabs(heading_deg(train.toward_rad)), 180, 1e-9);
}

TEST(BuildWaves, ListedWavesMayShareTheDirectionOfTheSea) {
  ComponentWavesConfig waves;
  waves.toward_deg = 40;
  waves.depth_m = 12;
  waves.waves.resize(2);
  waves.waves[1].from_deg = 0;
  const WaveParameters sea = wave_parameters(AnyConfig::of(waves));
  EXPECT_EQ(sea.depth_m.value(), 12);
  const auto& trains = std::get<ListedWaves>(sea.sea).trains;
  EXPECT_NEAR(heading_deg(trains.at(0).toward_rad), 40, 1e-9);
  EXPECT_NEAR(std::fabs(heading_deg(trains.at(1).toward_rad)), 180, 1e-9);
}

TEST(BuildWaves, RandomSeas) {
  JonswapWavesConfig jonswap;
  jonswap.significant_height_m = 2;
  jonswap.spreading = "cos_squared";
  const auto sea = std::get<RandomWaves>(wave_parameters(AnyConfig::of(jonswap)).sea);
  EXPECT_EQ(std::get<JonswapSpectrum>(sea.spectrum).significant_height_m, 2);
  EXPECT_TRUE(std::get<JonswapSpectrum>(sea.spectrum).exact_normaliser);
  EXPECT_EQ(sea.spreading, SpreadingShape::cos_squared);
  PiersonMoskowitzWavesConfig developed;
  developed.significant_height_m = 1.5;
  const auto by_height = std::get<RandomWaves>(wave_parameters(AnyConfig::of(developed)).sea);
  EXPECT_EQ(std::get<DevelopedHeight>(by_height.spectrum).significant_height_m, 1.5);
  developed.peak_period_s = 7;
  const auto by_both = std::get<RandomWaves>(wave_parameters(AnyConfig::of(developed)).sea);
  EXPECT_EQ(std::get<JonswapSpectrum>(by_both.spectrum).peak_enhancement, 1);
  SeaStateWavesConfig state;
  state.state = 6;
  const auto by_state = std::get<RandomWaves>(wave_parameters(AnyConfig::of(state)).sea);
  EXPECT_EQ(std::get<SeaState>(by_state.spectrum).state, 6);
  PhillipsWavesConfig phillips;
  phillips.modes = 32;
  EXPECT_EQ(std::get<LatticeWaves>(wave_parameters(AnyConfig::of(phillips)).sea).modes, 32);
}

TEST(BuildWaves, NothingSaidIsACalmSea) {
  EXPECT_TRUE(std::get<ListedWaves>(wave_parameters({}).sea).trains.empty());
}

TEST(BuildWaves, Wind) {
  WindConfig wind;
  wind.speed_m_s = 11;
  wind.from_deg = 90;
  wind.profile = "power";
  wind.gust_spectrum = "davenport";
  const WindParameters out = wind_parameters(wind);
  EXPECT_EQ(out.speed_m_s, 11);
  EXPECT_NEAR(heading_deg(out.toward_rad), -90, 1e-9);
  EXPECT_EQ(out.profile, WindProfile::power);
  EXPECT_EQ(out.gust_spectrum, GustSpectrum::davenport);
}

}  // namespace build_waves_test
}  // namespace hadal::build
