// Wind-driven spiral of an infinitely deep sea under a steady wind (Ekman 1905): with
// a = -pi depth / D, along the wind V0 e^a sin(pi/4 + a), to the right of it (north) or left
// (south) V0 e^a cos(pi/4 + a). At the surface 45 degrees off.
//
// Of a wind of speed U10 at 10 m: V0 = 0.0127 U10 / sqrt(sin |lat|) and D = 7.6 U10 / sqrt(sin
// |lat|) (Ekman's empirical relations). There is no spiral at the equator: latitudes within 10
// degrees of it count as 10 degrees.
#pragma once
#include "kinds/currents/current.h"

namespace hadal::inline kinds {

struct EkmanCurrent : CurrentConfig {
  enum class Hemisphere { kByLatitude, kNorth, kSouth };

  double surface_speed_m_s = 0.3;
  double ekman_depth_m = 40;
  std::optional<double> wind_speed_m_s;  // both follow from it
  double wind_toward_rad = 0;
  Hemisphere hemisphere = Hemisphere::kByLatitude;
  static const StructSchema& schema();

  void prepare(const CurrentRun& run, CheckReport&);
  Vec3 velocity_N(const Vec3& p_N, double, double) const;

  bool prepared_south = false;
};

}  // namespace hadal::kinds
