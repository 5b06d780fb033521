#include "sensors/optical/render/sea_levels.h"

#include <gtest/gtest.h>

#include <cmath>

#include "environment/waves/components.h"

namespace hadal::sensors {
namespace sea_levels_test {

using environment::WaveField;

WaveField sea_state(int state) {
  SeaStateWavesConfig waves;
  waves.given_toward_rad = 0;
  waves.state = state;
  return environment::make_wave_field(AnyConfig::of(waves), 5, 40, 9.81, 1025);
}

const std::array<float, 4>& node(const SeaLevels& levels, int level, int i, int j) {
  return levels.nodes[static_cast<size_t>((level * SeaLevels::kNodes + i) * SeaLevels::kNodes + j)];
}

TEST(SeaLevels, TheFinestHasTheElevationsAndSlopesOfTheSea) {
  const WaveField sea = sea_state(3);
  constexpr double kTime_s = 5000, kFactor = 0.7;
  SeaLevels levels;
  compute_sea_levels(sea, kTime_s, kFactor, Vec3(5000, -800, 4), 200, levels);
  EXPECT_LE(8 * levels.cell_m, sea.shortest_wave_m());
  double error = 0, size = 0;
  for (int i = 5; i < SeaLevels::kNodes - 5; i += 7)
    for (int j = 5; j < SeaLevels::kNodes - 5; j += 7) {
      const double north = levels.corner_N[0].x() + i * levels.cell_m,
                   east = levels.corner_N[0].y() + j * levels.cell_m;
      const auto up = [&](double x, double y) { return sea.elevation(kTime_s, x, y, kFactor); };
      const auto& at = node(levels, 0, i, j);
      EXPECT_NEAR(at[0], up(north, east), 2e-6);
      constexpr double kStep = 1e-3;
      const double slope_north = (up(north + kStep, east) - up(north - kStep, east)) / (2 * kStep);
      const double slope_east = (up(north, east + kStep) - up(north, east - kStep)) / (2 * kStep);
      error += std::pow(at[1] - slope_north, 2) + std::pow(at[2] - slope_east, 2);
      size += slope_north * slope_north + slope_east * slope_east;
    }
  EXPECT_LT(std::sqrt(error / size), 0.01);
  EXPECT_EQ(levels.left_out[0], 0);
}

TEST(SeaLevels, CoarserOnesReachFartherAndTellWhatTheyLeaveOut) {
  const WaveField sea = sea_state(2);
  SeaLevels levels;
  compute_sea_levels(sea, 3, 1, Vec3(10, 20, 0), 500, levels);
  ASSERT_GT(levels.levels, 4);
  double whole = 0;
  for (const auto& wave : sea.components())
    whole += 0.5 * std::pow(wave.amplitude_m * wave.wave_number_rad_m, 2);
  for (int level = 1; level < levels.levels; ++level)
    EXPECT_GE(levels.left_out[static_cast<size_t>(level)],
              levels.left_out[static_cast<size_t>(level - 1)]);
  const int last = levels.levels - 1;
  EXPECT_GE(levels.cell_m * std::exp2(last) * (SeaLevels::kNodes / 2), 500);
  double drawn = 0, up = 0;
  int count = 0;
  for (int i = 4; i < SeaLevels::kNodes - 4; ++i)
    for (int j = 4; j < SeaLevels::kNodes - 4; ++j, ++count)
      drawn += std::pow(node(levels, 2, i, j)[1], 2) + std::pow(node(levels, 2, i, j)[2], 2),
          up += std::pow(node(levels, 2, i, j)[0], 2);
  EXPECT_NEAR(drawn / count + levels.left_out[2], whole, 0.15 * whole);
  EXPECT_NEAR(up / count / sea.variance_m2() + levels.flattened[2], 1, 0.15);
  EXPECT_EQ(levels.flattened[0], 0);
}

TEST(SeaLevels, ACalmSeaHasNone) {
  SeaLevels levels;
  compute_sea_levels(WaveField(), 3, 1, Vec3(10, 20, 0), 500, levels);
  EXPECT_EQ(levels.levels, 0);
}

}  // namespace sea_levels_test
}  // namespace hadal::sensors
