#include "environment/earth/geodesy.h"

#include <gtest/gtest.h>

#include <cmath>

#include "math/units.h"

namespace hadal::environment {
namespace geodesy_test {

constexpr double kMillimetre = 1e-3;

// Values of CartConvert, origin 41.98 N 3.12 E: latitude, longitude, elevation -> E, N, U.
TEST(Geodesy, MatchesCartConvert) {
  const LocalFrame frame(41.98, 3.12);
  const struct {
    Geodetic place;
    double east, north, up;
  } rows[] = {{{41.98, 3.12, 0}, 0, 0, 0},
              {{41.985, 3.125, -20}, 414.349784, 555.375066, -20.037672},
              {{41.97, 3.1, -100}, -1657.767321, -1110.516995, -100.312013},
              {{42.05, 3.3, 0}, 14901.43231, 7790.804665, -22.149935}};
  for (const auto& row : rows)
    EXPECT_LT((frame.ned_from_geodetic(row.place) - Vec3(row.north, row.east, -row.up)).norm(),
              kMillimetre);
  EXPECT_LT(
      (ecef_from_geodetic({41.97, 3.1, -100}) - Vec3(4742204.063, 256828.5916, 4243060.079)).norm(),
      kMillimetre);
}

TEST(Geodesy, RoundTripAtAnyPlace) {
  const Vec3 p_N(1234.5, -4321, 250);
  for (double latitude : {-90.0, -89.9999, -33.0, 0.0, 60.0, 89.9999, 90.0})
    for (double longitude : {-180.0, -179.999, 0.0, 12.0, 179.9999}) {
      const LocalFrame frame(latitude, longitude);
      const Geodetic place = frame.geodetic_from_ned(p_N);
      EXPECT_LT((frame.ned_from_geodetic(place) - p_N).norm(), 1e-6)
          << latitude << " " << longitude;
    }
}

// 0.002 degrees of longitude on the equator: a chord of the circle of radius 6378137 m.
TEST(Geodesy, AntimeridianIsNoEdge) {
  const LocalFrame frame(0, 179.999);
  const Vec3 p_N = frame.ned_from_geodetic({0, -179.999, 0});
  EXPECT_NEAR(p_N.y(), 6378137 * std::sin(0.002 * kDegree), kMillimetre);
  EXPECT_NEAR(p_N.x(), 0, kMillimetre);
}

// At the pole with longitude 0, north points from longitude 0 across the pole to 180, east to 90.
// A step of 0.01 degree of latitude there is 1116.9 m (a^2/b times the angle).
TEST(Geodesy, PoleHasAFrame) {
  const LocalFrame frame(90, 0);
  const double step = 6399593.6258 * std::sin(0.01 * kDegree);
  EXPECT_LT((frame.ned_from_geodetic({89.99, 0, 0}) - Vec3(-step, 0, 0.0975)).norm(), 0.01);
  EXPECT_LT((frame.ned_from_geodetic({89.99, 90, 0}) - Vec3(0, step, 0.0975)).norm(), 0.01);
}

TEST(Geodesy, LocalAxesAreRightHandedAndDownPointsDown) {
  const Mat3 R = R_E_ned_at({35, -120, 0});
  EXPECT_NEAR(R.determinant(), 1, 1e-12);
  const Vec3 below_E = ecef_from_geodetic({35, -120, 0}) + 50 * R.col(2);
  EXPECT_NEAR(geodetic_from_ecef(below_E).elevation_m, -50, 1e-6);
}

}  // namespace geodesy_test
}  // namespace hadal::environment
