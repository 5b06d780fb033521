// Files a scenario names beside YAML: tables of currents, water, commands, set-points and thrust,
// meshes and rasters.
// Tables are read into the config structs, so that a loaded scenario does not need them any more;
// meshes and rasters (seabed, gridded currents) get their full path and a checksum
// (file_checksum.h), so that a saved scenario or a log is refused when the file has changed.
#pragma once
#include <string>
#include <vector>

#include "base/csv.h"
#include "base/result.h"

namespace hadal::inline scenario {

struct LoadedScenario;

Result<std::string> read_text_file(const std::string& path);

// Replaces every `file:` of currents, water, mission steps and thrust maps by its table, and names
// every mesh and raster in full. Paths are relative to the file the key stands in.
void read_data_files(LoadedScenario& loaded, Problems& problems);

// Rows [pulse width us or rotor rad/s, thrust N(, power W)] by the headers pwm_us or rotor_rad_s,
// thrust_N and optionally power_W; the first column must rise.
Result<std::vector<std::vector<double>>> thrust_rows(const CsvTable& csv);

}  // namespace hadal::scenario
