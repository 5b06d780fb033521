#include "dynamics/link_water.h"

#include "dynamics/coriolis_added.h"
#include "dynamics/heading_current.h"
#include "dynamics/hydrostatics.h"
#include "dynamics/wave_forces.h"

namespace hadal::dynamics {
namespace {

// Fraction of the link that is in the water, for the forces of accelerated water.
double wet_fraction(const Link& link, const Mat3& R_NL, double depth_m) {
  if (link.restoring) return 1;
  if (link.sphere.radius_m > 0) {
    const double center = depth_m + R_NL.row(2).dot(link.sphere.p_BC_B);
    return immersed_sphere(link.sphere.radius_m, center).volume_m3 /
           immersed_sphere(link.sphere.radius_m, link.sphere.radius_m).volume_m3;
  }
  const double center = depth_m + R_NL.row(2).dot(link.buoyancy.p_BC_B);
  return immersed_fraction(center, link.buoyancy.fade_radius_m);
}

// The volume that the pressure of the waves acts on.
Buoyancy displaced(const Link& link, double density_kg_m3) {
  if (link.restoring)
    return {.volume_m3 = link.restoring->carried_mass_kg / density_kg_m3,
            .p_BC_B = link.restoring->p_BF_B};
  if (link.sphere.radius_m > 0) {
    const double r = link.sphere.radius_m;
    return {.volume_m3 = immersed_sphere(r, r).volume_m3, .p_BC_B = link.sphere.p_BC_B};
  }
  return link.buoyancy;
}

}  // namespace

Vec6 weight_wrench(const Link& link, const Mat3& R_NL, double gravity_m_s2) {
  const Vec3 force = R_NL.transpose() * Vec3(0, 0, link.mass_kg * gravity_m_s2);
  Vec6 out;
  out << force, link.p_LG_L.cross(force);
  return out;
}

Vec6 hydrostatic_wrench(const Link& link, const Mat3& R_NL, double depth_m, double density_kg_m3,
                        double gravity_m_s2) {
  if (link.restoring) return surface_restoring_wrench(*link.restoring, R_NL, depth_m, gravity_m_s2);
  if (link.sphere.radius_m > 0)
    return sphere_buoyancy_wrench(link.sphere, R_NL, depth_m, density_kg_m3, gravity_m_s2);
  if (link.buoyancy.volume_m3 > 0)
    return buoyancy_wrench(link.buoyancy, R_NL, depth_m, density_kg_m3, gravity_m_s2);
  return Vec6::Zero();
}

Vec6 wave_inertia_wrench(const Link& link, const Mat3& R_NL, double depth_m, const Vec3& a_water_N,
                         double density_kg_m3) {
  const double wet = wet_fraction(link, R_NL, depth_m);
  if (wet == 0) return Vec6::Zero();
  Vec3 a_pressure_N = a_water_N;
  if (link.restoring) a_pressure_N.z() = 0;
  return added_mass_wave_wrench(link.added_mass_L, R_NL, a_water_N, wet) +
         froude_krylov_wrench(displaced(link, density_kg_m3), R_NL, a_pressure_N, density_kg_m3,
                              wet);
}

Vec6 coriolis_wrench(const Link& link, const Vec6& nu_L, const Vec6& nu_r_L,
                     const Vec3& current_L) {
  Vec6 out = Vec6::Zero();
  if (link.coriolis == AddedMassCoriolis::kReduced)
    out += added_mass_coriolis_wrench(link.added_mass_L, nu_r_L, link.munk_terms);
  if (link.current_by_heading)
    out += heading_current_wrench(link.mass_kg, link.p_LG_L, link.added_mass_L, nu_L, current_L);
  return out;
}

}  // namespace hadal::dynamics
