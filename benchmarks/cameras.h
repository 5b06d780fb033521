// Benchmarks of the camera over the scene of ray_scene.h: sunlit coastal water, rippled sand, fifty
// objects of rusty steel, seen from 4 m above the ground.
#pragma once
#include "hadal/bench.h"

namespace hadal {

// Frames per CPU-second of one thread, 640 x 480.
double camera_control(const BenchOptions& options);  // sun with shadows, no textures
double camera_fast(const BenchOptions& options);     // all of the water and of the camera
double camera_fast_spots(
    const BenchOptions& options);  // also two spot lamps, 20,000 flakes of snow in the picture
// What all labels and the boxes cost, in per cent of a frame of camera_fast().
double camera_labels(const BenchOptions& options);
double camera_silt(const BenchOptions& options);
// Frames per CPU-second, 1920 x 1080, quality full, all labels, 4,000 stones, corals, plants and
// fish.
double camera_full_hd(const BenchOptions& options);
// CPU-milliseconds per time stamp, for all cameras together.
double camera_waves(const BenchOptions& options);

}  // namespace hadal
