// Buoyancy and restoring forces. Weight belongs to the multibody stage, not to this file.
//
// Buoyancy: rho g V upward at the centre of buoyancy. Near the surface the displaced volume fades
// linearly with the depth d of the centre of buoyancy: 1 for d >= radius, 1/2 at the surface, 0 for
// d <= -radius. This is exact for an upright prism of height 2 radius, continuous, and has the
// stiffness rho g V / (2 radius).
// Sphere: V = pi h^2 (3R - h) / 3 for the immersed height h; by symmetry the force goes through the
// centre of the sphere.
// Surface craft: the gradient of the potential (Fossen 2021, sec. 4.2)
//   U = 1/2 K_z heave^2 + 1/2 K_roll droll^2 + 1/2 K_pitch dpitch^2,
// heave the depth of the centre of flotation against rest, the angles from rest. So the force of
// heave is vertical whatever the trim, the moment has no part about the vertical, and no closed
// path wins or loses work. Where the multibody stage applies the weight of the craft,
// carried_mass_kg takes it out again, because K already contains it. Small angles; at a pitch of 90
// degrees roll and its moment have no meaning.
//
// Depths are below the water surface at the body (waves included by the caller), positive down.
#pragma once
#include "math/types.h"
#include "world/hydrodynamics.h"

namespace hadal::dynamics {

// Fraction of the volume that displaces water, 0..1.  depth_m: of the centre of buoyancy.
double immersed_fraction(double depth_m, double fade_radius_m);

// Wrenches at the body origin in B.  depth_m: of the body origin.
Vec6 buoyancy_wrench(const Buoyancy& b, const Mat3& R_NB, double depth_m, double density_kg_m3,
                     double gravity_m_s2);
Vec6 sphere_buoyancy_wrench(const BuoyantSphere& b, const Mat3& R_NB, double depth_m,
                            double density_kg_m3, double gravity_m_s2);
// In waves R_SB is the attitude against the surface below the craft.
Vec6 surface_restoring_wrench(const SurfaceRestoring& s, const Mat3& R_SB, const Mat3& R_NB,
                              double depth_m, double gravity_m_s2);

// As Fossen's programs have it: G times the small angles, heave along the craft's own z. A trimmed
// craft is driven along by it; only to reproduce those programs (Link::current_by_heading).
Vec6 small_angle_restoring_wrench(const SurfaceRestoring& s, const Mat3& R_SB, const Mat3& R_NB,
                                  double depth_m, double gravity_m_s2);

// Force a per kilogram of water displaced by a surface craft: where its weight is carried, and for
// what it sinks beyond that at the centre of flotation.
Vec6 surface_displaced_wrench(const SurfaceRestoring& s, const Mat3& R_SB, const Vec3& a_B,
                              double depth_m, double gravity_m_s2);

// The part of a sphere below the surface.  center_depth_m: of the centre of the sphere.
struct SphereCap {
  double volume_m3 = 0;
  double center_below_m = 0;  // centre of the immersed volume below the centre of the sphere
  double waterplane_area_m2 = 0;
};
SphereCap immersed_sphere(double radius_m, double center_depth_m);

}  // namespace hadal::dynamics
