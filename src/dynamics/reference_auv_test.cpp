// Autonomous vehicles of the literature, put together from the kernels of this folder. The expected
// states come from independent programs (the authors' own code, or two formulations of the same
// equations) integrated at tight tolerances.
#include "dynamics/reference_craft.h"

#include <array>
#include <span>

#include "dynamics/damping.h"
#include "dynamics/derivatives.h"
#include "dynamics/hydrostatics.h"
#include "kinds/actuators/fin.h"
#include "kinds/actuators/thruster.h"
#include "kinds/forces/body_lift.h"
#include "kinds/forces/crossflow.h"
#include "kinds/lift_curve.h"

namespace hadal::dynamics {
namespace reference_auv_test {

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

struct RemusModel {
  static constexpr double kDensity = 1026, kGravity = 9.81, a = 0.8, b = 0.095;
  Craft craft;
  double weight = 0;
  DampingCoefficients damping;
  BodyLift lift;
  CrossFlow crossflow;
  PropellerMap propeller;
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
    lift.curve.oswald_efficiency = 0.7;
    lift.curve.plate_normal = 0;
    lift.prepare();
    crossflow.length_m = 1.6;
    crossflow.side_height_m = crossflow.hoerner_beam_m = crossflow.hoerner_draft_m = 0.19;
    crossflow.rule = StripRule::inclusive;
    crossflow.prepare();
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
    const ThrustTorque prop = propeller.thrust(n, {nu_r.head<3>().norm(), kDensity});
    const Vec6 push = (Vec6() << prop.thrust_n, 0, 0, 0.1 * prop.torque_nm, 0, 0).finished();
    const Buoyancy buoyancy{.volume_m3 = weight / (kDensity * kGravity)};
    return push + damping_wrench(damping, nu_r) + lift.wrench(nu_r, kDensity) +
           crossflow.wrench(nu_r, kDensity) +
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
  FirstOrderRotor shaft{1};
  double rudder = 0, stern = 0, n = 0, since = 0, rudder_command = 5 * kDegree,
         stern_command = 5 * kDegree;
  const double n_command = 1525 * kRpm;
  const auto actuators = [&](double t) {
    shaft.prepare(t - since);
    return std::array{surface.angle_after(rudder, rudder_command, t - since),
                      surface.angle_after(stern, stern_command, t - since),
                      shaft.after(n, n_command)};
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

}  // namespace reference_auv_test
}  // namespace hadal::dynamics
