#include "scenario/data_files.h"

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <optional>
#include <set>
#include <sstream>
#include <utility>

#include "base/csv.h"
#include "kinds/currents/list.h"
#include "kinds/drag_curve.h"
#include "kinds/steps/list.h"
#include "math/units.h"
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

Problems problem(SourceLocation location, const std::string& message) {
  Problems problems;
  problems.add(std::move(location), "", message);
  return problems;
}

// Input columns of a bollard table.
struct InputColumn {
  const char* name;
  TableArgument over;
  double factor;  // to what the map reads
};
constexpr InputColumn kCommandColumn{"command", TableArgument::command, 1},
    kPulseColumn{"pwm_us", TableArgument::command, 1},
    kRotorColumn{"rotor_rad_s", TableArgument::rotor_speed, 1},
    kRpmColumn{"rpm", TableArgument::rotor_speed, kTurn / 60};

// Those that go with the commands of a thruster, the best first.
std::vector<InputColumn> fitting_inputs(const Thruster& thruster) {
  const auto* map = thruster.map.as<TableMap>();
  const bool of_rotor = map && map->over == TableArgument::rotor_speed;
  if (of_rotor || thruster.command_kind == ThrusterCommand::rotor_speed)
    return {kRotorColumn, kRpmColumn};
  if (thruster.command_kind == ThrusterCommand::pulse_width)
    return {kPulseColumn, kRotorColumn, kRpmColumn};
  if (thruster.command_kind == ThrusterCommand::normalised)
    return {kCommandColumn, kRotorColumn, kRpmColumn};
  return {kCommandColumn, kPulseColumn, kRotorColumn, kRpmColumn};
}

std::string text_of(double number) {
  char text[32];
  std::snprintf(text, sizeof text, "%.6g", number);
  return text;
}

// What to write so that a table over pulse widths or commands fits, with its own ends.
std::string advice(const CsvTable& csv, const Thruster& thruster) {
  const auto pwm = csv.find_column("pwm_us"), command = csv.find_column("command");
  Problems ignored;
  if (pwm && !csv.rows.empty() && thruster.command_kind != ThrusterCommand::pulse_width)
    return "its input is pwm_us: give the thruster `command: pulse_width`, `command_min: " +
           text_of(csv.number(csv.rows.front(), *pwm, ignored)) + "`, `command_max: " +
           text_of(csv.number(csv.rows.back(), *pwm, ignored)) +
           "` and `command_neutral`, the pulse width at rest (1500)";
  if (command && thruster.command_kind != ThrusterCommand::normalised)
    return "its input is a command of -1..1: give the thruster `command: normalised`";
  return "expected a header with thrust_N and one of command (-1..1), pwm_us, rotor_rad_s and rpm";
}

// A rotor that commands hardly turn, judged by the speeds of the table.
std::string slow_rotor_problem(const ThrustRows& table, const Thruster& thruster) {
  constexpr double kHardly = 0.1;
  const double fastest = table.rows.back()[0];
  if (table.over != TableArgument::rotor_speed || thruster.rotor_per_command != 1 ||
      thruster.command_kind != ThrusterCommand::normalised || !(fastest * kHardly > 1))
    return "";
  return "commands of -1..1 turn the rotor no faster than 1 rad/s, the table goes to " +
         text_of(fastest) + ": give the thruster `rotor_per_command: " + text_of(fastest) + "`";
}

}  // namespace

Result<ThrustRows> thrust_rows(const CsvTable& csv, const Thruster& thruster) {
  const SourceLocation top{csv.file, 1, 1};
  const std::vector<InputColumn> inputs = fitting_inputs(thruster);
  const bool other_command = thruster.command_kind == ThrusterCommand::normalised &&
                             csv.find_column("pwm_us") && !csv.find_column("command");
  const auto input = std::find_if(inputs.begin(), inputs.end(), [&](const InputColumn& c) {
    return csv.find_column(c.name).has_value() && !(other_command && c.over != inputs[0].over);
  });
  const auto thrust = csv.find_column("thrust_N"), power = csv.find_column("power_W");
  if (input == inputs.end() || !thrust) return problem(top, advice(csv, thruster));
  std::vector<size_t> columns = {*csv.find_column(input->name), *thrust};
  if (power) columns.push_back(*power);
  Result<Rows> rows = rising_rows(csv, columns, "the first column must rise from row to row");
  if (!rows) return rows.problems();
  if (rows.value().size() < 2) return problem(top, "expected at least two rows of numbers");
  ThrustRows out{std::move(rows).value(), input->over};
  for (std::vector<double>& row : out.rows) row[0] *= input->factor;
  if (const std::string slow = slow_rotor_problem(out, thruster); !slow.empty())
    return problem(top, slow);
  return out;
}

Result<DampingConfig> drag_tables(const CsvTable& csv) {
  constexpr const char* kForces[] = {"surge_N", "sway_N",   "heave_N",
                                     "roll_Nm", "pitch_Nm", "yaw_Nm"};
  DampingConfig out;
  Problems problems;
  bool any = false;
  for (size_t axis = 0; axis < 6; ++axis) {
    const char* input = axis < 3 ? "speed_m_s" : "rate_rad_s";
    const auto speed = csv.find_column(input), force = csv.find_column(kForces[axis]);
    if (!force) continue;
    if (!speed) return problem({csv.file, 1, 1}, std::string(kForces[axis]) + " needs a column " +
                                                     input);
    any = true;
    DampingConfig::Rows& rows = out.*DampingConfig::tables()[axis];
    for (const CsvRow& row : csv.rows)
      if (!row.cells[*speed].text.empty() && !row.cells[*force].text.empty())
        rows.push_back({csv.number(row, *speed, problems), csv.number(row, *force, problems)});
    if (const std::string wrong = drag_rows_problem(rows); !wrong.empty() && problems.empty())
      problems.add({csv.file, 1, 1}, "", std::string(kForces[axis]) + ": " + wrong);
  }
  if (!any)
    return problem({csv.file, 1, 1},
                   "expected a header with speed_m_s and any of surge_N, sway_N and heave_N, or "
                   "rate_rad_s and any of roll_Nm, pitch_Nm and yaw_Nm");
  if (!problems.empty()) return problems;
  return out;
}

namespace {

class DataReader {
 public:
  DataReader(LoadedScenario& loaded, Problems& problems) : loaded_(loaded), problems_(problems) {}

  void read_currents() {
    auto& currents = loaded_.scenario.environment.currents;
    for (size_t i = 0; i < currents.size(); ++i) {
      const CurrentKind& kind = current_list().of(currents[i]);
      if (kind.table_file)
        read(kind.table_file(currents[i].data()),
             "environment.currents[" + std::to_string(i) + "]");
    }
  }

  void read_water() { read(loaded_.scenario.environment.water.table_file(), "environment.water"); }

  void read_steps() {
    const auto& steps = loaded_.scenario.mission;
    for (size_t i = 0; i < steps.size(); ++i) {
      const MissionStepKind& kind = mission_step_list().of(steps[i]);
      if (kind.table_file)
        read(kind.table_file(steps[i].data()), "mission[" + std::to_string(i) + "]");
    }
  }

  void read_thrust_maps() {
    auto& models = loaded_.scenario.vehicle_models;
    const auto read_map = [&](Thruster& thruster, const std::string& key) {
      if (auto* map = edit<TableMap>(thruster.map)) read_thrust(thruster, *map, key + ".map");
    };
    for (size_t m = 0; m < models.size(); ++m) {
      const std::string key = "vehicle_models[" + std::to_string(m) + "]";
      for (size_t t = 0; t < models[m].thrusters.size(); ++t)
        read_map(models[m].thrusters[t], key + ".thrusters[" + std::to_string(t) + "]");
      for (size_t a = 0; a < models[m].actuators.size(); ++a)
        if (auto* thruster = edit<Thruster>(models[m].actuators[a]))
          read_map(*thruster, key + ".actuators[" + std::to_string(a) + "]");
    }
    auto& arms = loaded_.scenario.manipulator_models;
    for (size_t m = 0; m < arms.size(); ++m)
      for (size_t a = 0; a < arms[m].actuators.size(); ++a)
        if (auto* thruster = edit<Thruster>(arms[m].actuators[a]))
          read_map(*thruster, "manipulator_models[" + std::to_string(m) + "].actuators[" +
                                  std::to_string(a) + "]");
  }

  void read_damping() {
    Scenario& s = loaded_.scenario;
    for (size_t i = 0; i < s.vehicle_models.size(); ++i)
      read_damping_of(s.vehicle_models[i].links, "vehicle_models[" + std::to_string(i) + "]");
    for (size_t i = 0; i < s.manipulator_models.size(); ++i)
      read_damping_of(s.manipulator_models[i].links,
                      "manipulator_models[" + std::to_string(i) + "]");
    for (size_t i = 0; i < s.object_models.size(); ++i)
      read_damping_of(s.object_models[i].links, "object_models[" + std::to_string(i) + "]");
    for (size_t i = 0; i < s.objects.size(); ++i)
      read_damping_of(s.objects[i].links, "objects[" + std::to_string(i) + "]");
  }

  // Rasters stay in their files, too.
  void name_rasters() {
    EnvironmentConfig& sea = loaded_.scenario.environment;
    for (size_t i = 0; i < sea.currents.size(); ++i) {
      const CurrentKind& kind = current_list().of(sea.currents[i]);
      if (!kind.raster_file) continue;
      const CurrentRasterFile raster = kind.raster_file(sea.currents[i].data());
      name_raster(raster.file, raster.checksum,
                  "environment.currents[" + std::to_string(i) + "].file");
    }
    if (auto* image = edit<HeightmapSeabedConfig>(sea.seabed))
      name_raster(image->file, image->checksum, "environment.seabed.image");
    if (auto* bathymetry = edit<BathymetrySeabedConfig>(sea.seabed))
      name_raster(bathymetry->file, bathymetry->checksum, "environment.seabed.raster");
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
    for (size_t i = 0; i < s.manipulator_models.size(); ++i)
      name_meshes_of(s.manipulator_models[i].links,
                     "manipulator_models[" + std::to_string(i) + "]");
    for (size_t i = 0; i < s.object_models.size(); ++i)
      name_meshes_of(s.object_models[i].links, "object_models[" + std::to_string(i) + "]");
    for (size_t i = 0; i < s.objects.size(); ++i) {
      const std::string key = "objects[" + std::to_string(i) + "]";
      name_meshes_of(s.objects[i].links, key);
      if (s.objects[i].shapes) name_meshes_of(*s.objects[i].shapes, key + ".shapes");
    }
  }

 private:
  void read_damping_of(std::vector<LinkConfig>& links, const std::string& model_key) {
    for (size_t i = 0; i < links.size(); ++i) {
      DampingConfig& damping = links[i].damping;
      if (damping.file.empty()) continue;
      const std::string key = model_key + ".links[" + std::to_string(i) + "].damping.file";
      const auto tables = table_of<DampingConfig>(damping.file, key, drag_tables);
      if (!tables) continue;
      for (const auto axis : DampingConfig::tables()) damping.*axis = (*tables).*axis;
      damping.file.clear();
    }
  }

  // What is wrong with a file is told once, however many thrusters name it.
  void read_thrust(const Thruster& thruster, TableMap& map, const std::string& key) {
    if (auto own = read_thrust_file(thruster, map.file, key + ".file")) {
      map.table = std::move(own->rows);
      map.over = own->over;
    }
    for (size_t i = 0; i < map.voltages.size(); ++i) {
      VoltageTable& other = map.voltages[i];
      const std::string at = key + ".voltages[" + std::to_string(i) + "]";
      if (auto table = read_thrust_file(thruster, other.file, at + ".file")) {
        if (table->over != map.over)
          problems_.add(loaded_.locations.location(at + ".file"), at + ".file",
                        "expected the input column of the map's own table");
        other.table = std::move(table->rows);
      }
      if (!other.table.empty() && !map.table.empty() &&
          other.table[0].size() != map.table[0].size())
        problems_.add(loaded_.locations.location(at), at,
                      "expected rows with power, or without, as the map's own table has them");
    }
  }
  std::optional<ThrustRows> read_thrust_file(const Thruster& thruster, std::string& file,
                                             const std::string& key) {
    if (file.empty()) return std::nullopt;
    const std::string path = resolve(file, loaded_.locations.location(key));
    if (refused_.contains(path)) return std::nullopt;
    auto table = table_of<ThrustRows>(
        file, key, [&](const CsvTable& csv) { return thrust_rows(csv, thruster); });
    if (!table) {
      refused_.insert(path);
      return std::nullopt;
    }
    file.clear();
    return std::move(*table);
  }

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
    auto& appearance = static_cast<ShapeConfig*>(shape.data())->appearance;
    if (appearance && !appearance->texture.empty())
      name_file(appearance->texture, appearance->checksum, "picture", key + ".appearance.texture");
  }
  // Names of GDAL's own file systems and layers are left as they are, without a checksum.
  void name_raster(std::string& file, std::string& known, const std::string& key) {
    if (file.empty() || file.starts_with("/vsi") || file.find(":\"") != std::string::npos) return;
    const SourceLocation location = loaded_.locations.location(key);
    std::error_code error;
    const std::filesystem::path path =
        std::filesystem::absolute(resolve(file, location), error).lexically_normal();
    if (!std::filesystem::exists(path, error))
      problems_.add(location, key, "no such file: " + path.string());
    file = path.string();
    compare(file, known, "raster", location, key);
  }
  // Notes the checksum of a file; a problem if another was noted before. Folders have none.
  void compare(const std::string& file, std::string& known, const char* what,
               const SourceLocation& location,
               const std::string& key) {
    const std::optional<std::string> now = file_checksum(file);
    if (!now) return;
    if (!known.empty() && known != *now)
      problems_.add(location, key,
                    std::string("the ") + what + " " + file +
                        " has changed since the scenario was saved (checksum " + *now + ", was " +
                        known.substr(0, 40) + "); remove `checksum` to take the new one");
    known = *now;
  }
  void name_file(std::string& file, std::string& checksum, const char* what,
                 const std::string& key) {
    const SourceLocation location = loaded_.locations.location(key);
    std::error_code error;
    const std::filesystem::path path =
        std::filesystem::absolute(resolve(file, location), error).lexically_normal();
    if (!std::filesystem::is_regular_file(path, error)) {
      problems_.add(location, key, std::string("no such ") + what + " file: " + path.string());
      return;
    }
    file = path.string();
    compare(file, checksum, what, location, key);
  }

  template <class T>
  static T* edit(const AnyConfig& config) {
    return config.empty() || !config.as<T>() ? nullptr : static_cast<T*>(config.data());
  }

  void read(const TableFile& table, const std::string& owner) {
    if (table.file.empty()) return;
    const std::string key = owner + ".file";
    const SourceLocation location = loaded_.locations.location(key);
    const Result<CsvTable> csv = read_csv(resolve(table.file, location));
    const Problems found = csv ? table.take(csv.value()) : csv.problems();
    if (!found.empty()) {
      problems_.add(location, key, "cannot take this file:");
      problems_.append(found);
      return;
    }
    locate(table, csv.value(), owner);
    table.file.clear();
  }
  // Where the rows and columns stand.
  void locate(const TableFile& table, const CsvTable& csv, const std::string& owner) {
    const auto set = [&](const std::string& field, size_t index, SourceLocation place) {
      loaded_.locations.set(owner + "." + field + "[" + std::to_string(index) + "]",
                            std::move(place));
    };
    if (!table.row_field.empty())
      for (size_t i = 0; i < csv.rows.size(); ++i)
        set(table.row_field, i, {csv.file, csv.rows[i].line, 1});
    if (!table.column_field.empty() && csv.header) {
      const SourceLocation place{csv.file, csv.header->line, 1};
      for (size_t i = 0; i < csv.width(); ++i) set(table.column_field, i, place);
    }
  }

  // What stands in a table; nothing after a problem, which is told.
  template <class Table, class MakeTable>
  std::optional<Table> table_of(const std::string& file, const std::string& key,
                                const MakeTable& make) {
    const SourceLocation location = loaded_.locations.location(key);
    const Result<CsvTable> csv = read_csv(resolve(file, location));
    Result<Table> result = csv ? make(csv.value()) : Result<Table>(csv.problems());
    if (result) return std::move(result).value();
    problems_.add(location, key, "cannot take this file:");
    problems_.append(result.problems());
    return std::nullopt;
  }

  // A path relative to the file that names it; one from --set is relative to the scenario.
  std::string resolve(const std::string& file, const SourceLocation& location) const {
    const std::filesystem::path owner =
        location.file.starts_with(kSettingPrefix) ? loaded_.file : location.file;
    return (owner.parent_path() / file).lexically_normal().string();
  }

  LoadedScenario& loaded_;
  Problems& problems_;
  std::set<std::string> refused_;  // bollard tables
};

}  // namespace

void read_data_files(LoadedScenario& loaded, Problems& problems) {
  DataReader reader(loaded, problems);
  reader.read_currents();
  reader.read_water();
  reader.read_steps();
  reader.read_thrust_maps();
  reader.read_damping();
  reader.name_meshes();
  reader.name_rasters();
}

}  // namespace hadal::scenario
