// Starfish, jellyfish and pebbles: closed meshes, pure functions of seed and shape.
#pragma once
#include <cstdint>

#include "geometry/triangle_mesh.h"

namespace hadal::geometry {

// Lies on the seabed, z = 0, up is -z; each arm a little different.
struct StarfishShape {
  double radius_m = 0.1;
  int arms = 5;
  double waist = 0.34;     // radius between the arms, of the radius
  double thickness = 0.2;  // of the radius, in the middle
};
TriangleMesh starfish(uint64_t seed, const StarfishShape& shape = {}, int target_faces = 1500);

// A bell with a rim turned in, thin tentacles from the rim and four oral arms. Frame S: the middle
// of the rim at the origin, the bell above (-z). contraction 0 relaxed .. 1 fully drawn in: the
// bell pulses by it.
struct JellyfishShape {
  double radius_m = 0.15;
  double tentacle_length_m = 0.6;
  int tentacles = 16;
  double contraction = 0.3;
};
TriangleMesh jellyfish(uint64_t seed, const JellyfishShape& shape = {}, int target_faces = 4000);

// A stone rounded by water: rock() of low roughness, pressed flat; half of it above z = 0.
TriangleMesh pebble(uint64_t seed, double radius_m, int target_faces = 320);

}  // namespace hadal::geometry
