#include "base/calendar.h"

#include <cmath>
#include <cstdio>
#include <optional>

namespace hadal::inline base {
namespace {

constexpr int64_t kSecondsPerDay = 86400;

struct Civil {
  int64_t year;
  int month, day;
};

// Inverse of days_from_civil (Hinnant, "chrono-compatible low-level date algorithms").
Civil civil_from_days(int64_t days) {
  days += 719468;
  const int64_t era = (days >= 0 ? days : days - 146096) / 146097;
  const int64_t day_of_era = days - era * 146097;
  const int64_t year_of_era =
      (day_of_era - day_of_era / 1460 + day_of_era / 36524 - day_of_era / 146096) / 365;
  const int64_t day_of_year =
      day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
  const int64_t shifted_month = (5 * day_of_year + 2) / 153;
  const int day = static_cast<int>(day_of_year - (153 * shifted_month + 2) / 5 + 1);
  const int month = static_cast<int>(shifted_month < 10 ? shifted_month + 3 : shifted_month - 9);
  return {year_of_era + era * 400 + (month <= 2), month, day};
}

int days_in_month(int64_t year, int month) {
  constexpr int kDays[] = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
  const bool leap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
  return kDays[month - 1] + (month == 2 && leap);
}

// Takes pieces from the front of a text; once a piece does not fit, ok() stays false.
class Scanner {
 public:
  explicit Scanner(std::string_view text) : rest_(text) {}
  bool ok() const { return ok_; }
  bool done() const { return rest_.empty(); }
  bool take(char c) {
    if (rest_.empty() || rest_.front() != c) return false;
    rest_.remove_prefix(1);
    return true;
  }
  void require(char c) { ok_ = take(c) && ok_; }
  // Exactly `count` digits with a value in [low, high].
  int digits(int count, int low, int high) {
    int value = 0;
    for (int i = 0; i < count; ++i) value = 10 * value + digit();
    ok_ = ok_ && value >= low && value <= high;
    return value;
  }
  // One to nine digits after a decimal point, as nanoseconds.
  int64_t fraction() {
    int64_t value = digit(), scale = kNanosecondsPerSecond / 10;
    value *= scale;
    while (!rest_.empty() && is_digit(rest_.front()) && scale > 1) value += digit() * (scale /= 10);
    return value;
  }

 private:
  static bool is_digit(char c) { return c >= '0' && c <= '9'; }
  int digit() {
    ok_ = ok_ && !rest_.empty() && is_digit(rest_.front());
    if (!ok_) return 0;
    const int value = rest_.front() - '0';
    rest_.remove_prefix(1);
    return value;
  }
  std::string_view rest_;
  bool ok_ = true;
};

// Nanoseconds of the day, less the offset of the zone.
int64_t scan_time(Scanner& scan) {
  const int hour = scan.digits(2, 0, 23);
  scan.require(':');
  int64_t seconds = hour * 3600 + scan.digits(2, 0, 59) * 60;
  int64_t fraction_ns = 0;
  if (scan.take(':')) {
    seconds += scan.digits(2, 0, 59);
    if (scan.take('.')) fraction_ns = scan.fraction();
  }
  const bool ahead = scan.take('+'), behind = !ahead && scan.take('-');
  if (ahead || behind) {
    const int zone_hour = scan.digits(2, 0, 23);
    scan.require(':');
    const int zone = zone_hour * 3600 + scan.digits(2, 0, 59) * 60;
    seconds -= ahead ? zone : -zone;
  } else {
    scan.take('Z');
  }
  return seconds * kNanosecondsPerSecond + fraction_ns;
}

std::optional<int64_t> scan_instant(std::string_view text) {
  Scanner scan(text);
  const int year = scan.digits(4, 1678, 2261);
  scan.require('-');
  const int month = scan.digits(2, 1, 12);
  scan.require('-');
  const int day = scan.digits(2, 1, scan.ok() ? days_in_month(year, month) : 31);
  int64_t time_ns = 0;
  if (scan.take('T') || scan.take(' ')) time_ns = scan_time(scan);
  if (!scan.ok() || !scan.done()) return std::nullopt;
  return days_from_civil(year, month, day) * kSecondsPerDay * kNanosecondsPerSecond + time_ns;
}

}  // namespace

int64_t days_from_civil(int64_t year, int month, int day) {
  year -= month <= 2;
  const int64_t era = (year >= 0 ? year : year - 399) / 400;
  const int64_t year_of_era = year - era * 400;
  const int64_t day_of_year = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1;
  const int64_t day_of_era = year_of_era * 365 + year_of_era / 4 - year_of_era / 100 + day_of_year;
  return era * 146097 + day_of_era - 719468;
}

Result<int64_t> unix_ns_from_iso8601(std::string_view text) {
  if (const auto moment = scan_instant(text)) return *moment;
  Problems problems;
  problems.add("'" + std::string(text) +
               "' is not a date: expected e.g. 2026-06-01T09:00:00Z (UTC, years 1678 to 2261)");
  return problems;
}

double decimal_year_from_unix_ns(int64_t unix_ns) {
  const double days = static_cast<double>(unix_ns) / (kSecondsPerDay * kNanosecondsPerSecond);
  const int64_t year = civil_from_days(static_cast<int64_t>(std::floor(days))).year,
                first = days_from_civil(year, 1, 1), next = days_from_civil(year + 1, 1, 1);
  return static_cast<double>(year) +
         (days - static_cast<double>(first)) / static_cast<double>(next - first);
}

std::string iso8601_from_unix_ns(int64_t unix_ns) {
  int64_t seconds = unix_ns / kNanosecondsPerSecond, ns = unix_ns % kNanosecondsPerSecond;
  if (ns < 0) ns += kNanosecondsPerSecond, --seconds;
  int64_t days = seconds / kSecondsPerDay, second = seconds % kSecondsPerDay;
  if (second < 0) second += kSecondsPerDay, --days;
  const Civil date = civil_from_days(days);
  const int s = static_cast<int>(second), fraction = static_cast<int>(ns);
  char text[64];
  std::snprintf(text, sizeof text, "%04d-%02d-%02dT%02d:%02d:%02d", static_cast<int>(date.year),
                date.month, date.day, s / 3600, s / 60 % 60, s % 60);
  std::string out = text;
  if (fraction != 0) {
    std::snprintf(text, sizeof text, ".%09d", fraction);
    const int digits = fraction % 1'000'000 == 0 ? 3 : fraction % 1000 == 0 ? 6 : 9;
    out.append(text, static_cast<size_t>(digits) + 1);
  }
  return out + "Z";
}

}  // namespace hadal::base
