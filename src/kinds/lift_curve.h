// Lift and drag coefficients of a lifting surface over the angle of attack a, for any angle.
//   attached:  CL = CL_a a,                    CD = CD0 + CL^2 / (pi e AR)
//   separated: CL = Cn sin^2(a) cos(a) sign a, CD = CD0 + Cn |sin^3(a)|     (flat plate, Cn = 2)
//   CL_a = pi AR / (1 + sqrt(1 + (AR/2)^2)) for a finite wing unless given.
// The two are joined by a smooth step of the given width about the stall angle (Beard & McLain 2012
// join them by a sigmoid; the step leaves both ends exact). Continuous with its first derivative.
#pragma once
#include "hadal/schema.h"
#include "math/units.h"

namespace hadal::inline kinds {

struct LiftCurve {
  double lift_slope_per_rad = 0;           // 0: from the aspect ratio
  double aspect_ratio = 1;                 // span^2 / area
  double oswald_efficiency = 0.9;          // induced drag CL^2 / (pi e AR); 0 switches it off
  double drag_zero_lift = 0;               // CD0
  double stall_angle_rad = 20 * kDegree;   // middle of the blend from attached to separated flow
  double stall_blend_rad = 6 * kDegree;    // width of the blend
  double plate_normal = 2;                 // separated flow: normal force coefficient times sin^2
  static const StructSchema& schema();
};

struct LiftDrag {
  double lift = 0;  // CL
  double drag = 0;  // CD
};

// CL per radian of a finite wing at small angles.
double lift_slope(double aspect_ratio);

// The curve with its slope filled in, so that lift_drag() need not take a root.
LiftCurve with_lift_slope(LiftCurve curve);

//   angle_rad: in [-pi, pi].  curve: from with_lift_slope.
LiftDrag lift_drag(const LiftCurve& curve, double angle_rad);

}  // namespace hadal::kinds
