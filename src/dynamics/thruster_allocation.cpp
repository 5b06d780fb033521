#include "dynamics/thruster_allocation.h"

#include <Eigen/SVD>

namespace hadal::dynamics {
namespace {

// Shaft torque per newton of thrust, m.
double torque_per_thrust(const ThrustMap& map) {
  if (map.model != ThrustModel::propeller) return map.torque_per_thrust_m;
  const double kt = map.kt_table.empty() ? map.kt[0] : map.kt_table(0);
  const double kq = map.kq_table.empty() ? map.kq[0] : map.kq_table(0);
  return map.diameter_m * kq / (kt * (1 - map.thrust_deduction));
}

}  // namespace

AllocationMatrix allocation_matrix(std::span<const Thruster> thrusters, bool with_reaction_torque) {
  AllocationMatrix matrix(6, thrusters.size());
  for (size_t i = 0; i < thrusters.size(); ++i) {
    const Thruster& t = thrusters[i];
    matrix.col(i) << t.axis_B, t.p_BT_B.cross(t.axis_B);
    if (with_reaction_torque)
      matrix.col(i).tail<3>() -=
          t.rotation_sense * t.reaction_factor * torque_per_thrust(t.map) * t.axis_B;
  }
  return matrix;
}

Eigen::Matrix<double, Eigen::Dynamic, 6> allocation_pseudo_inverse(const AllocationMatrix& matrix) {
  constexpr double kWeakest = 1e-9;
  const Eigen::JacobiSVD<Eigen::MatrixXd> svd(matrix, Eigen::ComputeThinU | Eigen::ComputeThinV);
  Eigen::VectorXd inverse = svd.singularValues();
  for (double& s : inverse) s = s > kWeakest * svd.singularValues()[0] ? 1 / s : 0;
  return svd.matrixV() * inverse.asDiagonal() * svd.matrixU().transpose();
}

}  // namespace hadal::dynamics
