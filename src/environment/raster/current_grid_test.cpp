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
  g.covered_unix_s = {1000, 7200};  // more than was read
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
  EXPECT_TRUE(grid_notes(g, 1000, 4000, SeaMap(41.2, 3.4), 1000).empty());
  EXPECT_EQ(grid_notes(g, 1000, 9000, SeaMap(41.2, 3.4), 1000),
            (std::vector<std::string>{
                "the file covers 1970-01-01T00:16:40Z to 1970-01-01T02:00:00Z, the run "
                "1970-01-01T00:16:40Z to 1970-01-01T02:30:00Z; its end values hold"}));
  EXPECT_EQ(grid_notes(g, 8000, 9000, SeaMap(41.2, 3.4), 1000),
            (std::vector<std::string>{
                "the file covers 1970-01-01T00:16:40Z to 1970-01-01T02:00:00Z, the run "
                "1970-01-01T02:13:20Z to 1970-01-01T02:30:00Z: all of the run lies outside, and "
                "the last value of the file holds throughout; set clock.start to a time that it "
                "covers, or times: start"}));
  EXPECT_EQ(grid_notes(g, 1000, 4000, SeaMap(41.2, 3.8), 20000),
            (std::vector<std::string>{
                "the file does not cover all of the area of the run; its edge values hold"}));
}

// A record of four times and three depths at one place.
CurrentGrid mooring(std::vector<float> east) {
  CurrentGrid g;
  g.unix_s = {0, 600, 1200, 2400};
  g.depth_m = {10, 20, 40};
  g.latitude_deg = g.longitude_deg = {0};
  g.north = g.east = std::move(east);
  return g;
}

TEST(CurrentGrid, GapsAreFilledOverDepthThenOverTime) {
  CurrentGrid g = mooring({1, NAN, 7,          // between the depths: 1 + (20 - 10) / 30 * 6 = 3
                           NAN, NAN, NAN,      // half way to the next profile
                           5, 9, NAN,          // the deepest as above it
                           NAN, NAN, NAN});    // the last profile holds
  ASSERT_TRUE(fill_gaps(g));
  EXPECT_EQ(g.east, (std::vector<float>{1, 3, 7, 3, 6, 8, 5, 9, 9, 5, 9, 9}));
  EXPECT_EQ(g.north, g.east);
  EXPECT_NE(g.gaps.find("66.7 % of the cells of the file hold no value (8 of 12, the longest gap "
                        "is 40 min)"),
            std::string::npos) << g.gaps;
  EXPECT_EQ(grid_velocity(g, 300, 10, 50, 50).east, 2);
}

TEST(CurrentGrid, OneComponentWithoutAValueIsAGap) {
  CurrentGrid g = mooring({1, 2, 3, 1, 2, 3, 1, 2, 3, 1, 2, 3});
  g.north[4] = NAN;
  ASSERT_TRUE(fill_gaps(g));
  EXPECT_FLOAT_EQ(g.north[4], 1 + 2.0F / 3);  // a third of the way from 10 to 40 m
  EXPECT_NE(g.gaps.find("8.33 %"), std::string::npos) << g.gaps;
  EXPECT_NE(g.gaps.find("the longest gap is 20 min"), std::string::npos) << g.gaps;
}

TEST(CurrentGrid, NothingToFillFrom) {
  CurrentGrid g = mooring(std::vector<float>(12, NAN));
  EXPECT_FALSE(fill_gaps(g));
  g = mooring(std::vector<float>(12, 1));
  g.north.assign(12, NAN);
  EXPECT_FALSE(fill_gaps(g));
  g = mooring(std::vector<float>(12, 1));
  EXPECT_TRUE(fill_gaps(g));
  EXPECT_EQ(g.gaps, "");
}

// Beside other places, one without any value is land, and depths never seen are ground.
TEST(CurrentGrid, LandStaysLandAndGroundIsNoGap) {
  CurrentGrid g;
  g.unix_s = {0, 600};
  g.depth_m = {5, 50};
  g.latitude_deg = {0};
  g.longitude_deg = {0, 1};
  g.east = {1, NAN, NAN, NAN, 3, NAN, NAN, NAN};
  g.north = g.east;
  ASSERT_TRUE(fill_gaps(g));
  EXPECT_EQ(g.gaps, "");
  EXPECT_EQ(grid_velocity(g, 0, 50, 0, 0).east, 1);
  EXPECT_TRUE(std::isnan(g.east[1]) && std::isnan(g.east[3]) && std::isnan(g.east[7]));
  EXPECT_EQ(grid_velocity(g, 0, 5, 0, 1).east, 0);
}

}  // namespace current_grid_test
}  // namespace hadal::environment
