#include "kinds/currents/log_layer.h"

#include <algorithm>

#include "kinds/currents/list.h"
#include "math/units.h"

namespace hadal::inline kinds {

const StructSchema& LogLayerCurrent::schema() {
  using C = LogLayerCurrent;
  static const StructSchema s =
      current_schema<C>("log_layer",
                        "Logarithmic bottom boundary layer, u = u*/0.4 ln(z/z0) above the seabed.")
          .number("friction_velocity_m_s", &C::friction_velocity_m_s, "Friction velocity u*.",
                  kNotNegative)
          .number("roughness_m", &C::roughness_m, "Roughness length z0.", kPositive)
          .number("seabed_depth_m", &C::seabed_depth_m,
                  "Depth of the seabed; that of environment.seabed below the point if left out.",
                  kDepth)
          .number("toward_deg", &C::toward_rad, "Direction it flows to.", kAngle, kDegree);
  return s;
}

void LogLayerCurrent::prepare(const CurrentRun& run, CheckReport& report) {
  check_seabed(seabed_depth_m, run, report);
  prepared_direction_N = unit_toward(toward_rad);
}

double LogLayerCurrent::speed_m_s(double altitude_m) const {
  constexpr double kVonKarman = 0.4;
  const double altitude = std::min(altitude_m, seabed_depth_m.value_or(kNoSeabed));
  if (!(altitude > roughness_m) || std::isinf(altitude)) return 0;
  return friction_velocity_m_s / kVonKarman * std::log(altitude / roughness_m);
}

template <>
CurrentKind built_in_current<LogLayerCurrent>() {
  return current_kind<LogLayerCurrent>();
}

}  // namespace hadal::kinds
