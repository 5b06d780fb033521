// Linear systems of six, compiled once: Eigen's solvers are slow to compile.
#pragma once
#include "math/types.h"

namespace hadal::inline math {

// x of A x = b, by elimination with row pivoting; A must be regular.
Vec6 solve(const Mat6& A, const Vec6& b);
Mat6 inverse(const Mat6& A);

}  // namespace hadal::math
