#include "scenario/data_files.h"

#include <filesystem>
#include <fstream>
#include <optional>
#include <sstream>

#include "base/calendar.h"
#include "math/units.h"
#include "scenario/csv.h"
#include "scenario/file_checksum.h"
#include "scenario/scenario.h"

namespace hadal::inline scenario {

using Rows = std::vector<std::vector<double>>;

Result<std::string> read_text_file(const std::string& path) {
  std::error_code error;
  std::ifstream stream;
  if (std::filesystem::is_regular_file(path, error)) stream.open(path, std::ios::binary);
  std::ostringstream text;
  if (stream.is_open() && stream.peek() != std::ifstream::traits_type::eof())
    text << stream.rdbuf();
  if (!stream.is_open() || text.fail()) {
    Problems problems;
    problems.add({path, 0, 0}, "", "cannot read this file");
    return problems;
  }
  return text.str();
}

namespace {

// Rows of numbers from the given columns of a table. The first of them must rise from row to row.
Result<Rows> rising_rows(const CsvTable& csv, const std::vector<size_t>& columns,
                         const char* rule) {
  Problems problems;
  Rows rows;
  for (const CsvRow& row : csv.rows) {
    const size_t before = problems.size();
    std::vector<double> numbers;
    for (size_t column : columns) numbers.push_back(csv.number(row, column, problems));
    if (problems.size() != before) continue;
    if (!rows.empty() && numbers[0] <= rows.back()[0])
      problems.add(csv.place(row, columns[0]), "", rule);
    rows.push_back(std::move(numbers));
  }
  if (csv.rows.empty()) problems.add({csv.file, 1, 1}, "", "expected at least one row of numbers");
  if (!problems.empty()) return problems;
  return rows;
}

Problems problem(Place place, const std::string& message) {
  Problems problems;
  problems.add(std::move(place), "", message);
  return problems;
}

// Columns depth, north, east(, down); empty when the table has no such columns.
std::vector<size_t> velocity_columns(const CsvTable& csv) {
  const auto depth = csv.find_column("depth_m"), north = csv.find_column("north_m_s"),
             east = csv.find_column("east_m_s"), down = csv.find_column("down_m_s");
  if (depth && north && east)
    return down ? std::vector{*depth, *north, *east, *down} : std::vector{*depth, *north, *east};
  if (depth || north || east || csv.width() < 3 || csv.width() > 4) return {};
  return csv.width() == 4 ? std::vector<size_t>{2, 0, 1, 3} : std::vector<size_t>{2, 0, 1};
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

Result<Rows> stratified_rows(const CsvTable& csv) {
  const std::vector<size_t> columns = velocity_columns(csv);
  if (columns.empty())
    return problem(
        {csv.file, 1, 1},
        "expected rows of north, east, depth, or a header with depth_m, north_m_s, east_m_s");
  return rising_rows(csv, columns, "depths must rise from row to row");
}

Result<Rows> tide_station_rows(const CsvTable& csv) {
  Problems problems;
  const std::optional<double> unit = check_station_header(csv, problems);
  if (!unit) return problems;
  Rows rows;
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

Result<Rows> thrust_rows(const CsvTable& csv) {
  const auto pwm = csv.find_column("pwm_us"), rotor = csv.find_column("rotor_rad_s");
  const auto thrust = csv.find_column("thrust_N"), power = csv.find_column("power_W");
  if ((!pwm && !rotor) || !thrust)
    return problem({csv.file, 1, 1}, "expected a header with pwm_us or rotor_rad_s, and thrust_N");
  std::vector<size_t> columns = {pwm ? *pwm : *rotor, *thrust};
  if (power) columns.push_back(*power);
  Result<Rows> rows = rising_rows(csv, columns, "the first column must rise from row to row");
  if (rows && rows.value().size() < 2)
    return problem({csv.file, 1, 1}, "expected at least two rows of numbers");
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
        read(stratified->file, stratified->table, key, stratified_rows);
      if (auto* station = edit<TideStationConfig>(currents[i]))
        read(station->file, station->events, key, tide_station_rows);
    }
  }

  void read_thrust_maps() {
    auto& models = loaded_.scenario.vehicle_models;
    const auto read_map = [&](Thruster& thruster, const std::string& key) {
      if (auto* map = edit<TableMap>(thruster.map))
        read(map->file, map->table, key + ".map.file", thrust_rows);
    };
    for (size_t m = 0; m < models.size(); ++m) {
      const std::string key = "vehicle_models[" + std::to_string(m) + "]";
      for (size_t t = 0; t < models[m].thrusters.size(); ++t)
        read_map(models[m].thrusters[t], key + ".thrusters[" + std::to_string(t) + "]");
      for (size_t a = 0; a < models[m].actuators.size(); ++a)
        if (auto* thruster = edit<Thruster>(models[m].actuators[a]))
          read_map(*thruster, key + ".actuators[" + std::to_string(a) + "]");
    }
  }

  // Rasters stay in their files, too.
  void name_rasters() {
    EnvironmentConfig& sea = loaded_.scenario.environment;
    for (size_t i = 0; i < sea.currents.size(); ++i)
      if (auto* gridded = edit<GriddedCurrentConfig>(sea.currents[i]))
        name_raster(gridded->file, gridded->checksum,
                    "environment.currents[" + std::to_string(i) + "].file");
    if (auto* image = edit<HeightmapSeabedConfig>(sea.seabed))
      name_raster(image->image, image->checksum, "environment.seabed.image");
    if (auto* bathymetry = edit<BathymetrySeabedConfig>(sea.seabed))
      name_raster(bathymetry->raster, bathymetry->checksum, "environment.seabed.raster");
    if (sea.seabed.empty()) return;
    auto& areas = static_cast<SeabedConfig*>(sea.seabed.data())->bottom.areas;
    for (size_t i = 0; i < areas.size(); ++i)
      name_raster(areas[i].classes, areas[i].checksum,
                  "environment.seabed.bottom.areas[" + std::to_string(i) + "].classes");
  }

  // Meshes stay in their files: named in full, so that a saved scenario finds them from anywhere.
  void name_meshes() {
    Scenario& s = loaded_.scenario;
    for (size_t i = 0; i < s.vehicle_models.size(); ++i) {
      const std::string key = "vehicle_models[" + std::to_string(i) + "]";
      name_meshes_of(s.vehicle_models[i].links, key);
      name_meshes_of(s.vehicle_models[i].thruster_body, key + ".thruster_body");
    }
    for (size_t i = 0; i < s.object_models.size(); ++i)
      name_meshes_of(s.object_models[i].links, "object_models[" + std::to_string(i) + "]");
    for (size_t i = 0; i < s.objects.size(); ++i) {
      const std::string key = "objects[" + std::to_string(i) + "]";
      name_meshes_of(s.objects[i].links, key);
      if (s.objects[i].shapes) name_meshes_of(*s.objects[i].shapes, key + ".shapes");
    }
  }

 private:
  void name_meshes_of(std::vector<LinkConfig>& links, const std::string& key) {
    for (size_t i = 0; i < links.size(); ++i)
      if (links[i].shapes)
        name_meshes_of(*links[i].shapes, key + ".links[" + std::to_string(i) + "].shapes");
  }
  void name_meshes_of(ShapesConfig& shapes, const std::string& key) {
    name_meshes_of(shapes.physics, key + ".physics");
    name_meshes_of(shapes.collision, key + ".collision");
    name_meshes_of(shapes.visual, key + ".visual");
    name_meshes_of(shapes.visual_pairs, key + ".visual_pairs");
  }
  void name_meshes_of(std::vector<AnyConfig>& shapes, const std::string& key) {
    for (size_t i = 0; i < shapes.size(); ++i)
      name_files_of(shapes[i], key + "[" + std::to_string(i) + "]");
  }
  void name_files_of(const AnyConfig& shape, const std::string& key) {
    if (auto* mesh = edit<MeshShapeConfig>(shape))
      name_file(mesh->file, mesh->checksum, "mesh", key + ".file");
    if (shape.empty()) return;
    auto& look = static_cast<ShapeConfig*>(shape.data())->look;
    if (look && !look->texture.empty())
      name_file(look->texture, look->checksum, "picture", key + ".look.texture");
  }
  // Names of GDAL's own file systems and layers are left as they are, without a checksum.
  void name_raster(std::string& file, std::string& known, const std::string& key) {
    if (file.empty() || file.starts_with("/vsi") || file.find(":\"") != std::string::npos) return;
    const Place place = loaded_.places.place(key);
    std::error_code error;
    const std::filesystem::path path =
        std::filesystem::absolute(resolve(file, place), error).lexically_normal();
    if (!std::filesystem::exists(path, error))
      problems_.add(place, key, "no such file: " + path.string());
    file = path.string();
    compare(file, known, "raster", place, key);
  }
  // Notes the checksum of a file; a problem if another was noted before. Folders have none.
  void compare(const std::string& file, std::string& known, const char* what, const Place& place,
               const std::string& key) {
    const std::optional<std::string> now = file_checksum(file);
    if (!now) return;
    if (!known.empty() && known != *now)
      problems_.add(place, key,
                    std::string("the ") + what + " " + file +
                        " has changed since the scenario was saved (checksum " + *now + ", was " +
                        known.substr(0, 40) + "); remove `checksum` to take the new one");
    known = *now;
  }
  void name_file(std::string& file, std::string& checksum, const char* what,
                 const std::string& key) {
    const Place place = loaded_.places.place(key);
    std::error_code error;
    const std::filesystem::path path =
        std::filesystem::absolute(resolve(file, place), error).lexically_normal();
    if (!std::filesystem::is_regular_file(path, error)) {
      problems_.add(place, key, std::string("no such ") + what + " file: " + path.string());
      return;
    }
    file = path.string();
    compare(file, checksum, what, place, key);
  }

  template <class T>
  static T* edit(const AnyConfig& config) {
    return config.empty() || !config.as<T>() ? nullptr : static_cast<T*>(config.data());
  }

  void read(std::string& file, Rows& rows, const std::string& key,
            Result<Rows> (*rows_of)(const CsvTable&)) {
    if (file.empty()) return;
    const Place place = loaded_.places.place(key);
    const Result<CsvTable> csv = read_csv(resolve(file, place));
    Result<Rows> result = csv ? rows_of(csv.value()) : Result<Rows>(csv.problems());
    if (!result) {
      problems_.add(place, key, "cannot take this file:");
      problems_.append(result.problems());
      return;
    }
    rows = std::move(result).value();
    file.clear();
  }

  // A path relative to the file that names it; one from --set is relative to the scenario.
  std::string resolve(const std::string& file, const Place& place) const {
    const std::filesystem::path owner =
        place.file.starts_with(kSettingPrefix) ? loaded_.file : place.file;
    return (owner.parent_path() / file).lexically_normal().string();
  }

  LoadedScenario& loaded_;
  Problems& problems_;
};

}  // namespace

void read_data_files(LoadedScenario& loaded, Problems& problems) {
  DataReader reader(loaded, problems);
  reader.read_currents();
  reader.read_thrust_maps();
  reader.name_meshes();
  reader.name_rasters();
}

}  // namespace hadal::scenario
