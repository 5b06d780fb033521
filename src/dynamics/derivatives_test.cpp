#include "dynamics/derivatives.h"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "math/rotation.h"
#include "world/derivative_terms.h"

namespace hadal::dynamics {
namespace derivatives_test {

DerivativeTerm term(int axis, double coefficient, std::string_view name) {
  static const std::vector<std::string> surfaces{"s", "r"};
  DerivativeTerm t = derivative_term_named(name, surfaces).value();
  t.axis = axis;
  t.coefficient = coefficient;
  return t;
}

const Mat3 kTilted = quaternion_from({.roll = 0.3, .pitch = -0.2, .yaw = 1}).toRotationMatrix();

TEST(Derivatives, SumOfProducts) {
  // Some of Prestero's REMUS derivatives.
  const std::vector<DerivativeTerm> terms{
      term(0, -1.62, "u|u|"),        term(0, -35.5, "wq"), term(1, -28.6, "uv"),
      term(1, 9.64, "u^2 delta_r"),  term(4, 24, "u w"),   term(4, -188, "q|q|"),
      term(4, -6.15, "u u delta_s"),
  };
  const double u = 1.5, v = -0.1, w = 0.2, q = -0.3, s = 0.1, r = -0.2;
  const Vec6 nu = (Vec6() << u, v, w, 0.7, q, 0.9).finished();
  const Vec6 tau = derivatives_wrench(terms, nu, Mat3::Identity(), std::vector{s, r});
  EXPECT_NEAR(tau[0], -1.62 * u * u - 35.5 * w * q, 1e-12);
  EXPECT_NEAR(tau[1], -28.6 * u * v + 9.64 * u * u * r, 1e-12);
  EXPECT_NEAR(tau[4], 24 * u * w + 188 * q * q - 6.15 * u * u * s, 1e-12);
  EXPECT_EQ(tau[5], 0);
}

TEST(Derivatives, AnglesComeFromTheAttitude) {
  const std::vector<DerivativeTerm> terms{term(0, 1, "phi"), term(1, 1, "theta"),
                                          term(2, 1, "sin(phi)"), term(3, 1, "cos(theta)"),
                                          term(4, 1, "cos(phi) sin(theta)")};
  const Vec6 tau = derivatives_wrench(terms, Vec6::Zero(), kTilted, {});
  EXPECT_NEAR(tau[0], 0.3, 1e-14);
  EXPECT_NEAR(tau[1], -0.2, 1e-14);
  EXPECT_NEAR(tau[2], std::sin(0.3), 1e-14);
  EXPECT_NEAR(tau[3], std::cos(0.2), 1e-14);
  EXPECT_NEAR(tau[4], -std::cos(0.3) * std::sin(0.2), 1e-14);
}

TEST(Derivatives, InverseSpeedIsHeldNearRest) {
  const std::vector<DerivativeTerm> terms{term(4, -0.156276, "theta/U^2"), term(0, 2, "U")};
  Vec6 nu = Vec6::Zero();
  nu[0] = 3;
  nu[2] = 4;
  Vec6 tau = derivatives_wrench(terms, nu, kTilted, {});
  EXPECT_NEAR(tau[4], 0.156276 * 0.2 / 25, 1e-15);
  EXPECT_DOUBLE_EQ(tau[0], 10);
  tau = derivatives_wrench(terms, Vec6::Zero(), kTilted, {});
  EXPECT_NEAR(tau[4], 0.156276 * 0.2 / (kSlowestSpeed * kSlowestSpeed), 1e-12);
}

}  // namespace derivatives_test
}  // namespace hadal::dynamics
