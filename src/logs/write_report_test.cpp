#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "base/test_folder.h"
#include "base/viewer_page.h"
#include "hadal/log.h"
#include "logs/reader/test_log.h"

namespace hadal {
namespace write_report_test {

using logs::testing::write_test_log;
using test::read_text;
using test::TestFolder;
using test::write_text;

using Json = nlohmann::json;

const std::string kScenario =
    "title: Test run\nmission:\n"
    "  - !go_to {vehicle: rov, north_m: 4, east_m: 2, depth_m: 3}\n"
    "  - !follow {vehicle: rov, waypoints: [[5, 1, 3], [6, 0, 3]]}\n";

bool contains(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

class Report : public ::testing::Test {
 protected:
  void SetUp() override {
    write_text(folder_.file("page.html"), "<html><head></head><body></body></html>");
    write_test_log(folder_.file("log.mcap"), "rov", kScenario);
  }
  LogResult write(const std::string& log) {
    return write_report(folder_.file(log), folder_.file("page.html"), folder_.file("report.html"));
  }
  std::string report_of(const std::string& log) {
    const LogResult result = write(log);
    EXPECT_EQ(result.exit_code, 0) << result.text;
    return read_text(folder_.file("report.html"));
  }
  // The document "run" of a page.
  Json run_in(const std::string& html) {
    const std::string start = "id=\"hadal-run\" data-name=\"\">";
    const size_t from = html.find(start) + start.size();
    const std::string text = html.substr(from, html.find('<', from) - from);
    std::string bytes;
    uint32_t word = 0, bits = 0;
    for (const char letter : text) {
      const size_t digit = kBase64.find(letter);
      if (digit == kBase64.npos) break;
      word = word << 6 | static_cast<uint32_t>(digit);
      if ((bits += 6) >= 8) bytes += static_cast<char>(word >> (bits -= 8));
    }
    return Json::parse(bytes);
  }
  static constexpr std::string_view kBase64 =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  const TestFolder folder_{"report"};
};

TEST_F(Report, HoldsTheWholeLog) {
  EXPECT_TRUE(contains(report_of("log.mcap"), "id=\"hadal-log\" data-name=\"log.mcap\">" +
                                                  base64(read_text(folder_.file("log.mcap"))) +
                                                  "</script>"));
}

TEST_F(Report, TellsTheSeedAndWhereTheMissionGoes) {
  const Json run = run_in(report_of("log.mcap"));
  EXPECT_EQ(run["seed"], 7);
  EXPECT_EQ(run["planned_tick"], 100);
  EXPECT_EQ(run["waypoints"], Json::parse(R"({"rov": [[4, 2], [5, 1], [6, 0]]})"));
}

TEST_F(Report, TakesVerdictsFromTheSummaryOfTheSameRunOnly) {
  const auto with_summary = [&](const std::string& text) {
    write_text(folder_.file("summary.json"), text);
    return run_in(report_of("log.mcap"))["summary"];
  };
  EXPECT_TRUE(run_in(report_of("log.mcap"))["summary"].is_null());
  const std::string mine = R"({"state_hash": "fedcba9876543210", "expectations": []})";
  EXPECT_EQ(with_summary(mine), Json::parse(mine));
  for (const char* other : {R"({"state_hash": "0000000000000000"})", R"({"seed": 7})", "[1, {",
                            R"({"state_hash": 5})"})
    EXPECT_TRUE(with_summary(other).is_null()) << other;
}

TEST_F(Report, ShowsLogsThatWereCutOffAndRefusesWhatIsNone) {
  const std::string bytes = read_text(folder_.file("log.mcap"));
  for (size_t part = 1; part < 16; ++part) {
    const std::string cut = bytes.substr(0, bytes.size() * part / 16);
    write_text(folder_.file("cut.mcap"), cut);
    EXPECT_TRUE(contains(report_of("cut.mcap"), base64(cut))) << part;
  }
  write_text(folder_.file("text.mcap"), "no log");
  EXPECT_EQ(write("text.mcap").exit_code, 2);
  EXPECT_EQ(write("missing.mcap").exit_code, 2);
}

TEST_F(Report, WithoutThePageSaysSo) {
  std::filesystem::remove(folder_.file("page.html"));
  const LogResult result = write("log.mcap");
  EXPECT_EQ(result.exit_code, 2);
  EXPECT_TRUE(contains(result.text, "the viewer's page is not built")) << result.text;
}

}  // namespace write_report_test
}  // namespace hadal
