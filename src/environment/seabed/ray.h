// Where a straight beam meets the seabed. The beam is marched cell by cell over the lattice
// (geometry/height_window.h) in the manner of Amanatides & Woo, "A fast voxel traversal algorithm
// for ray tracing" (1987). Along the beam the distance above ground, seabed depth minus depth of
// the beam, is linear within each of the two triangles of a cell, so that its zero is exact;
// borders of cells are computed from their index, so that errors do not add up over long beams.
//
// Work grows with the number of cells crossed; depths are fetched in blocks that grow from one cell
// to kLargestBlock x kLargestBlock ahead of the beam.
#pragma once
#include "environment/seabed/seabed.h"

namespace hadal::environment {

// Distance from p_N along the unit vector direction_N to the first point at or below the seabed: 0
// if p_N is there already, infinity when there is none within max_range_m (finite). Any thread; no
// allocation.
double beam_range(const Seabed& seabed, const Vec3& p_N, const Vec3& direction_N,
                  double max_range_m, SeabedLayer layer = SeabedLayer::kVisible);

}  // namespace hadal::environment
