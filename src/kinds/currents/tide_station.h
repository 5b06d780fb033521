// Tidal currents from a table of predicted events (slack, extreme flood, extreme ebb), as NOAA
// publishes them: a signed speed, positive on the flood. It passes through every event. Between a
// slack and an extreme it is a quarter of a sine, so that it crosses zero at full slope and is flat
// at the extreme; between two extremes (a double flood or ebb) it is half a cosine, flat at both;
// between two slacks it is zero. The nearest event holds outside the table.
#pragma once
#include <vector>

#include "kinds/currents/tide.h"

namespace hadal::inline kinds {

struct TideStation : TideDirection {
  std::string file;                         // CSV of flood/slack/ebb events
  std::vector<std::vector<double>> events;  // rows [seconds since 1970, speed_m_s], rising
  static const StructSchema& schema();

  // An extreme (speed > 0 flood, < 0 ebb) or a slack (0).
  struct Event {
    int64_t unix_ns = 0;
    double speed_m_s = 0;
  };

  TableFile table_file();
  // Fails unless the table covers the run.
  void prepare(const CurrentRun& run, CheckReport& report);
  Vec3 velocity_everywhere_N(double time_s, const double*) const;
  double speed_m_s(int64_t unix_ns) const;

  int64_t prepared_start_unix_ns = 0;
  std::vector<Event> prepared_events;
};

// Rows [seconds since 1970, m/s, flood positive] of tidal current events as NOAA publishes them:
// "Date_Time (GMT), Event, Speed (cm/sec)" with events flood (speed > 0), slack (no speed, "-") and
// ebb (speed < 0), times in UTC and rising. The unit of speed is read from the header: cm/sec, m/s
// or knots.
Result<std::vector<std::vector<double>>> tide_station_rows(const CsvTable& csv);

}  // namespace hadal::kinds
