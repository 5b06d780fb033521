// Lift and drag coefficients of a lifting surface over the angle of attack a, for any angle.
//   attached:  CL = CL_a a,                    CD = CD0 + CL^2 / (pi e AR)
//   separated: CL = Cn sin^2(a) cos(a) sign a, CD = CD0 + Cn |sin^3(a)|     (flat plate, Cn = 2)
//   CL_a = pi AR / (1 + sqrt(1 + (AR/2)^2)) for a finite wing unless given.
// The two are joined by a smooth step of the given width about the stall angle (Beard & McLain 2012
// join them by a sigmoid; the step leaves both ends exact). Continuous with its first derivative.
#pragma once
#include "world/hydrodynamics.h"

namespace hadal::dynamics {

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

}  // namespace hadal::dynamics
