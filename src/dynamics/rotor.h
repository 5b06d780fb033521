// Rotor dynamics, advanced exactly for a constant input over the step, whatever its length:
//   zero order   n = input
//   first order  tau n' = input - n
//   Yoerger      n' = beta Q - alpha n|n|                       (Yoerger, Cooke & Slotine 1990)
//   Bessa        J n' = (Kt/Rm) V - Kv1 n - Kv2 n|n|            (Bessa, Dutra & Kreuzer 2006)
// The last two are n' = A - B n - C n|n|, solved in closed form piecewise in the sign of n.
#pragma once
#include "world/actuators.h"

namespace hadal::dynamics {

// n after dt of n' = A - B n - C n|n|, B >= 0, C >= 0. Also the speed of a body under a constant
// force with linear and quadratic drag.
double after_quadratic_drag(double A, double B, double C, double n, double dt_s);

// A rotor made ready for a fixed step.
struct PreparedRotor {
  Rotor rotor;
  double dt_s = 0;
  double kept = 0;  // exp(-dt/tau) of the first order rotor
};
PreparedRotor prepare(const Rotor& rotor, double dt_s);

double rotor_after(const PreparedRotor& rotor, double n, double input);
double rotor_after(const Rotor& rotor, double n, double input, double dt_s);

// The input that holds n, and the n that an input settles at.
double rotor_input_holding(const Rotor& rotor, double n);
double rotor_steady_state(const Rotor& rotor, double input);

}  // namespace hadal::dynamics
