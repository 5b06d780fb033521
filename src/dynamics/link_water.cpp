#include "dynamics/link_water.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "dynamics/coriolis_added.h"
#include "dynamics/heading_current.h"
#include "dynamics/hydrostatics.h"
#include "dynamics/wave_forces.h"

namespace hadal::dynamics {
namespace {

constexpr double kSmallestSinking = 1e-6;  // of the radius, for a difference that has digits

// The volume that the pressure of accelerated water acts on.
Buoyancy displaced(const Link& link) {
  if (link.sphere.radius_m > 0) {
    const double r = link.sphere.radius_m;
    return {.volume_m3 = immersed_sphere(r, r).volume_m3, .p_BC_B = link.sphere.p_BC_B};
  }
  return link.buoyancy;
}

}  // namespace

double lowest_emerging_m(const Link& link) {
  const bool sphere = link.sphere.radius_m > 0;
  if (link.restoring || (!sphere && link.buoyancy.volume_m3 <= 0))
    return -std::numeric_limits<double>::infinity();
  const Vec3& p_LC = sphere ? link.sphere.p_BC_B : link.buoyancy.p_BC_B;
  return p_LC.norm() + (sphere ? link.sphere.radius_m : link.buoyancy.fade_radius_m) +
         kSmallestSinking;
}

Immersed immersed_part(const Link& link, const Mat3& R_NL, double depth_m, double sinks_m) {
  if (link.restoring) return {};
  const bool sphere = link.sphere.radius_m > 0;
  if (!sphere && link.buoyancy.volume_m3 <= 0) return {};
  const Vec3& p_LC = sphere ? link.sphere.p_BC_B : link.buoyancy.p_BC_B;
  const double radius = sphere ? link.sphere.radius_m : link.buoyancy.fade_radius_m;
  const Vec3 down_L = R_NL.row(2);
  const double centre = depth_m + down_L.dot(p_LC);
  const double half = std::max(0.5 * std::abs(sinks_m), kSmallestSinking * radius);
  if (centre - half >= radius && centre > 0) return {};
  const auto fraction = [&](double at) {
    if (!sphere) return immersed_fraction(at, radius);
    return immersed_sphere(radius, at).volume_m3 / immersed_sphere(radius, radius).volume_m3;
  };
  if (radius <= 0) return {.fraction = fraction(centre)};
  const double above = fraction(centre - half), below = fraction(centre + half);
  const double per_m = (below - above) / (2 * half);
  Immersed wet;
  wet.fraction = 0.5 * (above + below);
  wet.growth_L << per_m * down_L, per_m * p_LC.cross(down_L);
  return wet;
}

Vec6 entry_wrench(const Mat6& added_mass_L, const Vec6& growth_L, const Vec6& nu_r) {
  const Vec6 momentum = added_mass_L * nu_r;
  return 0.5 * nu_r.dot(momentum) * growth_L - growth_L.dot(nu_r) * momentum;
}

Vec6 weight_wrench(const Link& link, const Mat3& R_NL, double gravity_m_s2) {
  const Vec3 force = R_NL.transpose() * Vec3(0, 0, link.mass_kg * gravity_m_s2);
  Vec6 out;
  out << force, link.p_LG_L.cross(force);
  return out;
}

Vec6 hydrostatic_wrench(const Link& link, const Mat3& R_SL, const Mat3& R_NL, double depth_m,
                        double density_kg_m3, double gravity_m_s2) {
  if (link.restoring)
    return (link.current_by_heading ? small_angle_restoring_wrench : surface_restoring_wrench)(
        *link.restoring, R_SL, R_NL, depth_m, gravity_m_s2);
  if (link.sphere.radius_m > 0)
    return sphere_buoyancy_wrench(link.sphere, R_NL, depth_m, density_kg_m3, gravity_m_s2);
  if (link.buoyancy.volume_m3 > 0)
    return buoyancy_wrench(link.buoyancy, R_NL, depth_m, density_kg_m3, gravity_m_s2);
  return Vec6::Zero();
}

Vec6 accelerated_water_wrench(const Link& link, const Mat3& R_SL, const Mat3& R_NL, double depth_m,
                              double wet, const Vec3& a_water_N, double density_kg_m3,
                              double gravity_m_s2) {
  if (wet == 0) return Vec6::Zero();
  const Vec6 around = added_mass_wave_wrench(link.added_mass_L, R_NL, a_water_N, wet);
  if (link.restoring)
    return around + surface_displaced_wrench(*link.restoring, R_SL, R_NL.transpose() * a_water_N,
                                             depth_m, gravity_m_s2);
  return around + froude_krylov_wrench(displaced(link), R_NL, a_water_N, density_kg_m3, wet);
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
