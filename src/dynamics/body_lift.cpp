#include "dynamics/body_lift.h"

#include <cmath>

#include "kinds/lift_curve.h"

namespace hadal::dynamics {

Vec6 body_lift_wrench(const BodyLift& lift, const Vec6& nu_r_B, double density_kg_m3) {
  Vec6 tau_B = Vec6::Zero();
  const double speed2 = nu_r_B.head<3>().squaredNorm();
  if (speed2 == 0) return tau_B;
  const double u = nu_r_B[0];
  const bool vertical = lift.plane == BodyLiftPlane::vertical;
  const double cross = vertical ? nu_r_B[2] : std::hypot(nu_r_B[1], nu_r_B[2]);
  const double in_plane = std::hypot(u, cross);
  if (in_plane == 0) return tau_B;

  const LiftDrag c = lift_drag(lift.curve, std::atan2(cross, u));
  const double pressure_area = 0.5 * density_kg_m3 * speed2 * lift.area_m2;
  const double cosine = u / in_plane, sine = cross / in_plane;
  const double along = pressure_area * (sine * c.lift - cosine * c.drag);
  const double across = -pressure_area * (sine * c.drag + cosine * c.lift);

  tau_B[0] = along;
  if (vertical) {
    tau_B[2] = across;
  } else if (cross > 0) {
    tau_B[1] = across * nu_r_B[1] / cross;
    tau_B[2] = across * nu_r_B[2] / cross;
  }
  tau_B[4] = -lift.center_x_m * tau_B[2];
  tau_B[5] = lift.center_x_m * tau_B[1];
  return tau_B;
}

}  // namespace hadal::dynamics
