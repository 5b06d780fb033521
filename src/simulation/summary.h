// What came of a run, for people and as JSON.
#pragma once
#include <string>

#include "hadal/run.h"
#include "simulation/run.h"
#include "simulation/run_folder.h"

namespace hadal::simulation {

// How a run ended.
struct RunEnd {
  std::string failure;    // what stopped it early, empty for nothing
  bool diverged = false;  // by its motion
  int signal = 0;         // that ended it early; counts only before its end
};

// Leaves log_path and log_bytes to the caller. run_id: as in RunSummary.
RunSummary summarize(const Run& run, const std::string& title, const RunEnd& end, double wall_s,
                     const std::string& run_id = "");

// A failure after the end of the scenario, where the summary was taken: the verdicts stay.
void add_failure(const std::string& failure, bool diverged, RunSummary& summary);

// Writes the summary beside the log and notes path and size of the log in it. A summary that cannot
// be written is a failure of the run.
void finish_folder(const RunFolder& folder, int log_number, int64_t log_bytes,
                   RunSummary& summary);

}  // namespace hadal::simulation
