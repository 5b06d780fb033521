// How far a run is, for people: on a terminal one line in place, elsewhere a line now and then.
#pragma once
#include <string>

#include "hadal/run.h"

namespace hadal::cli {

// With two significant digits, never 0 for what is more than that: 0.0034, 0.98, 12, 340, 1200.
std::string two_digits(double value);
// 310 kB, 3.4 MB, 12 GB
std::string bytes_text(double bytes);
// 12 s, 3.5 min, 2.1 h
std::string duration_text(double seconds);
// 37.0 s of 60 s (62 %), 12x real time, 1.9 s left, log 3.4 MB; of a log that will be large, also
// what is expected of it at the end.
std::string progress_text(const RunProgress& progress, double expected_log_bytes = 0);

class ProgressDisplay {
 public:
  ProgressDisplay();
  void show(const RunProgress& progress);
  // The line in place goes away, so that other lines may be printed.
  void clear();

 private:
  void show_in_place(const RunProgress& progress);
  void show_line(const RunProgress& progress);

  double expected_log_bytes(const RunProgress& progress);

  bool terminal_;
  double first_time_s_ = -1, first_log_bytes_ = 0;  // simulated, when first shown
  bool waiting_ = false;   // has been told
  int tenth_ = 0;          // of the way, at the last line
  double told_s_ = -1e9;  // wall time of the last line
};

}  // namespace hadal::cli
