#include "dynamics/coriolis_added.h"

#include <gtest/gtest.h>

namespace hadal::dynamics {
namespace coriolis_added_test {

Mat6 coupled_mass() {
  Mat6 M = Mat6::Zero();
  M.diagonal() << 3, 25, 40, 0.2, 1.5, 1.1;
  M(1, 5) = M(5, 1) = 0.8;
  M(2, 4) = M(4, 2) = -0.6;
  return M;
}
const Vec6 kVelocity = (Vec6() << 1, 0.2, -0.1, 0.3, 0.1, 0.5).finished();

TEST(CoriolisAdded, DoesNoWorkAndEqualsTheMomentumBalance) {
  // Kirchhoff: d/dt of momentum in turning axes is -omega x a, -omega x b - v x a.
  const Vec6 tau = added_mass_coriolis_wrench(coupled_mass(), kVelocity, MunkTerms::all);
  const Vec6 momentum = coupled_mass() * kVelocity;
  const Vec3 v = kVelocity.head<3>(), omega = kVelocity.tail<3>(), a = momentum.head<3>(),
             b = momentum.tail<3>();
  EXPECT_LT((tau.head<3>() + omega.cross(a)).norm(), 1e-14);
  EXPECT_LT((tau.tail<3>() + omega.cross(b) + v.cross(a)).norm(), 1e-14);
  EXPECT_NEAR(tau.dot(kVelocity), 0, 1e-14);
}

TEST(CoriolisAdded, MunkMomentOfADriftingHull) {
  Mat6 M = Mat6::Zero();
  M.diagonal() << 1, 16, 16, 0, 0, 0;
  const Vec6 nu = (Vec6() << 2, 0.5, 0, 0, 0, 0).finished();
  EXPECT_DOUBLE_EQ(added_mass_coriolis_wrench(M, nu, MunkTerms::all)[5], -(16.0 - 1.0) * 2 * 0.5);
  EXPECT_EQ(added_mass_coriolis_wrench(M, nu, MunkTerms::no_yaw_rows)[5], 0);
}

TEST(CoriolisAdded, LeavesOutTheNamedEntriesOnly) {
  const Mat6 full = added_mass_coriolis(coupled_mass(), kVelocity, MunkTerms::all);
  const auto removed = [&](MunkTerms terms) {
    std::vector<int> places;
    const Mat6 C = added_mass_coriolis(coupled_mass(), kVelocity, terms);
    for (int i = 0; i < 6; ++i)
      for (int j = 0; j < 6; ++j)
        if (C(i, j) != full(i, j)) places.push_back(10 * (i + 1) + j + 1);
    return places;
  };
  EXPECT_EQ(removed(MunkTerms::no_pitch_yaw), (std::vector<int>{15, 16, 26, 35, 51, 53, 61, 62}));
  EXPECT_EQ(removed(MunkTerms::no_yaw_rows), (std::vector<int>{61, 62}));
  EXPECT_EQ(removed(MunkTerms::no_yaw), (std::vector<int>{16, 26, 61, 62}));
  EXPECT_EQ(removed(MunkTerms::no_pitch_yaw_rows), (std::vector<int>{51, 54, 61, 62}));
}

}  // namespace coriolis_added_test
}  // namespace hadal::dynamics
