#include "kinds/forces/body_lift.h"

#include <cmath>

#include "kinds/forces/list.h"

namespace hadal::inline kinds {

extension::ForceAction BodyLift::act(const extension::ForceContext& now,
                                     std::span<const double>) const {
  extension::ForceAction action;
  Eigen::Map<Vec6>(action.wrench_B.data()) = wrench(Vec6(now.nu_r_B.data()), now.density_kg_m3);
  return action;
}

Vec6 BodyLift::wrench(const Vec6& nu_r_B, double density_kg_m3) const {
  Vec6 tau_B = Vec6::Zero();
  const double speed2 = nu_r_B.head<3>().squaredNorm();
  if (speed2 == 0) return tau_B;
  const double u = nu_r_B[0];
  const bool vertical = plane == BodyLiftPlane::vertical;
  const double cross = vertical ? nu_r_B[2] : std::hypot(nu_r_B[1], nu_r_B[2]);
  const double in_plane = std::hypot(u, cross);
  if (in_plane == 0) return tau_B;

  const LiftDrag c = lift_drag(curve, std::atan2(cross, u));
  const double pressure_area = 0.5 * density_kg_m3 * speed2 * area_m2;
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
  tau_B[4] = -center_x_m * tau_B[2];
  tau_B[5] = center_x_m * tau_B[1];
  return tau_B;
}

const StructSchema& BodyLift::schema() {
  using C = BodyLift;
  static const StructSchema s =
      StructBuilder<C>("lift", "Lift and drag of the hull at an angle of attack.")
          .number("area_m2", &C::area_m2, "Reference area.", kPositive)
          .required()
          .number("center_x_m", &C::center_x_m, "Point of attack on the x axis.")
          .choice("plane", &C::plane,
                  "Angle in the vertical plane only, or in the plane of motion.",
                  {{"vertical", BodyLiftPlane::vertical}, {"total", BodyLiftPlane::total}})
          .object("curve", &C::curve, "Coefficients.");
  return s;
}

template <>
extension::ForceKind built_in_force<BodyLift>() {
  return extension::force_kind<BodyLift>();
}

}  // namespace hadal::kinds
