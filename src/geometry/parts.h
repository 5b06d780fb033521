// Parts of a mesh: sets of faces joined by edges that exactly two faces share.
#pragma once
#include <vector>

#include "geometry/triangle_mesh.h"

namespace hadal::geometry {

struct Orientation {
  std::vector<std::vector<uint32_t>> parts;  // faces of each part, rising
  std::vector<bool> turned;                  // faces to be turned so that neighbours agree
  bool orientable = true;
};

// Walks over each part and finds the fewer faces whose turning makes all neighbours agree.
Orientation find_orientation(const TriangleMesh& mesh);

// The faces of one part as a mesh with its own vertices only.
TriangleMesh extracted(const TriangleMesh& mesh, const std::vector<uint32_t>& faces);

// How often the surface of a mesh winds around a point: 1 inside, 0 outside of a simple closed
// mesh, by the signed crossings of a ray along +z. The mesh must be closed; points on it may give
// either.
int winding_number(const TriangleMesh& mesh, const Vec3& p);

}  // namespace hadal::geometry
