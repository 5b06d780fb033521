#include <gtest/gtest.h>

#include <cmath>
#include <nlohmann/json.hpp>

#include "base/test_folder.h"
#include "hadal/log.h"
#include "logs/reader/test_log.h"

namespace hadal {
namespace log_info_test {

using test::TestFolder;
using logs::testing::write_test_log;

TEST(LogInfo, JsonTellsTheRunAndTheTopics) {
  const TestFolder folder("info");
  write_test_log(folder.file("log.mcap"), "rov", "");
  const LogResult result = log_info(folder.file("log.mcap"), true);
  ASSERT_EQ(result.exit_code, 0) << result.text;
  const nlohmann::json j = nlohmann::json::parse(result.text);
  EXPECT_EQ(j["start_utc"], "2026-06-01T09:00:00Z");
  EXPECT_EQ(j["duration_s"], 10.0);
  EXPECT_EQ(j["seed"], 7);
  EXPECT_EQ(j["step_s"], 0.1);
  EXPECT_EQ(j["last_tick"], 100);
  EXPECT_EQ(j["state_hash"], "fedcba9876543210");
  EXPECT_EQ(j["truncated"], false);
  EXPECT_TRUE(j["warnings"].empty());
  EXPECT_EQ(j["topics"].size(), 6u);
  EXPECT_EQ(j["topics"][1]["topic"], "/rov/ground_truth");
  EXPECT_EQ(j["topics"][1]["type"], "nav_msgs/msg/Odometry");
  EXPECT_EQ(j["topics"][1]["count"], 101);
  EXPECT_EQ(j["topics"][1]["rate_hz"], 10.0);
}

TEST(LogInfo, TextIsAlignedInColumns) {
  const TestFolder folder("info_text");
  write_test_log(folder.file("log.mcap"), "rov\x1B", "");
  const std::string text = log_info(folder.file("log.mcap"), false).text;
  EXPECT_EQ(text.find('\x1B'), std::string::npos);  // a name cannot steer the terminal
  const size_t header = text.find("topic "), row = text.find("/hadal/state_hash");
  ASSERT_NE(row, std::string::npos);
  const auto column = [&](size_t line, const char* word) { return text.find(word, line) - line; };
  EXPECT_EQ(column(header, "type"), column(row, "hadal_msgs/msg/StateHash"));
  EXPECT_NE(text.find("last tick   100 of 100"), std::string::npos);
}

TEST(LogInfo, ACutLogSaysSoAndHowFarItGot) {
  const TestFolder folder("info_cut");
  write_test_log(folder.file("log.mcap"), "rov", "");
  const std::string bytes = test::read_text(folder.file("log.mcap"));
  test::write_text(folder.file("cut.mcap"), bytes.substr(0, bytes.size() / 2));
  const nlohmann::json j = nlohmann::json::parse(log_info(folder.file("cut.mcap"), true).text);
  EXPECT_EQ(j["truncated"], true);
  EXPECT_GT(j["last_tick"], 0);
  EXPECT_LT(j["last_tick"], 100);
}

TEST(LogInfo, RefusesWhatIsNoLog) {
  EXPECT_EQ(log_info("/nowhere/log.mcap", false).exit_code, 2);
  const TestFolder folder("info_bad");
  test::write_text(folder.file("text.mcap"), "this is no log");
  EXPECT_EQ(log_info(folder.file("text.mcap"), true).exit_code, 2);
}

}  // namespace log_info_test
}  // namespace hadal
