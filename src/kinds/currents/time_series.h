// A current that was measured at one place: by a current meter, a table over time, or by a
// profiler, a table over time and depth. It is the same everywhere at a depth.
//
// Each moment of the table is a profile over depth (VelocityTable: linear between its depths, the
// ends hold); between two moments both profiles are mixed linearly, and the first and the last hold
// beyond the ends. A moment whose row lacks a depth is so filled from the depths above and below at
// that moment, and one that is missing as a whole from those before and after.
#pragma once
#include <vector>

#include "kinds/currents/current.h"
#include "kinds/currents/stratified.h"

namespace hadal::inline kinds {

struct TimeSeriesCurrent : CurrentConfig {
  std::string file;                        // CSV
  std::vector<std::vector<double>> table;  // rows [time_s, (depth_m,) north_m_s, east_m_s]
  std::string epoch;                       // ISO time of second 0; empty: the start of the run
  static const StructSchema& schema();

  TableFile table_file();
  void prepare(const CurrentRun& run, CheckReport& report);
  std::vector<std::string> notes(double duration_s, double reach_m) const;
  Vec3 velocity_N(const Vec3& p_N, double time_s, double) const;
  std::string gaps_text() const;  // empty: none

  double prepared_start_s = 0;  // of the run, in the seconds of the table
  std::vector<double> prepared_times_s;
  std::vector<VelocityTable> prepared_profiles;  // one per time
};

// What a CSV file of such a current says. Columns by name: time_s or time_utc, optionally depth_m,
// and north_m_s and east_m_s or speed_m_s and toward_deg; others are left alone. Rows stand in the
// order of time and, within a time, of depth. A row without a velocity (empty or nan) is left out.
struct CurrentRecord {
  std::vector<std::vector<double>> rows;
  std::string epoch;  // of time_utc: that of the first row
};
Result<CurrentRecord> read_current_record(const CsvTable& csv);

}  // namespace hadal::kinds
