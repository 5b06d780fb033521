// Whole vehicles of the literature, put together from the kernels of this folder and integrated by
// a plain Runge-Kutta scheme of this file. The expected states come from independent programs (the
// authors' own code or two formulations of the same equations) at tight tolerances.
#include <gtest/gtest.h>

#include <Eigen/LU>
#include <cmath>
#include <functional>
#include <numbers>
#include <string>
#include <vector>

#include "dynamics/body_lift.h"
#include "dynamics/coriolis_added.h"
#include "dynamics/crossflow.h"
#include "dynamics/damping.h"
#include "dynamics/derivatives.h"
#include "dynamics/fin.h"
#include "dynamics/hydrostatics.h"
#include "dynamics/lift_curve.h"
#include "dynamics/thruster.h"
#include "dynamics/thruster_allocation.h"
#include "math/rotation.h"
#include "math/units.h"
#include "world/derivative_terms.h"

namespace hadal::dynamics {
namespace {

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

Mat3 attitude(const State& x) {
  return quaternion_from({.roll = x[3], .pitch = x[4], .yaw = x[5]}).toRotationMatrix();
}

Mat3 euler_rates(const State& x) {
  const double s = std::sin(x[3]), c = std::cos(x[3]), t = std::tan(x[4]);
  return Mat3{{1, s * t, c * t}, {0, c, -s}, {0, s / std::cos(x[4]), c / std::cos(x[4])}};
}

State derivative(const Craft& craft, const State& x, double t) {
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
  dx << R * nu.head<3>(), euler_rates(x) * nu.tail<3>(), (craft.M_RB + craft.M_A).lu().solve(tau);
  return dx;
}

State step(const Craft& craft, const State& x, double t, double dt) {
  const State k1 = derivative(craft, x, t), k2 = derivative(craft, x + dt / 2 * k1, t + dt / 2);
  const State k3 = derivative(craft, x + dt / 2 * k2, t + dt / 2),
              k4 = derivative(craft, x + dt * k3, t + dt);
  return x + dt / 6 * (k1 + 2 * k2 + 2 * k3 + k4);
}

// Runs from t0 to t1; after_step(t) lets actuators follow.
State run(
    const Craft& craft, State x, double t0, double t1, double dt,
    const std::function<void(double)>& after_step = [](double) {}) {
  const int steps = static_cast<int>(std::lround((t1 - t0) / dt));
  for (int i = 0; i < steps; ++i) {
    x = step(craft, x, t0 + i * dt, dt);
    after_step(t0 + (i + 1) * dt);
  }
  return x;
}

Mat6 rigid_mass(double m, const Mat3& I_G, const Vec3& p_BG_B) {
  Mat6 M;
  M << m * Mat3::Identity(), -m * skew(p_BG_B), m * skew(p_BG_B),
      I_G - m * skew(p_BG_B) * skew(p_BG_B);
  return M;
}

Vec6 weight_wrench(double newton, const Vec3& p_BG_B, const Mat3& R_NB) {
  const Vec3 f = newton * R_NB.row(2).transpose();
  return (Vec6() << f, p_BG_B.cross(f)).finished();
}

std::vector<DerivativeTerm> terms(std::initializer_list<std::tuple<int, double, const char*>> list,
                                  const std::vector<std::string>& surfaces = {}) {
  std::vector<DerivativeTerm> out;
  for (const auto& [axis, coefficient, name] : list) {
    out.push_back(derivative_term_named(name, surfaces).value());
    out.back().axis = axis;
    out.back().coefficient = coefficient;
  }
  return out;
}

void expect_near(const State& x, std::initializer_list<double> expected, double tolerance) {
  int i = 0;
  for (const double e : expected) {
    const double error = i >= 3 && i < 6 ? wrap_angle(x[i] - e) : x[i] - e;
    EXPECT_NEAR(error, 0, tolerance) << "state " << i;
    ++i;
  }
}

// Wang & Clark's VideoRay Pro III as a planar model: masses and derivatives only.
TEST(ReferenceVehicles, VideoRayCirclesAndCoasts) {
  const auto model = terms({{0, -6.05, "v r"},
                            {0, -0.95, "u"},
                            {0, -6.04, "u|u|"},
                            {1, 1.94, "u r"},
                            {1, -5.87, "v"},
                            {1, -30.73, "v|v|"},
                            {2, -3.70, "w"},
                            {2, -26.36, "w|w|"},
                            {5, -0.023, "r"},
                            {5, -0.45, "r|r|"}});
  double on = 1;
  constexpr double kThrust =
      0.026667;  // N per unit of input: port 130, starboard 150, vertical -100
  Craft craft;
  craft.M_RB.diagonal() << 1.94, 6.05, 3.95, 1, 1, 0.0118;
  craft.rigid_coriolis = craft.added_coriolis = false;
  craft.wrench = [&](const State&, const Vec6& nu_r, const Mat3& R_NB, double) -> Vec6 {
    const Vec6 push = on * kThrust * (Vec6() << 280, 0, -100, 0, 0, 20).finished();
    return push + derivatives_wrench(model, nu_r, R_NB, {});
  };
  constexpr double kTolerance = 2e-6;
  State x = run(craft, State::Zero(), 0, 5, 0.005);
  expect_near(x,
              {-0.906355310804, 0.173166986548, -1.20303706537, 0, 0, 5.29949871711, 0.949285981844,
               0.174400212931, -0.255532765311, 0, 0, 1.06341326207},
              kTolerance);
  on = 0;
  x = run(craft, x, 5, 30, 0.005);
  expect_near(x, {-0.425731557147, -0.230598936197, -1.35841675433, 0, 0, 5.3803203551},
              kTolerance);
}

// Healey's DSRV: linear dive plane at a constant surge speed, a moment theta/U^2.
TEST(ReferenceVehicles, DsrvSternPlaneDoublet) {
  const auto model = terms({{2, -0.017455, "q"},
                            {2, -0.043938, "w"},
                            {2, 0.027695, "delta_s"},
                            {4, -0.01131, "q"},
                            {4, 0.011175, "w"},
                            {4, -0.012797, "delta_s"},
                            {4, -0.156276, "theta/U^2"}},
                           {"s"});
  constexpr double kSurge = 4.11;
  double delta = -8 * kDegree;
  Craft craft;
  craft.M_RB.setIdentity();
  craft.M_RB(2, 2) = 0.036391 + 0.031545;
  craft.M_RB(2, 4) = 0.00013;
  craft.M_RB(4, 2) = 0.000146;
  craft.M_RB(4, 4) = 0.001925 + 0.001573;
  craft.rigid_coriolis = craft.added_coriolis = false;
  craft.wrench = [&](const State&, const Vec6& nu_r, const Mat3& R_NB, double) {
    return derivatives_wrench(model, nu_r, R_NB, std::span(&delta, 1));
  };
  State x = State::Zero();
  x[2] = 50;
  x[6] = kSurge;
  x = run(craft, x, 0, 0.5, 0.02);
  EXPECT_NEAR(x[8], -0.03247359048, 1e-7);
  EXPECT_NEAR(x[10], 0.09884122723, 1e-7);
  x = run(craft, x, 0.5, 20, 0.02);
  delta = 5 * kDegree;
  x = run(craft, x, 20, 40, 0.02);
  delta = 0;
  x = run(craft, x, 40, 80, 0.02);
  EXPECT_NEAR(x[0], 328.112948936, 1e-4);
  EXPECT_NEAR(x[2], 46.6728993422, 1e-4);
}

// LAUV (da Silva et al. 2007): full damping matrices, fins as derivatives, thrust for 1.43 m/s.
TEST(ReferenceVehicles, LauvDivesAndTurns) {
  constexpr double kDensity = 1028, kGravity = 9.81, kMass = 18,
                   K = 0.5 * kDensity * 0.0064 * 3 * 2;
  const auto fins = terms({{2, -K, "u|u|delta_e"},
                           {2, -K, "|u|w"},
                           {2, -0.4 * K, "|u|q"},
                           {4, -0.4 * K, "u|u|delta_e"},
                           {4, -0.4 * K, "|u|w"},
                           {4, -0.16 * K, "|u|q"},
                           {1, K, "u|u|delta_r"},
                           {1, -K, "|u|v"},
                           {1, 0.4 * K, "|u|r"},
                           {5, -0.4 * K, "u|u|delta_r"},
                           {5, 0.4 * K, "|u|v"},
                           {5, -0.16 * K, "|u|r"}},
                          {"e", "r"});
  DampingCoefficients d;
  d.linear.diagonal() << 2.4, 23, 23, 0.3, 9.7, 9.7;
  d.linear(1, 5) = -11.5;
  d.linear(2, 4) = 11.5;
  d.linear(4, 2) = -3.1;
  d.linear(5, 1) = 3.1;
  d.quadratic.diagonal() << 2.4, 80, 80, 6e-4, 9.1, 9.1;
  d.quadratic(1, 5) = -0.3;
  d.quadratic(2, 4) = 0.3;
  d.quadratic(4, 2) = -1.5;
  d.quadratic(5, 1) = 1.5;
  const Buoyancy b{.volume_m3 = 0.0175513749569, .p_BC_B = {0, 0, -0.05}};
  Craft craft;
  craft.M_RB = rigid_mass(kMass, Vec3(0.050625, 1.7749125, 1.7749125).asDiagonal(), Vec3::Zero());
  craft.M_A.diagonal() << 1, 16, 16, 0.005, 1.3, 1.3;
  double thrust = 8.3398, deflections[2] = {0, 0};
  craft.wrench = [&](const State& x, const Vec6& nu_r, const Mat3& R, double) -> Vec6 {
    return thrust * Vec6::Unit(0) + derivatives_wrench(fins, nu_r, R, deflections) +
           damping_wrench(d, nu_r) + buoyancy_wrench(b, R, x[2], kDensity, kGravity) +
           weight_wrench(kMass * kGravity, Vec3::Zero(), R);
  };
  State x = State::Zero();
  x[2] = 10;
  x[6] = 0.5;
  x = run(craft, x, 0, 15, 0.01);
  deflections[0] = 4 * kDegree;
  x = run(craft, x, 15, 45, 0.01);
  expect_near(
      x,
      {61.3259679289, 0, 16.9270207349, 0, -0.213318405969, 0, 1.42038233568, 0, -0.0573581091335},
      1e-6);
  deflections[0] = 0;
  deflections[1] = -3 * kDegree;
  x = run(craft, x, 45, 75, 0.01);
  deflections[1] = 0;
  thrust = 0;
  x = run(craft, x, 75, 100, 0.01);
  expect_near(x,
              {61.4156205612, 30.8812008597, 17.3890632417, 0, -0.00631863556626, 2.84853834821,
               0.0245221767551, 0, -0.0168602249793},
              1e-6);
}

// BlueROV2 Heavy (von Benzon et al. 2022): eight thrusters by force, a current of 0.1 m/s.
TEST(ReferenceVehicles, BlueRov2HeavyUnderEightThrusters) {
  constexpr double kDensity = 1000, kGravity = 9.82, kMass = 13.5, h = 0.70710678118654757;
  const double mounts[8][6] = {{0.156, 0.111, 0.085, h, -h, 0},
                               {0.156406393776, -0.110426627161, 0.085, h, h, 0},
                               {-0.156582066699, 0.110177386011, 0.085, -h, -h, 0},
                               {-0.156, -0.111, 0.085, -h, h, 0},
                               {0.12, 0.218, 0, 0, 0, -1},
                               {0.12043939611, -0.217757552945, 0, 0, 0, -1},
                               {-0.120786055562, 0.217565458614, 0, 0, 0, -1},
                               {-0.12, -0.218, 0, 0, 0, -1}};
  std::vector<PreparedThruster> thrusters;
  for (const auto& m : mounts) {
    Thruster t;
    t.p_BT_B = {m[0], m[1], m[2]};
    t.axis_B = {m[3], m[4], m[5]};
    t.command = ThrusterCommand::force;
    thrusters.push_back(prepare(t, 0.01, kDensity));
  }
  std::vector<double> force, health(8, 1);
  std::vector<ThrusterReading> readings(8);
  DampingCoefficients d;
  d.linear.diagonal() << 13.7, 0, 33, 0, 0.8, 0;
  d.quadratic.diagonal() << 141, 217, 190, 1.19, 0.47, 1.5;
  const Buoyancy b{.volume_m3 = 0.0134, .p_BC_B = {0, 0, -0.01}};
  Craft craft;
  craft.M_RB = rigid_mass(kMass, Vec3(0.26, 0.23, 0.37).asDiagonal(), Vec3::Zero());
  craft.M_A.diagonal() << 6.36, 7.12, 18.68, 0.189, 0.135, 0.222;
  craft.current_N = {0.1, 0, 0};
  craft.wrench = [&](const State& x, const Vec6& nu_r, const Mat3& R, double) -> Vec6 {
    return thrusters_wrench(thrusters, force, health, nu_r, kDensity, readings) +
           damping_wrench(d, nu_r) + buoyancy_wrench(b, R, x[2], kDensity, kGravity) +
           weight_wrench(kMass * kGravity, Vec3::Zero(), R);
  };
  State x = State::Zero();
  x[2] = 5;
  force = {1.5, 1.5, -1.5, -1.5, 0, 0, 0, 0};
  x = run(craft, x, 0, 8, 0.005);
  expect_near(x,
              {1.69009426235, 0.000119689928755, 4.91481136702, 0.000137997058893, 0.308139250823,
               0.00486796852672, 0.220885026734},
              1e-6);
  force = {1, -1, 1, -1, -2, -2, -2, -2};
  x = run(craft, x, 8, 16, 0.005);
  force = {-0.6, 0.6, 0.6, -0.6, 0.3, 0.3, 0.3, 0.3};
  x = run(craft, x, 16, 24, 0.005);
  force.assign(8, 0);
  x = run(craft, x, 24, 40, 0.005);
  expect_near(x,
              {5.10606320395, -1.26323488301, 6.1402072376, -0.0186742643442, 0.000316033188859,
               -0.961072899474, 0.0573149029504, 0.0823739178831, 0.0274510126906, 0.0173324085098,
               -0.000202203607666, 0.0235902914283},
              1e-5);
}

// RexROV (Berg 2012): full 6x6 added mass, a body wrench in steps, positively buoyant.
TEST(ReferenceVehicles, RexrovWithFullAddedMass) {
  constexpr double kDensity = 1028, kGravity = 9.81, kMass = 1862.87;
  Craft craft;
  const Mat3 I_G{{525.39, -1.44, -33.41}, {-1.44, 794.2, -2.6}, {-33.41, -2.6, 691.23}};
  craft.M_RB = rigid_mass(kMass, I_G, Vec3::Zero());
  craft.M_A << 779.79, -6.8773, -103.32, 8.5426, -165.54, -7.8033, -6.8773, 1222, 51.29, 409.44,
      -5.8488, 62.726, -103.32, 51.29, 3659.9, 6.1112, -386.42, 10.774, 8.5426, 409.44, 6.1112,
      534.9, -10.027, 21.019, -165.54, -5.8488, -386.42, -10.027, 842.69, -1.1162, -7.8033, 62.726,
      10.775, 21.019, -1.1162, 224.32;
  craft.M_A = (0.5 * (craft.M_A + craft.M_A.transpose())).eval();
  DampingCoefficients d;
  d.linear.diagonal() << 74.82, 69.48, 728.4, 268.8, 309.77, 105;
  d.quadratic.diagonal() << 748.22, 992.53, 1821.01, 672, 774.44, 523.27;
  const Buoyancy b{.volume_m3 = 1.83826, .p_BC_B = {0, 0, -0.3}};
  Vec6 push = (Vec6() << 500, 0, 0, 0, 0, 60).finished();
  craft.wrench = [&](const State& x, const Vec6& nu_r, const Mat3& R, double) -> Vec6 {
    return push + damping_wrench(d, nu_r) + buoyancy_wrench(b, R, x[2], kDensity, kGravity) +
           weight_wrench(kMass * kGravity, Vec3::Zero(), R);
  };
  State x = State::Zero();
  x[2] = 20;
  x = run(craft, x, 0, 20, 0.02);
  push << 0, 300, 200, 0, 80, 0;
  x = run(craft, x, 20, 40, 0.02);
  push.setZero();
  x = run(craft, x, 40, 80, 0.02);
  expect_near(x,
              {-4.13762118009, 11.4594646685, 6.10761632844, 0.00319664284053, -0.00184723227438,
               1.21317372146, 0.0248349077781, 0.0251153620987, -0.229797697182},
              1e-5);
}

struct RemusModel {
  static constexpr double kDensity = 1026, kGravity = 9.81, a = 0.8, b = 0.095;
  Craft craft;
  double weight = 0;
  DampingCoefficients damping;
  BodyLift lift;
  CrossFlow crossflow;
  ThrustMap propeller;
  std::vector<DerivativeTerm> fins;

  RemusModel() {
    const double m = 4.0 / 3 * kPi * kDensity * a * b * b, Ix = 0.4 * m * b * b,
                 Iy = 0.2 * m * (a * a + b * b);
    weight = m * kGravity;
    craft.M_RB = rigid_mass(m, Vec3(Ix, Iy, Iy).asDiagonal(), Vec3(0, 0, 0.02));
    const double e = std::sqrt(1 - b * b / (a * a)), log = std::log((1 + e) / (1 - e));
    const double alpha = 2 * (1 - e * e) / (e * e * e) * (0.5 * log - e);
    const double beta = 1 / (e * e) - (1 - e * e) / (2 * e * e * e) * log;
    const double k1 = alpha / (2 - alpha), k2 = beta / (2 - beta);
    const double k3 = std::pow(e, 4) * (beta - alpha) /
                      ((2 - e * e) * (2 * e * e - (2 - e * e) * (beta - alpha)));
    craft.M_A.diagonal() << m * k1, m * k2, m * k2, 0.3 * Ix, k3 * Iy, k3 * Iy;
    craft.munk = MunkTerms::no_pitch_yaw;
    const Mat6 M = craft.M_RB + craft.M_A;
    const auto critical = [&](int i) { return 2 * M(i, i) * std::sqrt(weight * 0.02 / M(i, i)); };
    damping.linear.diagonal() << M(0, 0) / 20, M(1, 1) / 20, M(2, 2) / 20, 0.3 * critical(3),
        0.8 * critical(4), M(5, 5);
    damping.linear_decay_s_m.head<2>().setConstant(3);
    lift.area_m2 = 0.7 * 1.6 * 0.19;
    lift.curve.aspect_ratio = 0.19 * 0.19 / lift.area_m2;
    lift.curve.drag_zero_lift = 0.42 * kPi * b * b / lift.area_m2;
    lift.curve.stall_angle_rad = 10;  // the published model knows no stall
    lift.curve = with_lift_slope(lift.curve);
    crossflow.length_m = 1.6;
    crossflow.side_height_m = crossflow.hoerner_beam_m = crossflow.hoerner_draft_m = 0.19;
    crossflow.rule = StripRule::inclusive;
    crossflow = with_drag_2d(crossflow);
    propeller.model = ThrustModel::propeller;
    propeller.diameter_m = 0.14;
    propeller.kt = {0.4566, (0.1798 - 0.4566) / 0.6632};
    propeller.kq = {0.0700, (0.0312 - 0.0700) / 0.6632};
    propeller.wake_fraction = 1 - 0.944;
    propeller.thrust_deduction = 0.1;
    const double q = 0.5 * kDensity * 2 * 0.00665, r = 0.5 * q, s = 0.7 * q;
    fins = terms({{0, -r, "u u delta_r^2"},
                  {0, -r, "v v delta_r^2"},
                  {0, -s, "u u delta_s^2"},
                  {0, -s, "w w delta_s^2"},
                  {1, -r, "u u delta_r"},
                  {1, -r, "v v delta_r"},
                  {2, -s, "u u delta_s"},
                  {2, -s, "w w delta_s"},
                  {4, -0.8 * s, "u u delta_s"},
                  {4, -0.8 * s, "w w delta_s"},
                  {5, 0.8 * r, "u u delta_r"},
                  {5, 0.8 * r, "v v delta_r"}},
                 {"r", "s"});
  }

  Vec6 wrench(const Vec6& nu_r, const Mat3& R, std::span<const double> deflections,
              double n) const {
    const ThrustTorque prop = thrust_of(propeller, n, nu_r.head<3>().norm(), kDensity);
    const Vec6 push = (Vec6() << prop.thrust_N, 0, 0, 0.1 * prop.torque_Nm, 0, 0).finished();
    const Buoyancy buoyancy{.volume_m3 = weight / (kDensity * kGravity)};
    return push + damping_wrench(damping, nu_r) + body_lift_wrench(lift, nu_r, kDensity) +
           crossflow_wrench(crossflow, nu_r, kDensity) +
           derivatives_wrench(fins, nu_r, R, deflections) +
           buoyancy_wrench(buoyancy, R, 1e3, kDensity, kGravity) +
           weight_wrench(weight, Vec3(0, 0, 0.02), R);
  }
};

// REMUS 100 after Fossen: rudder, stern plane and propeller steps in still water, 140 s.
TEST(ReferenceVehicles, Remus100Steps) {
  RemusModel remus;
  Fin surface;
  surface.time_constant_s = 0.1;
  surface.angle_min_rad = -15 * kDegree;
  surface.angle_max_rad = 15 * kDegree;
  const Rotor shaft{.model = RotorModel::first_order, .time_constant_s = 1};
  double rudder = 0, stern = 0, n = 0, since = 0, rudder_command = 5 * kDegree,
         stern_command = 5 * kDegree;
  const double n_command = 1525 * kRpm;
  const auto actuators = [&](double t) {
    return std::array{fin_angle_after(surface, rudder, rudder_command, t - since),
                      fin_angle_after(surface, stern, stern_command, t - since),
                      rotor_after(shaft, n, n_command, t - since)};
  };
  remus.craft.wrench = [&](const State&, const Vec6& nu_r, const Mat3& R, double t) {
    const auto now = actuators(t);
    return remus.wrench(nu_r, R, std::span(now).first(2), now[2]);
  };
  const auto follow = [&](double t) {
    const auto now = actuators(t);
    rudder = now[0], stern = now[1], n = now[2], since = t;
  };
  State x = run(remus.craft, State::Zero(), 0, 50, 0.01, follow);
  stern_command = 0;
  x = run(remus.craft, x, 50, 100, 0.01, follow);
  rudder_command = 0;
  x = run(remus.craft, x, 100, 140, 0.01, follow);
  constexpr double kPosition = 0.01, kAngle = 1e-4, kSpeed = 1e-4;
  EXPECT_NEAR(x[0], 107.360208284, kPosition);
  EXPECT_NEAR(x[1], 2.83914750128, kPosition);
  EXPECT_NEAR(x[2], 42.3494699553, kPosition);
  EXPECT_NEAR(x[3], 0.017799565893, kAngle);
  EXPECT_NEAR(x[5], 6.413661696, kAngle);
  EXPECT_NEAR(x[6], 2.55363431949, kSpeed);
  EXPECT_NEAR(x[7], -0.00747181932211, kSpeed);
}

// Otter USV after Fossen: unequal propellers in a current of 0.3 m/s toward 30 deg.
TEST(ReferenceVehicles, OtterTurnsInACurrent) {
  constexpr double kGravity = 9.81, kHull = 55, kLoad = 25, kDensity = 1025;
  const Vec3 p_hull(0.2, 0, -0.2), p_load(0.05, 0, -0.35);
  const Vec3 p_BG_B = (kHull * p_hull + kLoad * p_load) / (kHull + kLoad);
  const Mat3 I_hull = kHull * Vec3(0.432 * 0.432, 0.25, 0.25).asDiagonal();
  const Mat3 I_G =
      I_hull - kHull * skew(p_BG_B) * skew(p_BG_B) - kLoad * skew(p_load) * skew(p_load);
  Craft craft;
  craft.M_RB = rigid_mass(kHull + kLoad, I_G, p_BG_B);
  craft.M_A.diagonal() << 0.1 * kHull, 1.5 * kHull, kHull, 0.2 * I_G(0, 0), 0.8 * I_G(1, 1),
      1.7 * I_G(2, 2);
  craft.munk = MunkTerms::all;
  craft.current_horizontal_only = true;
  craft.current_N = 0.3 * Vec3(std::cos(30 * kDegree), std::sin(30 * kDegree), 0);
  EXPECT_NEAR((craft.M_RB + craft.M_A)(3, 3), 24.8904847813, 1e-9);

  const SurfaceRestoring g{.heave_stiffness_N_m = 7541.4375,
                           .roll_stiffness_Nm_rad = 967.266192269,
                           .pitch_stiffness_Nm_rad = 2441.7129878,
                           .p_BF_B = {-0.2, 0, 0}};
  DampingCoefficients d;
  d.linear.diagonal() << 77.5544323484, 162.5, 605.403883783, 62.0654163774, 266.597002151,
      42.6514501953;
  d.quadratic(5, 5) = 10 * 42.6514501953;
  const double draft = (kHull + kLoad) / kDensity / (2 * 0.4 * 0.25 * 2);
  CrossFlow crossflow{.length_m = 2,
                      .side_height_m = draft,
                      .hoerner_beam_m = 0.25,
                      .hoerner_draft_m = draft,
                      .rule = StripRule::inclusive};
  crossflow = with_drag_2d(crossflow);
  const ThrustMap map{
      .model = ThrustModel::quadratic, .forward = 0.02216 / 2, .reverse = 0.01289 / 2};
  const Rotor shaft{.model = RotorModel::first_order, .time_constant_s = 0.1};
  double n[2] = {0, 0}, command[2] = {80, 60}, since = 0;
  craft.wrench = [&](const State& x, const Vec6& nu_r, const Mat3& R, double t) -> Vec6 {
    const double port =
        thrust_of(map, rotor_after(shaft, n[0], command[0], t - since), 0, kDensity).thrust_N;
    const double starboard =
        thrust_of(map, rotor_after(shaft, n[1], command[1], t - since), 0, kDensity).thrust_N;
    const Vec6 push =
        (Vec6() << port + starboard, 0, 0, 0, 0, 0.395 * (port - starboard)).finished();
    return push + damping_wrench(d, nu_r) + crossflow_wrench(crossflow, nu_r, 1026) +
           surface_restoring_wrench(g, R, x[2], kGravity) +
           weight_wrench(kLoad * kGravity, p_load, R);
  };
  const auto follow = [&](double t) {
    for (int i = 0; i < 2; ++i) n[i] = rotor_after(shaft, n[i], command[i], t - since);
    since = t;
  };
  State x = run(craft, State::Zero(), 0, 0.5, 0.005, follow);
  constexpr double kPosition = 1e-3, kSpeed = 1e-4;
  expect_near(x,
              {0.09921005157, 0.01777654259, 0.04565733646, -0.005843475301, -0.02334538514,
               0.009181208496, 0.4775338341, 0.05579353658, -0.01465816896},
              kSpeed);
  x = run(craft, x, 0.5, 40, 0.005, follow);
  command[0] = 60;
  x = run(craft, x, 40, 80, 0.005, follow);
  expect_near(x,
              {58.6434945148, 37.8504141349, 0.0416304715702, -5.44302849875e-05, -0.0290987601926,
               7.01808858221, 1.41397433143, -0.0642498975692, -0.0411604236402},
              kPosition);
}

}  // namespace
}  // namespace hadal::dynamics
