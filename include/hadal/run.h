// Running scenarios: from a file to a folder with a log, the full scenario and a summary.
#pragma once
#include <cstdint>
#include <functional>
#include <limits>
#include <string>
#include <vector>

#include "hadal/export.h"

namespace hadal HADAL_API {

// How far a run is.
struct RunProgress {
  double simulated_s = 0;
  double duration_s = 0;        // to its end; a live run may be beyond it
  double wall_s = 0;            // since the first step
  double real_time_factor = 0;  // since then; of a live run that of the moment
  int64_t log_bytes = 0;        // written so far
  bool waiting = false;         // of a live run: nobody watches yet
};

struct RunOptions {
  std::vector<std::string> settings;  // "a.b=c" changes to the scenario
  std::vector<std::string>
      model_folders;       // where models/ is looked for beside the scenario's folder
  double duration_s = -1;  // < 0: as in the scenario
  int64_t seed = -1;       // < 0: as in the scenario
  double speed = 0;        // times real time; 0 = as fast as possible
  int threads = 0;         // 0: all cores where there are frames to compute, otherwise one
  // Empty: nothing is written. Only one run at a time may write there; what an earlier one left is
  // moved to FOLDER.previous.
  std::string out_folder;
  // Called about ten times a second, at most between two steps.
  std::function<void(const RunProgress&)> progress;
  // Asked after every step: the number of the signal that ends the run in order, 0 to go on.
  std::function<int()> interrupted;
};

struct ExpectationResult {
  std::string text;
  bool held = false;
  bool reached = true;  // false: the run ended early, before this was decided
};

// How closely a vehicle did what was asked of it; docs/report.md has the definitions. What is not
// known, such as the overshoot where no step was asked for, is NaN.
struct TrackingResult {
  std::string quantity;  // path, position, north, east, depth, heading, surge
  std::string unit;      // of rms and max
  int64_t samples = 0;
  double rms = 0, max = 0;           // of the error
  int64_t steps = 0, settled = 0;    // of the set-point, and those that settled
  double overshoot_percent = std::numeric_limits<double>::quiet_NaN();  // the largest
  double settling_time_s = std::numeric_limits<double>::quiet_NaN();    // the longest
};

struct VehicleResult {
  std::string name;
  std::string mission;  // running, done, failed, none, outside
  double north_m = 0, east_m = 0, depth_m = 0, heading_deg = 0;
  double travelled_m = 0, top_speed_m_s = 0;
  double energy_wh = 0;  // the sum of the next two
  double hotel_energy_wh = 0, actuator_energy_wh = 0;
  std::vector<TrackingResult> tracking;  // of what something was asked
};

struct RunSummary {
  // 0 well, 1 an expectation or a step failed, 2 bad input, 3 diverged, 128 + n ended by signal n
  int exit_code = 0;
  std::string problems;  // for exit code 2, every problem on a line
  std::string failure;   // what stopped the run, if anything
  std::string interrupted;  // the name of the signal that ended it early, if any
  std::string run_id;       // as in log and scenario; empty where nothing is written
  std::string title;
  int64_t seed = 0;
  int64_t ticks = 0;
  double simulated_s = 0;
  double wall_s = 0;
  double real_time_factor = 0;
  uint64_t state_hash = 0;
  std::string log_path;
  int64_t log_bytes = 0;
  std::vector<ExpectationResult> expectations;
  std::vector<VehicleResult> vehicles;
  std::vector<std::string> notes;  // what was repaired or assumed at load, with its place
  std::string json;                // the summary as written to summary.json
};

// Never throws for bad input: see exit_code and problems.
RunSummary run_scenario(const std::string& path, const RunOptions& options);

// What a run will cost. Zeros where it fails at once.
struct RunEstimate {
  double log_bytes = 0;         // within a factor of 2.2 where it was tried
  double picture_bytes = 0;     // of these; of JPEG and PNG files
  double step_cpu_per_s = 0;    // CPU-seconds per simulated second: steps, measured,
  double frame_cpu_per_s = 0;   // and frames, roughly
  int threads = 1;
  double real_time_factor = 0;  // with these threads, nothing else running
};

// Loads and builds a scenario without running it.
struct CheckResult {
  std::vector<std::string> problems;  // none when all is well
  std::vector<std::string> notes;     // what was repaired or assumed, with its place
  RunEstimate estimate;
};
CheckResult check_scenario(const std::string& path, const RunOptions& options);

// Runs a log's scenario again with its recorded inputs and compares the state hash at every tick.
struct ReplayResult {
  int exit_code = 0;  // 0 all equal, 1 different, 2 the log cannot be used
  int64_t compared = 0;
  int64_t first_different_tick = -1;
  std::string message;
};
ReplayResult replay_log(const std::string& path, int threads);

// The sea of a scenario at a point, as JSON.
struct SeaQuery {
  double time_s = 0, north_m = 0, east_m = 0, depth_m = 0;
  double frequency_hz = 100e3;  // of sound, for absorption and noise
};
std::string query_sea(const std::string& path, const SeaQuery& query, const RunOptions& options,
                      int& exit_code);

}  // namespace hadal
