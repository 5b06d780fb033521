// Simplification by collapsing short edges into a point. The point is where the planes of all faces
// that ever met there fit best (quadric of Garland & Heckbert, Surface simplification using quadric
// error metrics, 1997), drawn slightly to the middle of the edge: flat parts stay flat, sharp edges
// and corners stay where they are, and round parts keep their volume to second order. The next edge
// is the one with the least  length^2 + 30 d^2,  d^2 the mean squared distance of the new point
// from those planes, so that what remains are faces of even size, smaller at fine features. No
// collapse turns a face by more than 60 degrees or changes the topology.
#pragma once
#include "geometry/triangle_mesh.h"

namespace hadal::geometry {

// Down to target_faces, or until nothing more can go. Vertices must be welded. Unused vertices are
// left out.
TriangleMesh collapsed(const TriangleMesh& mesh, size_t target_faces, double longest_edge_m);

}  // namespace hadal::geometry
