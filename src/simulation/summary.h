// What came of a run, for people and as JSON.
#pragma once
#include <string>

#include "hadal/run.h"
#include "simulation/simulation.h"

namespace hadal::simulation {

// How a run ended.
struct RunEnd {
  std::string failure;    // what stopped it early, empty for nothing
  bool diverged = false;  // by its motion
};

// Leaves log_path to the caller.
RunSummary summarize(const Simulation& simulation, const std::string& title, const RunEnd& end,
                     double wall_s, const RunOptions& options);

}  // namespace hadal::simulation
