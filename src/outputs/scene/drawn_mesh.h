// Meshes as a graphics card wants them: few triangles, single precision, one normal and one place
// in the picture per vertex.
#pragma once
#include <array>
#include <cstdint>
#include <vector>

#include "geometry/triangle_mesh.h"

namespace hadal::outputs {

struct DrawnMesh {
  std::vector<std::array<float, 3>> positions, normals;
  std::vector<std::array<float, 2>> uv;  // empty without
  std::vector<uint32_t> indices;         // three per triangle
};

// Faces that meet at less than this angle look like one smooth surface.
constexpr double kCrease_rad = 0.7;

// Normals are means over the faces around a corner, weighted by their area, of those that are not
// beyond a crease; a vertex is repeated where its corners differ. Triangles without an area are
// left out.
DrawnMesh drawn_mesh(const geometry::TriangleMesh& mesh);

// At most so many triangles: vertices within a cell of a lattice become one at their mean
// (Rossignac & Borrel, "Multi-resolution 3D approximations for rendering complex scenes", 1993), in
// cells that grow until it is enough. Keeps texture coordinates. A mesh that is small enough stays
// as it is.
geometry::TriangleMesh simplified(const geometry::TriangleMesh& mesh, size_t max_triangles);

}  // namespace hadal::outputs
