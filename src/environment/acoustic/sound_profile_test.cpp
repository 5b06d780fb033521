#include "environment/acoustic/sound_profile.h"

#include <gtest/gtest.h>

#include <cmath>

#include "environment/water/water_column.h"

namespace hadal::environment {
namespace sound_profile_test {

WaterParameters thermocline() {
  WaterParameters p;
  p.temperature_degc = LinearTable({0, 30.3, 47.8, 400, 5000}, {18, 17.5, 9, 5, 1.5});
  p.salinity_psu = LinearTable({0, 25.2, 60, 3000}, {34.2, 34.4, 35.1, 34.8});
  return p;
}

TEST(SoundProfile, MergesWithinTheBound) {
  const WaterColumn water(thermocline());
  const SoundProfile profile(water);
  EXPECT_LT(profile.layers(), 400);
  EXPECT_GT(profile.layers(), 20);
  EXPECT_EQ(profile.top(), 0);
  EXPECT_EQ(profile.bottom(), 12000);
  double worst = 0;
  for (double depth = 0; depth < 12000; depth += 0.7)
    worst = std::max(worst, std::abs(profile.speed(depth) - water.sound_speed(depth)));
  EXPECT_LT(worst, SoundProfile::kMergeBound_m_s * (1 + 1e-6));
  EXPECT_GT(worst, 0.2 * SoundProfile::kMergeBound_m_s);  // it does merge
}

TEST(SoundProfile, WithoutABoundItIsTheWaterColumn) {
  const WaterColumn water(thermocline());
  const SoundProfile profile(water, 0);
  for (double depth = 0; depth < 12000; depth += 0.7)
    EXPECT_NEAR(profile.speed(depth), water.sound_speed(depth), 1e-9);
}

TEST(SoundProfile, VerticalTime) {
  const SoundProfile profile({0, 100, 150, 400}, {1500, 1510, 1490, 1490});
  // Integral of dz / c by Simpson's rule in small steps.
  const auto simpson = [&](double from, double to) {
    constexpr int kSteps = 20000;
    const double h = (to - from) / kSteps;
    double sum = 0;
    for (int i = 0; i < kSteps; ++i) {
      const double z = from + i * h;
      sum +=
          h / 6 * (1 / profile.speed(z) + 4 / profile.speed(z + h / 2) + 1 / profile.speed(z + h));
    }
    return sum;
  };
  EXPECT_NEAR(profile.vertical_time(0, 400), simpson(0, 400), 1e-10);
  EXPECT_NEAR(profile.vertical_time(120, 30), simpson(30, 120), 1e-10);
  EXPECT_NEAR(profile.vertical_time(10, 60), 10 * std::log(1506.0 / 1501.0), 1e-13);
  EXPECT_NEAR(profile.vertical_time(100, 150), simpson(100, 150), 1e-12);
  EXPECT_EQ(profile.vertical_time(70, 70), 0);
}

TEST(SoundProfile, LayersAtNodesAndSteepestGradient) {
  const SoundProfile profile({0, 100, 150, 400}, {1500, 1510, 1490, 1490});
  EXPECT_EQ(profile.layer_below(100), 1);
  EXPECT_EQ(profile.layer_above(100), 0);
  EXPECT_EQ(profile.layer_below(-5), 0);
  EXPECT_EQ(profile.layer_below(400), 2);
  EXPECT_DOUBLE_EQ(profile.steepest(10, 50), 0.1);
  EXPECT_DOUBLE_EQ(profile.steepest(120, 10), 0.4);
  EXPECT_DOUBLE_EQ(profile.steepest(160, 300), 0);
  EXPECT_DOUBLE_EQ(profile.steepest(150, 150), 0.4);  // touches the layer above
}

}  // namespace sound_profile_test
}  // namespace hadal::environment
