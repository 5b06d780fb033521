// Takes faces out of a mesh without opening it.
#pragma once
#include "geometry/triangle_mesh.h"

namespace hadal::geometry {

// Takes out faces of less than least_area_m2 and returns how many. A face whose third corner lies
// on its longest side is a seam: the neighbour across that side is cut at the corner, so that a
// closed mesh stays closed.
size_t drop_degenerate_faces(TriangleMesh& mesh, double least_area_m2);

// Takes out all but the first of the faces that use the same three vertices, in whatever order.
size_t drop_duplicate_faces(TriangleMesh& mesh);

}  // namespace hadal::geometry
