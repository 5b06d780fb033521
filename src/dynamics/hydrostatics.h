// Buoyancy and restoring forces. Weight belongs to the multibody stage, not to this file.
//
// Buoyancy: rho g V upward at the centre of buoyancy. Near the surface the displaced volume fades
// linearly with the depth d of the centre of buoyancy: 1 for d >= radius, 1/2 at the surface, 0 for
// d <= -radius. This is exact for an upright prism of height 2 radius, continuous, and has the
// stiffness rho g V / (2 radius). Damping and added mass are not faded.
// Sphere: V = pi h^2 (3R - h) / 3 for the immersed height h; by symmetry the force goes through the
// centre of the sphere.
// Surface craft: tau = -G dx about the centre of flotation, dx = (heave, roll, pitch) from rest
// (Fossen 2021, sec. 4.2); small angles, calm water. Where the multibody stage applies
// the weight of the craft, carried_mass_kg takes it out again, because G already contains it.
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
Vec6 surface_restoring_wrench(const SurfaceRestoring& s, const Mat3& R_NB, double depth_m,
                              double gravity_m_s2);

// The part of a sphere below the surface.  center_depth_m: of the centre of the sphere.
struct SphereCap {
  double volume_m3 = 0;
  double center_below_m = 0;  // centre of the immersed volume below the centre of the sphere
  double waterplane_area_m2 = 0;
};
SphereCap immersed_sphere(double radius_m, double center_depth_m);

}  // namespace hadal::dynamics
