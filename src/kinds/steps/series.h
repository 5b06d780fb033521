// Tables over the time since a step began: rows [time s, numbers], times rising, held until the
// next row or linear between rows. The first row counts before it where a step says so, the last
// one holds.
#pragma once
#include <vector>

#include "kinds/steps/mission_step.h"

namespace hadal::inline kinds {

enum class Interpolation { kHold, kLinear };

using Rows = std::vector<std::vector<double>>;

// A moment among the rows: value = row[low] + fraction (row[low + 1] - row[low]).
struct SeriesMoment {
  bool before = false;  // the first row
  size_t low = 0;
  double fraction = 0;  // 0 in the last row
  double span_s = 0;    // between the two rows; 0 where the value holds
};
SeriesMoment series_moment(const Rows& rows, double time_s, Interpolation interpolation);

// The number of a column at a moment; its change per second.
inline double series_value(const Rows& rows, const SeriesMoment& at, size_t column) {
  const double low = rows[at.low][column];
  return at.fraction > 0 ? low + at.fraction * (rows[at.low + 1][column] - low) : low;
}
inline double series_slope(const Rows& rows, const SeriesMoment& at, size_t column) {
  if (!(at.span_s > 0)) return 0;
  return (rows[at.low + 1][column] - rows[at.low][column]) / at.span_s;
}

// Fails unless there are rows of a time and so many numbers, with times that rise.
//   what: "one command per actuator"
void check_series(const Rows& rows, size_t columns, const char* field, const char* what,
                  CheckReport& report);

inline double last_time_s(const Rows& rows) { return rows.empty() ? 0 : rows.back()[0]; }

// Tells who cuts the table off.
void note_early_end(const Rows& rows, double duration_s, const StepSetting& setting);

// Rows of the columns time_s and those named, or, if none is named, of all columns beside time_s,
// whose names are then filled in.
Result<Rows> series_rows(const CsvTable& csv, std::vector<std::string>& names);

}  // namespace hadal::kinds
