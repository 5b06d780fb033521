// Motion of the position coordinates at constant velocity coordinates.
#pragma once
#include <span>

#include "dynamics/multibody/tree.h"

namespace hadal::dynamics {

// to = from moved for dt with qvel. Free links turn about constant link axes, q <- q exp(w dt), and
// their origin moves along a straight line in N. `to` may be `from`. Kinematic trees are left out.
void drift(const Tree& tree, std::span<const double> from, std::span<const double> qvel,
           double dt_s, std::span<double> to);

// The same for the kinematic trees alone: their root keeps its twist in link axes, so that its
// origin moves on a screw line (the exponential of SE(3)). Also turns the root's velocity in N
// along.
//   qvel: at `from`; qvel_to: at `to`.
void drift_kinematic(const Tree& tree, std::span<const double> from, std::span<const double> qvel,
                     double dt_s, std::span<double> to, std::span<double> qvel_to);

}  // namespace hadal::dynamics
