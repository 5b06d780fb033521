// The thruster allocation matrix: column i is the wrench on the body per newton of thruster i,
// [d; p x d] (Fossen 2021, sec. 11.2), with the reaction torque -sense factor k d where the map
// knows its torque per newton k = Q/T (constant for the non-propeller maps and for a propeller at
// rest).
#pragma once
#include <span>

#include "dynamics/thruster.h"
#include "math/types.h"

namespace hadal::dynamics {

using AllocationMatrix = Eigen::Matrix<double, 6, Eigen::Dynamic>;

// For load time: allocates the matrix.
AllocationMatrix allocation_matrix(std::span<const Thruster> thrusters, bool with_reaction_torque);

// Moore-Penrose inverse, thrusts = pinv * wrench: the smallest thrusts that give the wrench.
// Directions weaker than 1e-9 of the strongest count as impossible.
Eigen::Matrix<double, Eigen::Dynamic, 6> allocation_pseudo_inverse(const AllocationMatrix& matrix);

}  // namespace hadal::dynamics
