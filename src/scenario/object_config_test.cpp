#include "scenario/object_config.h"

#include <gtest/gtest.h>

#include "scenario/test_reading.h"

namespace hadal::inline scenario {
namespace object_config_test {

using test_reading::expect_refused;
using test_reading::taken;

const std::string kBall = "name: o, shapes: {physics: [!sphere {radius_m: 1}]}";

std::string ball(const std::string& more) {
  return "{" + kBall + ", " + more + "}";
}

TEST(ObjectConfigs, ComeFromOneSource) {
  EXPECT_EQ(taken<ObjectConfig>("{name: o, model: crate}").model, "crate");
  expect_refused<ObjectConfig>("@@{name: o}", "model: give one of model, links and shapes");
  expect_refused<ObjectConfig>(ball("@@model: crate"), "model: give one of model, links and shapes");
  expect_refused<ObjectConfig>("{name: o, model: crate, @@material: steel}",
                               "material: only an object with inline shapes has it here");
}

TEST(ObjectConfigs, FixedOnesDoNotMove) {
  EXPECT_TRUE(taken<ObjectConfig>(ball("fixed: true, velocity: [0, 0, 0, 0, 0, 0]")).fixed);
  expect_refused<ObjectConfig>(ball("fixed: true, @@velocity: [0, 0, 0, 0, 0, 0.1]"),
                               "velocity: a fixed object does not move");
}

TEST(ObjectConfigs, LinksHangOnEarlierOnes) {
  const std::string body = "{name: a, mass_kg: 1, inertia_kg_m2: [1, 1, 1]}";
  const std::string part = "mass_kg: 1, inertia_kg_m2: [1, 1, 1], joint: {}";
  expect_refused<ObjectConfig>("{name: o, links: [{name: a, " + part + ", @@parent: b}]}",
                               "links[0].parent: the first link carries the others and has no parent");
  expect_refused<ObjectConfig>(
      "{name: o, links: [" + body + ", {name: b, " + part + ", @@parent: c}]}",
      "links[1].parent: 'c' is no earlier link of this object");
  expect_refused<ObjectModelConfig>("@@name: m", "links: an object needs at least one link");
}

TEST(ObjectConfigs, CopiesAreCountedAndNamed) {
  const auto array = taken<ObjectConfig>(ball("array: {count: [3, 4], spacing_m: [1, 1]}"));
  EXPECT_EQ(array.copies(), 12);
  EXPECT_EQ(array.copy_name(0), "o_1");
  EXPECT_EQ(array.copy_name(11), "o_12");
  const auto scatter = taken<ObjectConfig>(ball("scatter: {count: 7, size_m: [1, 1]}"));
  EXPECT_EQ(scatter.copies(), 7);
  const auto single = taken<ObjectConfig>("{" + kBall + "}");
  EXPECT_EQ(single.copies(), 1);
  EXPECT_EQ(single.copy_name(0), "o");
}

TEST(ObjectConfigs, CopiesAreWholeAndNotTooMany) {
  expect_refused<ObjectConfig>(ball("array: {@@count: [1.5, 2], spacing_m: [1, 1]}"),
                               "array.count: expected two whole numbers");
  expect_refused<ObjectConfig>(ball("array: {@@count: [101, 100], spacing_m: [1, 1]}"),
                               "array.count: more than 10000 copies");
  EXPECT_EQ(taken<ObjectConfig>(ball("array: {count: [100, 100], spacing_m: [1, 1]}")).copies(),
            10000);
  expect_refused<ObjectConfig>(ball("scatter: {count: @@10001, size_m: [1, 1]}"),
                               "scatter.count: expected a number from 1 to 10000, found '10001'");
  expect_refused<ObjectConfig>(
      ball("array: {count: [2, 2], spacing_m: [1, 1]}, scatter: @@{count: 7, size_m: [1, 1]}"),
      "scatter: give one of array and scatter");
}

TEST(ObjectPoses, ADepthOrTheSeabed) {
  EXPECT_TRUE(taken<ObjectPoseConfig>("{on_seabed: true, buried_m: 0.1}").on_seabed);
  expect_refused<ObjectPoseConfig>("{on_seabed: true, @@depth_m: 3}",
                                   "depth_m: follows from on_seabed: true; give one of the two");
  expect_refused<ObjectPoseConfig>("{depth_m: 3, @@buried_m: 0.1}",
                                   "buried_m: only an object with on_seabed: true can be buried");
}

TEST(ObjectConfigs, WearIsAFraction) {
  expect_refused<ObjectConfig>(ball("extent: @@1.1"),
                               "extent: expected a number from 0 to 1, found '1.1'");
  expect_refused<ObjectConfig>(ball("fouling: @@{coverage: 1}"),
                               "fouling: 'thickness_m' is missing in fouling: Greatest thickness of the growth.");
  expect_refused<ObjectConfig>(
      ball("degradation: {properties: [{name: p}, {name: @@p}]}"),
      "degradation.properties[1].name: 'p' is used twice; expected a unique name");
  expect_refused<FoulingConfig>("{thickness_m: 0.1, seen_by: [@@eye]}",
                                "seen_by[0]: no sensor class 'eye' (one of: camera, sonar, lidar, dvl)");
}

}  // namespace object_config_test
}  // namespace hadal::scenario
