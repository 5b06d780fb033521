#include "environment/optics/sun.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "base/calendar.h"
#include "math/units.h"

namespace hadal::environment::optics {
namespace sun_test {

int64_t utc(const char* text) {
  return unix_ns_from_iso8601(text).value();
}
GeoPosition at(double latitude_deg, double longitude_deg) {
  return {latitude_deg * kDegree, longitude_deg * kDegree};
}

// Meeus, example 25.a: 1992 October 13, 0h dynamical time.
TEST(Sun, MeeusExample) {
  constexpr double kAccuracy_deg = 0.005;
  const BodyPosition sun = sun_position(utc("1992-10-12T23:59:01Z"), at(0, 0));
  EXPECT_NEAR(sun.right_ascension_rad / kDegree, 198.38083, kAccuracy_deg);
  EXPECT_NEAR(sun.declination_rad / kDegree, -7.78507, kAccuracy_deg);
  EXPECT_NEAR(sun.distance_m / 149597870700.0, 0.99766, 1e-4);
}

// Reda & Andreas, "Solar position algorithm for solar radiation applications", NREL/TP-560-34302,
// worked example: zenith 50.11162, azimuth 194.34024, elevation without refraction 39.872046.
TEST(Sun, NrelExample) {
  constexpr double kAccuracy_deg = 0.01;
  const BodyPosition sun = sun_position(utc("2003-10-17T19:30:30Z"), at(39.742476, -105.1786));
  EXPECT_NEAR(sun.elevation_airless_rad / kDegree, 39.872046, kAccuracy_deg);
  EXPECT_NEAR(sun.azimuth_rad / kDegree, 194.34024, kAccuracy_deg);
  EXPECT_NEAR(sun.elevation_rad / kDegree, 90 - 50.11162, kAccuracy_deg);
}

TEST(Sun, DirectionsInNorthEastDown) {
  // Noon on the tropic of Cancer at the solstice: overhead. At Greenwich, in the south; on the
  // morning side of the earth, in the east.
  const int64_t noon = utc("2024-06-20T12:01:50Z");
  EXPECT_NEAR(sun_position(noon, at(23.437, 0)).direction_N().z(), -1, 1e-5);
  const Vec3 greenwich = sun_position(noon, at(51.48, 0)).direction_N();
  EXPECT_LT(greenwich.x(), 0);
  EXPECT_NEAR(greenwich.y(), 0, 1e-3);
  EXPECT_GT(sun_position(noon, at(0, -60)).direction_N().y(), 0.4);
  EXPECT_NEAR(greenwich.norm(), 1, 1e-12);
}

// Sunset by the almanac is when the upper limb touches: -50 minutes of arc without air. Greenwich,
// equinox of 2024-03-20: 18:14 UTC.
TEST(Sun, Sunset) {
  const BodyPosition sun = sun_position(utc("2024-03-20T18:14:00Z"), at(51.48, 0));
  EXPECT_NEAR(sun.elevation_airless_rad / kDegree, -50.0 / 60, 0.12);
  EXPECT_NEAR(atmospheric_refraction_rad(0) / kDegree * 60, 29, 1);
  EXPECT_NEAR(atmospheric_refraction_rad(45 * kDegree) / kDegree * 60, 1.0, 0.05);
  for (double h = -6; h < 90; h += 0.01) {  // and the seen elevation grows with the true one
    const double a = h * kDegree, b = (h + 0.01) * kDegree;
    ASSERT_LT(a + atmospheric_refraction_rad(a), b + atmospheric_refraction_rad(b)) << h;
  }
}

// Meeus, examples 47.a and 48.a: 1992 April 12, 0h dynamical time.
TEST(Moon, MeeusExample) {
  constexpr double kAccuracy_deg = 0.3;
  const MoonPosition moon = moon_position(utc("1992-04-11T23:59:01Z"), at(0, 0));
  EXPECT_NEAR(moon.right_ascension_rad / kDegree, 134.6885, kAccuracy_deg);
  EXPECT_NEAR(moon.declination_rad / kDegree, 13.7684, kAccuracy_deg);
  EXPECT_NEAR(moon.distance_m / 368409.7e3, 1, 0.005);
  EXPECT_NEAR(moon.phase_angle_rad / kDegree, 69.08, 0.5);
  EXPECT_NEAR(moon.illuminated_fraction, 0.68, 0.01);
}

// Full moon of 2024-01-25 17:54 UTC, new moon of 2024-04-08 18:21 UTC (total eclipse).
TEST(Moon, Phases) {
  EXPECT_GT(moon_position(utc("2024-01-25T17:54:00Z"), at(0, 0)).illuminated_fraction, 0.995);
  EXPECT_LT(moon_position(utc("2024-04-08T18:21:00Z"), at(0, 0)).illuminated_fraction, 0.001);
  // The eclipse was total at Mazatlan (23.2 N, 106.4 W) at 18:09 UTC: both stood in one place.
  const int64_t eclipse = utc("2024-04-08T18:09:00Z");
  const Vec3 sun = sun_position(eclipse, at(23.2, -106.4)).direction_N(),
             moon = moon_position(eclipse, at(23.2, -106.4)).direction_N();
  EXPECT_LT(std::acos(std::min(sun.dot(moon), 1.0)) / kDegree, 0.3);
}

// The usual figures: about 1e5 lx at noon, 400 to 800 at sunset, 3.4 at the end of civil twilight,
// 0.008 of nautical, 0.25 of the full moon overhead.
TEST(Illuminance, PublishedFigures) {
  EXPECT_NEAR(sun_illuminance_lx(90 * kDegree), 1.29e5, 2e3);
  EXPECT_NEAR(sun_illuminance_lx(50 * kDegree), 8.7e4, 3e3);
  EXPECT_NEAR(sun_illuminance_lx(0), 759, 5);
  EXPECT_NEAR(sun_illuminance_lx(-6 * kDegree), 3.4, 0.1);
  EXPECT_NEAR(sun_illuminance_lx(-12 * kDegree), 0.008, 5e-4);
  EXPECT_LT(sun_illuminance_lx(-18 * kDegree), kStarlight_lx);
  EXPECT_LT(sun_illuminance_lx(-40 * kDegree), 1e-20);
  MoonPosition moon;
  moon.elevation_airless_rad = 90 * kDegree;
  moon.distance_m = 384400e3;
  EXPECT_NEAR(moon_illuminance_lx(moon), 0.267, 0.01);
  moon.phase_angle_rad = 90 * kDegree;  // half: a tenth of it
  EXPECT_NEAR(moon_illuminance_lx(moon), 0.03, 0.01);
  moon.elevation_airless_rad = -2 * kDegree;
  EXPECT_EQ(moon_illuminance_lx(moon), 0);
  // The pieces of the polynomials meet to their accuracy.
  for (double h = -18; h < 90; h += 0.05)
    ASSERT_NEAR(sun_illuminance_lx((h + 0.05) * kDegree) / sun_illuminance_lx(h * kDegree), 1,
                0.16);
}

}  // namespace sun_test
}  // namespace hadal::environment::optics
