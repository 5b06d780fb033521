#include "environment/optics/world_sky.h"

#include <gtest/gtest.h>

#include <numbers>

namespace hadal::environment::optics {
namespace world_sky_test {

constexpr int64_t kNoon_ns = 1'781'956'800'000'000'000;  // 2026-06-20 12:00 UTC
constexpr GeoPosition kGreenwich{0.9, 0.0};

TEST(WorldSky, FollowsTheDateUnlessTheModelFixesTheSun) {
  const SkyConditions by_date = sky_conditions(SkyModel(), kNoon_ns, kGreenwich);
  EXPECT_EQ(by_date.sun.elevation_rad, sun_position(kNoon_ns, kGreenwich).elevation_rad);
  EXPECT_GT(by_date.sun.elevation_rad, 1.0);
  SkyModel fixed;
  fixed.sun_elevation_rad = 0.3;
  fixed.sun_azimuth_rad = 2.0;
  fixed.cloud_cover = 0.5;
  fixed.air_turbidity = 5;
  const SkyConditions told = sky_conditions(fixed, kNoon_ns, kGreenwich);
  EXPECT_EQ(told.sun.elevation_rad, 0.3);
  EXPECT_EQ(told.sun.elevation_airless_rad, 0.3);
  EXPECT_EQ(told.sun.azimuth_rad, 2.0);
  EXPECT_EQ(told.overcast, 0.5);
  EXPECT_EQ(told.air_turbidity, 5);
}

TEST(WorldSky, WithoutAMoonItIsBelow) {
  SkyModel moonless;
  moonless.moon = false;
  EXPECT_EQ(sky_conditions(moonless, kNoon_ns, kGreenwich).moon.elevation_rad,
            -std::numbers::pi / 2);
}

}  // namespace world_sky_test
}  // namespace hadal::environment::optics
