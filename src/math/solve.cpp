#include "math/solve.h"

#include <Eigen/LU>

namespace hadal::inline math {

Vec6 solve(const Mat6& A, const Vec6& b) {
  return A.partialPivLu().solve(b);
}

Mat6 inverse(const Mat6& A) {
  return A.inverse();
}

}  // namespace hadal::math
