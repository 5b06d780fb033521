// Forces of gravity and of the water on a link described by coefficients, and what a published
// model changes of the exact Coriolis forces. All wrenches are about the link origin, in link axes.
#pragma once
#include "world/world.h"

namespace hadal::dynamics {

// The part of a link's volume that is in the water, and how it grows with the motion of the link:
// at the rate growth_L . nu. All of a link that displaces nothing, and of a surface craft, whose
// coefficients hold afloat.
struct Immersed {
  double fraction = 1;
  Vec6 growth_L = Vec6::Zero();
};
//   depth_m: of the link's origin below the surface of the water above it.
//   sinks_m: how much deeper it gets over the step. The fraction is the mean of both ends and its
//   growth their difference, so that a body that hits the water flat loses no energy in the step
//   that it begins to do so.
// All of the link is wet where its origin is deeper, whatever its attitude; -infinity if it does not
// fade.
double lowest_emerging_m(const Link& link);
Immersed immersed_part(const Link& link, const Mat3& R_NL, double depth_m, double sinks_m);

// What keeps the energy of the water that moves with a body, f/2 nu_r^T Ma nu_r, when the immersed
// fraction f changes (Lagrange's equations; the slamming of Wagner 1932):
//   tau = -f' Ma nu_r + 1/2 (nu_r^T Ma nu_r) grad f,   f' = grad f . nu_r;
// in heave -1/2 f' Ma w.
Vec6 entry_wrench(const Mat6& added_mass_L, const Vec6& growth_L, const Vec6& nu_r);

Vec6 weight_wrench(const Link& link, const Mat3& R_NL, double gravity_m_s2);

// Buoyancy, or the restoring forces of a surface craft.
//   depth_m: of the link's origin below the surface of the water above it.
//   R_SL: its attitude against that surface; only a surface craft asks for it.
Vec6 hydrostatic_wrench(const Link& link, const Mat3& R_SL, const Mat3& R_NL, double depth_m,
                        double density_kg_m3, double gravity_m_s2);

// What water that accelerates does to a body small against the length over which it does: pressure
// on the water displaced, and the inertia of the water around (wave_forces.h).
//   wet: fraction of the link that is in the water.
Vec6 accelerated_water_wrench(const Link& link, const Mat3& R_SL, const Mat3& R_NL, double depth_m,
                              double wet, const Vec3& a_water_N, double density_kg_m3,
                              double gravity_m_s2);

// What a link with reduced Coriolis terms or with a current by heading feels beyond the exact ones.
Vec6 coriolis_wrench(const Link& link, const Vec6& nu_L, const Vec6& nu_r_L, const Vec3& current_L);

}  // namespace hadal::dynamics
