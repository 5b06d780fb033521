// Benchmarks of the forward-looking sonar over the scene of ray_scene.h: 512 beams, 90 x 20
// degrees, 900 kHz, 29.9 kHz, noise and speckle, levels of all beams and bins.
#pragma once
#include "hadal/bench.h"

namespace hadal {

// Frames per CPU-second, exact model.
double fls_10m(const BenchOptions& options);  // 10 m, 11 rays a beam
double fls_50m(const BenchOptions& options);  // 50 m, 228 rays a beam
// The same as 50 m with the direct model.
double fls_50m_direct(const BenchOptions& options);
// Frames per second of wall time by two threads, 50 m, exact.
double fls_50m_wall(const BenchOptions& options);

}  // namespace hadal
