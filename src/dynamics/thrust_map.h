// Thrust and shaft torque of a rotor, and the inverse. `argument` is the rotor speed n, rad/s, or
// the command where a table is read over the command.
//   linear      T = C n                       quadratic   T = C n|n|, C of its own per direction
//   dead band   T = C (n|n| - d) beyond the dead band [d_reverse, d_forward] of n|n|, 0 inside
//               (Bessa, Dutra & Kreuzer 2006)
//   table       linear interpolation          polynomial  T = sum c_i n^i (von Benzon et al. 2022)
//   propeller   T = rho N^2 D^4 KT(J) (1 - t), Q = rho N^2 D^5 KQ(J), J = (1 - w) U_a / (|N| D),
//               N = n / 2 pi. Running backwards mirrors the flow (J from -U_a) and the thrust; J is
//               held inside its range, because the curves cover one quadrant only.
#pragma once
#include "world/actuators.h"

namespace hadal::dynamics {

struct ThrustTorque {
  double thrust_N = 0;
  double torque_Nm = 0;  // of the shaft on the water, with the sign of the rotation
};

//   inflow_m_s: speed of the thruster through the water along its axis (or as map.inflow says).
ThrustTorque thrust_of(const ThrustMap& map, double argument, double inflow_m_s,
                       double density_kg_m3);

// The argument that gives a thrust. The map must rise with its argument.
struct ArgumentRange {
  double min = -kUnlimited;
  double rest = 0;  // returned for zero thrust
  double max = kUnlimited;
};
double argument_for_thrust(const ThrustMap& map, double thrust_N, const ArgumentRange& range,
                           double inflow_m_s, double density_kg_m3);

}  // namespace hadal::dynamics
