// Benchmarks of the forces on wetted surfaces. With options.steps they evaluate exactly so often
// and return 0; tools/instruction_budget.py counts instructions that way.
#pragma once
#include "hadal/bench.h"

namespace hadal {

// A sphere of 9,680 faces, in nanoseconds of CPU per face.
double faces_submerged(const BenchOptions& options);  // drag and damping of all faces
double faces_pressure(const BenchOptions& options);   // pressure and drag of all faces, all wet
double faces_floating(const BenchOptions& options);   // half wet
// A hull of 50,000 faces, half wet.
double faces_two_threads(const BenchOptions& options);  // wall time of one thread over that of two
double faces_setup(const BenchOptions& options);        // CPU-seconds to lay out the faces
// 500 floating boxes of 128 faces in waves of 260 components, milliseconds of CPU per step.
double boxes_in_waves(const BenchOptions& options);

}  // namespace hadal
