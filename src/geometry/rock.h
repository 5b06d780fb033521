// Rocks and boulders: a sphere split by random flat breaks and roughened by noise over five
// octaves.
//
// Seen from the origin every direction meets the surface once (star-shaped), so the mesh never cuts
// itself. The volume is that of a sphere of radius_m. A pure function of its arguments.
#pragma once
#include <cstdint>

#include "geometry/triangle_mesh.h"

namespace hadal::geometry {

// roughness from 0 (a sphere) over 0.3 (a pebble) to 1 (a broken boulder); values outside are taken
// as the nearer end. The centroid is near the origin, not on it.
TriangleMesh rock(uint64_t seed, double radius_m, double roughness, int target_faces = 1280);

}  // namespace hadal::geometry
