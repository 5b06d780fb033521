#include "kinds/steps/series.h"

#include <algorithm>
#include <string>

#include "kinds/phrases.h"

namespace hadal::inline kinds {

SeriesMoment series_moment(const Rows& rows, double time_s, Interpolation interpolation) {
  constexpr double kRounding_s = 1e-9;  // of a step's time below that of a row
  const double now_s = time_s + kRounding_s;
  const auto after =
      std::upper_bound(rows.begin(), rows.end(), now_s,
                       [](double t, const std::vector<double>& row) { return t < row[0]; });
  SeriesMoment at;
  if (after == rows.begin()) {
    at.before = true;
    return at;
  }
  at.low = static_cast<size_t>(after - rows.begin()) - 1;
  if (interpolation == Interpolation::kHold || after == rows.end()) return at;
  at.span_s = (*after)[0] - rows[at.low][0];
  at.fraction = std::clamp((time_s - rows[at.low][0]) / at.span_s, 0.0, 1.0);
  return at;
}

void check_series(const Rows& rows, size_t columns, const char* field, const char* what,
                  CheckReport& report) {
  const size_t width = columns + 1;
  const auto fail = [&](size_t row, const std::string& message) {
    report.fail(std::string(field) + "[" + std::to_string(row) + "]", message);
  };
  for (size_t i = 0; i < rows.size(); ++i) {
    if (rows[i].size() != width)
      fail(i, std::string("expected a time and ") + what + ": " + std::to_string(width) +
                  " numbers");
    else if (i > 0 && !rows[i - 1].empty() && rows[i][0] <= rows[i - 1][0])
      fail(i, "times must rise");
  }
}

void note_early_end(const Rows& rows, double duration_s, const StepSetting& setting) {
  if (duration_s < last_time_s(rows))
    setting.note("duration_s",
                 printed("the step ends after %.6g s, before the last row of its table at %.6g s",
                         duration_s, last_time_s(rows)));
}

Result<Rows> series_rows(const CsvTable& csv, std::vector<std::string>& names) {
  std::vector<std::string> wanted = {"time_s"};
  wanted.insert(wanted.end(), names.begin(), names.end());
  const Result<std::vector<size_t>> found = named_columns(csv, wanted);
  if (!found) return found.problems();
  std::vector<size_t> columns = found.value();
  if (names.empty())
    for (size_t i = 0; i < csv.width(); ++i)
      if (i != columns[0]) {
        names.push_back(csv.header->cells[i].text);
        columns.push_back(i);
      }
  return rising_rows(csv, columns, "times must rise from row to row");
}

}  // namespace hadal::kinds
