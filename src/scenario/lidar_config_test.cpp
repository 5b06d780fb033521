#include "kinds/frames/lidar.h"

#include <gtest/gtest.h>

#include "kinds/frames/beam_grids.h"
#include "kinds/frames/line_sonars.h"
#include "kinds/sensors/adcp.h"
#include "kinds/sensors/dvl.h"
#include "scenario/test_reading.h"

namespace hadal::inline scenario {
namespace lidar_config_test {

using test_reading::expect_refused;
using test_reading::read;
using test_reading::taken;

TEST(RangingConfigs, BeamsPointInDifferentDirections) {
  EXPECT_EQ(taken<Dvl>("{name: d, azimuths_deg: [0, 90, 180, -90]}").azimuth_rad[3],
            -90 * kDegree);
  const std::string why = "the same as another beam; expected four different directions";
  expect_refused<Dvl>("{name: d, @@azimuths_deg: [0, 90, 180, 90.5]}",
                            "azimuths_deg[3]: " + why);
  expect_refused<Dvl>("{name: d, @@azimuths_deg: [0, 90, 180, 360]}",
                            "azimuths_deg[3]: " + why);
  expect_refused<Adcp>("{name: a, azimuths_deg: @@[0, 120, 240]}",
                             "azimuths_deg: expected a list of 4 numbers, found 3");
}

TEST(RangingConfigs, RangesAreInOrder) {
  expect_refused<Dvl>("{name: d, min_range_m: 9, @@max_range_m: 9}",
                            "max_range_m: must be above min_range_m");
  expect_refused<Dvl>("{name: d, @@water_layer_m: [5, 5]}",
                            "water_layer_m: expected the nearest range, then a farther one");
  expect_refused<LidarModel>("{name: l, min_range_m: 9, @@max_range_m: 8}",
                              "max_range_m: must be above min_range_m");
}

TEST(RangingConfigs, TheFirstCellLiesWithinReach) {
  EXPECT_EQ(taken<Adcp>("{name: a, blanking_m: 1, cell_size_m: 2, max_range_m: 3}").cell_size_m, 2);
  expect_refused<Adcp>(
      "{name: a, blanking_m: 1, cell_size_m: 2.5, @@max_range_m: 3}",
      "max_range_m: the first cell ends beyond it; expected a longer range or a smaller cell");
}

TEST(RangingConfigs, AMountStaysWithinItsTravel) {
  EXPECT_EQ(taken<PanTilt>("{pan_deg: -100, pan_swing_deg: 75}").pan_rad, -100 * kDegree);
  expect_refused<PanTilt>(
      "{pan_deg: -100, @@pan_swing_deg: 76}",
      "pan_swing_deg: the mount pans 350 degrees in all: expected |pan_deg| + pan_swing_deg <= "
      "175");
  expect_refused<PanTilt>("{tilt_deg: 45, @@tilt_swing_deg: 46}",
                                "tilt_swing_deg: expected |tilt_deg| + tilt_swing_deg <= 90");
}

// --- Sonars of one line or a range per beam.

TEST(LineSonarConfigs, TheNextPingWaitsForTheLastEcho) {
  // 2 * 70 m / 1400 m/s = 0.1 s.
  EXPECT_EQ(taken<EchosounderModel>("{name: e, max_range_m: 70, rate_hz: 10}").rate_hz, 10);
  expect_refused<EchosounderModel>(
      "{name: e, max_range_m: 70, @@rate_hz: 10.01}",
      "rate_hz: the last echo comes after 0.100000 s, later than the next ping; expected a lower "
      "rate or a shorter range");
}

TEST(LineSonarConfigs, ABandIsAtMostTwiceItsFrequency) {
  expect_refused<SideScanModel>("{name: s, frequency_khz: 10, @@bandwidth_khz: 20.5}",
                                 "bandwidth_khz: must be at most twice frequency_khz");
}

TEST(LineSonarConfigs, BinsAreNotTooMany) {
  // 600 m * 2 * 100 kHz / 1500 m/s = 80000 bins.
  MultibeamModel sonar;
  EXPECT_NE(read("{name: m, rate_hz: 0.1, min_range_m: 0, max_range_m: 600, frequency_khz: 200, "
                 "bandwidth_khz: 100}",
                 sonar)
                .find("max_range_m: gives 80000 range bins of 65536 at most"),
            std::string::npos);
}

TEST(LineSonarConfigs, ASectorHasTwoBearings) {
  EXPECT_EQ(taken<ScanningSonarModel>("{name: s, sector_deg: [-30, 30]}").sector_rad[1],
            30 * kDegree);
  EXPECT_TRUE(taken<ScanningSonarModel>("{name: s, sector_deg: []}").sector_rad.empty());
  expect_refused<ScanningSonarModel>("{name: s, @@sector_deg: [30, 30]}",
                                      "sector_deg: expected the first bearing, then a larger one");
}

}  // namespace lidar_config_test
}  // namespace hadal::scenario
