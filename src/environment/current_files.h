// Current data from files, in the two layouts that ocean current data sets for simulators come in.
// Everything wrong with a file is reported at once, with its place.
#pragma once
#include "base/result.h"
#include "scenario/csv.h"
#include "world/environment.h"

namespace hadal::environment {

// A velocity over depth. Columns by header name, in any order: depth_m, north_m_s, east_m_s and
// optionally down_m_s. A file without these names has three or four columns in the order north,
// east, depth, down (m/s and m). Depths must rise strictly.
Result<StratifiedCurrent> stratified_from_csv(const CsvTable& table);

// Tidal current events as NOAA publishes them: "Date_Time (GMT), Event, Speed (cm/sec)" with events
// flood (speed > 0), slack (no speed, "-") and ebb (speed < 0), times in UTC and rising. The unit
// of speed is read from the header: cm/sec, m/s or knots. Directions are left to the caller.
Result<StationTideCurrent> tide_station_from_csv(const CsvTable& table);

}  // namespace hadal::environment
