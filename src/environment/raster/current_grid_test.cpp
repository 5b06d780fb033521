#include "environment/raster/current_grid.h"

#include <gtest/gtest.h>

#include <cmath>

#include "base/rng.h"
#include "math/units.h"

namespace hadal::environment {
namespace current_grid_test {

constexpr double kTolerance = 1e-6;  // m/s; the grid holds floats

double field(double t, double d, double lat, double lon) {
  return 0.1 + 1e-5 * t - 2e-3 * d + 0.05 * (lat - 41) - 0.03 * (lon - 3);
}

// A linear field on irregular axes.
CurrentGrid linear() {
  CurrentGrid g;
  g.unix_s = {1000, 1600, 4600};
  g.depth_m = {0.5, 3, 12, 40, 100};
  g.latitude_deg = {41, 41.1, 41.4};
  g.longitude_deg = {3, 3.2, 3.3, 3.9};
  for (const double t : g.unix_s)
    for (const double d : g.depth_m)
      for (const double lat : g.latitude_deg)
        for (const double lon : g.longitude_deg) {
          const double u = field(t, d, lat, lon);
          g.east.push_back(static_cast<float>(u));
          g.north.push_back(static_cast<float>(-2 * u));
          g.down.push_back(static_cast<float>(0.1 * u));
        }
  return g;
}

TEST(CurrentGrid, LinearFieldsAreExactInAllFourDimensions) {
  const CurrentGrid g = linear();
  const RandomStream random(5, "test", "grid");
  for (int k = 0; k < 500; ++k) {
    const double t = 1000 + 3600 * random.uniform(k, 0), d = 0.5 + 99.5 * random.uniform(k, 1);
    const double lat = 41 + 0.4 * random.uniform(k, 2), lon = 3 + 0.9 * random.uniform(k, 3);
    const GridVelocity v = grid_velocity(g, t, d, lat, lon);
    EXPECT_NEAR(v.east, field(t, d, lat, lon), kTolerance);
    EXPECT_NEAR(v.north, -2 * field(t, d, lat, lon), kTolerance);
    EXPECT_NEAR(v.down, 0.1 * field(t, d, lat, lon), kTolerance);
  }
}

TEST(CurrentGrid, EndsHoldAndLongitudesTurn) {
  const CurrentGrid g = linear();
  EXPECT_NEAR(grid_velocity(g, 0, -5, 41, 3).east, field(1000, 0.5, 41, 3), kTolerance);
  EXPECT_NEAR(grid_velocity(g, 9999, 500, 60, 3.3 - 360).east, field(4600, 100, 41.4, 3.3),
              kTolerance);
}

TEST(CurrentGrid, DryPointsAreLeftOut) {
  CurrentGrid g;
  g.unix_s = {0};
  g.depth_m = {0};
  g.latitude_deg = {0, 1};
  g.longitude_deg = {0, 1};
  g.east = {1, NAN, 1, NAN};
  g.north = {2, NAN, 2, NAN};
  EXPECT_NEAR(grid_velocity(g, 0, 0, 0.3, 0.9).east, 1, kTolerance);
  EXPECT_NEAR(grid_velocity(g, 0, 0, 0.3, 0.9).north, 2, kTolerance);
  EXPECT_EQ(grid_velocity(g, 0, 0, 0.5, 1).east, 0);
}

// A current to true north, 80 km east of the origin of the map.
TEST(CurrentGrid, TurnsIntoTheAxesOfTheMap) {
  CurrentGrid g;
  g.unix_s = g.depth_m = {0};
  g.latitude_deg = {60};
  g.longitude_deg = {5};
  g.east = {0};
  g.north = {1};
  const SeaMap map(60, 5);
  const Vec3 p_N(0, 80000, 0), v = grid_velocity_N(g, 0, map, p_N);
  const Geodetic start = map.geodetic_from_plane(p_N), end = map.geodetic_from_plane(p_N + 50 * v);
  EXPECT_NEAR(v.norm(), 1, kTolerance);
  EXPECT_NEAR(end.longitude_deg, start.longitude_deg, 1e-7);
  EXPECT_GT(end.latitude_deg, start.latitude_deg);
  EXPECT_GT(std::abs(v.y()), 0.01);
}

TEST(CurrentGrid, SaysWhatItDoesNotCover) {
  const CurrentGrid g = linear();
  EXPECT_EQ(grid_coverage(g, 1000, 4000, SeaMap(41.2, 3.4), 1000), "");
  EXPECT_NE(grid_coverage(g, 1000, 9000, SeaMap(41.2, 3.4), 1000).find("1970-01-01T02:30:00Z"),
            std::string::npos);
  EXPECT_NE(grid_coverage(g, 1000, 4000, SeaMap(41.2, 3.8), 20000).find("area"), std::string::npos);
}

}  // namespace current_grid_test
}  // namespace hadal::environment
