// Turbulent bottom boundary layer by the law of the wall, u = (u*/kappa) ln(altitude / z0) with
// kappa = 0.4 (von Karman). Zero below z0; never more than at the altitude of the surface; zero
// where there is no seabed. Roughness z0 is 1e-4 m (mud) to 1e-2 m (ripples, gravel).
#pragma once
#include "kinds/currents/current.h"

namespace hadal::inline kinds {

struct LogLayerCurrent : CurrentConfig {
  double friction_velocity_m_s = 0.02;
  double roughness_m = 0.001;
  std::optional<double> seabed_depth_m;  // unset: the seabed below the place
  double toward_rad = 0;
  static const StructSchema& schema();

  void prepare(const CurrentRun& run, CheckReport& report);
  bool needs_seabed() const { return !seabed_depth_m; }
  Vec3 velocity_N(const Vec3& p_N, double, double seabed_below_m) const {
    return speed_m_s(seabed_depth_m.value_or(seabed_below_m) - p_N.z()) * prepared_direction_N;
  }
  double speed_m_s(double altitude_m) const;

  Vec3 prepared_direction_N = Vec3::UnitX();
};

}  // namespace hadal::kinds
