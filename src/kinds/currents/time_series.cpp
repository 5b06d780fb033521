#include "kinds/currents/time_series.h"

#include <algorithm>

#include "base/calendar.h"
#include "base/text.h"
#include "kinds/currents/list.h"
#include "kinds/currents/record_notes.h"
#include "math/units.h"

namespace hadal::inline kinds {
namespace {

using Rows = std::vector<std::vector<double>>;

std::string second_text(double t) { return shortest_text(t) + " s"; }

double seconds_between(int64_t from_unix_ns, int64_t to_unix_ns) {
  return static_cast<double>(to_unix_ns / kNanosecondsPerSecond -
                             from_unix_ns / kNanosecondsPerSecond) +
         1e-9 * static_cast<double>(to_unix_ns % kNanosecondsPerSecond -
                                    from_unix_ns % kNanosecondsPerSecond);
}

// A row must come after the one before it: later, or at the same time deeper.
std::string order_problem(const std::vector<double>& before, const std::vector<double>& row) {
  const bool has_depth = row.size() == 4;
  if (row[0] > before[0] || (has_depth && row[0] == before[0] && row[1] > before[1])) return "";
  if (!has_depth) return "times must rise from row to row";
  if (row == before || (row[0] == before[0] && row[1] == before[1]))
    return "this time and depth are there twice";
  return "rows must be in the order of time and, within a time, of depth";
}

bool is_gap(const std::string& text) {
  return text.empty() || text == "nan" || text == "NaN" || text == "NAN" || text == "NA";
}

// The columns of a record, as their header names them.
class RecordReader {
 public:
  explicit RecordReader(const CsvTable& csv) : csv_(csv) {
    utc_ = csv.find_column("time_utc").has_value();
    polar_ = csv.find_column("speed_m_s") || csv.find_column("toward_deg");
    depth_ = optional_column(csv, "depth", "m", problems_).has_value();
  }

  Result<CurrentRecord> read() {
    std::vector<std::string> names = {utc_ ? "time_utc" : "time_s"};
    names.emplace_back(polar_ ? "speed_m_s" : "north_m_s");
    names.emplace_back(polar_ ? "toward_deg" : "east_m_s");
    if (depth_) names.emplace_back("depth_m");
    const Result<std::vector<size_t>> columns = named_columns(csv_, names);
    if (!columns) problems_.append(columns.problems());
    if (!problems_.empty()) return problems_;
    columns_ = columns.value();
    for (const CsvRow& row : csv_.rows) read_row(row);
    if (problems_.empty() && record_.rows.empty())
      problems_.add({csv_.file, 1, 1}, "", "expected at least one row with a velocity");
    if (!problems_.empty()) return problems_;
    if (utc_) record_.epoch = iso8601_from_unix_ns(epoch_ns_);
    return record_;
  }

 private:
  // Seconds after the start of the run, or after the first row.
  double time_of(const CsvRow& row) {
    if (!utc_) return csv_.number(row, columns_[0], problems_);
    const Result<int64_t> moment = unix_ns_from_iso8601(row.cells[columns_[0]].text);
    if (!moment) {
      problems_.add(csv_.place(row, columns_[0]), "", moment.problems().list().front().message);
      return 0;
    }
    if (!has_epoch_) epoch_ns_ = moment.value();
    has_epoch_ = true;
    return seconds_between(epoch_ns_, moment.value());
  }

  double speed(const CsvRow& row, size_t column) {
    const double speed_m_s = csv_.number(row, column, problems_);
    if (speed_m_s < kWaterSpeed.min || speed_m_s > kWaterSpeed.max)
      problems_.add(csv_.place(row, column), "",
                    shortest_text(speed_m_s) + ": expected a velocity from -20 to 20 m/s");
    return speed_m_s;
  }

  void read_row(const CsvRow& row) {
    const size_t before = problems_.size();
    std::vector<double> numbers = {time_of(row)};
    if (depth_) numbers.push_back(csv_.number(row, columns_[3], problems_));
    const bool gap = is_gap(row.cells[columns_[1]].text) || is_gap(row.cells[columns_[2]].text);
    double north = gap ? 0 : speed(row, columns_[1]), east = 0;
    if (!gap && polar_) {
      const double toward = csv_.number(row, columns_[2], problems_) * kDegree;
      east = north * std::sin(toward);
      north *= std::cos(toward);
    } else if (!gap) {
      east = speed(row, columns_[2]);
    }
    numbers.push_back(north);
    numbers.push_back(east);
    if (problems_.size() != before) return;
    if (!before_.empty())
      if (const std::string wrong = order_problem(before_, numbers); !wrong.empty())
        problems_.add(csv_.place(row, columns_[0]), "", wrong);
    if (!gap) record_.rows.push_back(numbers);
    before_ = std::move(numbers);
  }

  const CsvTable& csv_;
  bool utc_ = false, polar_ = false, depth_ = false, has_epoch_ = false;
  int64_t epoch_ns_ = 0;
  std::vector<size_t> columns_;
  std::vector<double> before_;
  CurrentRecord record_;
  Problems problems_;
};

void check_table(const TimeSeriesCurrent& current, CheckReport& report) {
  const Rows& rows = current.table;
  if (!current.file.empty()) {
    if (!rows.empty()) report.fail("file", "expected either a file or a table");
    return;
  }
  if (rows.empty()) report.fail("table", "expected a table or a file");
  for (size_t i = 1; i < rows.size(); ++i) {
    const std::string key = "table[" + std::to_string(i) + "]";
    if (rows[i].size() != rows[0].size())
      return report.fail(key, "expected " + std::to_string(rows[0].size()) + " numbers as above");
    if (const std::string wrong = order_problem(rows[i - 1], rows[i]); !wrong.empty())
      return report.fail(key, wrong);
  }
}

// Steps of the table that are longer than this many usual ones have rows missing.
constexpr double kGapSteps = 1.5;

}  // namespace

const StructSchema& TimeSeriesCurrent::schema() {
  using C = TimeSeriesCurrent;
  static const StructSchema s =
      current_schema<C>("time_series",
                        "A measured current: a table over time, or over time and depth, linear "
                        "between, ends hold, gaps are filled.")
          .text("file", &C::file,
                "CSV file with the columns time_s or time_utc, optionally depth_m, and north_m_s "
                "and east_m_s or speed_m_s and toward_deg, instead of the table.")
          .rows("table", &C::table,
                "Rows [time s, north m/s, east m/s] or [time, depth m, north, east], in the order "
                "of time, then depth.",
                {3, 4})
          .text("epoch", &C::epoch,
                "UTC time of second 0 of the table; the start of the run if left out. Filled from "
                "the time_utc of a file.")
          .check(check_table);
  return s;
}

TableFile TimeSeriesCurrent::table_file() {
  return {file, [this](const CsvTable& csv) -> Problems {
            Result<CurrentRecord> record = read_current_record(csv);
            if (!record) return record.problems();
            Problems problems;
            if (!epoch.empty() && !record.value().epoch.empty())
              problems.add({csv.file, 1, 1}, "",
                           "has times of its own (time_utc); remove `epoch`, or give time_s");
            table = std::move(record.value().rows);
            if (!record.value().epoch.empty()) epoch = record.value().epoch;
            return problems;
          }, "", ""};
}

void TimeSeriesCurrent::prepare(const CurrentRun& run, CheckReport& report) {
  prepared_start_s = 0;
  if (!epoch.empty()) {
    const Result<int64_t> zero = unix_ns_from_iso8601(epoch);
    if (!zero) {
      report.fail("epoch", "expected a UTC time such as 2026-06-01T09:00:00Z, found '" + epoch +
                               "'");
      return;
    }
    prepared_start_s = seconds_between(zero.value(), run.start_unix_ns);
  }
  prepared_times_s.clear();
  prepared_profiles.clear();
  for (size_t i = 0; i < table.size();) {
    Rows profile;
    const double time_s = table[i][0];
    for (; i < table.size() && table[i][0] == time_s; ++i) {
      const std::vector<double>& row = table[i];
      profile.push_back(row.size() == 4 ? std::vector{row[1], row[2], row[3]}
                                        : std::vector{0.0, row[1], row[2]});
    }
    prepared_times_s.push_back(time_s);
    prepared_profiles.emplace_back(profile);
  }
}

Vec3 TimeSeriesCurrent::velocity_N(const Vec3& p_N, double time_s, double) const {
  const double now_s = prepared_start_s + time_s;
  const auto begin = prepared_times_s.begin(), end = prepared_times_s.end();
  const auto after = std::upper_bound(begin, end, now_s);
  if (after == begin) return prepared_profiles.front()(p_N.z());
  const auto low = static_cast<size_t>(after - begin) - 1;
  const Vec3 before = prepared_profiles[low](p_N.z());
  if (after == end) return before;
  const double fraction = (now_s - prepared_times_s[low]) / (*after - prepared_times_s[low]);
  return before + fraction * (prepared_profiles[low + 1](p_N.z()) - before);
}

std::vector<std::string> TimeSeriesCurrent::notes(double duration_s, double) const {
  const std::vector<double>& times = prepared_times_s;
  std::vector<std::string> out;
  const double first = times.front(), last = times.back();
  std::string text;
  if (epoch.empty()) {
    text = coverage_note(first, last, 0, duration_s, second_text,
                         "times count from the start of the run");
  } else {
    const double zero_s = static_cast<double>(unix_ns_from_iso8601(epoch).value()) * 1e-9;
    text = coverage_note(zero_s + first, zero_s + last, zero_s + prepared_start_s,
                         zero_s + prepared_start_s + duration_s, time_text,
                         "set clock.start to a time that it covers");
  }
  if (!text.empty() && times.size() > 1) out.push_back(text);
  if (const std::string gaps = gaps_text(); !gaps.empty()) out.push_back(gaps);
  return out;
}

// Profiles with fewer depths than the fullest one, and times that the usual step lets expect.
std::string TimeSeriesCurrent::gaps_text() const {
  const std::vector<double>& times = prepared_times_s;
  if (times.size() < 3) return "";
  std::vector<double> steps;
  for (size_t i = 1; i < times.size(); ++i) steps.push_back(times[i] - times[i - 1]);
  std::vector<double> sorted = steps;
  std::nth_element(sorted.begin(), sorted.begin() + static_cast<long>(sorted.size() / 2),
                   sorted.end());
  const double usual_s = sorted[sorted.size() / 2];
  std::vector<size_t> counts;
  for (size_t i = 0; i < table.size();) {
    const double time_s = table[i][0];
    counts.push_back(0);
    for (; i < table.size() && table[i][0] == time_s; ++i) ++counts.back();
  }
  const size_t depths = *std::max_element(counts.begin(), counts.end());
  size_t moments = times.size();
  for (const double step : steps)
    if (step > kGapSteps * usual_s)
      moments += static_cast<size_t>(std::llround(step / usual_s)) - 1;
  const size_t cells = moments * depths, missing = cells - table.size();
  double longest_s = 0, known_s = times.front();
  for (size_t i = 1; i < times.size(); ++i) {
    const bool whole = counts[i] == depths;
    if (whole || i + 1 == times.size()) {
      const double span_s = times[i] - known_s;
      if (span_s > kGapSteps * usual_s || !whole) longest_s = std::max(longest_s, span_s);
    }
    if (whole) known_s = times[i];
  }
  return gap_note(missing, cells, longest_s);
}

Result<CurrentRecord> read_current_record(const CsvTable& csv) {
  return RecordReader(csv).read();
}

template <>
CurrentKind built_in_current<TimeSeriesCurrent>() {
  return current_kind<TimeSeriesCurrent>();
}

}  // namespace hadal::kinds
