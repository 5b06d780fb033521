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
  const Vec3 field = magnetic_field_ned_t(MagneticModel::kDipole, {0, 0, 0}, 2020);
  EXPECT_LT((field - ratio * 1e-9 * Vec3(29404.8, -4652.5, 2901.8)).norm(), kTolerance);
}

// At 45 degrees the geodetic vertical is tilted by 0.1924 degrees from the geocentric one.
TEST(Magnetic, FieldIsAlongTheGeodeticVertical) {
  const Geodetic place{45, 10, 0};
  const Vec3 p_E = ecef_from_geodetic(place), field_E = magnetic_dipole_E_t(p_E);
  const Vec3 field = magnetic_field_ned_t(MagneticModel::kDipole, place, 2020);
  EXPECT_NEAR(field.norm(), field_E.norm(), 1e-18);
  const double geocentric_down = -field_E.dot(p_E.normalized());
  const double tilt = 0.19242 * kDegree;
  EXPECT_NEAR(geocentric_down, field.z() * std::cos(tilt) + field.x() * std::sin(tilt), 1e-10);
}

// WMM2025 report, table 6 (file WMM2025_TEST_VALUES.txt): nT, printed to 0.1 nT; elevation above
// the ellipsoid.
TEST(WorldMagneticModel, GivesTheTestValuesOfItsReport) {
  const struct {
    double year, elevation_km, latitude, longitude, north, east, down;
  } rows[] = {{2025.0, 0, 80, 0, 6521.6, 145.9, 54791.5},
              {2025.0, 0, 0, 120, 39677.8, -109.6, -10580.2},
              {2025.0, 0, -80, 240, 6117.5, 15751.9, -52022.5},
              {2025.0, 100, 80, 0, 6216.0, 92.4, 52598.8},
              {2025.0, 100, 0, 120, 37688.6, -96.2, -10152.1},
              {2025.0, 100, -80, 240, 5907.6, 14780.3, -49540.7},
              {2027.5, 0, 80, 0, 6500.8, 294.5, 54869.4},
              {2027.5, 0, 0, 120, 39701.6, -167.4, -10381.8},
              {2027.5, 0, -80, 240, 6200.7, 15730.3, -51783.7},
              {2027.5, 100, 80, 0, 6196.7, 233.8, 52670.5},
              {2027.5, 100, 0, 120, 37711.5, -148.7, -9969.8},
              {2027.5, 100, -80, 240, 5984.0, 14760.1, -49317.7}};
  for (const auto& row : rows) {
    const Vec3 field_nt =
        1e9 * magnetic_field_ned_t(MagneticModel::kWorldMagneticModel,
                                   {row.latitude, row.longitude, 1e3 * row.elevation_km}, row.year);
    EXPECT_NEAR(field_nt.x(), row.north, 0.0501);
    EXPECT_NEAR(field_nt.y(), row.east, 0.0501);
    EXPECT_NEAR(field_nt.z(), row.down, 0.0501);
  }
}

// Table 3b of the report: 2027.5, 100 km, 80 S, 240 E, printed to ten decimals.
TEST(WorldMagneticModel, GivesTheWorkedExampleOfItsReport) {
  const Vec3 field_nt = 1e9 * magnetic_field_ned_t(MagneticModel::kWorldMagneticModel,
                                                   {-80, 240, 100e3}, 2027.5);
  EXPECT_NEAR(field_nt.x(), 5983.9760496518, 1e-8);
  EXPECT_NEAR(field_nt.y(), 14760.1359757868, 1e-8);
  EXPECT_NEAR(field_nt.z(), -49317.6706154255, 1e-8);
}

// Section 1.4 of the report: 6371.2 km from the centre over each pole, north along longitude 0.
TEST(WorldMagneticModel, IsDefinedAtThePoles) {
  constexpr double kPolarRadius_m = 6356752.314245;
  const double up = 6371.2e3 - kPolarRadius_m;
  const auto at = [&](double latitude) -> Vec3 {
    return 1e9 * magnetic_field_ned_t(MagneticModel::kWorldMagneticModel, {latitude, 0, up}, 2025);
  };
  EXPECT_LT((at(90) - Vec3(1709.5, 417.8, 56517.5)).cwiseAbs().maxCoeff(), 0.0501);
  EXPECT_LT((at(-90) - Vec3(14185.8, -8732.7, -51366.5)).cwiseAbs().maxCoeff(), 0.0501);
}

TEST(WorldMagneticModel, HoldsTheNearerEndOutsideOfItsYears) {
  const Vec3 p_E = ecef_from_geodetic({42, 3, 0});
  EXPECT_EQ(world_magnetic_model_E_t(p_E, 2024.9), world_magnetic_model_E_t(p_E, 2025));
  EXPECT_EQ(world_magnetic_model_E_t(p_E, 2060), world_magnetic_model_E_t(p_E, 2030));
  EXPECT_FALSE(magnetic_model_covers(2024.9));
  EXPECT_TRUE(magnetic_model_covers(2025) && magnetic_model_covers(2029.9));
  EXPECT_FALSE(magnetic_model_covers(2030.1));
}

}  // namespace magnetic_test
}  // namespace hadal::environment
