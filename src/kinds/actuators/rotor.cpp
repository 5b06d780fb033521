#include "kinds/actuators/rotor.h"

#include <cmath>

#include "base/check.h"
#include "math/units.h"

namespace hadal::inline kinds {
namespace {

// tanh(theta t/2)/theta for theta^2 of either sign: the clock of the Riccati equation below.
double riccati_clock(double theta2, double t) {
  if (theta2 > 0) return std::tanh(std::sqrt(theta2) * t / 2) / std::sqrt(theta2);
  if (theta2 < 0) return std::tan(std::sqrt(-theta2) * t / 2) / std::sqrt(-theta2);
  return t / 2;
}

double riccati_time(double theta2, double clock) {
  if (theta2 > 0)
    return 2 * std::atanh(std::fmin(std::sqrt(theta2) * clock, 1.0)) / std::sqrt(theta2);
  if (theta2 < 0) return 2 * std::atan(std::sqrt(-theta2) * clock) / std::sqrt(-theta2);
  return 2 * clock;
}

// n' = A - B n - C n^2 while n keeps its sign.
double riccati(double A, double B, double C, double n, double t) {
  const double clock = riccati_clock(B * B + 4 * A * C, t);
  return (n * (1 - B * clock) + 2 * A * clock) / (1 + (B + 2 * C * n) * clock);
}

struct Line {
  double A, B, C;
};

Line drag_line(const YoergerRotor& r, double input) {
  return {r.beta * input, 0, r.alpha};
}
Line drag_line(const BessaRotor& r, double input) {
  return {r.torque_constant / r.resistance_ohm * input / r.inertia, r.friction / r.inertia,
          r.drag / r.inertia};
}

template <class Rotor>
double speed_after(const Rotor& rotor, double n, double input) {
  const Line line = drag_line(rotor, input);
  return after_quadratic_drag(line.A, line.B, line.C, n, rotor.dt_s);
}

template <class Rotor>
double settled_speed(const Rotor& rotor, double input) {
  const Line line = drag_line(rotor, std::abs(input));
  const double root = line.B + std::sqrt(line.B * line.B + 4 * line.A * line.C);
  return root > 0 ? std::copysign(2 * line.A / root, input) : 0;
}

constexpr RotorKind kRotors[] = {rotor_kind<InstantRotor>(), rotor_kind<FirstOrderRotor>(),
                                 rotor_kind<YoergerRotor>(), rotor_kind<BessaRotor>()};

}  // namespace

double after_quadratic_drag(double A, double B, double C, double n, double dt_s) {
  if (A < 0) return -after_quadratic_drag(-A, B, C, -n, dt_s);
  if (n >= 0) return riccati(A, B, C, n, dt_s);
  // Against the push: there n|n| = -n^2. The zero is crossed when the numerator of riccati() is.
  const double push = 2 * A - B * n;
  const double theta2 = B * B - 4 * A * C;
  const double zero_at = A > 0 ? riccati_time(theta2, -n / push) : kInfinity;
  if (dt_s < zero_at) return riccati(A, B, -C, n, dt_s);
  return riccati(A, B, C, 0, dt_s - zero_at);
}

void FirstOrderRotor::prepare(double dt_s) {
  kept = time_constant_s > 0 ? std::exp(-dt_s / time_constant_s) : 0;
}

double YoergerRotor::after(double n, double input) const {
  return speed_after(*this, n, input);
}
double YoergerRotor::input_holding(double n) const {
  return alpha / beta * n * std::abs(n);
}
double YoergerRotor::steady_state(double input) const {
  return settled_speed(*this, input);
}

double BessaRotor::after(double n, double input) const {
  return speed_after(*this, n, input);
}
double BessaRotor::input_holding(double n) const {
  return (friction * n + drag * n * std::abs(n)) * resistance_ohm / torque_constant;
}
double BessaRotor::steady_state(double input) const {
  return settled_speed(*this, input);
}

const std::vector<const StructSchema*>& rotor_kinds() {
  static const std::vector<const StructSchema*> kinds = [] {
    std::vector<const StructSchema*> out;
    for (const RotorKind& kind : kRotors) out.push_back(&kind.schema());
    return out;
  }();
  return kinds;
}

const RotorKind& rotor_kind_of(const AnyConfig& rotor) {
  for (const RotorKind& kind : kRotors)
    if (&kind.schema() == rotor.schema()) return kind;
  HADAL_CHECK(false, "a rotor of no known kind");
  return kRotors[0];
}

const StructSchema& InstantRotor::schema() {
  static const StructSchema s =
      StructBuilder<InstantRotor>("instant", "The rotor follows its input at once.");
  return s;
}
const StructSchema& FirstOrderRotor::schema() {
  static const StructSchema s =
      StructBuilder<FirstOrderRotor>("first_order", "First-order lag.")
          .number("time_constant_s", &FirstOrderRotor::time_constant_s, "Time constant.",
                  kPositive);
  return s;
}
const StructSchema& YoergerRotor::schema() {
  static const StructSchema s =
      StructBuilder<YoergerRotor>("yoerger",
                                        "n' = beta Q - alpha n|n|; the input is the torque Q.")
          .number("alpha", &YoergerRotor::alpha, "Drag coefficient.", kPositive)
          .required()
          .number("beta", &YoergerRotor::beta, "Inverse inertia.", kPositive)
          .required();
  return s;
}
const StructSchema& BessaRotor::schema() {
  using C = BessaRotor;
  static const StructSchema s =
      StructBuilder<C>("bessa", "J n' = (Kt/R) V - Kv1 n - Kv2 n|n|; the input is the voltage V.")
          .number("inertia", &C::inertia, "J, kg m^2.", kPositive)
          .required()
          .number("friction", &C::friction, "Kv1, N m s.", kNotNegative)
          .required()
          .number("drag", &C::drag, "Kv2, N m s^2.", kNotNegative)
          .required()
          .number("torque_constant", &C::torque_constant, "Kt, N m/A.", kPositive)
          .required()
          .number("resistance_ohm", &C::resistance_ohm, "Winding resistance.", kPositive);
  return s;
}

}  // namespace hadal::kinds
