#include "kinds/currents/tide_station.h"

#include <algorithm>
#include <numbers>

#include "base/calendar.h"
#include "base/check.h"
#include "kinds/currents/list.h"

namespace hadal::inline kinds {
namespace {

constexpr double kLargestTime_s =
    9.2e9;  // since 1970 and between events; nanoseconds fit into 64 bits

// fraction 0..1 of the time from one event to the next
double between(double from, double to, double fraction) {
  constexpr double kQuarter = std::numbers::pi / 2;
  if (from == 0) return to * std::sin(kQuarter * fraction);
  if (to == 0) return from * std::cos(kQuarter * fraction);
  return 0.5 * (from + to) + 0.5 * (from - to) * std::cos(2 * kQuarter * fraction);
}

std::string lower(std::string text) {
  for (char& c : text)
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  return text;
}

bool contains(const std::string& text, std::string_view part) {
  return text.find(part) != std::string::npos;
}

// m/s per unit of the speed column, from its header.
std::optional<double> speed_unit(const std::string& header) {
  if (contains(header, "cm/s")) return 0.01;
  if (contains(header, "m/s") || contains(header, "m_s")) return 1;
  if (contains(header, "knot")) return kKnot;
  return std::nullopt;
}

// The unit of speed, or nothing when the header is not that of a station file.
std::optional<double> check_station_header(const CsvTable& csv, Problems& problems) {
  if (!csv.header || csv.width() != 3) {
    problems.add({csv.file, 1, 1}, "",
                 "expected a header and three columns: Date_Time (GMT), Event, Speed (cm/sec)");
    return std::nullopt;
  }
  const auto cell = [&](size_t i) { return lower(csv.header->cells[i].text); };
  if (!contains(cell(0), "gmt") && !contains(cell(0), "utc"))
    problems.add(csv.place(*csv.header, 0), "",
                 "'" + csv.header->cells[0].text + "': expected times in GMT or UTC");
  const auto unit = speed_unit(cell(2));
  if (!unit)
    problems.add(csv.place(*csv.header, 2), "",
                 "'" + csv.header->cells[2].text + "': expected a speed in cm/sec, m/s or knots");
  return unit;
}

double event_speed(const CsvTable& csv, const CsvRow& row, double unit, Problems& problems) {
  const std::string event = lower(row.cells[1].text);
  const std::string& speed_text = row.cells[2].text;
  if (event != "flood" && event != "ebb" && event != "slack") {
    problems.add(csv.place(row, 1), "",
                 "'" + row.cells[1].text + "' is not an event; expected flood, slack or ebb");
    return 0;
  }
  if (event == "slack" && (speed_text == "-" || speed_text.empty())) return 0;
  const size_t before = problems.size();
  const double speed = unit * csv.number(row, 2, problems);
  const bool fits = event == "flood" ? speed > 0 : event == "ebb" ? speed < 0 : speed == 0;
  if (!fits && problems.size() == before)
    problems.add(csv.place(row, 2), "",
                 speed_text + ": a flood has a speed above zero, an ebb one below, a slack none");
  return speed;
}

// [seconds since 1970, m/s] of one event.
std::vector<double> read_event(const CsvTable& csv, const CsvRow& row, double unit,
                               Problems& problems) {
  const Result<int64_t> moment = unix_ns_from_iso8601(row.cells[0].text);
  if (!moment) problems.add(csv.place(row, 0), "", moment.problems().list().front().message);
  const double speed = event_speed(csv, row, unit, problems);
  return {moment ? static_cast<double>(moment.value()) / kNanosecondsPerSecond : 0, speed};
}

}  // namespace

const StructSchema& TideStation::schema() {
  using C = TideStation;
  static const StructSchema s =
      tide_schema<C>("tide_station", "A tidal current from a table of flood, slack and ebb events.")
          .text("file", &C::file,
                "CSV file with columns date and time (GMT), flood|slack|ebb, speed cm/s.")
          .rows("events", &C::events,
                "Rows [seconds since 1970, flood speed m/s]; filled from the file.", {2})
          .check([](const C& c, CheckReport& r) {
            check_rising(c.events, "events", r);
            for (size_t i = 0; i < c.events.size(); ++i)
              if (std::abs(c.events[i][0]) > kLargestTime_s ||
                  (i > 0 && c.events[i][0] - c.events[i - 1][0] > kLargestTime_s))
                r.fail("events[" + std::to_string(i) + "]",
                       "the time must lie in the years 1678 to 2261, within 290 years of the event "
                       "before");
            if (c.file.empty() && c.events.size() < 2)
              r.fail("events", "expected a file or at least two events");
          });
  return s;
}

TableFile TideStation::table_file() {
  return rows_file(file, events, tide_station_rows);
}

void TideStation::prepare(const CurrentRun& run, CheckReport& report) {
  prepared_start_unix_ns = run.start_unix_ns;
  prepared_events.clear();
  for (const auto& row : events)
    prepared_events.push_back({std::llround(row[0]) * kNanosecondsPerSecond, row[1]});
  const int64_t first = prepared_events.front().unix_ns, last = prepared_events.back().unix_ns;
  if (first > run.start_unix_ns || last < run.end_unix_ns)
    report.fail("", "the table covers " + iso8601_from_unix_ns(first) + " to " +
                        iso8601_from_unix_ns(last) + ", the run " +
                        iso8601_from_unix_ns(run.start_unix_ns) + " to " +
                        iso8601_from_unix_ns(run.end_unix_ns));
}

Vec3 TideStation::velocity_everywhere_N(double time_s, const double*) const {
  return velocity_of_N(speed_m_s(prepared_start_unix_ns + std::llround(time_s * 1e9)));
}

double TideStation::speed_m_s(int64_t unix_ns) const {
  const std::vector<Event>& all = prepared_events;
  HADAL_CHECK(!all.empty());
  const auto after =
      std::upper_bound(all.begin(), all.end(), unix_ns,
                       [](int64_t time, const Event& event) { return time < event.unix_ns; });
  if (after == all.begin()) return all.front().speed_m_s;
  if (after == all.end()) return all.back().speed_m_s;
  const Event& before = *(after - 1);
  const double fraction = static_cast<double>(unix_ns - before.unix_ns) /
                          static_cast<double>(after->unix_ns - before.unix_ns);
  return between(before.speed_m_s, after->speed_m_s, fraction);
}

Result<std::vector<std::vector<double>>> tide_station_rows(const CsvTable& csv) {
  Problems problems;
  const std::optional<double> unit = check_station_header(csv, problems);
  if (!unit) return problems;
  std::vector<std::vector<double>> rows;
  for (const CsvRow& row : csv.rows) {
    const size_t before = problems.size();
    std::vector<double> event = read_event(csv, row, *unit, problems);
    if (problems.size() != before) continue;
    if (!rows.empty() && event[0] <= rows.back()[0])
      problems.add(csv.place(row, 0), "", "times must rise from row to row");
    rows.push_back(std::move(event));
  }
  if (problems.empty() && rows.size() < 2)
    problems.add({csv.file, 1, 1}, "", "expected at least two events");
  if (!problems.empty()) return problems;
  return rows;
}

template <>
CurrentKind built_in_current<TideStation>() {
  return current_kind<TideStation>();
}

}  // namespace hadal::kinds
