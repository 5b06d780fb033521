#include "simulation/gains_file.h"

#include <fstream>

#include "control/gain_names.h"

namespace hadal::simulation {

Result<std::string> gains_yaml(const Simulation& simulation, int vehicle) {
  const Vehicle& v = simulation.world().vehicles[static_cast<size_t>(vehicle)];
  if (!v.controller.kind) {
    Problems problems;
    problems.add({}, v.name, "has no controller, so there are no gains to save");
    return problems;
  }
  return "# Controller of " + v.name + " with the gains of tick " +
         std::to_string(simulation.state().tick) +
         ". Goes into its vehicle model, or into the scenario's vehicle.\n" +
         control::controller_yaml(v.controller, simulation.gains(vehicle));
}

Problems write_gains(const Simulation& simulation, int vehicle, const std::string& path) {
  const Result<std::string> yaml = gains_yaml(simulation, vehicle);
  if (!yaml) return yaml.problems();
  std::ofstream file(path, std::ios::binary);
  file << yaml.value();
  file.close();
  Problems problems;
  if (!file) problems.add({path, 0, 0}, "", "cannot be written; check the folder and its rights");
  return problems;
}

}  // namespace hadal::simulation
