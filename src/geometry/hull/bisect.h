// Refinement by cutting longest edges: both faces along the longest edge of the mesh are cut in two
// at its middle, again and again. The surface does not change, stays closed, and angles stay above
// half of the smallest one at the start (Rosenberg & Stenger 1975).
#pragma once
#include "geometry/triangle_mesh.h"

namespace hadal::geometry {

// Until there are at least target_faces, or no edge is longer than longest_edge_m.
TriangleMesh bisected(TriangleMesh mesh, size_t target_faces, double longest_edge_m = 0);

}  // namespace hadal::geometry
