// Altimeter, DVL and current profiler in a world: what their beams meet.
#include <gtest/gtest.h>

#include <cmath>

#include "kinds/sensors/altimeter.h"
#include "kinds/sensors/dvl.h"
#include "math/rotation.h"
#include "math/units.h"
#include "sensors/scalar/test_deck.h"

namespace hadal::sensors {
namespace beams_test {

using testing::boat_with;
using testing::Deck;

constexpr double kTolerance = 1e-6;
const double kCos30 = std::cos(30 * kDegree), kSin30 = 0.5;

Vec3 velocity_of(std::span<const double> columns) {
  return {columns[0], columns[1], columns[2]};
}

// Beams ahead (azimuth 0), to the right, astern and to the left, 30 degrees from the vertical, over
// a slope that falls by 10 degrees to the north: clearance shrinks by cos 30 - s tan 10 per metre,
// s the northward part of the beam.
TEST(Beams, DvlOverASlope) {
  Deck deck(boat_with("seabed: !flat {depth_m: 60, slope_deg: 10, slope_toward_deg: 0}",
                      "!dvl {name: dvl, azimuths_deg: [0, 90, 180, 270]}"));
  const Vec3 v(1.1, -0.2, 0.3);
  deck.place(0, {0, 0, 20}, v);
  deck.measure();
  ASSERT_TRUE(deck.valid(0));
  const auto r = deck.values(0);
  const double slope = std::tan(10 * kDegree);
  EXPECT_NEAR(r[kDvlRange + 0], 40 / (kCos30 - kSin30 * slope), kTolerance);
  EXPECT_NEAR(r[kDvlRange + 1], 40 / kCos30, kTolerance);
  EXPECT_NEAR(r[kDvlRange + 2], 40 / (kCos30 + kSin30 * slope), kTolerance);
  EXPECT_EQ(r[kDvlMode], 1);
  EXPECT_NEAR((velocity_of(r) - v).norm(), 0, kTolerance);
}

TEST(Beams, DvlKnowsItsLeverArmAndMounting) {
  Deck deck(boat_with("seabed: !flat {depth_m: 60}",
                      "!dvl {name: dvl, position_m: [2, 0, 0.5], rpy_deg: [0, 0, 90]}"));
  deck.place(0, {0, 0, 20}, {1, 0, 0});
  deck.state.nu_L[0].tail<3>() = Vec3(0, 0, 0.5);  // yaw
  deck.measure();
  // v + w x r = (1, 1, 0) in the body; its x axis points to starboard.
  EXPECT_NEAR((velocity_of(deck.values(0)) - Vec3(1, -1, 0)).norm(), 0, kTolerance);
  EXPECT_NEAR(deck.values(0)[kDvlAltitude], 39.5, kTolerance);
}

// All four beams meet a wide plate that moves by (0.5, 0.2, 0): the velocity is that over the
// plate.
TEST(Beams, DvlMeasuresAgainstAMovingBody) {
  const std::string plate =
      "objects:\n  - {name: plate, links: [{name: plate, mass_kg: 1000, "
      "shapes: {physics: [!box {size_m: [40, 40, 1]}]}}]}\n";
  Deck deck(boat_with("seabed: !flat {depth_m: 60}", "!dvl {name: dvl}", plate));
  const Vec3 v(1, 0, 0), plate_v(0.5, 0.2, 0);
  deck.place(0, {0, 0, 20}, v);
  deck.place(1, {0, 0, 30.5}, plate_v);
  deck.measure();
  ASSERT_TRUE(deck.valid(0));
  EXPECT_NEAR(deck.values(0)[kDvlAltitude], 10, 1e-5);
  EXPECT_NEAR((velocity_of(deck.values(0)) - (v - plate_v)).norm(), 0, kTolerance);
  deck.place(1, {200, 0, 30.5}, plate_v);  // gone: the bottom again
  deck.measure(1);
  EXPECT_NEAR(deck.values(0)[kDvlAltitude], 40, kTolerance);
  EXPECT_NEAR((velocity_of(deck.values(0)) - v).norm(), 0, kTolerance);
}

// The bottom is out of reach; the layer from 2 to 8 m along the beams lies at 1.73 to 6.93 m below,
// where the current grows linearly with depth: its mean is that of the middle.
TEST(Beams, WaterTrackTakesTheMeanOfTheLayer) {
  Deck deck(
      boat_with("seabed: !flat {depth_m: 500}, "
                "currents: [!stratified {table: [[0, 0, 0], [100, 1, 0.5]]}]",
                "!dvl {name: dvl, max_range_m: 100, water_layer_m: [2, 8]}"));
  deck.place(0, {0, 0, 20}, {1.5, 0, 0});
  deck.measure();
  ASSERT_TRUE(deck.valid(0));
  const auto r = deck.values(0);
  EXPECT_EQ(r[kDvlMode], 2);
  EXPECT_EQ(r[kDvlGoodBeams], 0);
  const double middle_m = 20 + 5 * kCos30;
  EXPECT_NEAR(r[0], 1.5 - middle_m / 100, kTolerance);
  EXPECT_NEAR(r[1], -0.5 * middle_m / 100, kTolerance);
  EXPECT_TRUE(std::isnan(r[kDvlAltitude]));
}

TEST(Beams, ADvlInTheAirIsSilent) {
  Deck deck(boat_with("seabed: !flat {depth_m: 30}", "!dvl {name: dvl}"));
  deck.place(0, {0, 0, -1});
  deck.measure();
  EXPECT_FALSE(deck.valid(0));
}

// Cells every 2 m from 1 m on; a moving vehicle measures the water relative to itself.
TEST(Beams, AdcpSeesTheCurrentOfEachDepth) {
  Deck deck(
      boat_with("seabed: !flat {depth_m: 60}, "
                "currents: [!stratified {table: [[0, 0.8, 0], [60, 0.2, 0.6]]}]",
                "!adcp {name: adcp, cells: 30, cell_size_m: 2, blanking_m: 1}, "
                "!adcp {name: beams, cells: 30, cell_size_m: 2, blanking_m: 1, output: beams}"));
  const Quat east = quaternion_from(EulerAngles{0, 0, 90 * kDegree});
  deck.place(0, {0, 0, 10}, {0.5, 0, 0}, east);  // 0.5 m/s to the east
  deck.measure();
  ASSERT_TRUE(deck.valid(0));
  const auto r = deck.values(0), beams = deck.values(1);
  // The bottom is 50 m below: slant cells end before 50 m, 43.3 m along z.
  const int last = static_cast<int>((50 * kCos30 - 1) / 2) - 1;
  for (int cell = 0; cell < 30; ++cell) {
    const size_t at = 4 * static_cast<size_t>(cell);
    EXPECT_EQ(r[at], cell <= last ? 4 : 0) << cell;
    EXPECT_EQ(std::isfinite(beams[at]), cell <= last) << cell;
    if (cell > last) continue;
    const double fraction = (10 + 1 + 2 * (cell + 0.5)) / 60;
    const Vec3 water_N(0.8 - 0.6 * fraction, 0.6 * fraction, 0);
    EXPECT_NEAR(r[at + 1], water_N.x(), kTolerance) << cell;
    EXPECT_NEAR(r[at + 2], water_N.y() - 0.5, kTolerance) << cell;
    EXPECT_NEAR(r[at + 3], 0, kTolerance) << cell;
    // First beam: 45 degrees to starboard of ahead, which is south-east.
    const double half = std::sqrt(0.5);
    const Vec3 e_N(-kSin30 * half, kSin30 * half, kCos30);
    EXPECT_NEAR(beams[at], e_N.dot(water_N - Vec3(0, 0.5, 0)), kTolerance) << cell;
  }
}

// Looking up from 10 m: no cell in the air.
TEST(Beams, AdcpStopsAtTheSurface) {
  Deck deck(boat_with("seabed: !flat {depth_m: 60}",
                      "!adcp {name: adcp, rpy_deg: [180, 0, 0], cells: 12, cell_size_m: 1, "
                      "blanking_m: 0}"));
  deck.place(0, {0, 0, 10});
  deck.measure();
  for (int cell = 0; cell < 12; ++cell)
    EXPECT_EQ(deck.values(0)[4 * static_cast<size_t>(cell)], cell < 10 ? 4 : 0) << cell;
}

// A deep-water wave of 2 m height and 6 s: the water of a cell turns in circles a w e^{-k d}.
TEST(Beams, AdcpFeelsTheOrbitsOfWaves) {
  constexpr double kGravity = 9.81;
  Deck deck(
      boat_with("gravity_m_s2: 9.81, waves: !regular {height_m: 2, period_s: 6, toward_deg: 0}",
                "!adcp {name: adcp, beam_angle_deg: 1, cells: 5, cell_size_m: 1, "
                "blanking_m: 0, output: beams}"));
  const double w = 2 * std::numbers::pi / 6, k = w * w / kGravity;
  deck.place(0, {0, 0, 3});
  deck.measure(
      15);  // 1.5 s: a quarter of a period, the surface falls through zero, water goes down
  const double down = 1 * w * std::exp(-k * 3.5) * std::sin(k * 0 - w * 1.5);
  // Nearly straight down: the orbit's vertical velocity at the first cell, within the width of the
  // beams.
  EXPECT_NEAR(deck.values(0)[0], down < 0 ? -down : down, 0.02);
}

TEST(Beams, AltimeterSeesWhatLiesInItsBeam) {
  const std::string box =
      "objects:\n  - {name: box, links: [{name: box, mass_kg: 1000, "
      "shapes: {physics: [!box {size_m: [2, 2, 2]}]}}]}\n";
  Deck deck(boat_with("seabed: !flat {depth_m: 40}",
                      "!altimeter {name: ray, max_range_m: 60}, "
                      "!altimeter {name: cone, max_range_m: 60, beam_width_deg: 30, rays: 200}",
                      box));
  deck.place(0, {0, 0, 10});
  deck.place(1, {0, 0, 39});
  deck.measure();
  EXPECT_NEAR(deck.values(0)[0], 28, 1e-5);
  deck.place(1, {5, 0, 39});  // beside the ray, within the cone of 15 degrees
  deck.measure(1);
  EXPECT_NEAR(deck.values(0)[0], 30, kTolerance);
  // Nearest corner of its top: 4 m ahead, 28 m down; some ray comes close to it.
  EXPECT_GE(deck.values(1)[0], std::hypot(4, 28) - kTolerance);
  EXPECT_LT(deck.values(1)[0], std::hypot(4, 28) + 0.4);
}

// Over a slope the nearest point of the cone is uphill: a ray at angle a from the vertical meets
// it at h / (cos a + sin a tan s), least at the edge of the cone.
TEST(Beams, AltimeterConeReadsShortOverASlope) {
  Deck deck(boat_with("seabed: !flat {depth_m: 40, slope_deg: 20, slope_toward_deg: 180}",
                      "!altimeter {name: cone, max_range_m: 60, beam_width_deg: 20, rays: 500}"));
  deck.place(0, {0, 0, 10});
  deck.measure();
  const double a = 10 * kDegree, wanted = 30 / (std::cos(a) + std::sin(a) * std::tan(20 * kDegree));
  EXPECT_GE(deck.values(0)[0], wanted - kTolerance);
  EXPECT_LT(deck.values(0)[0], wanted * 1.002);
}

TEST(Beams, AGivenSoundSpeedScalesTheAltimeter) {
  Deck deck(boat_with("seabed: !flat {depth_m: 40}",
                      "!altimeter {name: told, sound_speed_m_s: 1600}, !altimeter {name: knows}"));
  deck.place(0, {0, 0, 10});
  deck.measure();
  const double mean = deck.sound.mean_sound_speed(10, 40);
  EXPECT_NEAR(deck.values(0)[0], 30 * 1600 / mean, kTolerance);
  EXPECT_NEAR(deck.truth(0)[0], 30, kTolerance);
  EXPECT_NEAR(deck.values(1)[0], 30, kTolerance);
}

TEST(BeamCone, RaysFillTheCone) {
  constexpr int kRays = 400;
  const double half = 12 * kDegree;
  double mean_square = 0;
  for (int k = 0; k < kRays; ++k) {
    const Vec3 ray = cone_ray(k, kRays, half);
    EXPECT_NEAR(ray.norm(), 1, 1e-12);
    const double off = std::acos(std::min(1.0, ray.z()));
    EXPECT_LE(off, half + 1e-12);
    mean_square += off * off / kRays;
  }
  EXPECT_NEAR(mean_square, half * half / 2, 0.01 * half * half);  // evenly spread over a disc
}

}  // namespace beams_test
}  // namespace hadal::sensors
