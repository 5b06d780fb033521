#include "kinds/currents/gauss_markov.h"

#include "kinds/currents/list.h"
#include "math/units.h"

namespace hadal::inline kinds {

const StructSchema& GaussMarkovCurrent::schema() {
  using C = GaussMarkovCurrent;
  static const StructSchema s =
      current_schema<C>("gauss_markov", "A first-order Gauss-Markov process, one per layer.")
          .number("mean_m_s", &C::mean_m_s, "Mean speed along toward_deg.", kWaterSpeed)
          .number("std_m_s", &C::std_m_s, "Standard deviation in the long run.", kNotNegative)
          .number("correlation_time_s", &C::correlation_time_s,
                  "Time after which the correlation has fallen to 1/e.", kPositive)
          .number("toward_deg", &C::toward_rad,
                  "Direction; if left out, north and east vary independently about zero.", kAngle,
                  kDegree)
          .check([](const C& c, CheckReport& r) {
            if (!c.toward_rad && c.mean_m_s != 0) r.fail("mean_m_s", "needs toward_deg");
          });
  return s;
}

GaussMarkov GaussMarkovCurrent::component(size_t axis) const {
  const bool varies = axis == 0 || (axis == 1 && !toward_rad);
  return {axis == 0 ? mean_m_s : 0, varies ? std_m_s : 0, correlation_time_s};
}

void GaussMarkovCurrent::start_process(const double* xi, double* process) const {
  for (size_t axis = 0; axis < kProcessSize; ++axis)
    process[axis] = component(axis).mean + component(axis).standard_deviation * xi[axis];
}

void GaussMarkovCurrent::step_process(double dt_s, const double* xi, double* process) const {
  for (size_t axis = 0; axis < kProcessSize; ++axis)
    process[axis] = gauss_markov_step(component(axis), process[axis], xi[axis], dt_s);
}

Vec3 GaussMarkovCurrent::velocity_everywhere_N(double, const double* process) const {
  const Vec3 along = unit_toward(toward_rad.value_or(0)), right(-along.y(), along.x(), 0);
  return process[0] * along + process[1] * right + Vec3(0, 0, process[2]);
}

template <>
CurrentKind built_in_current<GaussMarkovCurrent>() {
  return current_kind<GaussMarkovCurrent>();
}

}  // namespace hadal::kinds
