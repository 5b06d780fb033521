// Lift and drag of a slender hull at an angle of attack (Fossen 2021, sec. 8.4; Beard & McLain
// 2012):
//   a = atan2(w, u), F = rho/2 U^2 S C,  X = -cos(a) F_D + sin(a) F_L,  Z = -sin(a) F_D - cos(a)
//   F_L,
// with CL and CD of lift_curve.h. In the vertical plane U includes sway, as in Fossen's REMUS 100
// (S = 0.7 L D, AR = D^2/S, CD0 = 0.42 pi (D/2)^2 / S, e = 0.7); in the plane of motion the
// angle is that of the whole velocity, so that a body of revolution answers alike in sway and
// heave. By default lift fades out beyond 0.6 rad: sideways motion belongs to crossflow.h.
#pragma once
#include "math/types.h"
#include "world/hydrodynamics.h"

namespace hadal::dynamics {

// Wrench at the body origin in B.  lift.curve: from with_lift_slope.
Vec6 body_lift_wrench(const BodyLift& lift, const Vec6& nu_r_B, double density_kg_m3);

}  // namespace hadal::dynamics
