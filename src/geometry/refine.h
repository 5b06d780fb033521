// Cuts long edges in half until none is longer than asked for. The surface does not move; edges
// between faces are cut once for both, so a closed mesh stays closed. Texture coordinates follow.
#pragma once
#include <vector>

#include "geometry/triangle_mesh.h"

namespace hadal::geometry {

// Stops before max_faces would be passed; then some edges stay longer.
TriangleMesh refined(const TriangleMesh& mesh, double max_edge_m, size_t max_faces = 200'000);

// Outward unit normal of each vertex, the mean of its faces' by area. Vertices at equal coordinates
// count as one and get the same normal.
std::vector<Vec3> vertex_normals(const TriangleMesh& mesh);

}  // namespace hadal::geometry
