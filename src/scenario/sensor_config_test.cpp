#include "scenario/sensor_config.h"

#include <gtest/gtest.h>

#include <numbers>

#include "scenario/test_reading.h"

namespace hadal::inline scenario {
namespace sensor_config_test {

using test_reading::expect_refused;
using test_reading::number_in;
using test_reading::read;

const StructSchema& kind(const std::string& name) {
  for (const StructSchema* schema : sensor_kinds())
    if (schema->name == name) return *schema;
  throw std::runtime_error("no sensor " + name);
}

TEST(SensorConfig, AltimeterHasARange) {
  AnyConfig altimeter;
  EXPECT_EQ(read("{name: a, min_range_m: 0.5, max_range_m: 80, beam_width_deg: 90, "
                 "range: {white_std: 0.1}}",
                 kind("altimeter"), altimeter),
            "");
  EXPECT_EQ(number_in(altimeter, "max_range_m"), 80);
  EXPECT_EQ(number_in(altimeter, "range.white_std"), 0.1);
  EXPECT_NEAR(number_in(altimeter, "beam_width_deg"), std::numbers::pi / 2, 1e-15);
  expect_refused(kind("altimeter"), "{name: a, min_range_m: 5, @@max_range_m: 5}",
                 "max_range_m: must be above min_range_m");
}

TEST(SensorConfig, ABiasWandersAsItsKindSays) {
  NoiseModel walk, process;
  EXPECT_EQ(read("{bias_kind: random_walk, bias_random_walk: 0.1}", walk), "");
  EXPECT_EQ(read("{bias_kind: gauss_markov, bias_std: 0.1}", process), "");
  expect_refused<NoiseModel>("{@@bias_random_walk: 0.1}",
                                            "bias_random_walk: needs bias_kind: random_walk");
  expect_refused<NoiseModel>("{bias_kind: random_walk, @@bias_std: 0.1}",
                                            "bias_std: needs bias_kind: gauss_markov");
  expect_refused<NoiseModel>("{minimum: 1, @@maximum: 1}",
                                            "maximum: must be above minimum");
}

TEST(SensorConfig, OnlyThreeAxesCanBeMisaligned) {
  const std::string why = "misalignment_deg: only a measurement of three axes can be misaligned";
  expect_refused(kind("compass"), "{name: s, noise: {@@misalignment_deg: 1}}",
                                              "noise." + why);
  expect_refused(kind("pressure"), "{name: s, temperature: {@@misalignment_deg: 1}}",
                                               "temperature." + why);
  expect_refused(kind("gps"), "{name: s, vertical: {@@misalignment_deg: 1}}",
                                          "vertical." + why);
  AnyConfig imu;
  EXPECT_EQ(read("{name: s, gyro: {misalignment_deg: 1}}", kind("imu"), imu), "");
}

TEST(SensorConfig, SeveralRaysNeedACone) {
  expect_refused(kind("altimeter"), "{name: s, @@rays: 5}",
                                                "rays: several rays need a beam_width_deg above 0");
}

TEST(SensorConfig, TheVoltageOfABatteryFollowsItsCharge) {
  expect_refused(kind("battery"), "{name: b, @@open_circuit: [[0, 12], [0, 13]]}",
                                              "open_circuit: charge must rise from row to row");
  expect_refused(kind("battery"), "{name: b, @@open_circuit: [[0, 12]]}",
                                              "open_circuit: expected at least two rows");
}

// The common part is found behind every kind.
TEST(SensorConfig, EveryKindHasANameAndAMount) {
  for (const StructSchema* kind : sensor_kinds()) {
    EXPECT_NE(kind->find("name"), nullptr) << kind->name;
    EXPECT_TRUE(kind->find("name")->required) << kind->name;
    EXPECT_NE(kind->find("position_m"), nullptr) << kind->name;
    SourceMap locations;
    Problems problems;
    AnyConfig any(kind, kind->create());
    const Node node =
        parse_yaml("{name: s, position_m: [1, 2, 3], latency_s: 0.5}", "a.yaml").value();
    read_struct(node, *kind, any.data(), "", locations, problems);
    EXPECT_EQ(sensor_common(any).name, "s") << kind->name;
    EXPECT_EQ(sensor_common(any).position_m[2], 3) << kind->name;
    EXPECT_EQ(sensor_common(any).latency_s, 0.5) << kind->name;
  }
}

}  // namespace sensor_config_test
}  // namespace hadal::scenario
