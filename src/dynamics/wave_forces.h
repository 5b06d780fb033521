// Forces of water that accelerates around a body much smaller than the length over which it does
// (Morison et al. 1950; Newman 1977, sec. 4.17; Auton, Hunt & Prud'homme, J. Fluid Mech. 197,
// 1988):
//   tau = [rho V a at the centre of buoyancy] + Ma [a; 0],
// a = DU/Dt = dU/dt + (U . grad) U the acceleration of the undisturbed water, currents and waves. A
// neutral body that starts with the water stays with it. The first part is the pressure that
// accelerates the water (Froude-Krylov); a body whose surface pressure is integrated has that of
// the waves already. The relative velocity in drag and in the added-mass Coriolis terms is handled
// where those are.
#pragma once
#include "math/types.h"
#include "world/hydrodynamics.h"

namespace hadal::dynamics {

// Ma [a; 0], at the link origin in L.  wet: fraction of the body in the water, 0..1.
Vec6 added_mass_wave_wrench(const Mat6& added_mass_L, const Mat3& R_NL, const Vec3& a_water_N,
                            double wet);

// rho V a at the centre of buoyancy, at the link origin in L.
Vec6 froude_krylov_wrench(const Buoyancy& buoyancy, const Mat3& R_NL, const Vec3& a_water_N,
                          double density_kg_m3, double wet);

// Attitude relative to a sea surface that slopes: the down axis of the surface frame S is normal to
// it. slope: rise of the surface per metre north and east.
Mat3 attitude_on_slope(const Mat3& R_NL, double slope_north, double slope_east);

}  // namespace hadal::dynamics
