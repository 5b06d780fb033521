// UTC dates as text (ISO 8601) and as nanoseconds since 1970-01-01T00:00:00Z. Proleptic Gregorian
// calendar, no leap seconds (as POSIX time), no use of the machine's time zone. The range of int64
// nanoseconds is 1677-09-21 to 2262-04-11; years 1678 to 2261 are accepted.
#pragma once
#include <cstdint>
#include <string>
#include <string_view>

#include "base/result.h"

namespace hadal::inline base {

constexpr int64_t kNanosecondsPerSecond = 1'000'000'000;

// YYYY-MM-DD, or that followed by "T" or one space and HH:MM[:SS[.fraction]], with up to nine
// digits of fraction and an optional Z or +HH:MM or -HH:MM. Without a zone the text is UTC.
Result<int64_t> unix_ns_from_iso8601(std::string_view text);

// 2026-06-01T09:00:00Z, with a fraction of 3, 6 or 9 digits where it is not a whole second.
std::string iso8601_from_unix_ns(int64_t unix_ns);

// The year with its fraction: 2025.0 is the start of 2025, 2025.5 the middle of it.
double decimal_year_from_unix_ns(int64_t unix_ns);

// Days since 1970-01-01 of a date of the proleptic Gregorian calendar.
int64_t days_from_civil(int64_t year, int month, int day);

}  // namespace hadal::base
