#include <gtest/gtest.h>

#include <cmath>

#include "kinds/currents/ekman.h"
#include "kinds/currents/log_layer.h"
#include "kinds/currents/power_law.h"
#include "math/units.h"

namespace hadal::inline kinds {
namespace profiles_test {

constexpr double kTolerance = 1e-9;  // m/s

// u* = 0.02 m/s, z0 = 1 mm: (0.02 / 0.4) ln(altitude / 0.001)
TEST(CurrentProfiles, LogLayer) {
  LogLayerCurrent layer;
  const double rows[][2] = {{0.002, 0.03465735903}, {0.01, 0.1151292546}, {0.1, 0.2302585093},
                            {0.5, 0.3107304049},    {1, 0.3453877639},    {5, 0.4258596596},
                            {10, 0.4605170186}};
  for (const auto& row : rows) EXPECT_NEAR(layer.speed_m_s(row[0]), row[1], kTolerance);
  EXPECT_EQ(layer.speed_m_s(0.0005), 0);
  EXPECT_EQ(layer.speed_m_s(-1), 0);
  EXPECT_EQ(layer.speed_m_s(kNoSeabed), 0);
  layer.seabed_depth_m = 50;
  EXPECT_NEAR(layer.speed_m_s(60), 0.05 * std::log(50 / 0.001), kTolerance);
}

TEST(CurrentProfiles, PowerLaw) {
  PowerLawCurrent current;
  current.surface_speed_m_s = 1.4;
  EXPECT_EQ(current.speed_m_s(-1, 20), 1.4);
  EXPECT_NEAR(current.speed_m_s(10, 20), 1.4 * 0.905723664263907, kTolerance);  // 2^(-1/7)
  EXPECT_EQ(current.speed_m_s(20, 20), 0);
  EXPECT_EQ(current.speed_m_s(10, kNoSeabed), 1.4);
}

struct NoFailure : CheckReport {
  void fail(const std::string& field, const std::string& message) override {
    ADD_FAILURE() << field << ": " << message;
  }
};

EkmanCurrent prepared(EkmanCurrent ekman, double latitude_deg) {
  NoFailure report;
  ekman.prepare({.latitude_deg = latitude_deg}, report);
  return ekman;
}

Vec3 at_depth(const EkmanCurrent& ekman, double depth_m) {
  return ekman.velocity_N({0, 0, depth_m}, 0, kNoSeabed);
}

// V0 = 0.3 m/s, D = 40 m, wind to the north; depth -> east (right of the wind), north.
TEST(CurrentProfiles, EkmanSpiralNorth) {
  const EkmanCurrent ekman = prepared({}, 10);
  const double rows[][3] = {{0, 0.2121320344, 0.2121320344},
                            {5, 0.1871498815, 0.0775200191},
                            {10, 0.1367814383, 0},
                            {20, 0.04409791743, -0.04409791743},
                            {40, -0.009167056394, -0.009167056394},
                            {80, 0.0003961444257, 0.0003961444257}};
  for (const auto& row : rows)
    EXPECT_LT((at_depth(ekman, row[0]) - Vec3(row[2], row[1], 0)).norm(), kTolerance);
}

TEST(CurrentProfiles, EkmanTurnsWithTheWindAndMirrorsInTheSouth) {
  EkmanCurrent ekman;
  // Wind to the east: 45 degrees to the right is south-east.
  ekman.wind_toward_rad = 90 * kDegree;
  EXPECT_LT((at_depth(prepared(ekman, 10), 0) - Vec3(-0.2121320344, 0.2121320344, 0)).norm(),
            kTolerance);
  const Vec3 mirrored(0.0775200191, -0.1871498815, 0);
  EXPECT_LT((at_depth(prepared({}, -10), 5) - mirrored).norm(), kTolerance);
  ekman = {};
  ekman.hemisphere = EkmanCurrent::Hemisphere::kSouth;
  EXPECT_LT((at_depth(prepared(ekman, 10), 5) - mirrored).norm(), kTolerance);
  ekman.hemisphere = EkmanCurrent::Hemisphere::kNorth;
  EXPECT_GT(at_depth(prepared(ekman, -10), 5).y(), 0);
}

TEST(CurrentProfiles, EkmanOfAWind) {
  EkmanCurrent wind;
  wind.wind_speed_m_s = 10;
  const EkmanCurrent ekman = prepared(wind, -30);
  EXPECT_NEAR(ekman.surface_speed_m_s, 0.127 * std::sqrt(2.0), 1e-12);
  EXPECT_NEAR(ekman.ekman_depth_m, 76 * std::sqrt(2.0), 1e-12);
  EXPECT_TRUE(ekman.prepared_south);
  EXPECT_EQ(prepared(wind, 0).ekman_depth_m, prepared(wind, 10).ekman_depth_m);
}

}  // namespace profiles_test
}  // namespace hadal::kinds
