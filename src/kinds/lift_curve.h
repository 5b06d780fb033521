// Lift and drag coefficients of a lifting surface over the angle of attack a, for any angle.
//   attached:  CL = CL_a a,              CD = CD0 + CL^2 / (pi e AR)
//   astern:    the same with the angle of the reversed flow, a -+ pi, and a part of CL_a
//   separated: CL = Cn cos(a) sign a,    CD = CD0 + Cn |sin a|,
//              Cn = C90 |sin a| / (0.56 + 0.44 |sin a|)     flat plate (Hoerner 1965, ch. 3)
//   CL_a = pi AR / (1 + sqrt(1 + (AR/2)^2)) for a finite wing, C90 = 1.11 + 0.018 AR (Viterna &
//   Corrigan 1981; AR up to 50), unless given.
// They are joined by a smooth step of the given width about the stall angle (Beard & McLain 2012
// join them by a sigmoid; the step leaves both ends exact), astern as ahead. Continuous with its
// first derivative.
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
  double plate_normal = 0;                 // C90; 0: from the aspect ratio
  double astern_lift = 0.5;                // lift slope astern over that ahead
  static const StructSchema& schema();
};

struct LiftDrag {
  double lift = 0;  // CL
  double drag = 0;  // CD
};

// CL per radian of a finite wing at small angles.
double lift_slope(double aspect_ratio);

// The curve with what follows from its aspect ratio, so that lift_drag() need not take a root.
LiftCurve with_lift_slope(LiftCurve curve);

//   angle_rad: in [-pi, pi].  curve: from with_lift_slope.
LiftDrag lift_drag(const LiftCurve& curve, double angle_rad);

}  // namespace hadal::kinds
