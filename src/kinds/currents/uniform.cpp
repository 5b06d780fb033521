#include "kinds/currents/uniform.h"

#include "kinds/currents/list.h"
#include "math/units.h"

namespace hadal::inline kinds {

const StructSchema& UniformCurrent::schema() {
  using C = UniformCurrent;
  static const StructSchema s =
      current_schema<C>("uniform", "The same current everywhere in its layer.")
          .number("speed_m_s", &C::speed_m_s, "Horizontal speed.", kWaterSpeed)
          .number("toward_deg", &C::toward_rad, "Direction it flows to, clockwise from north.",
                  kAngle, kDegree)
          .number("down_m_s", &C::down_m_s, "Vertical component, down positive.", kWaterSpeed);
  return s;
}

void UniformCurrent::prepare(const CurrentRun&, CheckReport&) {
  prepared_velocity_N = {speed_m_s * std::cos(toward_rad), speed_m_s * std::sin(toward_rad),
                         down_m_s};
}

template <>
CurrentKind built_in_current<UniformCurrent>() {
  return current_kind<UniformCurrent>();
}

}  // namespace hadal::kinds
