// The shadow of a mesh under parallel light: what a flow along one direction sees of it. Drawn on a
// lattice of at least 600 cells along its longer side, so parts in front of each other count once.
// The area is good to about the outline's length times a tenth of a cell; a rectangle along the
// axes is exact.
#pragma once
#include "geometry/triangle_mesh.h"

namespace hadal::geometry {

struct Silhouette {
  double area_m2 = 0;
  double aspect = 1;   // ratio of the principal radii of gyration, >= 1
  double depth_m = 0;  // extent of the body along the direction
};

// direction: a unit vector.
Silhouette silhouette(const TriangleMesh& mesh, const Vec3& direction);

}  // namespace hadal::geometry
