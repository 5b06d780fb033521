// Files a scenario names beside YAML: tables of currents, tides and thrust. They are read into the
// config structs, so that a loaded scenario is self-contained.
#pragma once
#include <string>

#include "base/result.h"

namespace hadal {

struct LoadedScenario;

Result<std::string> read_text_file(const std::string& path);

// Replaces every `file:` of currents and thrust maps by its table. Paths are relative to the file the
// key stands in.
void read_data_files(LoadedScenario& loaded, Problems& problems);

// Rows [depth, north, east] of a stratified current: columns depth_m, north_m_s, east_m_s by header,
// or north, east, depth in this order without one.
Result<std::vector<std::vector<double>>> read_stratified_csv(const std::string& path);

// Rows [seconds since 1970, m/s, flood positive] of a station file: date and time (GMT),
// flood|slack|ebb, speed in cm/s ("-" at slack).
Result<std::vector<std::vector<double>>> read_tide_station_csv(const std::string& path);

// Rows [first column, thrust N(, power W)] by the headers pwm_us or rotor_rad_s, thrust_N, power_W.
Result<std::vector<std::vector<double>>> read_thrust_csv(const std::string& path);

}  // namespace hadal
