// Loading a scenario with the changes a run asks for.
#pragma once
#include "base/result.h"
#include "hadal/run.h"
#include "scenario/scenario.h"
#include "simulation/simulation.h"

namespace hadal::simulation {

Result<LoadedScenario> load_for_run(const std::string& path, const RunOptions& options);
// Its seed and threads.
SimulationOptions simulation_options(const RunOptions& options);

}  // namespace hadal::simulation
