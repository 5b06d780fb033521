#include "scenario/sensor_config.h"

#include <gtest/gtest.h>

#include "scenario/reader.h"

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

}  // namespace sensor_config_test
}  // namespace hadal::scenario
