#include "math/symmetric.h"

#include <gtest/gtest.h>

namespace hadal::inline math {
namespace symmetric_test {

constexpr double kTolerance = 1e-12;

TEST(Symmetric, KnownEigenvalues) {
  Mat3 m;
  m << 2, 1, 0, 1, 2, 0, 0, 0, 5;  // 1, 3, 5
  const SymmetricEigen3 e = symmetric_eigen(m);
  EXPECT_LT((e.values - Vec3(1, 3, 5)).norm(), kTolerance);
  EXPECT_LT((e.vectors * e.values.asDiagonal() * e.vectors.transpose() - m).norm(), kTolerance);
}

// Householder: Q diag Q^T has the eigenvalues of the diagonal.
TEST(Symmetric, SixAndAnySizeAgreeWithTheirConstruction) {
  Vec6 u, values;
  u << 1, -2, 3, 0.5, 4, -1;
  values << -3, -1, 0.5, 2, 7, 11;
  const Mat6 q = Mat6::Identity() - 2 * u * u.transpose() / u.squaredNorm();
  const Mat6 m = q * values.asDiagonal() * q.transpose();
  EXPECT_LT((symmetric_eigen(m).values - values).norm(), kTolerance * 100);
  EXPECT_LT((symmetric_eigenvalues(m) - values).norm(), kTolerance * 100);
  EXPECT_FALSE(is_positive_definite(m));
  EXPECT_TRUE(is_positive_definite(m + 3.5 * Mat6::Identity()));
}

}  // namespace symmetric_test
}  // namespace hadal::math
