// Steps a shipped scenario by its name and prints where its vehicle is; ends with 1 if an exception
// of the library does not arrive as what it is.
#include <hadal/simulator.h>

#include <cstdio>

int main() {
  hadal::Simulator sim = hadal::Simulator::load("inspection_dive");
  sim.step(1000);
  const hadal::VehicleState rov = sim.vehicles().front().state();
  std::printf("%.3f s, %.3f m deep, hash %016llx\n", sim.time_s(), rov.depth_m,
              static_cast<unsigned long long>(sim.state_hash()));
  try {
    hadal::Simulator::load("no_such_scenario.yaml");
  } catch (const hadal::Error& error) {
    std::printf("refused: %s\n", error.what());
    return error.problems().size() == 1 ? 0 : 1;
  }
  return 1;
}
