#include "dynamics/heading_current.h"

#include <cmath>

namespace hadal::dynamics {

Vec3 current_by_heading(const Mat3& R_NB, const Vec3& current_N) {
  const double yaw = std::atan2(R_NB(1, 0), R_NB(0, 0)), c = std::cos(yaw), s = std::sin(yaw);
  return {c * current_N.x() + s * current_N.y(), -s * current_N.x() + c * current_N.y(),
          current_N.z()};
}

Vec6 heading_current_wrench(double mass_kg, const Vec3& p_BG_B, const Mat6& added_mass,
                            const Vec6& nu_B, const Vec3& current_B) {
  const Vec3 omega = nu_B.tail<3>();
  const Vec3 left_over = (omega - Vec3(0, 0, omega.z())).cross(current_B);
  Vec6 tau_B = added_mass.leftCols<3>() * left_over;
  tau_B.head<3>() += mass_kg * left_over;
  tau_B.tail<3>() += mass_kg * p_BG_B.cross(left_over);
  return tau_B;
}

}  // namespace hadal::dynamics
