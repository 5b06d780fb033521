// The part of a closed body below a plane, exact for the polyhedron. Faces are clipped; the cap in
// the plane is never built: with the origin in the plane it adds nothing to
//   V = sum D / 6,   Int x dV = sum D (a + b + c) / 24,   D = a . (b x c),
// and integrals over the cap itself follow from the wet faces, because for a function f that does
// not change along the plumb line d the divergence of f d vanishes:
//   Int_cap f dA = Int_wet f (n . d) dA.
#pragma once
#include "geometry/triangle_mesh.h"

namespace hadal::geometry {

// The head of a point, positive below the surface: down . x + depth of the frame's origin.
struct WaterSurface {
  Vec3 down = Vec3::UnitZ();  // unit vector, in the frame of the mesh
  double origin_depth_m = 0;

  double head(const Vec3& x) const { return down.dot(x) + origin_depth_m; }
};

struct Submerged {
  double volume_m3 = 0;
  Vec3 center = Vec3::Zero();  // of buoyancy; the origin if nothing is wet
  double wetted_area_m2 = 0;
  double waterplane_area_m2 = 0;
  Vec3 waterplane_center = Vec3::Zero();
  Mat3 waterplane_moment = Mat3::Zero();  // Int (x - center)(x - center)^T dA, m^4
};

// The mesh must be closed and outward oriented.
Submerged submerged_part(const TriangleMesh& mesh, const WaterSurface& surface);

}  // namespace hadal::geometry
