// What a run will cost: room for its log, and time.
//
// A short piece of the run is stepped without computing frames, and recorded into nothing: what a
// second of it writes is expected of every second until duration_s. Frames are added by the number
// of their cells (outputs/frame_size.h).
// The time of a step is measured in that piece, on this machine. Frames are added by their rays and
// pixels, with the time that one takes on an AMD EPYC (Milan); bodies, plants and lamps in view may
// make it twice as much.
#pragma once
#include "hadal/run.h"
#include "simulation/simulation.h"

namespace hadal::simulation {

// Of a simulation at its start that computes no frames; it is stepped. threads: as
// SimulationOptions. Zeros where one of its first steps fails.
RunEstimate estimate_run(Simulation& s, int threads);

}  // namespace hadal::simulation
