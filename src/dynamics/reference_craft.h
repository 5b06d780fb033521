// For tests: one craft put together from the kernels of this folder and integrated by a plain
// Runge-Kutta scheme on Euler angles, independent of the multibody stage.
//   M nu' = wrench - C_RB nu - C_A(nu_r) nu_r + M_A nu_c',  nu_r = nu - nu_c
#pragma once
#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <numbers>
#include <string>
#include <tuple>
#include <vector>

#include "dynamics/coriolis_added.h"
#include "math/rotation.h"
#include "math/solve.h"
#include "math/units.h"
#include "world/derivative_terms.h"

namespace hadal::dynamics {

constexpr double kPi = std::numbers::pi;

using State = Eigen::Matrix<double, 12, 1>;  // position, Euler angles, velocity
// Sum of all wrenches except the rigid-body Coriolis force; t is the time inside the step.
using Wrench = std::function<Vec6(const State&, const Vec6& nu_r, const Mat3& R_NB, double t)>;

struct Craft {
  Mat6 M_RB = Mat6::Zero();
  Mat6 M_A = Mat6::Zero();
  bool rigid_coriolis = true;
  MunkTerms munk = MunkTerms::all;
  bool added_coriolis = true;
  bool current_horizontal_only = false;  // Fossen's models: current turned by yaw alone
  Vec3 current_N = Vec3::Zero();
  Wrench wrench;
};

inline Mat3 attitude(const State& x) {
  return quaternion_from({.roll = x[3], .pitch = x[4], .yaw = x[5]}).toRotationMatrix();
}

inline Mat3 euler_rates(const State& x) {
  const double s = std::sin(x[3]), c = std::cos(x[3]), t = std::tan(x[4]);
  return Mat3{{1, s * t, c * t}, {0, c, -s}, {0, s / std::cos(x[4]), c / std::cos(x[4])}};
}

inline State derivative(const Craft& craft, const State& x, double t) {
  const Mat3 R = attitude(x);
  const Vec6 nu = x.tail<6>();
  const Mat3 R_current =
      craft.current_horizontal_only
          ? quaternion_from({.roll = 0, .pitch = 0, .yaw = x[5]}).toRotationMatrix()
          : R;
  const Vec3 current_B = R_current.transpose() * craft.current_N;
  Vec6 nu_r = nu, current_rate = Vec6::Zero();
  nu_r.head<3>() -= current_B;
  const Vec3 turning = craft.current_horizontal_only ? Vec3(0, 0, nu[5]) : Vec3(nu.tail<3>());
  current_rate.head<3>() = -turning.cross(current_B);

  Vec6 tau = craft.wrench(x, nu_r, R, t) + craft.M_A * current_rate;
  if (craft.current_horizontal_only) tau += craft.M_RB * current_rate;
  const Vec6& moving = craft.current_horizontal_only ? nu_r : nu;
  if (craft.rigid_coriolis) tau -= added_mass_coriolis(craft.M_RB, moving, MunkTerms::all) * moving;
  if (craft.added_coriolis) tau += added_mass_coriolis_wrench(craft.M_A, nu_r, craft.munk);
  State dx;
  dx << R * nu.head<3>(), euler_rates(x) * nu.tail<3>(), solve(craft.M_RB + craft.M_A, tau);
  return dx;
}

inline State step(const Craft& craft, const State& x, double t, double dt) {
  const State k1 = derivative(craft, x, t), k2 = derivative(craft, x + dt / 2 * k1, t + dt / 2);
  const State k3 = derivative(craft, x + dt / 2 * k2, t + dt / 2),
              k4 = derivative(craft, x + dt * k3, t + dt);
  return x + dt / 6 * (k1 + 2 * k2 + 2 * k3 + k4);
}

// Runs from t0 to t1; after_step(t) lets actuators follow.
inline State run(
    const Craft& craft, State x, double t0, double t1, double dt,
    const std::function<void(double)>& after_step = [](double) {}) {
  const int steps = static_cast<int>(std::lround((t1 - t0) / dt));
  for (int i = 0; i < steps; ++i) {
    x = step(craft, x, t0 + i * dt, dt);
    after_step(t0 + (i + 1) * dt);
  }
  return x;
}

inline Mat6 rigid_mass(double m, const Mat3& I_G, const Vec3& p_BG_B) {
  Mat6 M;
  M << m * Mat3::Identity(), -m * skew(p_BG_B), m * skew(p_BG_B),
      I_G - m * skew(p_BG_B) * skew(p_BG_B);
  return M;
}

inline Vec6 weight_wrench(double newton, const Vec3& p_BG_B, const Mat3& R_NB) {
  const Vec3 f = newton * R_NB.row(2).transpose();
  return (Vec6() << f, p_BG_B.cross(f)).finished();
}

inline std::vector<DerivativeTerm> terms(
    std::initializer_list<std::tuple<int, double, const char*>> list,
    const std::vector<std::string>& surfaces = {}) {
  std::vector<DerivativeTerm> out;
  for (const auto& [axis, coefficient, name] : list) {
    out.push_back(derivative_term_named(name, surfaces).value());
    out.back().axis = axis;
    out.back().coefficient = coefficient;
  }
  return out;
}

inline void expect_near(const State& x, std::initializer_list<double> expected, double tolerance) {
  int i = 0;
  for (const double e : expected) {
    const double error = i >= 3 && i < 6 ? wrap_angle(x[i] - e) : x[i] - e;
    EXPECT_NEAR(error, 0, tolerance) << "state " << i;
    ++i;
  }
}

}  // namespace hadal::dynamics
