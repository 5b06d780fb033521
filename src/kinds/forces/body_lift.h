// Lift and drag of a slender hull at an angle of attack (Fossen 2021, sec. 8.4; Beard & McLain
// 2012):
//   a = atan2(w, u), F = rho/2 U^2 S C,  X = -cos(a) F_D + sin(a) F_L,  Z = -sin(a) F_D - cos(a)
//   F_L,
// with CL and CD of lift_curve.h. In the vertical plane U includes sway, as in Fossen's REMUS 100
// (S = 0.7 L D, AR = D^2/S, CD0 = 0.42 pi (D/2)^2 / S, e = 0.7); in the plane of motion the
// angle is that of the whole velocity, so that a body of revolution answers alike in sway and
// heave. Sideways motion belongs to crossflow.h.
#pragma once
#include <cstdint>
#include <span>

#include "hadal/extension/force.h"
#include "kinds/lift_curve.h"
#include "math/types.h"

namespace hadal::inline kinds {

enum class BodyLiftPlane : std::uint8_t {
  vertical,  // angle of attack from u and w only (Fossen's REMUS model)
  total,     // angle to the flow in the plane of motion: a body of revolution
};

struct BodyLift {
  double area_m2 = 0;     // reference area of CL and CD
  double center_x_m = 0;  // point of attack on the body x axis
  BodyLiftPlane plane = BodyLiftPlane::vertical;
  LiftCurve curve;  // gets its slope by prepare()

  static const StructSchema& schema();
  void prepare() { curve = with_lift_slope(curve); }
  extension::ForceAction act(const extension::ForceContext& now, std::span<const double>) const;
  // Wrench at the body origin in B.
  Vec6 wrench(const Vec6& nu_r_B, double density_kg_m3) const;
};

}  // namespace hadal::kinds
