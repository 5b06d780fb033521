#include "kinds/currents/record_notes.h"

#include <algorithm>
#include <cmath>

#include "base/calendar.h"
#include "base/text.h"

namespace hadal::inline kinds {

std::string duration_text(double seconds) {
  constexpr double kMinute = 60, kHour = 3600, kDay = 86400;
  if (seconds < 2 * kMinute) return format_number("%.4g s", seconds);
  if (seconds < 2 * kHour) return format_number("%.4g min", seconds / kMinute);
  if (seconds < 2 * kDay) return format_number("%.4g h", seconds / kHour);
  return format_number("%.4g days", seconds / kDay);
}

std::string time_text(double unix_s) {
  return iso8601_from_unix_ns(std::llround(std::clamp(unix_s, -9e9, 9e9)) * kNanosecondsPerSecond);
}

std::string coverage_note(double first_s, double last_s, double from_s, double to_s,
                          std::string (*moment)(double), const std::string& remedy) {
  if (from_s >= first_s && to_s <= last_s) return "";
  const std::string covers = "the file covers " + moment(first_s) + " to " + moment(last_s) +
                             ", the run " + moment(from_s) + " to " + moment(to_s);
  if (to_s < first_s || from_s > last_s)
    return covers + ": all of the run lies outside, and the " +
           (to_s < first_s ? "first" : "last") + " value of the file holds throughout; " + remedy;
  return covers + "; its end values hold";
}

std::string gap_note(size_t missing, size_t cells, double longest_s) {
  if (missing == 0) return "";
  const double percent = 100.0 * static_cast<double>(missing) / static_cast<double>(cells);
  return format_number("%.3g %% of the cells of the file hold no value", percent) + " (" +
         std::to_string(missing) + " of " + std::to_string(cells) + ", the longest gap is " +
         duration_text(longest_s) +
         "); they are filled from the depths above and below at the same time and, where a whole "
         "profile is missing, from the times before and after";
}

}  // namespace hadal::kinds
