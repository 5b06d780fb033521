// Gains that were found live, as a file a scenario or a model can take over.
#pragma once
#include <string>

#include "base/problem.h"
#include "simulation/simulation.h"

namespace hadal::simulation {

// The controller's block of a vehicle with its live gains, as YAML: `controller: !kind`.
// Problems when the vehicle has no controller.
Result<std::string> gains_yaml(const Simulation& simulation, int vehicle);
// The same in a file. Problems too when it cannot be written.
Problems write_gains(const Simulation& simulation, int vehicle, const std::string& path);

}  // namespace hadal::simulation
