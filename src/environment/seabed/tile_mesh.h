// A tile of the seabed as triangles, for pictures and rays. Neighbours of the same level share the
// nodes of their border. Next to a tile one level coarser, every other border node is moved onto
// the straight edge of the coarser tile, so that no crack opens; name those sides in
// `coarser_sides`. Levels of neighbours may differ by one at most.
#pragma once
#include "environment/seabed/seabed.h"
#include "geometry/triangle_mesh.h"

namespace hadal::environment {

constexpr unsigned kNorthSide = 1, kEastSide = 2, kSouthSide = 4, kWestSide = 8;

// Tile (ti, tj) of a level starts at north = ti w, east = tj w, w = tile_cells cell 2^level.
// Vertices in N; normals point up.
geometry::TriangleMesh tile_mesh(const Seabed& seabed, int level, int64_t ti, int64_t tj,
                                 unsigned coarser_sides = 0,
                                 SeabedLayer layer = SeabedLayer::kVisible);

}  // namespace hadal::environment
