// Submerged turbulent round jet from a nozzle (Albertson, Dai, Jensen and Rouse, "Diffusion of
// submerged jets", 1950). With x along the axis from the nozzle, r from the axis, diameter d, exit
// speed U and k = tan(spread):
//   x >= x_c:  u = U x_c / x exp(-(r / k x)^2)
//   x <  x_c:  u = U for r < r_c = d/2 (1 - x/x_c), beyond it U exp(-((r - r_c) / b)^2)
// The core ends at x_c = d / (sqrt(2) k), 6.2 d for the usual k = 0.115, and b(x) follows from the
// momentum, which is that of the nozzle in every section. Still water behind the nozzle; the slow
// inflow from the sides (a tenth of the speed on the axis at most) is left out. Valid for Reynolds
// numbers above some thousand, far from walls and the surface.
#pragma once
#include "kinds/currents/current.h"
#include "math/units.h"

namespace hadal::inline kinds {

struct JetCurrent : CurrentConfig {
  Vec3 position_N = Vec3::Zero();  // centre of the nozzle
  double toward_rad = 0;
  double down_rad = 0;  // below the horizontal
  double exit_speed_m_s = 1;
  double diameter_m = 0.5;
  double spread_rad = 6.54 * kDegree;  // angle of the 1/e width
  static const StructSchema& schema();

  void prepare(const CurrentRun&, CheckReport&);
  Vec3 velocity_N(const Vec3& p_N, double, double) const;

  Vec3 prepared_direction_N = Vec3::UnitX();
};

}  // namespace hadal::kinds
