#include "kinds/currents/ekman.h"

#include <algorithm>
#include <numbers>

#include "kinds/currents/list.h"
#include "math/units.h"

namespace hadal::inline kinds {

const StructSchema& EkmanCurrent::schema() {
  using C = EkmanCurrent;
  static const StructSchema s =
      current_schema<C>("ekman", "Ekman spiral under a steady wind.")
          .number("surface_speed_m_s", &C::surface_speed_m_s, "Speed at the surface.", kNotNegative)
          .number("ekman_depth_m", &C::ekman_depth_m, "Ekman depth.", kPositive)
          .number("wind_speed_m_s", &C::wind_speed_m_s,
                  "Wind at 10 m; surface speed and Ekman depth follow from it and the latitude.",
                  {0, 100})
          .number("wind_toward_deg", &C::wind_toward_rad, "Direction the wind blows to.", kAngle,
                  kDegree)
          .choice("hemisphere", &C::hemisphere, "Sense of the spiral.",
                  {{"by_latitude", Hemisphere::kByLatitude},
                   {"north", Hemisphere::kNorth},
                   {"south", Hemisphere::kSouth}});
  return s;
}

void EkmanCurrent::prepare(const CurrentRun& run, CheckReport&) {
  prepared_south = hemisphere == Hemisphere::kSouth ||
                   (hemisphere == Hemisphere::kByLatitude && run.latitude_deg < 0);
  if (!wind_speed_m_s) return;
  const double latitude = std::max(std::fabs(run.latitude_deg * kDegree), 10 * kDegree);
  const double scale = *wind_speed_m_s / std::sqrt(std::sin(latitude));
  surface_speed_m_s = 0.0127 * scale;
  ekman_depth_m = 7.6 * scale;
}

Vec3 EkmanCurrent::velocity_N(const Vec3& p_N, double, double) const {
  const double a = -std::numbers::pi * std::max(p_N.z(), 0.0) / ekman_depth_m;
  const double speed = surface_speed_m_s * std::exp(a);
  const double along = speed * std::sin(std::numbers::pi / 4 + a);
  const double aside = speed * std::cos(std::numbers::pi / 4 + a);
  const double right = prepared_south ? -aside : aside;
  const double c = std::cos(wind_toward_rad), s = std::sin(wind_toward_rad);
  return {along * c - right * s, along * s + right * c, 0};
}

template <>
CurrentKind built_in_current<EkmanCurrent>() {
  return current_kind<EkmanCurrent>();
}

}  // namespace hadal::kinds
