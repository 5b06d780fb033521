#include <gtest/gtest.h>

#include <cmath>
#include <sstream>

#include "base/test_folder.h"
#include "hadal/log.h"
#include "logs/reader/test_log.h"

namespace hadal {
namespace export_csv_test {

using test::TestFolder;
using logs::testing::write_test_log;

std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines;
  std::istringstream stream(text);
  for (std::string line; std::getline(stream, line);) lines.push_back(line);
  return lines;
}

class ExportCsv : public ::testing::Test {
 protected:
  ExportCsv() { write_test_log(log_, "rov", ""); }
  TestFolder folder_{"csv"};
  std::string log_ = folder_.file("log.mcap");
};

TEST_F(ExportCsv, ColumnsAreFieldsAndTimeStartsAtZero) {
  const LogResult result = export_csv(log_, "/hadal/state_hash", "");
  ASSERT_EQ(result.exit_code, 0) << result.text;
  const auto lines = lines_of(result.text);
  ASSERT_EQ(lines.size(), 102u);
  EXPECT_EQ(lines[0], "arrival_s,tick,hash");
  EXPECT_EQ(lines[1], "0,0," + std::to_string(logs::testing::kTestLogHash - 100));
  EXPECT_EQ(lines[101], "10,100," + std::to_string(logs::testing::kTestLogHash));  // all 64 bits
}

TEST_F(ExportCsv, NamesInTheMessageBecomeColumnsAndAreQuoted) {
  const auto thrusters = lines_of(export_csv(log_, "/rov/thrusters", "").text);
  EXPECT_EQ(
      thrusters[0],
      "arrival_s,stamp_s,header.stamp.sec,header.stamp.nanosec,header.frame_id,t1.command,\"t,2.command\",t1."
      "rotor_speed,\"t,2.rotor_speed\","
      "t1.thrust,\"t,2.thrust\",t1.load_percent,\"t,2.load_percent\",t1.health,\"t,2.health\"");
  EXPECT_TRUE(thrusters[51].starts_with("5,5,1780304405,0,world,")) << thrusters[51];
  EXPECT_TRUE(thrusters[51].ends_with(",1,1,9,9,20,0,50,0,1,0"))
      << thrusters[51];  // the second died
  const auto wrenches = lines_of(export_csv(log_, "/rov/hull/wrenches", "").text);
  EXPECT_NE(wrenches[0].find(",buoyancy.force.z,"), std::string::npos);
  const auto scalars = lines_of(export_csv(log_, "/rov/imu/truth", "").text);
  EXPECT_EQ(
      scalars[0],
      "arrival_s,stamp_s,header.stamp.sec,header.stamp.nanosec,header.frame_id,angular_velocity_x_rad_s");
}

TEST_F(ExportCsv, WritesAFile) {
  const std::string path = folder_.file("out.csv");
  EXPECT_EQ(export_csv(log_, "/rov/imu", path).exit_code, 0);
  EXPECT_EQ(lines_of(test::read_text(path)).size(), 92u);  // ten readings were lost
  EXPECT_EQ(export_csv(log_, "/rov/imu", "/nowhere/out.csv").exit_code, 2);
}

TEST_F(ExportCsv, AnUnknownTopicNamesTheNearest) {
  const LogResult result = export_csv(log_, "/rov/groundtruth", "");
  EXPECT_EQ(result.exit_code, 2);
  EXPECT_NE(result.text.find("nearest: /rov/ground_truth "), std::string::npos) << result.text;
  EXPECT_EQ(export_csv(log_, std::string(100'000, 'x'), "").exit_code, 2);
}

}  // namespace export_csv_test
}  // namespace hadal
