#include "math/solve.h"

#include <gtest/gtest.h>

namespace hadal::inline math {
namespace solve_test {

constexpr double kTolerance = 1e-12;

// Neither symmetric nor with a useful first pivot.
Mat6 matrix() {
  Mat6 A;
  for (int i = 0; i < 6; ++i)
    for (int j = 0; j < 6; ++j) A(i, j) = i == j ? i : 1.0 / (1 + i + 2 * j);
  A(0, 0) = 0;
  return A;
}

TEST(Solve, PutBackGivesTheRightHandSide) {
  const Vec6 x = (Vec6() << 1, -2, 3, -4, 5, -6).finished();
  EXPECT_LT((solve(matrix(), matrix() * x) - x).norm(), kTolerance);
}

TEST(Solve, InverseTimesTheMatrixIsOne) {
  EXPECT_LT((inverse(matrix()) * matrix() - Mat6::Identity()).norm(), kTolerance);
}

}  // namespace solve_test
}  // namespace hadal::math
