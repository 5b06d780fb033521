#include <gtest/gtest.h>

#include <cmath>

#include "hadal/log.h"
#include "outputs/report/log_facts.h"
#include "outputs/report/log_tables.h"
#include "outputs/report/sensor_data.h"
#include "outputs/report/test_log.h"
#include "outputs/report/vehicle_section.h"

namespace hadal {
namespace write_report_test {

using namespace outputs;
using outputs::testing::read_text;
using outputs::testing::TestFolder;
using outputs::testing::write_test_log;
using outputs::testing::write_text;

constexpr double kTolerance = 1e-9;

const std::string kScenario =
    "title: Test run\ndescription: What to look for\nmission:\n"
    "  - !go_to {vehicle: rov, north_m: 4, east_m: 2, depth_m: 3}\n"
    "  - !follow {vehicle: rov, waypoints: [[5, 1, 3], [6, 0, 3]]}\n"
    "expect:\n  - that: depth(rov) < 4\n";

bool contains(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

std::string report_of(const TestFolder& folder, const std::string& log) {
  const LogResult result = write_report(folder.file(log), folder.file("report.html"));
  EXPECT_EQ(result.exit_code, 0) << result.text;
  return read_text(folder.file("report.html"));
}

TEST(Report, ShowsTheRunItsPlotsAndTheFailedThruster) {
  const TestFolder folder("report");
  write_test_log(folder.file("log.mcap"), "rov", kScenario);
  const std::string html = report_of(folder, "log.mcap");
  for (const char* part :
       {"<h1>Test run</h1>", "What to look for", "fedcba9876543210", "<b>Plan view</b>",
        "<b>Depth</b>", "t,2 (failed)", "t,2 fails", "<b>Surge force</b>", "rms error x 14.3 deg/s",
        "91 readings, 10 lost", "not judged", "depth(rov) &lt; 4"})
    EXPECT_TRUE(contains(html, part)) << part;
  EXPECT_FALSE(contains(html, ">lift<"));  // zero throughout
}

TEST(Report, StandsAlone) {
  const TestFolder folder("alone");
  write_test_log(folder.file("log.mcap"), "rov", kScenario);
  std::string html = report_of(folder, "log.mcap");
  const std::string name_space = "http://www.w3.org/2000/svg";  // a name, nothing is fetched
  for (size_t at; (at = html.find(name_space)) != std::string::npos;)
    html.erase(at, name_space.size());
  for (const char* part : {"http:", "https:", "src=", "@import", "url(", "<link"})
    EXPECT_FALSE(contains(html, part)) << part;
}

TEST(Report, TakesVerdictsFromTheSummaryOfTheSameRunOnly) {
  const TestFolder folder("verdicts");
  write_test_log(folder.file("log.mcap"), "rov", kScenario);
  const std::string rest =
      R"("expectations": [{"that": "depth(rov) < 4", "held": true}], "vehicles": [{"name": "rov", "mission": "done"}]})";
  write_text(folder.file("summary.json"), R"({"state_hash": "fedcba9876543210", )" + rest);
  EXPECT_TRUE(contains(report_of(folder, "log.mcap"), "<td class=\"good\">held</td>"));
  write_text(folder.file("summary.json"), R"({"state_hash": "0000000000000000", )" + rest);
  const std::string other = report_of(folder, "log.mcap");
  EXPECT_FALSE(contains(other, ">held<"));
  EXPECT_TRUE(contains(other, "is of another run"));
  write_text(folder.file("summary.json"), "[1, {");
  EXPECT_TRUE(contains(report_of(folder, "log.mcap"), "cannot be read"));
}

TEST(Report, EscapesNamesFromTheLogAndTheScenario) {
  const TestFolder folder("hostile");
  write_test_log(folder.file("log.mcap"), "<img src=x onerror=alert(1)>",
                 "title: \"<script>alert(2)</script>\"\nmarks: [{name: \"<b>\"}]\n");
  const std::string html = report_of(folder, "log.mcap");
  for (const char* part : {"<img", "<script>alert", "<b></text>"})
    EXPECT_FALSE(contains(html, part)) << part;
  EXPECT_TRUE(contains(html, "&lt;img src=x"));
}

TEST(Report, SurvivesEmptyCutAndForeignFiles) {
  const TestFolder folder("cut");
  { ASSERT_TRUE(McapWriter::open(folder.file("empty.mcap")).value()->close()); }
  EXPECT_TRUE(contains(report_of(folder, "empty.mcap"), "The log holds no vehicle."));
  write_test_log(folder.file("log.mcap"), "rov", kScenario);
  const std::string bytes = read_text(folder.file("log.mcap"));
  for (size_t part = 1; part < 16; ++part) {
    write_text(folder.file("cut.mcap"), bytes.substr(0, bytes.size() * part / 16));
    const LogResult result = write_report(folder.file("cut.mcap"), folder.file("cut.html"));
    ASSERT_EQ(result.exit_code, 0) << result.text;
    EXPECT_TRUE(contains(read_text(folder.file("cut.html")), "The log was cut short")) << part;
  }
  write_text(folder.file("text.mcap"), "no log");
  EXPECT_EQ(write_report(folder.file("text.mcap"), folder.file("x.html")).exit_code, 2);
  EXPECT_EQ(write_report(folder.file("log.mcap"), "/nowhere/x.html").exit_code, 2);
}

TEST(Report, SurvivesPayloadsThatAreNotWhatTheyClaim) {
  const TestFolder folder("payload");
  {
    auto log = McapWriter::open(folder.file("log.mcap")).value();
    const uint16_t truth = add_topic<Odometry>(*log, "/a/ground_truth"),
                   wrenches = add_topic<WrenchTerms>(*log, "/a/b/wrenches");
    const uint16_t set_point = add_topic<Scalars>(*log, "/a/set_point");
    CdrWriter cdr;
    Scalars uneven;
    uneven.names = {"a", "b", "a"};
    uneven.values = {1};
    for (int64_t i = 0; i < 20; ++i) {
      const std::vector<uint8_t> noise(static_cast<size_t>(i), static_cast<uint8_t>(0xF0 + i));
      log->write(truth, i, noise);
      log->write(wrenches, i, noise);
      Odometry far;
      far.pose.pose.position = {1e308, -std::nan(""), HUGE_VAL};
      far.pose.pose.orientation = {0, 0, 0, 0};
      log_message(*log, truth, i, far, cdr);
      log_message(*log, set_point, i, uneven, cdr);
    }
  }
  EXPECT_TRUE(contains(report_of(folder, "log.mcap"), "<h2>a</h2>"));
}

TEST(LogTables, ArePutIntoNorthEastDown) {
  const TestFolder folder("tables");
  write_test_log(folder.file("log.mcap"), "rov", "");
  McapReader log = McapReader::open(folder.file("log.mcap")).value();
  const LogTables tables = read_tables(log);
  const LogTable& truth = tables.topics.at("/rov/ground_truth");
  ASSERT_EQ(truth.time_s.size(), 101u);
  EXPECT_NEAR(truth.time_s[37], 3.7, kTolerance);
  EXPECT_NEAR((*truth.find("position_north_m"))[100], 5, kTolerance);
  EXPECT_NEAR((*truth.find("position_down_m"))[100], 3, kTolerance);
  EXPECT_NEAR(attitude_columns(truth).heading_deg[0], 0, 1e-6);
  const VehicleMotion motion = vehicle_motion(truth);
  EXPECT_NEAR(motion.travelled_m, 5, 1e-6);
  EXPECT_NEAR(motion.top_speed_m_s, 0.5, kTolerance);
  EXPECT_NEAR((*tables.topics.at("/rov/hull/wrenches").find("buoyancy:2"))[0], -112.5,
              kTolerance);  // upwards is -z
  EXPECT_TRUE(read_tables(log, 100).clipped);
}

TEST(SensorData, PairsReadingsWithTheTruthByStamp) {
  const TestFolder folder("sensor");
  write_test_log(folder.file("log.mcap"), "rov", "");
  McapReader log = McapReader::open(folder.file("log.mcap")).value();
  const LogTables tables = read_tables(log);
  const SensorData data =
      sensor_data("imu", tables.topics.at("/rov/imu"), tables.topics.at("/rov/imu/truth"), {}, {});
  EXPECT_EQ(data.readings, 91u);
  ASSERT_EQ(data.quantities.size(), 1u);
  EXPECT_EQ(data.quantities[0].name, "Angular velocity");
  EXPECT_EQ(data.quantities[0].unit, "deg/s");
  const double error_deg_s = testing::kTestImuError_rad_s * 180 / 3.14159265358979323846;
  EXPECT_NEAR(data.quantities[0].channels[0].rms_error(), error_deg_s, kTolerance);
}

TEST(SensorData, TurnsPressureIntoDepthAndFixesIntoMetres) {
  LogTable pressure{"", {0}, {"pressure_Pa"}, {{101325 + 1000 * 9.8 * 12}}},
      depth{"", {0}, {"depth_m"}, {{12.5}}};
  const SensorData d = sensor_data("p", pressure, depth, {1000, 101325, 9.8}, {});
  EXPECT_NEAR(d.quantities.at(0).channels[0].reading[0], 12, kTolerance);
  EXPECT_NEAR(d.quantities[0].channels[0].rms_error(), 0.5, kTolerance);
  // One minute of latitude at 45 degrees on WGS 84 is 1852.2 m; one of longitude 1314.1 m.
  ScenarioFacts scenario;
  scenario.origin_lat_deg = 45;
  scenario.origin_lon_deg = 179.999;
  LogTable fix{
      "", {0}, {"latitude_deg", "longitude_deg"}, {{45 + 1.0 / 60}, {179.999 + 1.0 / 60 - 360}}};
  LogTable truth{"", {0}, {"position_north_m", "position_east_m"}, {{0}, {0}}};
  const SensorData g = sensor_data("gps", fix, truth, {}, scenario);
  constexpr double kHandbook_m = 0.1;
  EXPECT_NEAR(g.quantities.at(0).channels[0].reading[0], 1852.2, kHandbook_m);
  EXPECT_NEAR(g.quantities[0].channels[1].reading[0], 1314.1, kHandbook_m);
}

TEST(SensorData, TurnsTheRangeOfAnAltimeterIntoAltitude) {
  LogTable range{"", {1}, {"range_m"}, {{20.5}}},
      truth{"", {0, 1}, {"range_m", "altitude_m"}, {{10, 20}, {8, 16}}};
  const SensorData data = sensor_data("altimeter", range, truth, {}, {});
  ASSERT_EQ(data.quantities.size(), 2u);
  EXPECT_NEAR(data.find("Range")->channels[0].rms_error(), 0.5, kTolerance);
  EXPECT_NEAR(data.find("Altitude")->channels[0].reading[1], 20.5 * 0.8, kTolerance);
}

TEST(SensorData, HeadingsAreComparedTheShortWayRound) {
  LogTable reading{"", {0, 1}, {"heading_rad"}, {{6.28, 0.02}}},
      truth{"", {0, 1}, {"heading_rad"}, {{0.01, 6.27}}};
  const SensorData data = sensor_data("compass", reading, truth, {}, {});
  const std::vector<double> error = data.quantities.at(0).channels[0].error();
  const double turn = 2 * 3.14159265358979323846, degree = turn / 360;
  EXPECT_NEAR(error[0], (6.28 - turn - 0.01) / degree, kTolerance);
  EXPECT_NEAR(error[1], (0.02 + turn - 6.27) / degree, kTolerance);
}

TEST(ScenarioFacts, HoldWaypointsInOrder) {
  const ScenarioFacts facts = read_scenario_facts(kScenario);
  const auto& waypoints = facts.waypoints.at("rov");
  ASSERT_EQ(waypoints.size(), 3u);
  EXPECT_EQ(waypoints[0].east_m, 2);
  EXPECT_EQ(waypoints[2].north_m, 6);
  EXPECT_EQ(waypoints[2].name, "3");
  EXPECT_TRUE(read_scenario_facts("{[").title.empty());
}

}  // namespace write_report_test
}  // namespace hadal
