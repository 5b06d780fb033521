#include "dynamics/ballast.h"

#include <algorithm>

namespace hadal::dynamics {

double ballast_after(const Ballast& b, double state, double command, double dt_s) {
  const double target = std::clamp(command, b.min, b.max);
  if (target >= state) return std::min(target, state + b.rate_up * dt_s);
  return std::max(target, state - b.rate_down * dt_s);
}

Vec6 ballast_wrench(const Ballast& b, double state, const Mat3& R_NB, double density_kg_m3,
                    double gravity_m_s2) {
  const double down_N =
      b.kind == BallastKind::tank ? gravity_m_s2 * state : -density_kg_m3 * gravity_m_s2 * state;
  const Vec3 force_B = down_N * R_NB.row(2).transpose();
  Vec6 tau_B;
  tau_B << force_B, b.p_BV_B.cross(force_B);
  return tau_B;
}

}  // namespace hadal::dynamics
