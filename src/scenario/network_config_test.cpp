#include "scenario/network_config.h"

#include <gtest/gtest.h>

#include "kinds/devices/modems.h"
#include "kinds/devices/positioning.h"
#include "math/units.h"
#include "scenario/test_reading.h"

namespace hadal::inline scenario {
namespace network_config_test {

using test_reading::expect_refused;
using test_reading::taken;

TEST(NetworkConfigs, ABandLiesAboveZero) {
  const std::string why = "a band cannot be wider than twice its centre frequency";
  EXPECT_EQ(taken<PingerModel>("{name: p, frequency_hz: 10000, bandwidth_hz: 20000}").bandwidth_hz,
            20000);
  // Said once: what it hears is as wide as what it sends unless it is given.
  expect_refused<HydrophoneModel>("{name: h, frequency_hz: 10000, @@bandwidth_hz: 20001}",
                                   "bandwidth_hz: " + why);
  expect_refused<TransponderModel>("{name: t, frequency_hz: 10000, @@bandwidth_hz: 20001}",
                                    "bandwidth_hz: " + why);
  expect_refused<AcousticModemModel>(
      "{name: m, frequency_hz: 10000, bandwidth_hz: 5000, listen_frequency_hz: 1000, "
      "@@listen_bandwidth_hz: 2001}",
      "listen_bandwidth_hz: " + why);
}

TEST(NetworkConfigs, AnErrorRateBelongsToItsModulation) {
  EXPECT_EQ(taken<AcousticModemModel>("{name: m, modulation: given, bit_error_rate: 0.001}")
                .bit_error_rate,
            0.001);
  expect_refused<AcousticModemModel>("@@{name: m, modulation: given}",
                                      "bit_error_rate: expected with modulation: given");
  expect_refused<AcousticModemModel>("{name: m, modulation: fsk, @@bit_error_rate: 0.1}",
                                      "bit_error_rate: needs modulation: given");
  expect_refused<AcousticModemModel>("{name: m, multipath: false, @@guard_s: 0.1}",
                                      "guard_s: needs multipath: true");
}

TEST(NetworkConfigs, OneAxisCannotBeMisaligned) {
  const std::string why = "misalignment_deg: only a measurement of three axes can be misaligned";
  expect_refused<UsblModel>("{name: u, bearing: {@@misalignment_deg: 1}}", "bearing." + why);
  expect_refused<LblModel>("{name: l, range: {@@misalignment_deg: 1}}", "range." + why);
  EXPECT_EQ(taken<UsblModel>("{name: u, attitude_error: {misalignment_deg: 1}}")
                .attitude_error.misalignment_std_rad,
            kDegree);
}

TEST(NetworkConfigs, APacketIsTextOrHex) {
  const auto send = taken<SendEventConfig>("{at_s: 1, from: a/m, hex: 00ffA5}");
  EXPECT_EQ(send.payload(), (std::vector<uint8_t>{0x00, 0xFF, 0xA5}));
  EXPECT_EQ(taken<SendEventConfig>("{at_s: 1, from: a/m, text: hi}").payload(),
            (std::vector<uint8_t>{'h', 'i'}));
  expect_refused<SendEventConfig>("@@{at_s: 1, from: a/m}", "text: give one of text and hex");
  expect_refused<SendEventConfig>("{at_s: 1, from: a/m, @@text: a, hex: \"00\"}",
                                  "text: give one of text and hex");
  for (const char* hex : {"abc", "zz", "0x10"})
    expect_refused<SendEventConfig>(
        "{at_s: 1, from: a/m, @@hex: " + std::string(hex) + "}",
        "hex: expected pairs of hexadecimal digits, found '" + std::string(hex) + "'");
}

TEST(NetworkConfigs, RepeatedPacketsEndAfterTheyBegin) {
  expect_refused<SendEventConfig>("{at_s: 1, from: a/m, text: a, @@until_s: 5}",
                                  "until_s: needs every_s");
  expect_refused<SendEventConfig>("{at_s: 6, from: a/m, text: a, every_s: 1, @@until_s: 5}",
                                  "until_s: must not be before at_s");
}

}  // namespace network_config_test
}  // namespace hadal::scenario
