#include "environment/current_files.h"

#include <gtest/gtest.h>

#include <filesystem>

#include "base/calendar.h"
#include "environment/current_profiles.h"
#include "environment/tide.h"
#include "math/units.h"

namespace hadal::environment {
namespace {

CsvTable csv(const char* text) {
  return parse_csv(text, "a.csv").value();
}

TEST(CurrentFiles, StratifiedByHeaderAndByOrder) {
  const auto named =
      stratified_from_csv(csv("depth_m,down_m_s,east_m_s,north_m_s\n0,0.1,0.2,0.3\n5,0,0,1\n"));
  ASSERT_TRUE(named.ok()) << named.problems().text();
  EXPECT_EQ(named.value().depth_m, (std::vector<double>{0, 5}));
  EXPECT_EQ(named.value().velocity_N_m_s[0], Vec3(0.3, 0.2, 0.1));
  const auto plain = stratified_from_csv(csv("# north, east, depth\n0.3,0.2,0\n1,0,5\n"));
  ASSERT_TRUE(plain.ok()) << plain.problems().text();
  EXPECT_EQ(plain.value().velocity_N_m_s[0], Vec3(0.3, 0.2, 0));
  EXPECT_EQ(plain.value().depth_m[1], 5);
}

TEST(CurrentFiles, StratifiedProblemsHavePlaces) {
  EXPECT_EQ(stratified_from_csv(csv("1,x,0\n1,2,10\n1,2,10\n")).problems().text(),
            "a.csv:1:3: 'x' is not a number\na.csv:3:5: depths must rise from row to row");
  EXPECT_FALSE(stratified_from_csv(csv("1,2\n")).ok());
  EXPECT_FALSE(stratified_from_csv(csv("depth_m,speed,x\n1,2,3\n")).ok());
  EXPECT_FALSE(stratified_from_csv(csv("")).ok());
}

TEST(CurrentFiles, StationInKnots) {
  const auto station =
      tide_station_from_csv(csv("Date_Time (GMT), Event, Speed (knots)\n2020-01-01 03:29, "
                                "Flood,2\n2020-01-01 05:26, slack,-\n"));
  ASSERT_TRUE(station.ok()) << station.problems().text();
  EXPECT_NEAR(station.value().events[0].speed_m_s, 2 * kKnot, 1e-15);
  EXPECT_EQ(station.value().events[1].unix_ns - station.value().events[0].unix_ns,
            117 * 60 * kNanosecondsPerSecond);
}

TEST(CurrentFiles, StationProblemsHavePlaces) {
  const auto station =
      tide_station_from_csv(csv("Date_Time (GMT), Event, Speed (cm/sec)\n"
                                "2020-01-01 03:29, flood,-3\n"
                                "2020-01-01 25:00, ebb,fast\n"
                                "2020-01-01 06:00, high,1\n"
                                "2020-01-01 07:00, slack,-\n"
                                "2020-01-01 06:59, ebb,-4\n"));
  ASSERT_FALSE(station.ok());
  EXPECT_EQ(station.problems().size(), 5u) << station.problems().text();
  EXPECT_EQ(to_string(station.problems().list()[0]),
            "a.csv:2:25: -3: a flood has a speed above zero, an ebb one below, a slack none");
  EXPECT_EQ(to_string(station.problems().list()[4]), "a.csv:6:1: times must rise from row to row");
  EXPECT_FALSE(tide_station_from_csv(csv("Date_Time (LST/LDT), Event, Speed (knots)\n")).ok());
  EXPECT_FALSE(tide_station_from_csv(csv("Date_Time (GMT), Event, Speed\n")).ok());
  EXPECT_FALSE(tide_station_from_csv(csv("1,2,3\n")).ok());
}

// The data that lies beside a development tree; a release archive has none.
std::string shared_data(const char* name) {
  return (std::filesystem::path(HADAL_SOURCE_DIR) / ".." / "shared" / "data" / name).string();
}

TEST(CurrentFiles, RealStratifiedFile) {
  const std::string path = shared_data("stratified_current_example.csv");
  if (!std::filesystem::exists(path)) GTEST_SKIP() << "no file " << path;
  const StratifiedCurrent current = stratified_from_csv(read_csv(path).value()).value();
  ASSERT_EQ(current.depth_m.size(), 12u);
  EXPECT_EQ(current.depth_m.front(), 0);
  EXPECT_EQ(current.depth_m.back(), 110);
  const VelocityTable table(current.depth_m, current.velocity_N_m_s);
  EXPECT_LT((table(0) - Vec3(0, 0.05, 0)).norm(), 1e-12);
  EXPECT_LT((table(5) - Vec3(0.005, 0.04, 0)).norm(), 1e-12);
  EXPECT_LT((table(105) - Vec3(0.01, 0.01, 0)).norm(), 1e-12);
}

TEST(CurrentFiles, RealStationFile) {
  const std::string path = shared_data("tidal_current_ACT1951_2020_2022.csv");
  if (!std::filesystem::exists(path)) GTEST_SKIP() << "no file " << path;
  const StationTideCurrent tide = tide_station_from_csv(read_csv(path).value()).value();
  ASSERT_EQ(tide.events.size(), 8500u);
  EXPECT_EQ(iso8601_from_unix_ns(tide.events.front().unix_ns), "2020-01-01T03:29:00Z");
  EXPECT_EQ(iso8601_from_unix_ns(tide.events.back().unix_ns), "2022-12-31T23:56:00Z");
  EXPECT_TRUE(covers(tide, tide.events.front().unix_ns, tide.events.back().unix_ns));
  size_t slacks = 0;
  for (const TideEvent& event : tide.events) {
    ASSERT_NEAR(tide_speed(tide, event.unix_ns), event.speed_m_s, 1e-12);
    slacks += event.speed_m_s == 0;
  }
  EXPECT_EQ(slacks, 4236u);
  const auto speed = [&](const char* text) {
    return tide_speed(tide, unix_ns_from_iso8601(text).value());
  };
  EXPECT_NEAR(speed("2020-01-01T03:29:00Z"), 0.39, 1e-12);
  EXPECT_NEAR(speed("2020-01-01T05:26:00Z"), 0, 1e-12);
  EXPECT_NEAR(speed("2020-01-01T06:51:00Z"), -0.24, 1e-12);
  EXPECT_NEAR(speed("2020-01-14T00:05:00Z"), 0.53, 1e-12);
}

}  // namespace
}  // namespace hadal::environment
