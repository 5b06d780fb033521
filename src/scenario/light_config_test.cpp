#include "scenario/light_config.h"

#include <gtest/gtest.h>

#include "scenario/test_reading.h"

namespace hadal::inline scenario {
namespace light_config_test {

using test_reading::expect_refused;
using test_reading::taken;

TEST(LightConfigs, AFlashIsShorterThanItsPeriod) {
  EXPECT_EQ(taken<PointLampModel>("{name: l, strobe_hz: 10, strobe_s: 0.1}").strobe_s, 0.1);
  expect_refused<PointLampModel>("{name: l, strobe_hz: 10, @@strobe_s: 0.11}",
                                  "strobe_s: longer than the time between flashes");
}

TEST(LightConfigs, TheEdgeOfABeamLiesInsideIt) {
  EXPECT_EQ(taken<SpotLampModel>("{name: l, beam_deg: 20, edge_deg: 10}").edge_rad,
            10 * kDegree);
  expect_refused<SpotLampModel>("{name: l, beam_deg: 20, @@edge_deg: 10.5}",
                                 "edge_deg: more than half of beam_deg");
}

TEST(LightConfigs, TheCommonPartIsFoundForEveryKind) {
  SpotLampModel spot;
  spot.name = "a";
  PointLampModel point;
  point.name = "b";
  LineLampModel line;
  line.name = "c";
  EXPECT_EQ(lamp_common(AnyConfig::of(spot)).name, "a");
  EXPECT_EQ(lamp_common(AnyConfig::of(point)).name, "b");
  EXPECT_EQ(lamp_common(AnyConfig::of(line)).name, "c");
  EXPECT_EQ(kind_names(lamp_kinds()), (std::vector<std::string>{"spot", "point", "line"}));
}

TEST(LightConfigs, WaterHasAJerlovType) {
  for (const char* type :
       {"I", "IA", "IB", "II", "III", "1C", "3C", "5C", "7C", "9C", "pure", "none"})
    EXPECT_EQ(taken<WaterOpticsModel>("water_type: " + std::string(type)).type, type);
  expect_refused<WaterOpticsModel>("water_type: @@2C",
                               "water_type: '2C' is not a choice (did you mean '1C'?)");
}

TEST(LightConfigs, LevelsAreFractions) {
  expect_refused<PointLampModel>("{name: l, level: @@1.5}",
                                  "level: expected a number from 0 to 1, found '1.5'");
  expect_refused<SkyModel>("cloud_cover: @@-0.1",
                            "cloud_cover: expected a number from 0 to 1, found '-0.1'");
}

}  // namespace light_config_test
}  // namespace hadal::scenario
