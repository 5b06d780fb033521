#include <gtest/gtest.h>

#include <array>
#include <set>

#include "kinds/devices/modems.h"
#include "kinds/devices/positioning.h"

namespace hadal::inline kinds {
namespace device_list_test {

TEST(Devices, EveryKindNamesItsColumnsOnceWithTheirUnits) {
  std::set<std::string> kinds;
  for (const DeviceKind* kind : device_list().kinds()) {
    const std::string& name = kind->schema().name;
    EXPECT_TRUE(kinds.insert(name).second) << name;
    const std::shared_ptr<void> config = kind->schema().create();
    std::set<std::string> columns;
    for (const Column& column : kind->columns(config.get())) {
      EXPECT_TRUE(columns.insert(column.name).second) << name << " " << column.name;
      EXPECT_FALSE(column.unit.empty()) << name << " " << column.name;
    }
    EXPECT_FALSE(columns.empty()) << name;
  }
  EXPECT_EQ(kinds.size(), 7u);
}

TEST(Devices, SpeakBySoundOrLightAndModemsSendPackets) {
  for (const DeviceKind* kind : device_list().kinds()) {
    const std::string& name = kind->schema().name;
    const bool modem = name.find("modem") != std::string::npos;
    EXPECT_EQ(kind->transducer != nullptr, name != "optical_modem") << name;
    EXPECT_EQ(kind->packets != nullptr, modem) << name;
    EXPECT_EQ(kind->message == extension::ReadingMessage::kPacket, modem) << name;
    EXPECT_EQ(kind->asks, name == "usbl" || name == "lbl" || name == "pinger") << name;
  }
}

TEST(Devices, TheModemsColumnsAreItsFacts) {
  EXPECT_EQ(AcousticModemModel().columns().size(), size_t{kModemFacts});
  EXPECT_EQ(AcousticModemModel().columns()[kModemDoppler].name, "doppler");
  std::array<double, kModemFacts> facts{}, columns{};
  facts[kModemSnr] = 12;
  const DeviceKind& kind = *device_list().find(&AcousticModemModel::schema());
  const AcousticModemModel modem;
  EXPECT_TRUE(kind.fill_columns(&modem, {Pose(), {}, facts}, columns));
  EXPECT_EQ(columns, facts);
}

TEST(Devices, AUsblPutsTheTransponderWhereItHeardIt) {
  const std::array<double, kUsblChannels> channels{10, 90 * kDegree, 30 * kDegree, 0, 0, 0};
  const std::array<double, kUsblFacts> facts{2, 0.013, 110, 20};
  const UsblModel usbl;
  std::vector<double> columns(usbl.columns().size());
  const Pose X_NS{Vec3(1, 2, 3), Quat::Identity()};
  ASSERT_TRUE(usbl.fill_columns({X_NS, channels, facts}, columns));
  EXPECT_EQ(columns[0], 2);
  EXPECT_NEAR(columns[7], 1, 1e-12);
  EXPECT_NEAR(columns[8], 2 + 10 * std::cos(30 * kDegree), 1e-12);
  EXPECT_NEAR(columns[9], 3 + 5, 1e-12);
  EXPECT_EQ(columns[12], 20);
}

TEST(Devices, TheyHearWhereTheySendUnlessTold) {
  Transducer transducer;
  EXPECT_EQ(transducer.received_frequency_hz(), 25e3);
  EXPECT_EQ(transducer.received_bandwidth_hz(), 5e3);
  transducer.listen_frequency_hz = 30e3;
  EXPECT_EQ(transducer.received_frequency_hz(), 30e3);
}

}  // namespace device_list_test
}  // namespace hadal::kinds
