// Rotors of thrusters: from the input to the rotor speed n, advanced exactly for a constant input over
// a step that prepare() fixes, whatever its length:
//   instant      n = input
//   first order  tau n' = input - n
//   Yoerger      n' = beta Q - alpha n|n|                       (Yoerger, Cooke & Slotine 1990)
//   Bessa        J n' = (Kt/Rm) V - Kv1 n - Kv2 n|n|            (Bessa, Dutra & Kreuzer 2006)
// The last two are n' = A - B n - C n|n|, solved in closed form piecewise in the sign of n.
#pragma once
#include <vector>

#include "hadal/schema.h"

namespace hadal::inline kinds {

// n after dt of n' = A - B n - C n|n|, B >= 0, C >= 0. Also the speed of a body under a constant
// force with linear and quadratic drag.
double after_quadratic_drag(double A, double B, double C, double n, double dt_s);

struct InstantRotor {
  static const StructSchema& schema();
  void prepare(double) {}
  double after(double, double input) const { return input; }
  double input_holding(double n) const { return n; }
  double steady_state(double input) const { return input; }
};

struct FirstOrderRotor {
  double time_constant_s = 0.1;
  double kept = 0;  // exp(-dt/tau)
  static const StructSchema& schema();
  void prepare(double dt_s);
  double after(double n, double input) const { return input + kept * (n - input); }
  double input_holding(double n) const { return n; }
  double steady_state(double input) const { return input; }
};

// The input is the torque Q.
struct YoergerRotor {
  double alpha = 0;
  double beta = 0;
  double dt_s = 0;
  static const StructSchema& schema();
  void prepare(double step_s) { dt_s = step_s; }
  double after(double n, double input) const;
  double input_holding(double n) const;
  double steady_state(double input) const;
};

// The input is the voltage V.
struct BessaRotor {
  double inertia = 0;          // J
  double friction = 0;         // Kv1
  double drag = 0;             // Kv2
  double torque_constant = 0;  // Kt
  double resistance_ohm = 1;   // Rm
  double dt_s = 0;
  static const StructSchema& schema();
  void prepare(double step_s) { dt_s = step_s; }
  double after(double n, double input) const;
  double input_holding(double n) const;
  double steady_state(double input) const;
};

// Everything there is to know of a kind of rotor; made by rotor_kind<T>().
struct RotorKind {
  const StructSchema& (*schema)() = nullptr;
  void (*prepare)(void* rotor, double dt_s) = nullptr;
  double (*after)(const void* rotor, double n, double input) = nullptr;
  // The input that holds n, and the n that an input settles at.
  double (*input_holding)(const void* rotor, double n) = nullptr;
  double (*steady_state)(const void* rotor, double input) = nullptr;
};

template <class T>
constexpr RotorKind rotor_kind() {
  return {&T::schema, [](void* r, double dt_s) { static_cast<T*>(r)->prepare(dt_s); },
          [](const void* r, double n, double input) {
            return static_cast<const T*>(r)->after(n, input);
          },
          [](const void* r, double n) { return static_cast<const T*>(r)->input_holding(n); },
          [](const void* r, double input) { return static_cast<const T*>(r)->steady_state(input); }};
}

const std::vector<const StructSchema*>& rotor_kinds();
const RotorKind& rotor_kind_of(const AnyConfig& rotor);

}  // namespace hadal::kinds
