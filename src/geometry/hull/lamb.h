// Added mass of an ellipsoid in unbounded, inviscid water (Lamb, Hydrodynamics, 6th ed., art. 114
// and 121; Imlay 1961). With the semi-axes a, b, c along x, y, z and the volume V,
//   alpha0 = abc Int_0^inf dl / ((a^2 + l) Delta),  Delta^2 = (a^2 + l)(b^2 + l)(c^2 + l)
//          = (2/3) abc R_D(b^2, c^2, a^2),          beta0, gamma0 alike;  their sum is 2
//   A11 = rho V alpha0 / (2 - alpha0)
//   A44 = rho V / 5 (b^2 - c^2)^2 (gamma0 - beta0)
//                  / (2 (b^2 - c^2) + (b^2 + c^2) (beta0 - gamma0))          and cyclic.
// R_D is Carlson's integral of the second kind, by duplication (Carlson, Computing elliptic
// integrals by duplication, Numer. Math. 33, 1979). A needle (alpha0 = 0) and a disc (A11 finite,
// alpha0 -> 2) are limits that the formulas reach smoothly; a semi-axis of zero is not accepted.
// Everything is per unit of water density: m^3, m^4 and m^5.
#pragma once
#include "math/types.h"

namespace hadal::geometry {

// 3/2 Int_0^inf dt / ((t + z) sqrt((t + x)(t + y)(t + z))). x, y >= 0, at most one of them 0; z >
// 0.
double carlson_rd(double x, double y, double z);

// (alpha0, beta0, gamma0) of an ellipsoid with these semi-axes, all > 0.
Vec3 lamb_integrals(const Vec3& semi_axes_m);

// Diagonal of the added mass about the centre, along the principal axes.
Vec6 ellipsoid_added_mass(const Vec3& semi_axes_m);

// The same 6x6 matrix seen from another frame. A_B acts on the velocity of B's origin in B, the
// result on the velocity of A's origin in A:
//   A_A = T^T A_B T,  v_B = R^T (v_A + w_A x p_AB),  w_B = R^T w_A.
Mat6 added_mass_in_frame(const Mat6& added_mass_B, const Pose& X_AB);

}  // namespace hadal::geometry
