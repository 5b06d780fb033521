#include "geometry/hull/lamb.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

namespace hadal::geometry {
namespace lamb_test {

constexpr double kPi = std::numbers::pi;

// Closed forms of the prolate spheroid (Lamb, art. 373).
struct Prolate {
  double k_along, k_across, k_rotation;
};
Prolate prolate(double a, double b) {
  const double e = std::sqrt(1 - b * b / (a * a)), log = std::log((1 + e) / (1 - e));
  const double alpha = 2 * (1 - e * e) / (e * e * e) * (log / 2 - e);
  const double beta = 1 / (e * e) - (1 - e * e) / (2 * e * e * e) * log;
  const double e2 = e * e;
  return {alpha / (2 - alpha), beta / (2 - beta),
          e2 * e2 * (beta - alpha) / ((2 - e2) * (2 * e2 - (2 - e2) * (beta - alpha)))};
}

TEST(Lamb, CarlsonIntegralOfPublishedArguments) {
  // Carlson, Numerical computation of real or complex elliptic integrals (1995), section 3.
  EXPECT_NEAR(carlson_rd(0, 2, 1), 1.7972103521033883, 1e-14);
  EXPECT_NEAR(carlson_rd(2, 3, 4), 0.16510527294261053, 1e-15);
}

TEST(Lamb, SphereCarriesHalfItsDisplacementAndNoInertia) {
  const Vec6 A = ellipsoid_added_mass(Vec3::Constant(0.7));
  const double half = 2 * kPi / 3 * 0.343;
  for (int i = 0; i < 3; ++i) {
    EXPECT_NEAR(A[i], half, 1e-13);
    EXPECT_EQ(A[3 + i], 0);
  }
}

TEST(Lamb, ProlateSpheroidHasAClosedForm) {
  for (const double a : {1.05, 2.0, 5.0, 8.42, 40.0}) {
    const Vec6 A = ellipsoid_added_mass({a, 1, 1});
    const Prolate k = prolate(a, 1);
    const double V = 4 * kPi / 3 * a, tolerance = 1e-9 * V;
    EXPECT_NEAR(A[0], k.k_along * V, tolerance) << a;
    EXPECT_NEAR(A[1], k.k_across * V, tolerance) << a;
    EXPECT_NEAR(A[5], k.k_rotation * V * (a * a + 1) / 5, tolerance * a * a) << a;
    EXPECT_EQ(A[3], 0);
  }
}

TEST(Lamb, IntegralsSumToTwo) {
  for (const Vec3& s : {Vec3(3, 1.5, 0.8), Vec3(1, 1, 0.01), Vec3(1e3, 1, 0.2)})
    EXPECT_NEAR(lamb_integrals(s).sum(), 2, 1e-13);
}

TEST(Lamb, FlatDiscIsTheLimitOfAnOblateSpheroid) {
  constexpr double kFlat = 1e-7;
  const Vec6 A = ellipsoid_added_mass({kFlat, 1, 1});
  EXPECT_NEAR(A[0], 8.0 / 3, 1e-5);    // face on: 8/3 rho R^3
  EXPECT_NEAR(A[4], 16.0 / 45, 1e-5);  // about a diameter: 16/45 rho R^5
  EXPECT_NEAR(A[1], 0, 1e-12);
}

TEST(Lamb, NeedleMovesTheWaterOfItsSection) {
  const Vec6 A = ellipsoid_added_mass({1e4, 1, 1});
  const double V = 4 * kPi / 3 * 1e4;
  EXPECT_NEAR(A[1] / V, 1, 1e-6);
  EXPECT_NEAR(A[0] / V, 0, 1e-6);
}

TEST(Lamb, FrameChangeKeepsTheKineticEnergy) {
  const Mat6 A_B = ellipsoid_added_mass({3, 1.5, 0.8}).asDiagonal();
  Pose X_AB;
  X_AB.p = {0.4, -1.1, 2.0};
  X_AB.q = Quat(Eigen::AngleAxisd(0.8, Vec3(1, 2, -0.5).normalized()));
  const Mat6 A_A = added_mass_in_frame(A_B, X_AB);
  Vec6 nu_A;
  nu_A << 0.3, -0.2, 0.9, 0.5, 1.3, -0.7;
  Vec6 nu_B;  // a point fixed to the body moves with v + w x r
  nu_B << X_AB.q.inverse() * Vec3(nu_A.head<3>() + nu_A.tail<3>().cross(X_AB.p)),
      X_AB.q.inverse() * Vec3(nu_A.tail<3>());
  EXPECT_NEAR(nu_A.dot(A_A * nu_A), nu_B.dot(A_B * nu_B), 1e-11);
  EXPECT_NEAR((A_A - A_A.transpose()).norm(), 0, 1e-12);
}

}  // namespace lamb_test
}  // namespace hadal::geometry
