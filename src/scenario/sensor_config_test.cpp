#include "scenario/sensor_config.h"

#include <gtest/gtest.h>

#include "scenario/test_reading.h"

namespace hadal::inline scenario {
namespace sensor_config_test {

template <class T>
std::string read(const std::string& text, T& out) {
  SourceMap places;
  Problems problems;
  read_struct(parse_yaml(text, "a.yaml").value(), T::schema(), &out, "", places, problems);
  return problems.text();
}

TEST(SensorConfig, AltimeterHasARange) {
  AltimeterConfig altimeter;
  EXPECT_EQ(
      read("{name: a, min_range_m: 0.5, max_range_m: 80, range: {white_std: 0.1}}", altimeter), "");
  EXPECT_EQ(altimeter.max_range_m, 80);
  EXPECT_EQ(altimeter.range.white_std, 0.1);
  EXPECT_NE(read("{name: a, min_range_m: 5, max_range_m: 5}", altimeter).find("above min_range_m"),
            std::string::npos);
  EXPECT_NE(read("{name: a, range: {misalignment_deg: 1}}", altimeter).find("misaligned"),
            std::string::npos);
}

TEST(SensorConfig, ContactNamesBothSides) {
  ContactConfig contact;
  EXPECT_EQ(read("{name: a, links: [finger], against: [seabed, box]}", contact), "");
  EXPECT_EQ(contact.links, std::vector<std::string>{"finger"});
  EXPECT_EQ(contact.against, (std::vector<std::string>{"seabed", "box"}));
}

TEST(SensorConfig, ABiasWandersAsItsKindSays) {
  NoiseConfig walk, process;
  EXPECT_EQ(read("{bias_kind: random_walk, bias_random_walk: 0.1}", walk), "");
  EXPECT_EQ(read("{bias_kind: gauss_markov, bias_std: 0.1}", process), "");
  test_reading::expect_refused<NoiseConfig>("{@@bias_random_walk: 0.1}",
                                            "bias_random_walk: needs bias_kind: random_walk");
  test_reading::expect_refused<NoiseConfig>("{bias_kind: random_walk, @@bias_std: 0.1}",
                                            "bias_std: needs bias_kind: gauss_markov");
  test_reading::expect_refused<NoiseConfig>("{minimum: 1, @@maximum: 1}",
                                            "maximum: must be above minimum");
}

TEST(SensorConfig, OnlyThreeAxesCanBeMisaligned) {
  const std::string why = "misalignment_deg: only a measurement of three axes can be misaligned";
  test_reading::expect_refused<CompassConfig>("{name: s, noise: {@@misalignment_deg: 1}}",
                                              "noise." + why);
  test_reading::expect_refused<PressureConfig>("{name: s, temperature: {@@misalignment_deg: 1}}",
                                               "temperature." + why);
  test_reading::expect_refused<GpsConfig>("{name: s, vertical: {@@misalignment_deg: 1}}",
                                          "vertical." + why);
  ImuConfig imu;
  EXPECT_EQ(read("{name: s, gyro: {misalignment_deg: 1}}", imu), "");
}

TEST(SensorConfig, SeveralRaysNeedACone) {
  test_reading::expect_refused<AltimeterConfig>("{name: s, @@rays: 5}",
                                                "rays: several rays need a beam_width_deg above 0");
}

TEST(SensorConfig, TheVoltageOfABatteryFollowsItsCharge) {
  test_reading::expect_refused<BatteryConfig>("{name: b, @@open_circuit: [[0, 12], [0, 13]]}",
                                              "open_circuit: charge must rise from row to row");
  test_reading::expect_refused<BatteryConfig>("{name: b, @@open_circuit: [[0, 12]]}",
                                              "open_circuit: expected at least two rows");
}

// The common part is found behind every kind.
TEST(SensorConfig, EveryKindHasANameAndAMount) {
  for (const StructSchema* kind : sensor_kinds()) {
    EXPECT_NE(kind->find("name"), nullptr) << kind->name;
    EXPECT_TRUE(kind->find("name")->required) << kind->name;
    EXPECT_NE(kind->find("position_m"), nullptr) << kind->name;
    SourceMap places;
    Problems problems;
    AnyConfig any(kind, kind->create());
    const Node node =
        parse_yaml("{name: s, position_m: [1, 2, 3], latency_s: 0.5}", "a.yaml").value();
    read_struct(node, *kind, any.data(), "", places, problems);
    EXPECT_EQ(sensor_common(any).name, "s") << kind->name;
    EXPECT_EQ(sensor_common(any).position_m[2], 3) << kind->name;
    EXPECT_EQ(sensor_common(any).latency_s, 0.5) << kind->name;
  }
}

}  // namespace sensor_config_test
}  // namespace hadal::scenario
