// u = u_surface ((H - depth) / H)^n for a seabed at H, n = 1/7 by default; the surface speed above
// the surface or without a seabed, zero below the seabed.
#pragma once
#include "kinds/currents/current.h"

namespace hadal::inline kinds {

struct PowerLawCurrent : CurrentConfig {
  double surface_speed_m_s = 0.5;
  std::optional<double> seabed_depth_m;  // unset: the seabed below the place
  double exponent = 1.0 / 7;
  double toward_rad = 0;
  static const StructSchema& schema();

  void prepare(const CurrentRun& run, CheckReport& report);
  bool needs_seabed() const { return !seabed_depth_m; }
  Vec3 velocity_N(const Vec3& p_N, double, double seabed_below_m) const {
    return speed_m_s(p_N.z(), seabed_depth_m.value_or(seabed_below_m)) * prepared_direction_N;
  }
  double speed_m_s(double depth_m, double seabed_m) const;

  Vec3 prepared_direction_N = Vec3::UnitX();
};

}  // namespace hadal::kinds
