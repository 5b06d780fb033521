// Hydrodynamic damping, tau = -(D_lin e(U_r) + D_quad |nu_r|) nu_r  (Fossen 2021, ch. 6).
// D_lin and D_quad are diagonal or full 6x6; column j of D_quad multiplies |nu_j|. Row i of D_lin
// may fade with speed as e_i = exp(-k_i U_r), U_r the linear speed, as in Fossen's REMUS and Otter
// models. Measured tables (kinds/drag_curve.h) add their drag axis by axis. Valid for a body
// without lift; hulls and fins add body_lift.h and fin.h. The fade at the
// sea surface (hydrostatics.h) does not touch damping.
#pragma once
#include "math/types.h"
#include "world/hydrodynamics.h"

namespace hadal::dynamics {

// Wrench at the body origin in B.  nu_r_B: velocity relative to the water, linear then angular.
Vec6 damping_wrench(const DampingCoefficients& d, const Vec6& nu_r_B);

// -d(tau)/d(nu_r), symmetrised and with its negative directions removed: the positive semidefinite
// damping matrix for an implicit step. The derivative of the fade exp(-k U_r) is left out. Exact
// for diagonal coefficients; for full ones the removed part stays explicit.
Mat6 damping_matrix(const DampingCoefficients& d, const Vec6& nu_r_B);

// The usual case, no couplings: the diagonal of damping_matrix by a fraction of the work.
bool is_diagonal(const DampingCoefficients& d);
Vec6 damping_diagonal(const DampingCoefficients& d, const Vec6& nu_r_B);

}  // namespace hadal::dynamics
