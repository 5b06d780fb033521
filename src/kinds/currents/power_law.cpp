#include "kinds/currents/power_law.h"

#include "kinds/currents/list.h"
#include "math/units.h"

namespace hadal::inline kinds {

const StructSchema& PowerLawCurrent::schema() {
  using C = PowerLawCurrent;
  static const StructSchema s =
      current_schema<C>("power_law", "Power-law profile from the seabed to the surface.")
          .number("surface_speed_m_s", &C::surface_speed_m_s, "Speed at the surface.", kWaterSpeed)
          .number("seabed_depth_m", &C::seabed_depth_m,
                  "Depth of the seabed; that of environment.seabed below the point if left out.",
                  {0, 12000, true})
          .number("exponent", &C::exponent, "Exponent; 1/7 is usual.", kPositive)
          .number("toward_deg", &C::toward_rad, "Direction it flows to.", kAngle, kDegree);
  return s;
}

void PowerLawCurrent::prepare(const CurrentRun& run, CheckReport& report) {
  check_seabed(seabed_depth_m, run, report);
  prepared_direction_N = unit_toward(toward_rad);
}

double PowerLawCurrent::speed_m_s(double depth_m, double seabed_m) const {
  if (depth_m <= 0 || seabed_m == kNoSeabed) return surface_speed_m_s;
  if (depth_m >= seabed_m) return 0;
  return surface_speed_m_s * std::pow(1 - depth_m / seabed_m, exponent);
}

template <>
CurrentKind built_in_current<PowerLawCurrent>() {
  return current_kind<PowerLawCurrent>();
}

}  // namespace hadal::kinds
