// Benchmarks of the lidar over the scene of ray_scene.h.
#pragma once
#include "hadal/bench.h"

namespace hadal {

// Scans of 145 x 145 rays per CPU-second, with range noise.
double lidar_scans(const BenchOptions& options);

}  // namespace hadal
