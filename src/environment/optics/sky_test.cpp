#include "environment/optics/sky.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "base/calendar.h"
#include "math/units.h"

namespace hadal::environment::optics {
namespace sky_test {

const Vec3 kZenith{0, 0, -1};

SkyConditions sun_at(double elevation_deg, double air_turbidity = 3, double overcast = 0) {
  SkyConditions c;
  c.sun.elevation_rad = c.sun.elevation_airless_rad = elevation_deg * kDegree;
  c.moon.elevation_rad = c.moon.elevation_airless_rad = -60 * kDegree;
  c.moon.distance_m = 384400e3;
  c.air_turbidity = air_turbidity;
  c.overcast = overcast;
  return c;
}

Vec3 towards(double elevation_deg, double azimuth_deg) {
  const double e = elevation_deg * kDegree, a = azimuth_deg * kDegree;
  return {std::cos(e) * std::cos(a), std::cos(e) * std::sin(a), -std::sin(e)};
}

// The formulas of the paper by hand: sun 30 degrees from the zenith, turbidity 2.
TEST(Sky, PublishedZenith) {
  const PerezSky sky(towards(60, 0), 2);
  const double z = 30 * kDegree, chi = (4.0 / 9 - 2.0 / 120) * (std::numbers::pi - 2 * z);
  EXPECT_NEAR(sky.luminance(kZenith),
              1000 * ((4.0453 * 2 - 4.9710) * std::tan(chi) - 0.2155 * 2 + 2.4192), 1e-6);
  const double x = 4 * (0.00166 * z * z * z - 0.00375 * z * z + 0.00209 * z) +
                   2 * (-0.02903 * z * z * z + 0.06377 * z * z - 0.03202 * z + 0.00394) +
                   0.11693 * z * z * z - 0.21196 * z * z + 0.06052 * z + 0.25886;
  EXPECT_NEAR(sky.chromaticity(kZenith)[0], x, 1e-12);
}

// Published ranges: clear noon 80 to 130 klx; a clear sky alone 15 to 40 klx at 50 degrees; the
// beam 60 to 100 klx across it. Extraterrestrial sunlight is 128 to 134 klx.
TEST(Sky, ClearDay) {
  for (const double turbidity : {2.0, 3.0, 6.0}) {
    const Sky sky(sun_at(50, turbidity));
    EXPECT_GT(sky.horizontal_illuminance_lx(), 80e3) << turbidity;
    EXPECT_LT(sky.horizontal_illuminance_lx(), 100e3) << turbidity;
  }
  const Sky sky(sun_at(50));
  EXPECT_GT(luminance(sky.diffuse_irradiance()), 15e3);
  EXPECT_LT(luminance(sky.diffuse_irradiance()), 40e3);
  EXPECT_GT(luminance(sky.sun_irradiance()), 60e3);
  EXPECT_LT(luminance(sky.sun_irradiance()), 100e3);
  EXPECT_NEAR(luminance(sky.mean_radiance()) * std::numbers::pi,
              luminance(sky.diffuse_irradiance()), 1e-6);
  // Blue opposite the sun, brighter beside it; haze dims the beam.
  const Rgb blue = linear_srgb(sky.radiance(towards(60, 180)));
  EXPECT_GT(blue[2], 1.5 * blue[0]);
  EXPECT_GT(sky.luminance(towards(60, 0)), 3 * sky.luminance(towards(60, 180)));
  EXPECT_LT(luminance(Sky(sun_at(50, 8)).sun_irradiance()), 0.7 * luminance(sky.sun_irradiance()));
  EXPECT_NEAR(luminance(sky.radiance(towards(20, 77))) / sky.luminance(towards(20, 77)), 1, 1e-9);
}

// A low sun is redder and its illuminance is that of the tables, through twilight to starlight.
TEST(Sky, SunsetAndTwilight) {
  constexpr double kQuadrature = 0.02;
  for (const double h : {15.0, 5.0, 0.0, -3.0, -6.0, -9.0})
    EXPECT_NEAR(Sky(sun_at(h)).horizontal_illuminance_lx() /
                    (sun_illuminance_lx(h * kDegree) + kStarlight_lx),
                1, kQuadrature)
        << h;
  const Rgb high = linear_srgb(Sky(sun_at(60)).sun_irradiance()),
            low = linear_srgb(Sky(sun_at(5)).sun_irradiance());
  EXPECT_GT(low[0] / low[2], 3 * high[0] / high[2]);
  const Sky night(sun_at(-30));
  EXPECT_NEAR(night.horizontal_illuminance_lx(), kStarlight_lx, 1e-5);
  EXPECT_EQ(luminance(night.sun_irradiance()), 0);
}

TEST(Sky, ContinuousInTime) {
  double before = Sky(sun_at(-20)).horizontal_illuminance_lx();
  for (double h = -19.9; h < 60; h += 0.1) {
    const Sky sky(sun_at(h));
    const double now = sky.horizontal_illuminance_lx();
    ASSERT_NEAR(now / before, 1, 0.3) << h;  // twilight changes tenfold in three degrees
    ASSERT_GT(sky.luminance(towards(1, 90)), 0);
    ASSERT_GT(sky.luminance(towards(-20, 90)), 0);
    before = now;
  }
}

TEST(Sky, Moonlight) {
  SkyConditions c = sun_at(-40);
  c.moon.elevation_rad = c.moon.elevation_airless_rad = 60 * kDegree;
  const Sky full(c);
  EXPECT_NEAR(full.horizontal_illuminance_lx(), moon_illuminance_lx(c.moon) + kStarlight_lx, 5e-3);
  EXPECT_GT(full.horizontal_illuminance_lx(), 0.15);
  EXPECT_GT(luminance(full.moon_irradiance()), 0.1);
  EXPECT_GT(full.luminance(towards(60, 20)), full.luminance(towards(40, 180)));
  c.moon.phase_angle_rad = std::numbers::pi;
  EXPECT_LT(Sky(c).horizontal_illuminance_lx(), 2 * kStarlight_lx);
}

// CIE overcast: the zenith three times as bright as the horizon, no beam, 5 to 20 klx.
TEST(Sky, Overcast) {
  const Sky sky(sun_at(50, 3, 1));
  EXPECT_NEAR(sky.luminance(kZenith) / sky.luminance(towards(0, 40)), 3, 0.01);
  EXPECT_NEAR(sky.horizontal_illuminance_lx() / (300 + 21000 * std::sin(50 * kDegree)), 1, 0.01);
  EXPECT_EQ(luminance(sky.sun_irradiance()), 0);
  const double half = Sky(sun_at(50, 3, 0.5)).horizontal_illuminance_lx();
  EXPECT_NEAR(half / (0.5 * (Sky(sun_at(50)).horizontal_illuminance_lx() +
                             sky.horizontal_illuminance_lx())),
              1, 1e-6);
  const Rgb grey = linear_srgb(sky.radiance(kZenith));
  EXPECT_NEAR(grey[0] / grey[2], 1, 0.05);
  EXPECT_NEAR(Sky(sun_at(-6, 3, 1)).horizontal_illuminance_lx(), 300 * 3.41 / 759, 0.03);
}

TEST(Sky, FromDateAndPlace) {
  const int64_t noon = unix_ns_from_iso8601("2024-06-20T12:00:00Z").value();
  const Sky sky(sky_conditions(noon, {35 * kDegree, 0}));
  EXPECT_GT(sky.horizontal_illuminance_lx(), 100e3);
  EXPECT_NEAR(-sky.sun_N().z(), std::sin(78.4 * kDegree), 0.01);
}

}  // namespace sky_test
}  // namespace hadal::environment::optics
