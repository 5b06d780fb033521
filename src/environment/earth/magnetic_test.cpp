#include "environment/earth/magnetic.h"

#include <gtest/gtest.h>

#include <cmath>

#include "math/units.h"

namespace hadal::environment {
namespace magnetic_test {

constexpr double kTolerance = 0.01e-9;  // T

// The spherical form: X = -g10 cos(lat) + k sin(lat), Y = g11 sin(lon) - h11 cos(lon),
// Z = -2 (g10 sin(lat) + k cos(lat)), k = g11 cos(lon) + h11 sin(lon); values in nT at 6371.2 km.
TEST(Magnetic, DipoleInSphericalCoordinates) {
  const struct {
    double latitude, longitude, north, east, down;
  } rows[] = {{0, 0, 29404.8, -4652.5, 2901.8},
              {45, 10, 20353.24886, -4833.764212, 42462.8362},
              {60, -30, 11599.6334, -3303.733191, 54513.37384},
              {-35, 150, 22032.01173, 3303.733191, -39601.4614},
              {80, -72, 306.9807305, -57.81366684, 59608.5749}};
  for (const auto& row : rows) {
    const double lat = row.latitude * kDegree, lon = row.longitude * kDegree;
    const Vec3 up(std::cos(lat) * std::cos(lon), std::cos(lat) * std::sin(lon), std::sin(lat));
    const Vec3 north(-std::sin(lat) * std::cos(lon), -std::sin(lat) * std::sin(lon), std::cos(lat));
    const Vec3 east(-std::sin(lon), std::cos(lon), 0);
    const Vec3 field = magnetic_dipole_E_t(6371.2e3 * up);
    EXPECT_NEAR(field.dot(north), 1e-9 * row.north, kTolerance);
    EXPECT_NEAR(field.dot(east), 1e-9 * row.east, kTolerance);
    EXPECT_NEAR(-field.dot(up), 1e-9 * row.down, kTolerance);
  }
}

// On the equator geodetic and geocentric axes agree and r is 6378137 m.
TEST(Magnetic, FieldAtAPlaceUsesItsRadius) {
  const double ratio = std::pow(6371.2e3 / 6378137.0, 3);
  const Vec3 field = magnetic_field_ned_t({0, 0, 0});
  EXPECT_LT((field - ratio * 1e-9 * Vec3(29404.8, -4652.5, 2901.8)).norm(), kTolerance);
}

// At 45 degrees the geodetic vertical is tilted by 0.1924 degrees from the geocentric one.
TEST(Magnetic, FieldIsAlongTheGeodeticVertical) {
  const Geodetic place{45, 10, 0};
  const Vec3 p_E = ecef_from_geodetic(place), field_E = magnetic_dipole_E_t(p_E);
  const Vec3 field = magnetic_field_ned_t(place);
  EXPECT_NEAR(field.norm(), field_E.norm(), 1e-18);
  const double geocentric_down = -field_E.dot(p_E.normalized());
  const double tilt = 0.19242 * kDegree;
  EXPECT_NEAR(geocentric_down, field.z() * std::cos(tilt) + field.x() * std::sin(tilt), 1e-10);
}

TEST(Magnetic, WorldFrameAgreesAtTheOriginAndTurnsWithTheMeridian) {
  const LocalFrame frame(41.98, 3.12);
  EXPECT_LT((magnetic_field_N_t(frame, Vec3::Zero()) - magnetic_field_ned_t(frame.origin())).norm(),
            1e-18);
  const Vec3 p_N(2000, 30000, 500);
  EXPECT_NEAR(magnetic_field_N_t(frame, p_N).norm(),
              magnetic_field_ned_t(frame.geodetic_from_ned(p_N)).norm(), 1e-15);
}

}  // namespace magnetic_test
}  // namespace hadal::environment
