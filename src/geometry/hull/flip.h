// Better-shaped faces on the same vertices: an edge between two nearly flat neighbours is exchanged
// for the other diagonal where the angles opposite to it add up to more than 180 degrees
// (Delaunay's criterion; Lawson 1972).
#pragma once
#include "geometry/triangle_mesh.h"

namespace hadal::geometry {

// Edges that bend the surface by more than 8 degrees, have not exactly two faces, or whose exchange
// would double an edge stay. Vertices must be welded.
TriangleMesh with_better_diagonals(TriangleMesh mesh);

}  // namespace hadal::geometry
