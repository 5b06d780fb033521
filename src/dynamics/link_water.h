// Forces of gravity and of the water on a link described by coefficients, and what a published
// model changes of the exact Coriolis forces. All wrenches are about the link origin, in link axes.
#pragma once
#include "world/world.h"

namespace hadal::dynamics {

Vec6 weight_wrench(const Link& link, const Mat3& R_NL, double gravity_m_s2);

// Buoyancy, or the restoring forces of a surface craft.
//   depth_m: of the link's origin below the surface of the water above it.
Vec6 hydrostatic_wrench(const Link& link, const Mat3& R_NL, double depth_m, double density_kg_m3,
                        double gravity_m_s2);

// Inertia of the water that the waves accelerate, for a body small against them. A surface craft
// feels the vertical part through the surface that lifts it.
Vec6 wave_inertia_wrench(const Link& link, const Mat3& R_NL, double depth_m, const Vec3& a_water_N,
                         double density_kg_m3);

// What a link with reduced Coriolis terms or with a current by heading feels beyond the exact ones.
Vec6 coriolis_wrench(const Link& link, const Vec6& nu_L, const Vec6& nu_r_L, const Vec3& current_L);

}  // namespace hadal::dynamics
