#include "kinds/currents/pipe.h"

#include "kinds/currents/list.h"

namespace hadal::inline kinds {

const StructSchema& PipeCurrent::schema() {
  using C = PipeCurrent;
  static const StructSchema s =
      current_schema<C>("pipe", "Flow through a straight pipe; still water outside.")
          .vector("from", &C::from_N, "Centre of the inlet: north, east, depth in m.")
          .vector("to", &C::to_N, "Centre of the outlet: north, east, depth in m.")
          .number("diameter_m", &C::diameter_m, "Inner diameter.", kPositive)
          .number("mean_speed_m_s", &C::mean_speed_m_s, "Volume flow over area.", kWaterSpeed)
          .choice("profile", &C::profile, "Parabola, or power law with exponent 1/7.",
                  {{"laminar", Profile::kLaminar}, {"turbulent", Profile::kTurbulent}})
          .check([](const C& c, CheckReport& r) {
            if (c.from_N == c.to_N) r.fail("to", "must differ from `from`");
          });
  return s;
}

Vec3 PipeCurrent::velocity_N(const Vec3& p_N, double, double) const {
  const Vec3 axis = to_N - from_N, from_inlet = p_N - from_N;
  const double length = axis.norm();
  const Vec3 direction = axis / length;
  const double along = from_inlet.dot(direction);
  if (along < 0 || along > length) return Vec3::Zero();
  const double fraction = (from_inlet - along * direction).norm() / (0.5 * diameter_m);
  if (fraction >= 1) return Vec3::Zero();
  const double factor = profile == Profile::kTurbulent
                            ? 60.0 / 49 * std::pow(1 - fraction, 1.0 / 7)
                            : 2 * (1 - fraction * fraction);
  return mean_speed_m_s * factor * direction;
}

template <>
CurrentKind built_in_current<PipeCurrent>() {
  return current_kind<PipeCurrent>();
}

}  // namespace hadal::kinds
