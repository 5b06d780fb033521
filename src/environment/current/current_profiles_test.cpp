#include "environment/current/current_profiles.h"

#include <gtest/gtest.h>

#include <cmath>

#include "math/units.h"

namespace hadal::environment {
namespace current_profiles_test {

constexpr double kTolerance = 1e-9;  // m/s

TEST(VelocityTable, LinearBetweenDepthsAndClamped) {
  const VelocityTable table({0, 10, 30, 100},
                            {{0.5, 0.2, 0}, {0.35, 0.25, 0}, {0.1, 0.3, 0.01}, {-0.05, 0.1, 0}});
  const struct {
    double depth;
    Vec3 velocity;
  } rows[] = {{-5, {0.5, 0.2, 0}},
              {0, {0.5, 0.2, 0}},
              {2.5, {0.4625, 0.2125, 0}},
              {10, {0.35, 0.25, 0}},
              {17, {0.2625, 0.2675, 0.0035}},
              {29.9, {0.10125, 0.29975, 0.00995}},
              {55, {0.04642857143, 0.2285714286, 0.006428571429}},
              {100, {-0.05, 0.1, 0}},
              {150, {-0.05, 0.1, 0}}};
  for (const auto& row : rows)
    EXPECT_LT((table(row.depth) - row.velocity).norm(), kTolerance) << row.depth;
}

TEST(CurrentProfiles, PeriodicFactor) {
  EXPECT_EQ(periodic_factor({}, 12345), 1);
  const PeriodicFactor swing{1, 0.5, 100, 90 * kDegree};
  EXPECT_NEAR(periodic_factor(swing, 0), 1, 1e-12);
  EXPECT_NEAR(periodic_factor(swing, 25), 1.5, 1e-12);
  EXPECT_NEAR(periodic_factor(swing, 75), 0.5, 1e-12);
  EXPECT_NEAR(periodic_factor({0, 1, 100, 0}, 50), -1, 1e-12);
}

// u* = 0.02 m/s, z0 = 1 mm: (0.02 / 0.4) ln(altitude / 0.001)
TEST(CurrentProfiles, LogLayer) {
  const LogLayerCurrent layer{0.02, 0.001, 50, {}, 0};
  const double rows[][2] = {{0.002, 0.03465735903}, {0.01, 0.1151292546}, {0.1, 0.2302585093},
                            {0.5, 0.3107304049},    {1, 0.3453877639},    {5, 0.4258596596},
                            {10, 0.4605170186}};
  for (const auto& row : rows) EXPECT_NEAR(log_layer_speed(layer, row[0]), row[1], kTolerance);
  EXPECT_EQ(log_layer_speed(layer, 0.0005), 0);
  EXPECT_EQ(log_layer_speed(layer, -1), 0);
  EXPECT_NEAR(log_layer_speed(layer, kNoSeabed), 0.05 * std::log(50 / 0.001), kTolerance);
}

TEST(CurrentProfiles, PowerLaw) {
  const PowerLawCurrent current{1.4, 1.0 / 7, {}, 0};
  EXPECT_EQ(power_law_speed(current, -1, 20), 1.4);
  EXPECT_NEAR(power_law_speed(current, 10, 20), 1.4 * 0.905723664263907, kTolerance);  // 2^(-1/7)
  EXPECT_EQ(power_law_speed(current, 20, 20), 0);
  EXPECT_EQ(power_law_speed(current, 10, kNoSeabed), 1.4);
}

// V0 = 0.3 m/s, D = 40 m, wind to the north; depth -> east (right of the wind), north.
TEST(CurrentProfiles, EkmanSpiralNorth) {
  const EkmanCurrent ekman{0.3, 40, 0, false};
  const double rows[][3] = {{0, 0.2121320344, 0.2121320344},
                            {5, 0.1871498815, 0.0775200191},
                            {10, 0.1367814383, 0},
                            {20, 0.04409791743, -0.04409791743},
                            {40, -0.009167056394, -0.009167056394},
                            {80, 0.0003961444257, 0.0003961444257}};
  for (const auto& row : rows)
    EXPECT_LT((ekman_velocity_N(ekman, row[0]) - Vec3(row[2], row[1], 0)).norm(), kTolerance);
}

TEST(CurrentProfiles, EkmanTurnsWithTheWindAndMirrorsInTheSouth) {
  // Wind to the east: 45 degrees to the right is south-east.
  EXPECT_LT(
      (ekman_velocity_N({0.3, 40, 90 * kDegree, false}, 0) - Vec3(-0.2121320344, 0.2121320344, 0))
          .norm(),
      kTolerance);
  EXPECT_LT((ekman_velocity_N({0.3, 40, 0, true}, 5) - Vec3(0.0775200191, -0.1871498815, 0)).norm(),
            kTolerance);
}

TEST(CurrentProfiles, EkmanOfAWind) {
  const EkmanCurrent ekman = ekman_of_wind(10, 1, -30 * kDegree);
  EXPECT_NEAR(ekman.surface_speed_m_s, 0.127 * std::sqrt(2.0), 1e-12);
  EXPECT_NEAR(ekman.influence_depth_m, 76 * std::sqrt(2.0), 1e-12);
  EXPECT_TRUE(ekman.southern_hemisphere);
  EXPECT_EQ(ekman_of_wind(10, 1, 0).influence_depth_m,
            ekman_of_wind(10, 1, 10 * kDegree).influence_depth_m);
}

}  // namespace current_profiles_test
}  // namespace hadal::environment
