// Coriolis and centripetal force of the added mass, tau = -C_A(nu_r) nu_r  (Fossen 2021, sec. 6.3),
//   C_A = [0, -S(a); -S(a), -S(b)],  [a; b] = M_A nu_r, M_A symmetrised.
// For vehicles whose published model leaves out the Munk entries of C_A; the multibody stage
// already carries the full C_A of every added mass that is not marked otherwise. With all entries
// the force does no work: nu_r . tau = 0.
#pragma once
#include "math/types.h"
#include "world/hydrodynamics.h"

namespace hadal::dynamics {

// C_A(nu_r) with the entries of `terms` left out.
Mat6 added_mass_coriolis(const Mat6& added_mass, const Vec6& nu_r_B, MunkTerms terms);

// Wrench at the body origin in B.
Vec6 added_mass_coriolis_wrench(const Mat6& added_mass, const Vec6& nu_r_B, MunkTerms terms);

}  // namespace hadal::dynamics
