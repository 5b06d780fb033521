// Classical manoeuvring derivatives: tau_axis += coefficient * product of up to four factors, taken
// from u v w p q r, their magnitudes, roll, pitch, speed and the deflections of control surfaces
// (SNAME 1950 notation; Prestero 2001 for REMUS, Healey for the DSRV, da Silva 2007 for LAUV).
// Velocities are relative to the water. 1/U^2 is held at 1/kSlowestSpeed^2 below kSlowestSpeed.
// Valid near the speeds at which the derivatives were fitted.
#pragma once
#include <span>

#include "math/types.h"
#include "world/hydrodynamics.h"

namespace hadal::dynamics {

constexpr double kSlowestSpeed = 0.05;  // m/s

// Wrench at the body origin in B.
//   deflections_rad: one per control surface, at most kMaxSurfaces.
Vec6 derivatives_wrench(std::span<const DerivativeTerm> terms, const Vec6& nu_r_B, const Mat3& R_NB,
                        std::span<const double> deflections_rad);

}  // namespace hadal::dynamics
