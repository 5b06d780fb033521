#include "dynamics/moving_mass.h"

#include <algorithm>

namespace hadal::dynamics {

double moving_mass_after(const MovingMass& mass, double offset_m, double command_m, double dt_s) {
  const double target = std::clamp(command_m, mass.offset_min_m, mass.offset_max_m);
  const double reach = mass.rate_max_m_s * dt_s;
  return std::clamp(target, offset_m - reach, offset_m + reach);
}

Vec6 moving_mass_wrench(const MovingMass& mass, double offset_m, const Mat3& R_NB,
                        double gravity_m_s2) {
  const Vec3 weight_B = mass.mass_kg * gravity_m_s2 * R_NB.row(2).transpose();
  Vec6 tau_B = Vec6::Zero();
  tau_B.tail<3>() = (offset_m * mass.axis_B).cross(weight_B);
  return tau_B;
}

}  // namespace hadal::dynamics
