#include "scenario/data_files.h"

#include <filesystem>
#include <fstream>
#include <sstream>

#include "base/calendar.h"
#include "scenario/csv.h"
#include "scenario/scenario.h"

namespace hadal {

using Rows = std::vector<std::vector<double>>;

Result<std::string> read_text_file(const std::string& path) {
  std::error_code error;
  std::ifstream stream;
  if (std::filesystem::is_regular_file(path, error)) stream.open(path, std::ios::binary);
  std::ostringstream text;
  if (stream.is_open() && stream.peek() != std::ifstream::traits_type::eof()) text << stream.rdbuf();
  if (!stream.is_open() || text.fail()) {
    Problems problems;
    problems.add({path, 0, 0}, "", "cannot read this file");
    return problems;
  }
  return text.str();
}

namespace {

// The table of a CSV file in the given columns, all of them numbers.
Result<Rows> number_columns(const CsvTable& csv, const std::vector<size_t>& columns) {
  Problems problems;
  Rows rows;
  for (const CsvRow& row : csv.rows) {
    auto& numbers = rows.emplace_back();
    for (size_t column : columns) numbers.push_back(csv.number(row, column, problems));
  }
  if (rows.empty()) problems.add({csv.file, 0, 0}, "", "expected at least one row of numbers");
  if (!problems.empty()) return problems;
  return rows;
}

Problems problem(const std::string& file, int line, const std::string& message) {
  Problems problems;
  problems.add({file, line, 0}, "", message);
  return problems;
}

}  // namespace

Result<Rows> read_stratified_csv(const std::string& path) {
  Result<CsvTable> table = read_csv(path);
  if (!table) return table.problems();
  const CsvTable& csv = table.value();
  const auto depth = csv.find_column("depth_m"), north = csv.find_column("north_m_s"), east = csv.find_column("east_m_s");
  std::vector<size_t> columns = {2, 0, 1};  // without a header: north, east, depth
  if (depth && north && east)
    columns = {*depth, *north, *east};
  else if (csv.width() != 3)
    return problem(path, 1, "expected columns depth_m, north_m_s, east_m_s, or north, east, depth without a header");
  Result<Rows> rows = number_columns(csv, columns);
  if (!rows) return rows.problems();
  for (size_t i = 1; i < rows.value().size(); ++i)
    if (rows.value()[i][0] <= rows.value()[i - 1][0]) return problem(path, csv.rows[i].line, "depths must rise from row to row");
  return rows;
}

Result<Rows> read_tide_station_csv(const std::string& path) {
  Result<CsvTable> table = read_csv(path);
  if (!table) return table.problems();
  const CsvTable& csv = table.value();
  if (csv.width() != 3) return problem(path, 1, "expected columns date and time, flood|slack|ebb, speed in cm/s");
  Problems problems;
  Rows rows;
  for (const CsvRow& row : csv.rows) {
    const Result<int64_t> time = unix_ns_from_iso8601(row.cells[0].text);
    const std::string& event = row.cells[1].text;
    if (!time) problems.add(csv.place(row, 0), "", "expected a date and time such as 2026-06-01 09:30, found '" + row.cells[0].text + "'");
    if (event != "flood" && event != "slack" && event != "ebb")
      problems.add(csv.place(row, 1), "", "expected flood, slack or ebb, found '" + event + "'");
    const double speed = event == "slack" ? 0 : csv.number(row, 2, problems) / 100;
    if (time && !rows.empty() && static_cast<double>(time.value()) * 1e-9 <= rows.back()[0])
      problems.add(csv.place(row, 0), "", "events must be in the order of time");
    if (time) rows.push_back({static_cast<double>(time.value()) * 1e-9, speed});
  }
  if (rows.size() < 2) problems.add({path, 0, 0}, "", "expected at least two events");
  if (!problems.empty()) return problems;
  return rows;
}

Result<Rows> read_thrust_csv(const std::string& path) {
  Result<CsvTable> table = read_csv(path);
  if (!table) return table.problems();
  const CsvTable& csv = table.value();
  const auto pwm = csv.find_column("pwm_us"), rotor = csv.find_column("rotor_rad_s");
  const auto thrust = csv.find_column("thrust_N"), power = csv.find_column("power_W");
  if ((!pwm && !rotor) || !thrust) return problem(path, 1, "expected columns pwm_us or rotor_rad_s, and thrust_N");
  std::vector<size_t> columns = {pwm ? *pwm : *rotor, *thrust};
  if (power) columns.push_back(*power);
  Result<Rows> rows = number_columns(csv, columns);
  if (!rows) return rows.problems();
  for (size_t i = 1; i < rows.value().size(); ++i)
    if (rows.value()[i][0] <= rows.value()[i - 1][0]) return problem(path, csv.rows[i].line, "the first column must rise from row to row");
  return rows;
}

namespace {

class DataReader {
 public:
  DataReader(LoadedScenario& loaded, Problems& problems) : loaded_(loaded), problems_(problems) {}

  void read_currents() {
    auto& currents = loaded_.scenario.environment.currents;
    for (size_t i = 0; i < currents.size(); ++i) {
      const std::string key = "environment.currents[" + std::to_string(i) + "].file";
      if (auto* stratified = edit<StratifiedCurrentConfig>(currents[i]))
        read(stratified->file, stratified->table, key, read_stratified_csv);
      if (auto* station = edit<TideStationConfig>(currents[i])) read(station->file, station->events, key, read_tide_station_csv);
    }
  }

  void read_thrust_maps() {
    auto& models = loaded_.scenario.vehicle_models;
    for (size_t m = 0; m < models.size(); ++m)
      for (size_t t = 0; t < models[m].thrusters.size(); ++t)
        if (auto* map = edit<TableMapConfig>(models[m].thrusters[t].map))
          read(map->file, map->table,
               "vehicle_models[" + std::to_string(m) + "].thrusters[" + std::to_string(t) + "].map.file", read_thrust_csv);
  }

 private:
  template <class T>
  static T* edit(const AnyConfig& config) {
    return config.empty() || !config.as<T>() ? nullptr : static_cast<T*>(config.data());
  }

  void read(std::string& file, Rows& rows, const std::string& key, Result<Rows> (*reader)(const std::string&)) {
    if (file.empty()) return;
    const Place place = loaded_.places.place(key);
    const auto folder = std::filesystem::path(place.file).parent_path();
    Result<Rows> result = reader((folder / file).lexically_normal().string());
    if (!result) {
      problems_.add(place, key, "cannot take this file:");
      problems_.append(result.problems());
      return;
    }
    rows = std::move(result).value();
    file.clear();
  }

  LoadedScenario& loaded_;
  Problems& problems_;
};

}  // namespace

void read_data_files(LoadedScenario& loaded, Problems& problems) {
  DataReader reader(loaded, problems);
  reader.read_currents();
  reader.read_thrust_maps();
}

}  // namespace hadal
