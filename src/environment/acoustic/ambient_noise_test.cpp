#include "environment/acoustic/ambient_noise.h"

#include <gtest/gtest.h>

#include <cmath>

namespace hadal::environment {
namespace ambient_noise_test {

// Values that the formulae give by hand at 1 kHz, where log f is zero.
TEST(AmbientNoise, PartsAtOneKilohertz) {
  const NoiseLevels n = ambient_noise(1000, 1, 4);
  EXPECT_DOUBLE_EQ(n.turbulence_db, 17);
  EXPECT_NEAR(n.shipping_db, 50 - 60 * std::log10(1.03), 1e-12);
  EXPECT_NEAR(n.wind_db, 65 - 40 * std::log10(1.4), 1e-12);
  EXPECT_DOUBLE_EQ(n.thermal_db, -15);
  EXPECT_NEAR(std::pow(10, n.total_db() / 10),
              std::pow(10, 1.7) + std::pow(10, n.shipping_db / 10) + std::pow(10, n.wind_db / 10) +
                  std::pow(10, -1.5),
              1e-6);
}

// Ships rule below 200 Hz, wind between, molecules above some hundred kilohertz.
TEST(AmbientNoise, EachSourceRulesItsBand) {
  EXPECT_NEAR(ambient_noise(100, 0.8, 3).total_db(), ambient_noise(100, 0.8, 3).shipping_db, 1);
  EXPECT_NEAR(ambient_noise(1e4, 0.5, 8).total_db(), ambient_noise(1e4, 0.5, 8).wind_db, 0.1);
  EXPECT_NEAR(ambient_noise(9e5, 0.5, 8).total_db(), ambient_noise(9e5, 0.5, 8).thermal_db, 0.2);
}

TEST(AmbientNoise, EqualLevelsAddThreeDecibels) {
  EXPECT_NEAR(add_levels(70, 70), 70 + 10 * std::log10(2.0), 1e-12);
  EXPECT_NEAR(add_levels(70, 60), 70 + 10 * std::log10(1.1), 1e-12);
}

}  // namespace ambient_noise_test
}  // namespace hadal::environment
