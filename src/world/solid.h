// Volume, centroid and inertia of a solid of unit density, and of solids put together. Closed forms
// for the simple kinds (all about their middle, along z), so that no mass depends on a
// tessellation.
#pragma once
#include <span>

#include "geometry/triangle_mesh.h"
#include "math/types.h"

namespace hadal::inline world {

struct Solid {
  double volume_m3 = 0;  // a mass, once scaled by a density
  Vec3 centroid = Vec3::Zero();
  Mat3 inertia = Mat3::Zero();  // about the centroid, per density: m^5

  Solid scaled(double density) const { return {density * volume_m3, centroid, density * inertia}; }
};

Solid solid_box(const Vec3& size_m);
Solid solid_ellipsoid(const Vec3& radii_m);
Solid solid_cylinder(double radius_m, double length_m);
// straight_m: without the round ends.
Solid solid_capsule(double radius_m, double straight_m);
// Radii at z = length/2 and z = -length/2.
Solid solid_frustum(double lower_radius_m, double upper_radius_m, double length_m);
Solid solid_torus(double radius_m, double tube_radius_m);
Solid solid_tube(double outer_radius_m, double inner_radius_m, double length_m);
// A closed mesh, and the wall of small thickness along its faces.
Solid solid_mesh(const geometry::TriangleMesh& mesh);
Solid thin_shell(const geometry::TriangleMesh& mesh, double thickness_m);

// The solid in another frame: p_A = R_AB p_B + p_AB.
Solid transformed(const Solid& solid, const Pose& X_AB);
// All of them together; what two have in common counts twice.
Solid sum(std::span<const Solid> parts);
// What is left of `whole` when `part`, which lies inside, is taken out.
Solid difference(const Solid& whole, const Solid& part);

}  // namespace hadal::world
