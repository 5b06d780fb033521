// Files a scenario names beside YAML: tables of currents, water, commands, set-points, thrust and
// drag, meshes and rasters.
// Tables are read into the config structs, so that a loaded scenario does not need them any more;
// meshes and rasters (seabed, gridded currents) get their full path and a checksum
// (file_checksum.h), so that a saved scenario or a log is refused when the file has changed.
#pragma once
#include <string>
#include <vector>

#include "base/csv.h"
#include "base/result.h"
#include "kinds/actuators/thruster.h"
#include "scenario/link_config.h"

namespace hadal::inline scenario {

struct LoadedScenario;

Result<std::string> read_text_file(const std::string& path);

// Replaces every `file:` of currents, water, mission steps, thrust maps and damping by its table,
// and names every mesh and raster in full. Paths are relative to the file the key stands in.
void read_data_files(LoadedScenario& loaded, Problems& problems);

// Rows [input, thrust N(, power W)] by the headers thrust_N and optionally power_W; the input must
// rise. It is the column that goes with the commands of the thruster: `command` (-1..1), pwm_us, or
// the rotor's speed (rotor_rad_s, or rpm, which become rad/s). A file without a column that can go
// with them is refused with what to write.
struct ThrustRows {
  std::vector<std::vector<double>> rows;
  TableArgument over = TableArgument::command;
};
Result<ThrustRows> thrust_rows(const CsvTable& csv, const Thruster& thruster);

// The tables of a damping by the headers speed_m_s with surge_N, sway_N, heave_N and rate_rad_s
// with roll_Nm, pitch_Nm, yaw_Nm; an empty cell is a speed at which an axis was not measured.
Result<DampingConfig> drag_tables(const CsvTable& csv);

}  // namespace hadal::scenario
