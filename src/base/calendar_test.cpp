#include "base/calendar.h"

#include <gtest/gtest.h>

namespace hadal::inline base {
namespace calendar_test {

// Seconds as given by `date -u -d ... +%s`.
TEST(Calendar, KnownMoments) {
  const struct {
    const char* text;
    int64_t seconds;
  } rows[] = {{"1970-01-01T00:00:00Z", 0},
              {"2026-06-01T09:00:00Z", 1780304400},
              {"2000-02-29T23:59:59Z", 951868799},
              {"2020-01-01 03:29", 1577849340},
              {"1969-12-31T23:59:59Z", -1},
              {"1900-03-01", -2203891200},
              {"2026-06-01T11:00:00+02:00", 1780304400},
              {"2026-06-01T05:30:00-03:30", 1780304400}};
  for (const auto& row : rows) {
    const auto result = unix_ns_from_iso8601(row.text);
    ASSERT_TRUE(result.ok()) << row.text;
    EXPECT_EQ(result.value(), row.seconds * kNanosecondsPerSecond) << row.text;
  }
}

TEST(Calendar, Fractions) {
  EXPECT_EQ(unix_ns_from_iso8601("1970-01-01T00:00:01.5Z").value(), 1'500'000'000);
  EXPECT_EQ(unix_ns_from_iso8601("1970-01-01T00:00:00.000000001Z").value(), 1);
  EXPECT_EQ(iso8601_from_unix_ns(1'500'000'000), "1970-01-01T00:00:01.500Z");
  EXPECT_EQ(iso8601_from_unix_ns(-1), "1969-12-31T23:59:59.999999999Z");
  EXPECT_EQ(iso8601_from_unix_ns(1780304400 * kNanosecondsPerSecond), "2026-06-01T09:00:00Z");
}

TEST(Calendar, RoundTripOfEveryDay) {
  for (int64_t day = days_from_civil(1678, 1, 1); day <= days_from_civil(2261, 12, 31); ++day) {
    const int64_t ns = day * 86400 * kNanosecondsPerSecond + 12'345'000'000'000;
    const auto back = unix_ns_from_iso8601(iso8601_from_unix_ns(ns));
    ASSERT_TRUE(back.ok());
    ASSERT_EQ(back.value(), ns);
  }
}

TEST(Calendar, DecimalYearCountsDaysOfItsOwnYear) {
  const auto year = [](const char* text) {
    return decimal_year_from_unix_ns(unix_ns_from_iso8601(text).value());
  };
  EXPECT_EQ(year("2025-01-01"), 2025.0);
  EXPECT_NEAR(year("2027-07-02T12:00:00Z"), 2027.5, 1e-9);
  EXPECT_NEAR(year("2028-12-31"), 2028 + 365.0 / 366.0, 1e-9);  // a leap year
  EXPECT_NEAR(year("1969-12-31"), 1969 + 364.0 / 365.0, 1e-9);
}

TEST(Calendar, BadTextIsAnErrorValue) {
  for (const char* text : {"",
                           "today",
                           "2026",
                           "2026-6-1",
                           "2026-02-29",
                           "1900-02-29",
                           "2026-13-01",
                           "2026-00-10",
                           "2026-01-32",
                           "2026-01-01T",
                           "2026-01-01T9:00",
                           "2026-01-01T24:00",
                           "2026-01-01T09:60",
                           "2026-01-01T09:00:60Z",
                           "2026-01-01T09:00:00.Z",
                           "2026-01-01T09:00:00.1234567890Z",
                           "2026-01-01T09:00:00Zulu",
                           "2026-01-01T09:00:00+2",
                           "2026-01-01Z",
                           "1600-01-01",
                           "2262-01-01",
                           "2026-01-01T09:00:00 Z",
                           "-026-01-01"})
    EXPECT_FALSE(unix_ns_from_iso8601(text).ok()) << text;
  EXPECT_NE(unix_ns_from_iso8601("today").problems().text().find("'today'"), std::string::npos);
}

}  // namespace calendar_test
}  // namespace hadal::base
