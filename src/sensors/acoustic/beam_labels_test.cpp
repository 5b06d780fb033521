#include "sensors/acoustic/beam_labels.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

namespace hadal::sensors {
namespace beam_labels_test {

constexpr float kBin = 0.1f;
constexpr int kBins = 200, kRows = 40;

// Rays from 2 m over a flat bottom, steepest last, with a wall of some height at 6 m.
void look_at_wall(BeamLabels& labels, double wall_m) {
  constexpr double kAltitude = 2, kWall = 6;
  int e = 0;
  for (LabelledRay& ray : labels.column()) {
    const double down = (8 + 0.8 * e++) * 0.0174533;
    const double at_wall = kAltitude - kWall * std::tan(down);  // altitude of the ray there
    const bool hits_wall = at_wall > 0 && at_wall < wall_m;
    ray = {};
    ray.range_m =
        static_cast<float>(hits_wall ? kWall / std::cos(down) : kAltitude / std::sin(down));
    ray.bin = ray.range_m / kBin;
    ray.power = 1;
    ray.object = hits_wall ? 3 : -1;
    ray.elevation_rad = static_cast<float>(down);
    ray.along[0] = static_cast<float>(std::cos(down)),
    ray.along[2] = static_cast<float>(std::sin(down));
    ray.normal[0] = hits_wall ? -1 : 0;
    ray.normal[2] = hits_wall ? 0 : -1;
  }
  labels.add_column(kBin);
}

int bin_at(double range_m) {
  return static_cast<int>(std::lround(range_m / kBin));
}

TEST(BeamLabels, AFlatBottomIsContinuousBetweenItsRays) {
  BeamLabels labels(kBins, kRows);
  look_at_wall(labels, 0);
  // From 39.2 degrees down (3.2 m) to 8 degrees down (14.4 m) though rays are up to 1.4 m apart.
  for (int n = bin_at(3.3); n < bin_at(14.3); ++n) {
    EXPECT_TRUE(labels.bins()[n].lit) << n;
    EXPECT_FALSE(labels.bins()[n].shadow()) << n;
    EXPECT_EQ(labels.bins()[n].object, -1);
  }
  EXPECT_TRUE(labels.bins()[bin_at(15)].shadow());  // all rays ended before
}

TEST(BeamLabels, BehindAWallIsShadow) {
  BeamLabels labels(kBins, kRows);
  look_at_wall(labels, 0.8);
  // The highest ray that meets the wall goes down 11.2 degrees, the next one 12.0; the wall ends
  // at 6.12 .. 6.32 m, and the bottom shows again from 2 / sin(11.2 deg) = 10.3 m on.
  for (int n = bin_at(6.5); n < bin_at(10.0); ++n) EXPECT_TRUE(labels.bins()[n].shadow()) << n;
  EXPECT_EQ(labels.bins()[bin_at(6.2)].object, 3);
  EXPECT_FALSE(labels.bins()[bin_at(12)].shadow());
  EXPECT_FALSE(labels.bins()[bin_at(4)].shadow());
}

TEST(BeamLabels, TheStrongestEchoNamesTheBin) {
  BeamLabels labels(kBins, 2);
  labels.column()[0] = {50, 5, 0.1f, 2, 7, {1, 0, 0}, {-1, 0, 0}};
  labels.column()[1] = {50, 5, 0.2f, 9, 8, {1, 0, 0}, {-1, 0, 0}};
  labels.add_column(kBin);
  EXPECT_EQ(labels.bins()[50].object, 8);
  EXPECT_FLOAT_EQ(labels.bins()[50].elevation_rad, 0.2f);
  labels.clear();
  EXPECT_FALSE(labels.bins()[50].lit);
}

TEST(BeamLabels, OpenWaterBesideAnObjectIsNotShadow) {
  BeamLabels labels(kBins, 2);
  labels.column()[0] = {50, 5, 0.1f, 2, 7, {1, 0, 0}, {-1, 0, 0}};
  labels.column()[1] = {};
  labels.column()[1].range_m = std::numeric_limits<float>::infinity();
  labels.add_column(kBin);
  for (const BeamLabels::Bin& bin : labels.bins()) EXPECT_FALSE(bin.shadow());
}

// A body stops a ray that would meet the ground within the window; the ray above goes over the body
// and beyond the window.
TEST(BeamLabels, AShadowThatReachesTheEndOfTheWindowIsLabelled) {
  BeamLabels labels(kBins, 2);
  labels.column()[0] = {50, 5, 0.1f, 2, 7, {1, 0, 0}, {-1, 0, 0}};
  labels.column()[0].hidden_bin = 120;
  labels.column()[1] = {};
  labels.column()[1].range_m = std::numeric_limits<float>::infinity();
  labels.add_column(kBin);
  EXPECT_FALSE(labels.bins()[50].shadow());
  for (int n = 51; n < kBins; ++n) EXPECT_TRUE(labels.bins()[n].shadow()) << n;
  // Open water behind the body: nothing would be seen there.
  labels.clear();
  labels.column()[0].hidden_bin = std::numeric_limits<float>::infinity();
  labels.add_column(kBin);
  for (const BeamLabels::Bin& bin : labels.bins()) EXPECT_FALSE(bin.shadow());
}

}  // namespace beam_labels_test
}  // namespace hadal::sensors
