#include "dynamics/thrust_map.h"

#include "math/units.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace hadal::dynamics {
namespace {

double polynomial(const std::array<double, kMaxCurveTerms>& c, double x) {
  double y = 0;
  for (int i = kMaxCurveTerms - 1; i >= 0; --i) y = y * x + c[i];
  return y;
}

double dead_band_thrust(const ThrustMap& map, double n) {
  const double square = n * std::abs(n);
  if (square >= map.dead_band_forward) return map.forward * (square - map.dead_band_forward);
  if (square <= map.dead_band_reverse) return map.reverse * (square - map.dead_band_reverse);
  return 0;
}

double curve(const std::array<double, kMaxCurveTerms>& terms, const LinearTable& table, double J) {
  return table.empty() ? polynomial(terms, J) : table(J);
}

ThrustTorque propeller(const ThrustMap& map, double n, double inflow_m_s, double density_kg_m3) {
  if (n == 0) return {};
  const double D = map.diameter_m, N = std::abs(n) / kTurn, sign = n > 0 ? 1 : -1;
  const double advance_speed = (1 - map.wake_fraction) * inflow_m_s * sign;
  double J = std::clamp(advance_speed / (N * D), map.advance_min, map.advance_max);
  if (sign < 0 && map.reverse_bollard) J = 0;
  const double efficiency = sign > 0 ? 1 : map.reverse_efficiency;
  const double scale = sign * efficiency * density_kg_m3 * N * N * D * D * D * D;
  return {scale * curve(map.kt, map.kt_table, J) * (1 - map.thrust_deduction),
          scale * D * curve(map.kq, map.kq_table, J)};
}

double table_argument(const LinearTable& table, double thrust_N) {
  const auto x = table.x(), y = table.y();
  if (thrust_N <= y.front()) return x.front();
  if (thrust_N >= y.back()) return x.back();
  const size_t i = std::lower_bound(y.begin(), y.end(), thrust_N) - y.begin();
  return x[i - 1] + (thrust_N - y[i - 1]) / (y[i] - y[i - 1]) * (x[i] - x[i - 1]);
}

// Root of thrust(x) = wanted between a and b by regula falsi (Illinois).
template <class Thrust>
double bracketed_root(const Thrust& thrust, double wanted, double a, double b) {
  constexpr int kMostSteps = 100;
  constexpr double kTolerance = 1e-13;
  double fa = thrust(a) - wanted, fb = thrust(b) - wanted;
  double x = b;
  for (int i = 0; i < kMostSteps && fa != fb; ++i) {
    x = b - fb * (b - a) / (fb - fa);
    const double fx = thrust(x) - wanted;
    if (std::abs(fx) <= kTolerance * (1 + std::abs(wanted))) break;
    if ((fx < 0) != (fb < 0)) {
      a = b;
      fa = fb;
    } else {
      fa /= 2;
    }
    b = x;
    fb = fx;
  }
  return x;
}

double search_argument(const ThrustMap& map, double thrust_N, const ArgumentRange& range,
                       double inflow_m_s, double density_kg_m3) {
  const auto thrust = [&](double x) {
    return thrust_of(map, x, inflow_m_s, density_kg_m3).thrust_N;
  };
  const double sign = thrust_N > thrust(range.rest) ? 1 : -1;
  const double limit = sign > 0 ? range.max : range.min;
  double inner = range.rest, outer = std::isfinite(limit) ? limit : range.rest + sign;
  for (int i = 0; i < 60 && !std::isfinite(limit) && sign * (thrust(outer) - thrust_N) < 0; ++i) {
    inner = outer;
    outer = range.rest + 2 * (outer - range.rest);
  }
  if (sign * (thrust(outer) - thrust_N) <= 0) return outer;
  return bracketed_root(thrust, thrust_N, inner, outer);
}

double signed_root(double x) {
  return std::copysign(std::sqrt(std::abs(x)), x);
}

}  // namespace

ThrustTorque thrust_of(const ThrustMap& map, double argument, double inflow_m_s,
                       double density_kg_m3) {
  if (map.model == ThrustModel::propeller)
    return propeller(map, argument, inflow_m_s, density_kg_m3);
  const double constant = argument >= 0 ? map.forward : map.reverse;
  double thrust = 0;
  switch (map.model) {
    case ThrustModel::linear:
      thrust = constant * argument;
      break;
    case ThrustModel::quadratic:
      thrust = constant * argument * std::abs(argument);
      break;
    case ThrustModel::dead_band:
      thrust = dead_band_thrust(map, argument);
      break;
    case ThrustModel::table:
      thrust = map.table(argument);
      break;
    case ThrustModel::polynomial:
      thrust = polynomial(map.polynomial, argument);
      break;
    case ThrustModel::propeller:
      break;
  }
  return {thrust, map.torque_per_thrust_m * thrust};
}

double argument_for_thrust(const ThrustMap& map, double thrust_N, const ArgumentRange& range,
                           double inflow_m_s, double density_kg_m3) {
  const double constant = thrust_N >= 0 ? map.forward : map.reverse;
  double argument = range.rest;
  switch (map.model) {
    case ThrustModel::linear:
      argument = thrust_N / constant;
      break;
    case ThrustModel::quadratic:
      argument = signed_root(thrust_N / constant);
      break;
    case ThrustModel::dead_band:
      if (thrust_N != 0)
        argument = signed_root(thrust_N / constant +
                               (thrust_N > 0 ? map.dead_band_forward : map.dead_band_reverse));
      break;
    case ThrustModel::table:
      if (thrust_N != 0) argument = table_argument(map.table, thrust_N);
      break;
    case ThrustModel::polynomial:
    case ThrustModel::propeller:
      if (thrust_N != 0 || inflow_m_s != 0)
        argument = search_argument(map, thrust_N, range, inflow_m_s, density_kg_m3);
      break;
  }
  return std::clamp(argument, range.min, range.max);
}

}  // namespace hadal::dynamics
