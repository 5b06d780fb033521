// Steps a shipped scenario by its name and prints where its vehicle is; ends with 1 if an exception of
// the library does not arrive as what it is.
#include <hadal/catalog.h>
#include <hadal/simulator.h>

#include <cstdio>
#include <stdexcept>

int main() {
  hadal::Simulator sim = hadal::Simulator::load(hadal::scenario_path("inspection_dive"));
  sim.step(1000);
  const hadal::VehicleState rov = sim.vehicle(sim.vehicles().front());
  std::printf("%.3f s, %.3f m deep, hash %016llx\n", sim.time_s(), rov.depth_m,
              static_cast<unsigned long long>(sim.state_hash()));
  try {
    hadal::Simulator::load("no_such_scenario.yaml");
  } catch (const std::runtime_error& error) {
    std::printf("refused: %s\n", error.what());
    return 0;
  }
  return 1;
}
