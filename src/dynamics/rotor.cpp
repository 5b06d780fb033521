#include "dynamics/rotor.h"

#include <cmath>

namespace hadal::dynamics {
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

Line drag_line(const Rotor& r, double input) {
  if (r.model == RotorModel::yoerger) return {r.yoerger_beta * input, 0, r.yoerger_alpha};
  return {r.bessa_torque_constant / r.bessa_resistance * input / r.bessa_inertia,
          r.bessa_friction / r.bessa_inertia, r.bessa_drag / r.bessa_inertia};
}

}  // namespace

double after_quadratic_drag(double A, double B, double C, double n, double dt_s) {
  if (A < 0) return -after_quadratic_drag(-A, B, C, -n, dt_s);
  if (n >= 0) return riccati(A, B, C, n, dt_s);
  // Against the push: there n|n| = -n^2. The zero is crossed when the numerator of riccati() is.
  const double push = 2 * A - B * n;
  const double theta2 = B * B - 4 * A * C;
  const double zero_at = A > 0 ? riccati_time(theta2, -n / push) : kUnlimited;
  if (dt_s < zero_at) return riccati(A, B, -C, n, dt_s);
  return riccati(A, B, C, 0, dt_s - zero_at);
}

PreparedRotor prepare(const Rotor& rotor, double dt_s) {
  PreparedRotor prepared{rotor, dt_s, 0};
  if (rotor.model == RotorModel::first_order && rotor.time_constant_s > 0)
    prepared.kept = std::exp(-dt_s / rotor.time_constant_s);
  return prepared;
}

double rotor_after(const PreparedRotor& r, double n, double input) {
  switch (r.rotor.model) {
    case RotorModel::zero_order:
      return input;
    case RotorModel::first_order:
      return input + r.kept * (n - input);
    case RotorModel::yoerger:
    case RotorModel::bessa:
      break;
  }
  const Line line = drag_line(r.rotor, input);
  return after_quadratic_drag(line.A, line.B, line.C, n, r.dt_s);
}

double rotor_after(const Rotor& rotor, double n, double input, double dt_s) {
  return rotor_after(prepare(rotor, dt_s), n, input);
}

double rotor_input_holding(const Rotor& rotor, double n) {
  switch (rotor.model) {
    case RotorModel::yoerger:
      return rotor.yoerger_alpha / rotor.yoerger_beta * n * std::abs(n);
    case RotorModel::bessa:
      return (rotor.bessa_friction * n + rotor.bessa_drag * n * std::abs(n)) *
             rotor.bessa_resistance / rotor.bessa_torque_constant;
    default:
      return n;
  }
}

double rotor_steady_state(const Rotor& rotor, double input) {
  if (rotor.model != RotorModel::yoerger && rotor.model != RotorModel::bessa) return input;
  const Line line = drag_line(rotor, std::abs(input));
  const double root = line.B + std::sqrt(line.B * line.B + 4 * line.A * line.C);
  return root > 0 ? std::copysign(2 * line.A / root, input) : 0;
}

}  // namespace hadal::dynamics
