// The unit sphere as a geodesic polyhedron: each face of an icosahedron is cut into n^2 triangles
// and blown up onto the sphere. Corners lie on the unit sphere.
#pragma once
#include "geometry/triangle_mesh.h"

namespace hadal::geometry {

TriangleMesh geodesic(int target_faces);

}  // namespace hadal::geometry
