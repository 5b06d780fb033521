// Holds station while the current turns, and prints what the thrusters do about it.
//   build/release/examples/hold_station
#include <cstdio>

#include "hadal/simulator.h"

int main() {
  hadal::Simulator sim = hadal::Simulator::load_text(R"(
format: 1
duration_s: 120
vehicles:
  - {name: rov, model: bluerov2_heavy, pose: {depth_m: 10}}
)");
  const hadal::VehicleHandle rov = sim.vehicle("rov");
  const hadal::CurrentHandle current = sim.current("live");
  current.set(0, 0.2, 0);
  rov.go_to(0, 0, 10, 0);
  for (int i = 0; i < 12; ++i) {
    if (i == 6) current.set(0, -0.2, 0);
    sim.step(2000);
    const hadal::VehicleState state = rov.state();
    std::printf("%5.0f s  current %+.2f m/s east  off by %+.3f m  load", sim.time_s(),
                state.current_m_s[1], state.east_m);
    for (const double load : rov.thruster_load_percent()) std::printf(" %3.0f%%", load);
    std::printf("\n");
  }
}
