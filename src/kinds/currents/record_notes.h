// What the user should know of a measured current: sentences that all kinds of records share.
#pragma once
#include <cstddef>
#include <string>

namespace hadal::inline kinds {

// "45 s", "12 min", "1.667 h", "3.5 days"
std::string duration_text(double seconds);

// 2026-06-01T09:00:00Z, to the second.
std::string time_text(double unix_s);

// Of a record from first to last, in the seconds of the run; empty when it covers the run.
//   moment: a time as text
//   remedy: what to change when all of the run lies outside
std::string coverage_note(double first_s, double last_s, double from_s, double to_s,
                          std::string (*moment)(double), const std::string& remedy);

// Cells of a record without a value, which were filled; empty when there are none.
//   longest_s: from the value before the longest gap to the one after
std::string gap_note(size_t missing, size_t cells, double longest_s);

}  // namespace hadal::kinds
