// Loading a scenario with the changes a run asks for.
#pragma once
#include "base/result.h"
#include "hadal/run.h"
#include "scenario/scenario.h"
#include "simulation/simulation.h"

namespace hadal::simulation {

Result<LoadedScenario> load_for_run(const std::string& path, const RunOptions& options);
// From a text; `file` is what its problems call it.
Result<LoadedScenario> load_text_for_run(const std::string& yaml, const std::string& file,
                                         const RunOptions& options);
// Its seed and threads.
SimulationOptions simulation_options(const RunOptions& options);

}  // namespace hadal::simulation
