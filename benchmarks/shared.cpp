#include "shared.h"

#include <cstdio>
#include <fstream>

#include <unistd.h>

#include "clock.h"
#include "hadal/catalog.h"
#include "simulation/simulation.h"

namespace hadal {
namespace {

using simulation::SharedWorld;
using simulation::Simulation;

constexpr int kSimulations = 256;

std::shared_ptr<const SharedWorld> fraction(const Result<LoadedScenario>& loaded) {
  if (!loaded) throw InvalidInput(loaded.problems());
  auto shared = SharedWorld::load(loaded.value());
  if (!shared) throw InvalidInput(shared.problems());
  return shared.value();
}

std::shared_ptr<const SharedWorld> local_search(const BenchOptions& options) {
  return fraction(load_scenario(scenario_path("local_search"), {{}, options.model_folders}));
}

// One after the other, as a batch would.
std::vector<std::unique_ptr<Simulation>> make_all(const std::shared_ptr<const SharedWorld>& shared) {
  std::vector<std::unique_ptr<Simulation>> all;
  for (uint64_t seed = 0; seed < kSimulations; ++seed) {
    simulation::SimulationOptions options;
    options.seed = seed;
    auto made = Simulation::create(shared, options);
    if (!made) throw InvalidInput(made.problems());
    all.push_back(std::move(made).value());
  }
  return all;
}

double resident_mb() {
  long pages = 0, resident = 0;
  std::ifstream("/proc/self/statm") >> pages >> resident;
  return static_cast<double>(resident) * static_cast<double>(sysconf(_SC_PAGESIZE)) / 1e6;
}

}  // namespace

double simulations256(const BenchOptions& options) {
  const auto shared = local_search(options);
  const double start = cpu_seconds();
  const auto all = make_all(shared);
  return cpu_seconds() - start;
}

double simulations256_mb(const BenchOptions& options) {
  const auto shared = local_search(options);
  const double before = resident_mb();
  const auto all = make_all(shared);
  return resident_mb() - before;
}

double reset_free_vehicle(const BenchOptions& options) {
  const std::string yaml =
      "format: 1\nvehicle_models:\n"
      "  - {name: rov, links: [{name: hull, mass_kg: 11, inertia_kg_m2: [0.2, 0.3, 0.3], volume_m3: "
      "0.011}],\n     sensors: [!imu {name: imu, rate_hz: 100, gyro: {white_density: 1e-3}}, "
      "!pressure {name: pressure, rate_hz: 20}, !odometry {name: odometry, rate_hz: 50}, "
      "!compass {name: compass, rate_hz: 10}]}\n"
      "vehicles: [{name: rov, model: rov, pose: {depth_m: 10}}]\n";
  const auto shared = fraction(load_scenario_text(yaml, "benchmark", {{}, options.model_folders}));
  auto made = Simulation::create(shared);
  if (!made) throw InvalidInput(made.problems());
  Simulation& s = *made.value();
  constexpr int kResets = 2000;
  const double start = cpu_seconds();
  for (uint64_t seed = 0; seed < kResets; ++seed) s.reset(seed);
  return (cpu_seconds() - start) / kResets * 1e6;
}

}  // namespace hadal
