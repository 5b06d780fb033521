// Developed flow in a straight round pipe of radius R and mean speed U: u = 2 U (1 - (r/R)^2) where
// laminar, u = 60/49 U (1 - r/R)^(1/7) where turbulent (Prandtl's power law). Nothing outside the
// pipe nor beyond its ends.
#pragma once
#include "kinds/currents/current.h"

namespace hadal::inline kinds {

struct PipeCurrent : CurrentConfig {
  enum class Profile { kLaminar, kTurbulent };

  Vec3 from_N = Vec3::Zero();
  Vec3 to_N = Vec3::UnitX();
  double diameter_m = 1;
  double mean_speed_m_s = 0.5;
  Profile profile = Profile::kTurbulent;
  static const StructSchema& schema();

  Vec3 velocity_N(const Vec3& p_N, double, double) const;
};

}  // namespace hadal::kinds
