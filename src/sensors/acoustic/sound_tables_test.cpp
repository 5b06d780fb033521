#include "sensors/acoustic/sound_tables.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "sensors/acoustic/test_tank.h"

namespace hadal::sensors {
namespace sound_tables_test {

constexpr double kFrequency = 900e3, kDepth = 40, kReach = 60;

// Sound speed that rises linearly: length over time is (c2 - c1) / ln(c2 / c1).
TEST(WaterPath, StretchIsThatOfTheHarmonicMean) {
  World world = test::tank_world(1500);
  world.water.sound_speed_m_s = LinearTable{{0.0, 200.0}, {1450.0, 1550.0}};
  const environment::Sea sea(world);
  const environment::AcousticField sound(sea, {}, world.materials);
  const WaterPath path(sound, kFrequency, kDepth, kReach);
  const double here = 1470;
  EXPECT_NEAR(path.sound_speed_m_s(), here, 1e-9);
  for (const double deeper : {-35.0, -7.3, 0.0, 12.1, 55.0}) {
    const double there = here + 0.5 * deeper;
    const double mean = deeper == 0 ? here : (there - here) / std::log(there / here);
    EXPECT_NEAR(path.stretch(static_cast<float>(deeper)), here / mean, 2e-6);
  }
}

TEST(WaterPath, AbsorptionIsTwoWayPowerAtTheMiddleOfThePath) {
  test::Tank tank;
  const WaterPath path(tank.sound(), kFrequency, kDepth, kReach);
  for (const double deeper : {-30.0, 0.0, 41.0}) {
    const double db = tank.sound().absorption_db_per_m(kFrequency, kDepth + deeper / 2);
    EXPECT_NEAR(path.absorption(static_cast<float>(deeper)), 2 * db * std::numbers::ln10 / 10,
                1e-4 * db);
  }
}

TEST(ScatterTable, IsLambertsLawOverTheCosine) {
  const World world = test::tank_world(1500);
  const environment::Sea sea(world);
  const environment::AcousticField sound(sea, {}, world.materials);
  const ScatterTable table(sound, world.materials, kFrequency);
  for (const int material : {0, 1})
    for (const float cosine : {0.1f, 0.5f, 0.87f, 1.0f}) {
      const double mu = test::power_of(test::kScattering_db - 10 * material);
      EXPECT_NEAR(table.at(material, cosine), mu * cosine, 1e-3 * mu);
    }
}

}  // namespace sound_tables_test
}  // namespace hadal::sensors
