#include "scenario/network_config.h"

#include <gtest/gtest.h>

#include "math/units.h"
#include "scenario/test_reading.h"

namespace hadal::inline scenario {
namespace network_config_test {

using test_reading::expect_refused;
using test_reading::taken;

TEST(NetworkConfigs, ABandLiesAboveZero) {
  const std::string why = "a band cannot be wider than twice its centre frequency";
  EXPECT_EQ(taken<PingerConfig>("{name: p, frequency_hz: 10000, bandwidth_hz: 20000}").bandwidth_hz,
            20000);
  // Said once: what it hears is as wide as what it sends unless it is given.
  expect_refused<HydrophoneConfig>("{name: h, frequency_hz: 10000, @@bandwidth_hz: 20001}",
                                   "bandwidth_hz: " + why);
  expect_refused<TransponderConfig>("{name: t, frequency_hz: 10000, @@bandwidth_hz: 20001}",
                                    "bandwidth_hz: " + why);
  expect_refused<AcousticModemConfig>(
      "{name: m, frequency_hz: 10000, bandwidth_hz: 5000, listen_frequency_hz: 1000, "
      "@@listen_bandwidth_hz: 2001}",
      "listen_bandwidth_hz: " + why);
}

TEST(NetworkConfigs, AnErrorRateBelongsToItsModulation) {
  EXPECT_EQ(taken<AcousticModemConfig>("{name: m, modulation: given, bit_error_rate: 0.001}")
                .bit_error_rate,
            0.001);
  expect_refused<AcousticModemConfig>("@@{name: m, modulation: given}",
                                      "bit_error_rate: expected with modulation: given");
  expect_refused<AcousticModemConfig>("{name: m, modulation: fsk, @@bit_error_rate: 0.1}",
                                      "bit_error_rate: needs modulation: given");
  expect_refused<AcousticModemConfig>("{name: m, multipath: false, @@guard_s: 0.1}",
                                      "guard_s: needs multipath: true");
}

TEST(NetworkConfigs, OneAxisCannotBeMisaligned) {
  const std::string why = "misalignment_deg: only a measurement of three axes can be misaligned";
  expect_refused<UsblConfig>("{name: u, bearing: {@@misalignment_deg: 1}}", "bearing." + why);
  expect_refused<LblConfig>("{name: l, range: {@@misalignment_deg: 1}}", "range." + why);
  EXPECT_EQ(taken<UsblConfig>("{name: u, attitude_error: {misalignment_deg: 1}}")
                .attitude_error.misalignment_std_rad,
            kDegree);
}

}  // namespace network_config_test
}  // namespace hadal::scenario
