// The parts of a mesh that water touches. Parts inside another part (a motor in a hull, the inner
// skin of a shell) are found by the winding number of the others around their vertices and left
// out: they would add the mass of trapped water.
#pragma once
#include "base/result.h"
#include "geometry/triangle_mesh.h"

namespace hadal::geometry {

struct OuterParts {
  TriangleMesh mesh;
  size_t kept = 0, inside = 0, turned = 0;  // parts; turned: were inside out
};

// Fails on an open mesh, and when a part lies partly inside another: what is the outer surface then
// takes a union of solids, which is left to the tool that made the mesh.
Result<OuterParts> outer_parts(const TriangleMesh& mesh);

}  // namespace hadal::geometry
