#include "kinds/currents/tide_station.h"

#include <gtest/gtest.h>

#include <cmath>
#include <filesystem>

#include "base/calendar.h"
#include "base/test_source_folder.h"

namespace hadal::inline kinds {
namespace tide_station_test {

constexpr int64_t kHourNs = 3'600'000'000'000;

using Rows = std::vector<std::vector<double>>;

CsvTable csv(const char* text) {
  return parse_csv(text, "a.csv").value();
}

// slack 0 h, flood 0.6 at 3 h, slack 6 h, ebb -0.4 at 8 h, ebb -0.5 at 9 h, slack 12 h
TideStation station() {
  TideStation tide;
  tide.events = {{0, 0},          {3 * kHour, 0.6},  {6 * kHour, 0},
                 {8 * kHour, -0.4}, {9 * kHour, -0.5}, {12 * kHour, 0}};
  return tide;
}

struct Failures : CheckReport {
  void fail(const std::string& field, const std::string& message) override {
    text += field + ": " + message;
  }
  std::string text;
};

TideStation prepared_station() {
  TideStation tide = station();
  Failures report;
  tide.prepare({}, report);
  EXPECT_EQ(report.text, "");
  return tide;
}

TEST(TideStation, PassesThroughItsEvents) {
  const TideStation tide = prepared_station();
  for (const TideStation::Event& event : tide.prepared_events)
    EXPECT_NEAR(tide.speed_m_s(event.unix_ns), event.speed_m_s, 1e-15);
  // Slack to slack over a symmetric flood is a sine.
  for (int64_t minute = 0; minute <= 360; minute += 10)
    EXPECT_NEAR(tide.speed_m_s(minute * kHourNs / 60),
                0.6 * std::sin(M_PI * static_cast<double>(minute) / 360), 1e-12);
  // Between two ebbs: half a cosine.
  EXPECT_NEAR(tide.speed_m_s(8 * kHourNs + kHourNs / 2), -0.45, 1e-12);
}

TEST(TideStation, IsFlatAtExtremesAndSteepAtSlack) {
  const TideStation tide = prepared_station();
  constexpr int64_t kSecond = 1'000'000'000;
  const auto slope = [&](int64_t t) {
    return (tide.speed_m_s(t + kSecond) - tide.speed_m_s(t - kSecond)) / 2;
  };
  EXPECT_NEAR(slope(3 * kHourNs), 0, 1e-9);
  EXPECT_NEAR(slope(8 * kHourNs), 0, 1e-7);
  EXPECT_NEAR(slope(9 * kHourNs), 0, 1e-7);
  const double before = 0.6 * M_PI / 2 / (3 * kHour), after = 0.4 * M_PI / 2 / (2 * kHour);
  EXPECT_NEAR(slope(6 * kHourNs), -(before + after) / 2, 1e-9);
}

TEST(TideStation, MustCoverTheRun) {
  TideStation tide = station();
  Failures report;
  tide.prepare({.start_unix_ns = 0, .end_unix_ns = 12 * kHourNs}, report);
  EXPECT_EQ(report.text, "");
  tide.prepare({.start_unix_ns = kHourNs, .end_unix_ns = 12 * kHourNs + 1'000'000'000}, report);
  EXPECT_EQ(report.text,
            ": the table covers 1970-01-01T00:00:00Z to 1970-01-01T12:00:00Z, the run "
            "1970-01-01T01:00:00Z to 1970-01-01T12:00:01Z");
}

TEST(TideStationFiles, InKnots) {
  const auto station =
      tide_station_rows(csv("Date_Time (GMT), Event, Speed (knots)\n2020-01-01 03:29, "
                            "Flood,2\n2020-01-01 05:26, slack,-\n"));
  ASSERT_TRUE(station.ok()) << station.problems().text();
  EXPECT_NEAR(station.value()[0][1], 2 * kKnot, 1e-15);
  EXPECT_EQ(station.value()[1][0] - station.value()[0][0], 117 * 60);
}

TEST(TideStationFiles, ProblemsHavePlaces) {
  const auto station =
      tide_station_rows(csv("Date_Time (GMT), Event, Speed (cm/sec)\n"
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
  EXPECT_FALSE(tide_station_rows(csv("Date_Time (LST/LDT), Event, Speed (knots)\n")).ok());
  EXPECT_FALSE(tide_station_rows(csv("Date_Time (GMT), Event, Speed\n")).ok());
  EXPECT_FALSE(tide_station_rows(csv("1,2,3\n")).ok());
}

// The data that lies beside a development tree; a release archive has none.
std::string shared_data(const char* name) {
  return (std::filesystem::path(test::source_folder()) / ".." / "shared" / "data" / name).string();
}

TEST(TideStationFiles, RealFile) {
  const std::string path = shared_data("tidal_current_ACT1951_2020_2022.csv");
  if (!std::filesystem::exists(path)) GTEST_SKIP() << "no file " << path;
  const Rows rows = tide_station_rows(read_csv(path).value()).value();
  ASSERT_EQ(rows.size(), 8500u);
  const auto speed_at = [&](const char* time) {
    for (const auto& row : rows)
      if (static_cast<int64_t>(row[0]) * kNanosecondsPerSecond ==
          unix_ns_from_iso8601(time).value())
        return row[1];
    return -1000.0;
  };
  EXPECT_EQ(iso8601_from_unix_ns(static_cast<int64_t>(rows.front()[0]) * kNanosecondsPerSecond),
            "2020-01-01T03:29:00Z");
  EXPECT_EQ(iso8601_from_unix_ns(static_cast<int64_t>(rows.back()[0]) * kNanosecondsPerSecond),
            "2022-12-31T23:56:00Z");
  EXPECT_NEAR(speed_at("2020-01-01T03:29:00Z"), 0.39, 1e-12);
  EXPECT_EQ(speed_at("2020-01-01T05:26:00Z"), 0);
  EXPECT_NEAR(speed_at("2020-01-01T06:51:00Z"), -0.24, 1e-12);
  EXPECT_NEAR(speed_at("2020-01-14T00:05:00Z"), 0.53, 1e-12);
  size_t slacks = 0;
  for (const auto& row : rows) slacks += row[1] == 0;
  EXPECT_EQ(slacks, 4236u);
}

}  // namespace tide_station_test
}  // namespace hadal::kinds
