// A control surface. Actuator: first-order lag with a rate limit and end stops, exact in time.
// Force: with the velocity V of the fin through the water at its centre of pressure (rates
// included), taken across the span, and the angle of attack a from V to the chord,
//   L = rho/2 S CL(a) V^2 across V,  D = rho/2 S CD(a) V^2 against V   (lift_curve.h).
// At small angles a = delta - (v + x r)/u for a rudder (span down) and delta - (w - x q)/u for a
// stern plane whose span points to port. Hull and propeller wash are not modelled.
#pragma once
#include "math/types.h"
#include "world/actuators.h"

namespace hadal::dynamics {

double fin_angle_after(const Fin& fin, double angle_rad, double command_rad, double dt_s);

// Wrench at the body origin in B.  fin.curve: from with_lift_slope.
//   effectiveness: 0 lost .. 1 whole.
Vec6 fin_wrench(const Fin& fin, double angle_rad, double effectiveness, const Vec6& nu_r_B,
                double density_kg_m3);

// Angle between the motion through the water and the chord.
double fin_angle_of_attack(const Fin& fin, double angle_rad, const Vec6& nu_r_B);

}  // namespace hadal::dynamics
