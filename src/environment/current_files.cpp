#include "environment/current_files.h"

#include <array>
#include <optional>

#include "base/calendar.h"
#include "math/units.h"

namespace hadal::environment {
namespace {

struct VelocityColumns {
  size_t north = 0, east = 1, depth = 2;
  std::optional<size_t> down;
};

std::optional<VelocityColumns> velocity_columns(const CsvTable& table) {
  const auto depth = table.find_column("depth_m"), north = table.find_column("north_m_s"),
             east = table.find_column("east_m_s");
  if (depth && north && east)
    return VelocityColumns{*north, *east, *depth, table.find_column("down_m_s")};
  if (depth || north || east || table.width() < 3 || table.width() > 4) return std::nullopt;
  VelocityColumns columns;
  if (table.width() == 4) columns.down = 3;
  return columns;
}

std::string lower(std::string text) {
  for (char& c : text)
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  return text;
}

bool contains(const std::string& text, std::string_view part) {
  return text.find(part) != std::string::npos;
}

// m/s per unit of the speed column, from its header
std::optional<double> speed_unit(const std::string& header) {
  if (contains(header, "cm/s")) return 0.01;
  if (contains(header, "m/s") || contains(header, "m_s")) return 1;
  if (contains(header, "knot")) return kKnot;
  return std::nullopt;
}

// The unit of speed, or nothing when the header is not that of a station file.
std::optional<double> check_station_header(const CsvTable& table, Problems& problems) {
  if (!table.header || table.width() != 3) {
    problems.add({table.file, 1, 1}, "",
                 "expected a header and three columns: Date_Time (GMT), Event, Speed (cm/sec)");
    return std::nullopt;
  }
  const auto cell = [&](size_t i) { return lower(table.header->cells[i].text); };
  if (!contains(cell(0), "gmt") && !contains(cell(0), "utc"))
    problems.add(table.place(*table.header, 0), "",
                 "'" + table.header->cells[0].text + "': expected times in GMT or UTC");
  const auto unit = speed_unit(cell(2));
  if (!unit)
    problems.add(table.place(*table.header, 2), "",
                 "'" + table.header->cells[2].text + "': expected a speed in cm/sec, m/s or knots");
  return unit;
}

double event_speed(const CsvTable& table, const CsvRow& row, double unit, Problems& problems) {
  const std::string event = lower(row.cells[1].text);
  const std::string& speed_text = row.cells[2].text;
  if (event != "flood" && event != "ebb" && event != "slack") {
    problems.add(table.place(row, 1), "",
                 "'" + row.cells[1].text + "' is not an event; expected flood, slack or ebb");
    return 0;
  }
  if (event == "slack" && (speed_text == "-" || speed_text.empty())) return 0;
  const size_t before = problems.size();
  const double speed = unit * table.number(row, 2, problems);
  const bool fits = event == "flood" ? speed > 0 : event == "ebb" ? speed < 0 : speed == 0;
  if (!fits && problems.size() == before)
    problems.add(table.place(row, 2), "",
                 speed_text + ": a flood has a speed above zero, an ebb one below, a slack none");
  return speed;
}

TideEvent read_event(const CsvTable& table, const CsvRow& row, double unit, Problems& problems) {
  TideEvent event;
  const auto moment = unix_ns_from_iso8601(row.cells[0].text);
  if (moment.ok())
    event.unix_ns = moment.value();
  else
    problems.add(table.place(row, 0), "", moment.problems().list().front().message);
  event.speed_m_s = event_speed(table, row, unit, problems);
  return event;
}

}  // namespace

Result<StratifiedCurrent> stratified_from_csv(const CsvTable& table) {
  Problems problems;
  const auto columns = velocity_columns(table);
  if (!columns || table.rows.empty()) {
    problems.add(
        {table.file, 1, 1}, "",
        "expected rows of north, east, depth, or a header with depth_m, north_m_s, east_m_s");
    return problems;
  }
  StratifiedCurrent current;
  for (const CsvRow& row : table.rows) {
    const size_t before = problems.size();
    const double depth_m = table.number(row, columns->depth, problems);
    const double north = table.number(row, columns->north, problems);
    const double east = table.number(row, columns->east, problems);
    const double down = columns->down ? table.number(row, *columns->down, problems) : 0;
    if (problems.size() != before) continue;
    if (!current.depth_m.empty() && depth_m <= current.depth_m.back())
      problems.add(table.place(row, columns->depth), "", "depths must rise from row to row");
    current.depth_m.push_back(depth_m);
    current.velocity_N_m_s.emplace_back(north, east, down);
  }
  if (!problems.empty()) return problems;
  return current;
}

Result<StationTideCurrent> tide_station_from_csv(const CsvTable& table) {
  Problems problems;
  const auto unit = check_station_header(table, problems);
  if (!unit) return problems;
  StationTideCurrent station;
  for (const CsvRow& row : table.rows) {
    const size_t before = problems.size();
    const TideEvent event = read_event(table, row, *unit, problems);
    if (problems.size() != before) continue;
    if (!station.events.empty() && event.unix_ns <= station.events.back().unix_ns)
      problems.add(table.place(row, 0), "", "times must rise from row to row");
    station.events.push_back(event);
  }
  if (problems.empty() && station.events.size() < 2)
    problems.add({table.file, 0, 0}, "", "expected at least two events");
  if (!problems.empty()) return problems;
  return station;
}

}  // namespace hadal::environment
