#include "dynamics/heading_current.h"

#include <gtest/gtest.h>

#include "dynamics/coriolis_added.h"
#include "math/rotation.h"

namespace hadal::dynamics {
namespace heading_current_test {

constexpr double kTolerance = 1e-12;

Mat6 rigid_mass(double m, const Vec3& p_BG_B) {
  Mat6 M = Mat6::Zero();
  M.topLeftCorner<3, 3>() = m * Mat3::Identity();
  M.topRightCorner<3, 3>() = -m * skew(p_BG_B);
  M.bottomLeftCorner<3, 3>() = m * skew(p_BG_B);
  M.bottomRightCorner<3, 3>() =
      Mat3(Vec3(0.4, 1.5, 1.6).asDiagonal()) - m * skew(p_BG_B) * skew(p_BG_B);
  return M;
}

// Fossen's form M dnu_c - C_RB(nu_r) nu_r against the exact one plus the wrench of this file.
TEST(HeadingCurrent, TurnsExactDynamicsIntoFossensForm) {
  constexpr double kMass = 31;
  const Vec3 p_BG_B(0.1, -0.05, 0.02), current_B(0.4, -0.3, 0);
  const Mat6 M_RB = rigid_mass(kMass, p_BG_B);
  const Mat6 M_A = Vec6(1, 28, 29, 0.1, 4, 4.2).asDiagonal();
  const Vec6 nu = (Vec6() << 1.5, -0.2, 0.1, 0.3, -0.4, 0.25).finished();
  Vec6 nu_r = nu, published_rate = Vec6::Zero(), exact_rate = Vec6::Zero();
  nu_r.head<3>() -= current_B;
  published_rate.head<2>() << nu[5] * current_B.y(), -nu[5] * current_B.x();
  exact_rate.head<3>() = -nu.tail<3>().cross(current_B);
  const Vec6 published =
      (M_RB + M_A) * published_rate - added_mass_coriolis(M_RB, nu_r, MunkTerms::all) * nu_r;
  const Vec6 exact = M_A * exact_rate - added_mass_coriolis(M_RB, nu, MunkTerms::all) * nu;
  const Vec6 wrench = heading_current_wrench(kMass, p_BG_B, M_A, nu, current_B);
  EXPECT_GT(wrench.norm(), 1);
  EXPECT_NEAR((published - exact - wrench).norm(), 0, kTolerance);
}

TEST(HeadingCurrent, IgnoresPitch) {
  const Mat3 R = quaternion_from({.roll = 0, .pitch = 0.5, .yaw = 0}).toRotationMatrix();
  EXPECT_NEAR((current_by_heading(R, Vec3(0.3, 0.1, 0)) - Vec3(0.3, 0.1, 0)).norm(), 0, kTolerance);
}

}  // namespace heading_current_test
}  // namespace hadal::dynamics
