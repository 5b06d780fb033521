#include "environment/earth/sea_map.h"

#include <gtest/gtest.h>

#include <cmath>

#include "math/units.h"

namespace hadal::environment {
namespace sea_map_test {

constexpr double kTolerance_m = 1e-6;
constexpr double kTolerance_deg = 1e-11;
constexpr double kEquator_m = 6378137.0;

double distance_E(const Geodetic& a, const Geodetic& b) {
  return (ecef_from_geodetic(a) - ecef_from_geodetic(b)).norm();
}

TEST(SeaMap, DistancesAlongTheEquatorAndTheMeridian) {
  const SeaMap map(0, 10);
  const Vec3 east = map.plane_from_geodetic({0, 11, -35});
  EXPECT_NEAR(east.x(), 0, kTolerance_m);
  EXPECT_NEAR(east.y(), kEquator_m * kDegree, kTolerance_m);
  EXPECT_EQ(east.z(), 35);
  // The quarter meridian of WGS-84.
  EXPECT_NEAR(map.plane_from_geodetic({90, 10, 0}).x(), 10001965.7293127, 1e-5);
}

// A short step on the ellipsoid is as long as its chord and points where the map says.
TEST(SeaMap, AgreesWithTheTangentPlaneNearTheOrigin) {
  for (const double latitude : {-89.9, -45.0, 0.0, 41.98, 89.9}) {
    const SeaMap map(latitude, 3.12);
    const LocalFrame frame(latitude, 3.12);
    const Geodetic place = map.geodetic_from_plane({30, -40, 7});
    EXPECT_LT((frame.ned_from_geodetic(place) - Vec3(30, -40, 7)).norm(), 3e-4) << latitude;
  }
}

TEST(SeaMap, BackAndForthEverywhere) {
  const double origins[][2] = {{0, 0}, {41.98, 3.12}, {-67.5, 179.99}, {89.999, 12}, {-90, 0}};
  for (const auto& origin : origins) {
    const SeaMap map(origin[0], origin[1]);
    for (const double north : {-300000.0, -60000.0, 0.0, 1234.5, 250000.0})
      for (const double east : {-200000.0, 0.0, 60000.0}) {
        const Vec3 p_N(north, east, 55.5);
        const Geodetic place = map.geodetic_from_plane(p_N);
        EXPECT_LE(std::abs(place.longitude_deg), 180);
        EXPECT_LT((map.plane_from_geodetic(place) - p_N).norm(), kTolerance_m);
      }
  }
}

// At 60 km the tangent plane is 280 m above the sea; on the map z = 0 stays on the ellipsoid.
TEST(SeaMap, SeaLevelIsZeroFarAway) {
  const SeaMap map(41.98, 3.12);
  const LocalFrame frame(41.98, 3.12);
  const Vec3 far(60000, 0, 0);
  EXPECT_EQ(map.geodetic_from_plane(far).elevation_m, 0);
  EXPECT_NEAR(frame.geodetic_from_ned(far).elevation_m, 60000.0 * 60000.0 / (2 * 6.365e6), 1);
}

TEST(SeaMap, CrossesTheAntimeridian) {
  const SeaMap map(-17, 179.9);
  const Geodetic place = map.geodetic_from_plane({0, 40000, 0});
  EXPECT_NEAR(place.longitude_deg, -179.724, 1e-3);
  EXPECT_NEAR(map.plane_from_geodetic({-17, -179.9, 0}).y(),
              map.plane_from_geodetic({-17, 180.1, 0}).y(), kTolerance_m);
}

// Walking a metre toward true north at a far point raises the latitude and keeps the longitude.
TEST(SeaMap, TrueNorthFarFromTheOrigin) {
  const SeaMap map(60, 5);
  const Vec3 far(20000, 80000, 0);
  double angle = 0;
  const Geodetic place = map.geodetic_from_plane(far, angle);
  EXPECT_NEAR(angle, -(place.longitude_deg - 5) * std::sin(60.1 * kDegree) * kDegree, 1e-4);
  const Geodetic step =
      map.geodetic_from_plane(far + 100 * Vec3(std::cos(angle), std::sin(angle), 0));
  EXPECT_NEAR(step.longitude_deg, place.longitude_deg, 1e-7);
  EXPECT_NEAR(distance_E(step, place), 100, 0.01);
  map.geodetic_from_plane(Vec3::Zero(), angle);
  EXPECT_NEAR(angle, 0, kTolerance_deg);
}

}  // namespace sea_map_test
}  // namespace hadal::environment
