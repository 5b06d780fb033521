#include "kinds/currents/time_series.h"

#include <gtest/gtest.h>

#include "base/calendar.h"
#include "math/units.h"

namespace hadal::inline kinds {
namespace time_series_test {

struct Report : CheckReport {
  void fail(const std::string& field, const std::string& message) override {
    text += field + ": " + message + "\n";
  }
  std::string text;
};

TimeSeriesCurrent series(std::vector<std::vector<double>> table, const std::string& epoch = "",
                         const std::string& start = "2021-05-10T18:00:00Z") {
  TimeSeriesCurrent current;
  current.table = std::move(table);
  current.epoch = epoch;
  Report report;
  for (const auto& check : TimeSeriesCurrent::schema().checks) check(&current, report);
  CurrentRun run;
  run.start_unix_ns = unix_ns_from_iso8601(start).value();
  current.prepare(run, report);
  EXPECT_EQ(report.text, "");
  return current;
}

void expect_velocity(const TimeSeriesCurrent& current, double time_s, double depth_m, double north,
                     double east) {
  const Vec3 v = current.velocity_N({100, -200, depth_m}, time_s, kNoSeabed);
  EXPECT_NEAR(v.x(), north, 1e-12) << time_s << " s, " << depth_m << " m";
  EXPECT_NEAR(v.y(), east, 1e-12) << time_s << " s, " << depth_m << " m";
}

TEST(TimeSeries, IsLinearInTimeAndHoldsBeyondItsEnds) {
  const TimeSeriesCurrent current = series({{10, 1, -2}, {20, 3, 2}});
  expect_velocity(current, 0, 5, 1, -2);
  expect_velocity(current, 12.5, 5, 1.5, -1);
  expect_velocity(current, 99, 500, 3, 2);
}

// Each moment is a profile of its own: a depth that is missing lies between its neighbours.
TEST(TimeSeries, IsLinearInDepthAtEachMoment) {
  const TimeSeriesCurrent current =
      series({{0, 10, 1, 0}, {0, 20, 3, 0}, {0, 40, 5, 0}, {10, 10, 2, 0}, {10, 40, 8, 0}});
  expect_velocity(current, 0, 15, 2, 0);
  expect_velocity(current, 10, 20, 4, 0);
  expect_velocity(current, 5, 20, 3.5, 0);
  expect_velocity(current, 5, 90, 6.5, 0);
}

TEST(TimeSeries, CountsFromItsEpoch) {
  const TimeSeriesCurrent current =
      series({{0, 1, 0}, {7200, 3, 0}}, "2021-05-10T17:00:00Z", "2021-05-10T17:30:00.5Z");
  expect_velocity(current, 1799.5, 0, 2, 0);
}

TEST(TimeSeries, NotesOfTimesAndGaps) {
  const auto notes = [](const TimeSeriesCurrent& current, double duration_s) {
    std::string text;
    for (const std::string& note : current.notes(duration_s, 0)) text += note + "\n";
    return text;
  };
  const TimeSeriesCurrent even = series({{0, 1, 0}, {60, 1, 0}, {120, 1, 0}});
  EXPECT_EQ(notes(even, 120), "");
  EXPECT_EQ(notes(even, 121),
            "the file covers 0 s to 120 s, the run 0 s to 121 s; its end values hold\n");
  const TimeSeriesCurrent dated =
      series({{0, 1, 0}, {60, 1, 0}, {120, 1, 0}}, "2021-05-10T18:00:00Z", "2021-05-12T18:00:00Z");
  EXPECT_EQ(notes(dated, 60),
            "the file covers 2021-05-10T18:00:00Z to 2021-05-10T18:02:00Z, the run "
            "2021-05-12T18:00:00Z to 2021-05-12T18:01:00Z: all of the run lies outside, and the "
            "last value of the file holds throughout; set clock.start to a time that it covers\n");
  // Two minutes out of six are missing.
  const TimeSeriesCurrent gap = series({{0, 1, 0}, {60, 1, 0}, {240, 1, 0}, {300, 1, 0}});
  EXPECT_NE(notes(gap, 300).find("33.3 % of the cells of the file hold no value (2 of 6, the "
                                 "longest gap is 3 min)"),
            std::string::npos) << notes(gap, 300);
}

Result<CurrentRecord> read(const char* text) {
  return read_current_record(parse_csv(text, "c.csv").value());
}
std::string refusal(const char* text) {
  const Result<CurrentRecord> record = read(text);
  return record ? "" : record.problems().text();
}

TEST(TimeSeries, ReadsColumnsByName) {
  using Rows = std::vector<std::vector<double>>;
  EXPECT_EQ(read("east_m_s,q,time_s,north_m_s\n2,x,0,1\n4,,60,3\n").value().rows,
            (Rows{{0, 1, 2}, {60, 3, 4}}));
  const CurrentRecord dated = read("time_utc,depth_m,speed_m_s,toward_deg\n"
                                   "2021-05-10T18:00:00Z,4,0.5,90\n"
                                   "2021-05-10T18:10:00Z,4,0.25,180\n")
                                  .value();
  EXPECT_EQ(dated.epoch, "2021-05-10T18:00:00Z");
  EXPECT_EQ(dated.rows[1][0], 600);
  EXPECT_NEAR(dated.rows[0][3], 0.5, 1e-15);
  EXPECT_NEAR(dated.rows[1][2], -0.25, 1e-15);
  EXPECT_EQ(read("time_s,north_m_s,east_m_s\n0,1,2\n1,nan,\n2,3,4\n").value().rows,
            (Rows{{0, 1, 2}, {2, 3, 4}}));
}

TEST(TimeSeries, RefusesByLine) {
  EXPECT_EQ(refusal("time_s,north_m_s\n0,1\n"),
            "c.csv:1:1: no column 'east_m_s'; the header has time_s, north_m_s");
  EXPECT_EQ(refusal("time_s,depth_cm,north_m_s,east_m_s\n0,1,1,1\n"),
            "c.csv:1:8: column 'depth_cm': expected depth_m, in that unit");
  EXPECT_EQ(refusal("time_s,north_m_s,east_m_s\n1,1,1\n1,1,2\n"),
            "c.csv:3:1: times must rise from row to row");
  EXPECT_EQ(refusal("time_s,depth_m,north_m_s,east_m_s\n1,4,1,1\n1,4,1,2\n"),
            "c.csv:3:1: this time and depth are there twice");
  EXPECT_EQ(refusal("time_s,north_m_s,east_m_s\n0,,\n"),
            "c.csv:1:1: expected at least one row with a velocity");
}

}  // namespace time_series_test
}  // namespace hadal::kinds
