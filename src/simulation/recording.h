// A recorder for a simulation: what outputs/ asks of the other stages, filled in.
#pragma once
#include "outputs/recorder.h"
#include "simulation/simulation.h"

namespace hadal::simulation {

outputs::RecorderSources recorder_sources(const Simulation& simulation);

}  // namespace hadal::simulation
