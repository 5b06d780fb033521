// What came of a run, for people and as JSON.
#pragma once
#include <string>

#include "hadal/run.h"
#include "simulation/simulation.h"

namespace hadal::simulation {

// failure: what stopped it early, empty for nothing. Leaves log_path to the caller.
RunSummary summarize(const Simulation& simulation, const std::string& title,
                     const std::string& failure, double wall_s, const RunOptions& options);

}  // namespace hadal::simulation
