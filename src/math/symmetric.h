// Eigenvalues of symmetric matrices, compiled once: Eigen's solvers are slow to compile and several
// folders need them.
#pragma once
#include "math/types.h"

namespace hadal::inline math {

// A = vectors * diag(values) * vectors^T, values rising, vectors orthonormal.
struct SymmetricEigen3 {
  Vec3 values;
  Mat3 vectors;
};
struct SymmetricEigen6 {
  Vec6 values;
  Mat6 vectors;
};
struct SymmetricEigenX {
  Eigen::VectorXd values;
  Eigen::MatrixXd vectors;
};
SymmetricEigen3 symmetric_eigen(const Mat3& matrix);
SymmetricEigen6 symmetric_eigen(const Mat6& matrix);
SymmetricEigenX symmetric_eigen(const Eigen::MatrixXd& matrix);
// Eigenvalues of a square symmetric matrix of any size, rising.
Eigen::VectorXd symmetric_eigenvalues(const Eigen::MatrixXd& matrix);

// Whether a symmetric matrix is positive definite (its Cholesky factor exists).
bool is_positive_definite(const Mat6& matrix);

}  // namespace hadal::math
