#include "dynamics/damping.h"

#include <gtest/gtest.h>

#include <cmath>

#include "kinds/actuators/rotor.h"
#include "math/symmetric.h"

namespace hadal::dynamics {
namespace damping_test {

// Surge of the BlueROV2 Heavy, mass with added mass (von Benzon et al. 2022).
constexpr double kMass = 19.86, kLinear = 13.7, kQuadratic = 141, kForce = 40;
constexpr double kTolerance = 1e-6;

DampingCoefficients surge_damping() {
  DampingCoefficients d;
  d.linear(0, 0) = kLinear;
  d.quadratic(0, 0) = kQuadratic;
  return d;
}

double surge_drag(const DampingCoefficients& d, double u) {
  Vec6 nu = Vec6::Zero();
  nu[0] = u;
  return damping_wrench(d, nu)[0];
}

// Classical Runge-Kutta on m u' = F + drag(u).
double surge_after(double u, double force, double time_s) {
  const DampingCoefficients d = surge_damping();
  const auto f = [&](double v) { return (force + surge_drag(d, v)) / kMass; };
  const double dt = 1e-3;
  for (int i = 0; i < std::lround(time_s / dt); ++i) {
    const double k1 = f(u), k2 = f(u + dt / 2 * k1), k3 = f(u + dt / 2 * k2), k4 = f(u + dt * k3);
    u += dt / 6 * (k1 + 2 * k2 + 2 * k3 + k4);
  }
  return u;
}

TEST(Damping, TerminalSpeedIsTheRootOfForceAgainstDrag) {
  const double terminal =
      (-kLinear + std::sqrt(kLinear * kLinear + 4 * kQuadratic * kForce)) / (2 * kQuadratic);
  EXPECT_NEAR(surge_after(0, kForce, 20), terminal, kTolerance);
  EXPECT_NEAR(terminal, 0.486253097589, 1e-11);
}

TEST(Damping, StepAndCoastFollowTheClosedForm) {
  const double theta = std::sqrt(kLinear * kLinear + 4 * kQuadratic * kForce);
  const double terminal = (theta - kLinear) / (2 * kQuadratic);
  for (const double t : {0.05, 0.2, 0.5, 1.0}) {
    const double step = 2 * kForce / (kLinear + theta / std::tanh(theta * t / (2 * kMass)));
    EXPECT_NEAR(surge_after(0, kForce, t), step, kTolerance);
    EXPECT_NEAR(after_quadratic_drag(kForce / kMass, kLinear / kMass, kQuadratic / kMass, 0, t),
                step, kTolerance);
    const double ratio = kQuadratic / kLinear;
    const double coast = 1 / ((1 / terminal + ratio) * std::exp(kLinear * t / kMass) - ratio);
    EXPECT_NEAR(surge_after(terminal, 0, t), coast, kTolerance);
    EXPECT_NEAR(after_quadratic_drag(0, kLinear / kMass, kQuadratic / kMass, -terminal, t), -coast,
                kTolerance);
  }
}

TEST(Damping, FullMatricesMultiplyByColumn) {
  DampingCoefficients d;
  d.linear(1, 5) = -11.5;
  d.quadratic(1, 5) = -0.3;
  d.quadratic(4, 2) = -1.5;
  Vec6 nu = Vec6::Zero();
  nu[2] = -2;
  nu[5] = 0.5;
  const Vec6 tau = damping_wrench(d, nu);
  EXPECT_DOUBLE_EQ(tau[1], 11.5 * 0.5 + 0.3 * 0.25);
  EXPECT_DOUBLE_EQ(tau[4], 1.5 * -4);
}

TEST(Damping, LinearPartFadesWithSpeedPerAxis) {
  DampingCoefficients d;
  d.linear = Mat6::Identity();
  d.linear_decay_s_m[0] = 3;
  Vec6 nu;
  nu << 0.3, 0, 0.4, 0, 0, 1;
  const Vec6 tau = damping_wrench(d, nu);
  EXPECT_NEAR(tau[0], -0.3 * std::exp(-3 * 0.5), 1e-15);
  EXPECT_DOUBLE_EQ(tau[2], -0.4);
  EXPECT_DOUBLE_EQ(tau[5], -1);
}

Mat6 numeric_jacobian(const DampingCoefficients& d, const Vec6& nu) {
  constexpr double kStep = 1e-6;
  Mat6 J;
  for (int j = 0; j < 6; ++j) {
    const Vec6 h = kStep * Vec6::Unit(j);
    J.col(j) = -(damping_wrench(d, nu + h) - damping_wrench(d, nu - h)) / (2 * kStep);
  }
  return J;
}

TEST(Damping, MatrixIsTheSlopeOfTheForce) {
  DampingCoefficients d;
  d.linear.diagonal() << 74.82, 69.48, 728.4, 268.8, 309.77, 105;
  d.quadratic.diagonal() << 748.22, 992.53, 1821.01, 672, 774.44, 523.27;
  Vec6 nu;
  nu << 0.4, -0.3, 0.2, 0.1, -0.2, 0.3;
  EXPECT_LT((damping_matrix(d, nu) - numeric_jacobian(d, nu)).norm(), 1e-4);
  d.linear(0, 4) = d.linear(4, 0) = 20;
  EXPECT_LT((damping_matrix(d, nu) - numeric_jacobian(d, nu)).norm(), 1e-4);
}

TEST(Damping, MatrixHasNoNegativeDirection) {
  DampingCoefficients d;  // cross terms stronger than the diagonal, and a motor-like entry
  d.linear(1, 5) = d.linear(5, 1) = 10;
  d.linear(0, 0) = 5;
  d.linear(3, 3) = -2;
  const Mat6 D = damping_matrix(d, Vec6::Ones());
  EXPECT_GE(symmetric_eigen(D).values.minCoeff(), -1e-12);
  EXPECT_NEAR(D(0, 0), 5, 1e-12);
  EXPECT_NEAR(D(1, 1), 5, 1e-12);  // the positive half of the indefinite pair
  EXPECT_NEAR(D(3, 3), 0, 1e-12);
}

TEST(Damping, DiagonalCoefficientsGiveTheSameNumbersEitherWay) {
  DampingCoefficients d;
  d.linear.diagonal() << 2.4, 23, -0.1, 0.3, 9.7, 0;
  d.quadratic.diagonal() << 141, 217, 0, 1.19, 0.47, 1.5;
  Vec6 nu;
  nu << 1.1, -0.2, 0.3, -0.4, 0.5, 0;
  for (const double decay : {0.0, 3.0}) {
    d.linear_decay_s_m[1] = decay;
    ASSERT_TRUE(is_diagonal(d));
    EXPECT_EQ(Mat6(damping_diagonal(d, nu).asDiagonal()), damping_matrix(d, nu));
  }
  d.quadratic(1, 5) = 1;
  EXPECT_FALSE(is_diagonal(d));
}

// A table of linear plus quadratic drag is that drag, in the wrench and in both damping matrices.
TEST(Damping, MeasuredTablesActLikeTheirCoefficients) {
  DampingCoefficients law, table;
  law.linear.diagonal() << 11.73, 0, 0, 0, 0, 2;
  law.quadratic.diagonal() << 68.31, 0, 0, 0, 0, 5;
  table.curves.resize(6);
  for (const int axis : {0, 5}) {
    std::vector<std::vector<double>> rows;
    for (const double u : {0.3, 0.8, 1.5})
      rows.push_back({u, u * (law.linear(axis, axis) + u * law.quadratic(axis, axis))});
    table.curves[static_cast<size_t>(axis)] = DragCurve(rows);
  }
  Vec6 nu;
  nu << 1.1, -0.2, 0.3, -0.4, 0.5, -0.7;
  EXPECT_LT((damping_wrench(table, nu) - damping_wrench(law, nu)).norm(), 1e-12);
  EXPECT_LT((damping_diagonal(table, nu) - damping_diagonal(law, nu)).norm(), 1e-10);
  EXPECT_LT((damping_matrix(table, nu) - damping_matrix(law, nu)).norm(), 1e-10);
  EXPECT_TRUE(is_diagonal(table));
}

TEST(Damping, MirroredVehicleFeelsTheMirroredWrench) {
  DampingCoefficients d;  // LAUV, port-starboard symmetric
  d.linear.diagonal() << 2.4, 23, 23, 0.3, 9.7, 9.7;
  d.linear(1, 5) = -11.5;
  d.linear(2, 4) = 11.5;
  d.quadratic(5, 1) = 1.5;
  const Vec6 mirror = (Vec6() << 1, -1, 1, -1, 1, -1).finished();
  Vec6 nu;
  nu << 1, 0.2, -0.3, 0.4, 0.5, -0.6;
  const Vec6 difference =
      mirror.cwiseProduct(damping_wrench(d, nu)) - damping_wrench(d, mirror.cwiseProduct(nu));
  EXPECT_EQ(difference.norm(), 0);
}

}  // namespace damping_test
}  // namespace hadal::dynamics
