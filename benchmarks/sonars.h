// Benchmarks of the sonars over the scene of ray_scene.h, with noise: levels or ranges of all beams
// as the instruments give them.
//
// Forward-looking sonar: 512 beams, 90 x 20 degrees, 900 kHz, 29.9 kHz, speckle. Side-scan: two
// sides of 2000 bins over 60 m, 2048 x 8 rays each, speckle, pulse of 25 kHz, 1 degree along the
// track, 4 m above the ground. Multibeam echosounder: 512 beams over 120 degrees, 16 rays each, 4 m
// above the ground.
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

// Pings per CPU-second.
double mbes_pings(const BenchOptions& options);
double side_scan_pings(const BenchOptions& options);

}  // namespace hadal
