// Joins vertices that stand at the same place.
#pragma once
#include <vector>

#include "geometry/triangle_mesh.h"

namespace hadal::geometry {

// For each vertex the first vertex at its place: the lowest index of those not farther than
// tolerance_m that stands for itself. Tolerance 0 joins equal coordinates only.
std::vector<uint32_t> weld_map(const TriangleMesh& mesh, double tolerance_m);

// The mesh with such vertices made one, faces that lose a corner by it left out, and vertices that
// no face uses left out; the order of the rest is kept.
TriangleMesh welded(const TriangleMesh& mesh, double tolerance_m);

// Leaves out the vertices that no face uses.
void drop_unused_vertices(TriangleMesh& mesh);

}  // namespace hadal::geometry
