// Closed meshes of simple solids, in metres, outward oriented, in the shape's own frame S. The
// origin of S is the middle of the shape; solids of revolution stand along z. For vehicles S is
// laid along the body: x forward, y right, z down.
//
// Every mesh has the exact volume of the solid it stands for, and of the symmetric ones the exact
// centroid: corners stand a little outside of the true surface, faces cut a little inside. A mesh
// with its corners on the surface would float too deep (0.8 % of a sphere of 5,000 faces).
//
// target_faces is met from below as closely as the pattern allows; a shape has a least number of
// faces and at most kMaxFaces. Sizes must be positive and finite (checked); rules between sizes
// that a user can break give Problems.
#pragma once
#include "base/result.h"
#include "geometry/lathe.h"
#include "geometry/rock.h"
#include "geometry/ship_hull.h"
#include "geometry/triangle_mesh.h"
#include "geometry/wing.h"

namespace hadal::geometry {

// Lengths of the sides along x, y, z; each side is a regular grid.
TriangleMesh box(const Vec3& size_m, int target_faces = 12);
// Geodesic: an icosahedron, its faces cut n-fold and blown up; 20 n^2 faces.
TriangleMesh sphere(double radius_m, int target_faces = 1280);
TriangleMesh ellipsoid(const Vec3& semi_axes_m, int target_faces = 1280);
TriangleMesh cylinder(double radius_m, double length_m, int target_faces = 1000);
// A cylinder of length_m with a half sphere on each end; 2 radius_m longer in all.
TriangleMesh capsule(double radius_m, double length_m, int target_faces = 1000);
// A cone with its tip cut off; either radius may be 0, not both. radius_bottom_m is at z =
// +length/2 (down), radius_top_m at z = -length/2.
Result<TriangleMesh> frustum(double radius_bottom_m, double radius_top_m, double length_m,
                             int target_faces = 1000);
inline Result<TriangleMesh> cone(double radius_m, double length_m, int target_faces = 1000) {
  return frustum(radius_m, 0, length_m, target_faces);
}
// A ring in the xy plane: a circle of ring_radius_m swept by a disc of rod_radius_m <
// ring_radius_m.
Result<TriangleMesh> torus(double ring_radius_m, double rod_radius_m, int target_faces = 1000);
// A pipe open at both ends; 0 < bore_radius_m < radius_m.
Result<TriangleMesh> tube(double radius_m, double bore_radius_m, double length_m,
                          int target_faces = 1000);

}  // namespace hadal::geometry
