#include "math/symmetric.h"

#include <Eigen/Cholesky>
#include <Eigen/Eigenvalues>

namespace hadal::inline math {

SymmetricEigen3 symmetric_eigen(const Mat3& matrix) {
  const Eigen::SelfAdjointEigenSolver<Mat3> solver(matrix);
  return {solver.eigenvalues(), solver.eigenvectors()};
}

SymmetricEigen6 symmetric_eigen(const Mat6& matrix) {
  const Eigen::SelfAdjointEigenSolver<Mat6> solver(matrix);
  return {solver.eigenvalues(), solver.eigenvectors()};
}

SymmetricEigenX symmetric_eigen(const Eigen::MatrixXd& matrix) {
  const Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> solver(matrix);
  return {solver.eigenvalues(), solver.eigenvectors()};
}

Eigen::VectorXd symmetric_eigenvalues(const Eigen::MatrixXd& matrix) {
  return Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd>(matrix, Eigen::EigenvaluesOnly)
      .eigenvalues();
}

bool is_positive_definite(const Mat6& matrix) {
  return Eigen::LLT<Mat6>(matrix).info() == Eigen::Success;
}

}  // namespace hadal::math
