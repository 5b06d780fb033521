#include "dynamics/damping.h"

#include <cmath>

#include "math/symmetric.h"

namespace hadal::dynamics {
namespace {

Vec6 linear_fade(const DampingCoefficients& d, const Vec6& nu_r_B) {
  const double speed = nu_r_B.head<3>().norm();
  return (-speed * d.linear_decay_s_m).array().exp();
}

// Slope of the measured tables, axis by axis.
Vec6 curve_slopes(const DampingCoefficients& d, const Vec6& nu_r_B) {
  Vec6 slopes = Vec6::Zero();
  for (size_t i = 0; i < d.curves.size(); ++i)
    slopes[static_cast<int>(i)] = d.curves[i].slope(nu_r_B[static_cast<int>(i)]);
  return slopes;
}

Mat6 positive_part(const Mat6& symmetric) {
  // A clearly positive matrix is the usual case and needs no eigenvalues.
  if (is_positive_definite(symmetric)) return symmetric;
  const SymmetricEigen6 eigen = symmetric_eigen(symmetric);
  const Vec6 kept = eigen.values.cwiseMax(0);
  return eigen.vectors * kept.asDiagonal() * eigen.vectors.transpose();
}

}  // namespace

Vec6 damping_wrench(const DampingCoefficients& d, const Vec6& nu_r_B) {
  const Vec6 nu_abs_nu = nu_r_B.cwiseProduct(nu_r_B.cwiseAbs());
  Vec6 linear = d.linear.lazyProduct(nu_r_B);
  if (!d.linear_decay_s_m.isZero(0)) linear = linear.cwiseProduct(linear_fade(d, nu_r_B));
  Vec6 tau = -linear - d.quadratic.lazyProduct(nu_abs_nu);
  for (size_t i = 0; i < d.curves.size(); ++i)
    tau[static_cast<int>(i)] -= d.curves[i].drag(nu_r_B[static_cast<int>(i)]);
  return tau;
}

Mat6 damping_matrix(const DampingCoefficients& d, const Vec6& nu_r_B) {
  Mat6 D = d.linear;
  if (!d.linear_decay_s_m.isZero(0)) D = linear_fade(d, nu_r_B).asDiagonal() * D;
  for (int j = 0; j < 6; ++j) D.col(j) += 2 * std::abs(nu_r_B[j]) * d.quadratic.col(j);
  if (!d.curves.empty()) D.diagonal() += curve_slopes(d, nu_r_B);
  if (D.isDiagonal(0)) return D.diagonal().cwiseMax(0).asDiagonal();
  return positive_part(0.5 * (D + D.transpose()));
}

bool is_diagonal(const DampingCoefficients& d) {
  return d.linear.isDiagonal(0) && d.quadratic.isDiagonal(0);
}

Vec6 damping_diagonal(const DampingCoefficients& d, const Vec6& nu_r_B) {
  Vec6 D = d.linear.diagonal();
  if (!d.linear_decay_s_m.isZero(0)) D = linear_fade(d, nu_r_B).cwiseProduct(D);
  D += (2 * nu_r_B.cwiseAbs()).cwiseProduct(d.quadratic.diagonal());
  if (!d.curves.empty()) D += curve_slopes(d, nu_r_B);
  return D.cwiseMax(0);
}

}  // namespace hadal::dynamics
