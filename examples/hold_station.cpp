// Holds station while the current turns, and prints what the thrusters do about it.
//   build/release/examples/hold_station
#include <cstdio>

#include "hadal/simulator.h"

int main() {
  hadal::Simulator sim = hadal::Simulator::load_text(R"(
format: 1
duration_s: 120
environment:
  currents:
    - !uniform {name: drift, speed_m_s: 0.2, toward_deg: 90}
vehicles:
  - {name: rov, model: bluerov2_heavy, pose: {depth_m: 10}}
)");
  sim.go_to("rov", 0, 0, 10, 0);
  while (!sim.finished()) {
    sim.step(2000);
    if (sim.time_s() == 60) sim.set_current("drift", 0, -0.2, 0);
    const hadal::VehicleState rov = sim.vehicle("rov");
    std::printf("%5.0f s  current %+.2f m/s east  off by %+.3f m  load", sim.time_s(),
                rov.current_m_s[1], rov.east_m);
    for (const double load : rov.thruster_load_percent) std::printf(" %3.0f%%", load);
    std::printf("\n");
  }
}
