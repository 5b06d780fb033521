// Takes faces out of a mesh without opening it. Texture coordinates are dropped.
#pragma once
#include "geometry/triangle_mesh.h"

namespace hadal::geometry {

// Takes out faces of less than min_area_m2 and returns how many. A face whose third corner lies
// on its longest side is a seam: the neighbour across that side is cut at the corner, so that a
// closed mesh stays closed.
size_t drop_degenerate_faces(TriangleMesh& mesh, double min_area_m2);

struct DuplicateFaces {
  size_t duplicates = 0;  // copies of a face that stays
  size_t folds = 0;       // faces of sheets without volume
};

// Takes out all but the first of the faces that use the same three vertices, in whatever order.
// A sheet of faces that come in two opposite copies, and that stands on an edge of a surface whose
// faces do not, is a fold of that surface: both copies go, or it would be left open.
DuplicateFaces drop_duplicate_faces(TriangleMesh& mesh);

}  // namespace hadal::geometry
