#include <gtest/gtest.h>

#include "kinds/devices/modems.h"
#include "kinds/devices/positioning.h"
#include "math/units.h"
#include "scenario/test_reading.h"

namespace hadal::inline scenario {
namespace device_schemas_test {

using test_reading::expect_refused;
using test_reading::taken;

TEST(DeviceSchemas, ABandLiesAboveZero) {
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

TEST(DeviceSchemas, AnErrorRateBelongsToItsModulation) {
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

TEST(DeviceSchemas, OneAxisCannotBeMisaligned) {
  const std::string why = "misalignment_deg: only a measurement of three axes can be misaligned";
  expect_refused<UsblModel>("{name: u, bearing: {@@misalignment_deg: 1}}", "bearing." + why);
  expect_refused<LblModel>("{name: l, range: {@@misalignment_deg: 1}}", "range." + why);
  EXPECT_EQ(taken<UsblModel>("{name: u, attitude_error: {misalignment_deg: 1}}")
                .attitude_error.misalignment_std_rad,
            kDegree);
}

}  // namespace device_schemas_test
}  // namespace hadal::scenario
