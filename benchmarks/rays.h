// Benchmarks of rays over the scene of ray_scene.h.
#pragma once
#include "hadal/bench.h"

namespace hadal {

// Millions of rays per CPU-second.
double rays_camera(const BenchOptions& options);  // 640 x 480, 60 x 47 degrees, looking down ahead
double rays_shadow(const BenchOptions& options);  // from where the camera looks to the sun
double rays_fan(const BenchOptions& options);  // 512 beams of 90 degrees x 228 rays of 20 degrees
double rays_one(const BenchOptions& options);  // one by one, exact
// CPU-microseconds.
double rays_update(const BenchOptions& options);  // 20 of 50 objects moved, the seabed in 36 grids
double rays_update_bodies(const BenchOptions& options);  // the same without the seabed

}  // namespace hadal
