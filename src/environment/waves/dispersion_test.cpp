#include "environment/waves/dispersion.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

namespace hadal::environment {
namespace dispersion_test {

constexpr double kGravity = 9.81;
constexpr double kRelative = 1e-12;
constexpr double kDeepSea = std::numeric_limits<double>::infinity();

TEST(Dispersion, SolvesTheRelationFromShallowToDeep) {
  for (const double depth : {0.1, 1.0, 30.0, 4000.0})
    for (double period = 0.3; period < 3000; period *= 1.3) {
      const double w = 2 * M_PI / period, k = wave_number_rad_m(w, depth, kGravity);
      EXPECT_NEAR(kGravity * k * std::tanh(k * depth) / (w * w), 1, kRelative)
          << "depth " << depth << " period " << period;
      EXPECT_NEAR(wave_frequency_rad_s(k, depth, kGravity) / w, 1, kRelative);
    }
}

TEST(Dispersion, DeepAndShallowLimits) {
  const double w = 2 * M_PI / 8;
  const double k = wave_number_rad_m(w, kDeepSea, kGravity);
  EXPECT_NEAR(k, w * w / kGravity, 1e-16);
  EXPECT_NEAR(phase_speed_m_s(k, kDeepSea, kGravity), kGravity / w, 1e-12);
  EXPECT_NEAR(group_speed_m_s(k, kDeepSea, kGravity), kGravity / w / 2, 1e-12);
  // A tsunami in 4 km of water.
  const double long_k = wave_number_rad_m(2 * M_PI / 36000, 4000, kGravity);
  EXPECT_NEAR(phase_speed_m_s(long_k, 4000, kGravity), std::sqrt(kGravity * 4000), 0.01);
  EXPECT_NEAR(group_speed_m_s(long_k, 4000, kGravity), std::sqrt(kGravity * 4000), 0.01);
  EXPECT_EQ(wave_number_rad_m(0, 10, kGravity), 0);
}

TEST(Dispersion, GroupSpeedIsTheSlopeOfFrequency) {
  constexpr double kStep = 1e-5;
  for (const double depth : {2.0, 20.0})
    for (const double k : {0.02, 0.1, 0.7}) {
      const double slope = (wave_frequency_rad_s(k + kStep, depth, kGravity) -
                            wave_frequency_rad_s(k - kStep, depth, kGravity)) /
                           (2 * kStep);
      EXPECT_NEAR(group_speed_m_s(k, depth, kGravity), slope, 1e-6);
    }
}

}  // namespace dispersion_test
}  // namespace hadal::environment
