// Forces of water that accelerates around a body much smaller than the waves (Morison et al. 1950;
// Newman 1977, sec. 4.17):
//   tau = [rho V a at the centre of buoyancy] + Ma [a; 0],
// a the acceleration of the undisturbed water. The first part is the pressure of the waves
// themselves (Froude-Krylov); a body whose surface pressure is integrated has it already. The
// relative velocity in drag and in the added-mass Coriolis terms is handled where those are.
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
