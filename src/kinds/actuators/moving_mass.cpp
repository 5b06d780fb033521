#include "kinds/actuators/moving_mass.h"

#include <algorithm>

#include "kinds/actuators/list.h"

namespace hadal::inline kinds {

void MovingMass::advance(const extension::ActuatorInput& input, std::span<double> state,
                         std::span<double> middle) const {
  middle[0] = offset_after(state[0], input.command, 0.5 * input.dt_s);
  state[0] = offset_after(state[0], input.command, input.dt_s);
}

// A pure moment.
extension::ActuatorAction MovingMass::act(const extension::ActuatorFlow& flow,
                                          const extension::ActuatorInput&,
                                          std::span<const double> middle,
                                          std::span<double>) const {
  const Vec3 weight_B = mass_kg * flow.gravity_m_s2 * Vec3(flow.down_B.data());
  extension::ActuatorAction action;
  Eigen::Map<Vec3>(action.wrench_B.data() + 3) = (middle[0] * axis_B).cross(weight_B);
  return action;
}

double MovingMass::offset_after(double offset_m, double command_m, double dt_s) const {
  const double target = std::clamp(command_m, offset_min_m, offset_max_m);
  const double reach = rate_max_m_s * dt_s;
  return std::clamp(target, offset_m - reach, offset_m + reach);
}

const StructSchema& MovingMass::schema() {
  using C = MovingMass;
  static const StructSchema s =
      StructBuilder<C>("moving_mass",
                       "A mass shifted inside the hull to trim it (its weight moves; its inertia "
                       "is part of the link's).")
          .name("name", &C::name, "Name, unique in the vehicle.")
          .required()
          .text("link", &C::link, "The link it is mounted in; the first if left out.")
          .number("mass_kg", &C::mass_kg, "Mass.", kPositive)
          .required()
          .vector("axis", &C::axis, "Axis it moves along.")
          .number("offset_min_m", &C::offset_min_m, "Smallest offset.")
          .number("offset_max_m", &C::offset_max_m, "Largest offset.")
          .required()
          .number("rate_max_m_s", &C::rate_max_m_s, "Largest speed.", kPositive)
          .number("start_m", &C::start_m, "Offset at the start.")
          .check([](const C& c, CheckReport& r) {
            if (c.offset_min_m >= c.offset_max_m)
              r.fail("offset_max_m", "must be above offset_min_m");
            if (c.start_m < c.offset_min_m || c.start_m > c.offset_max_m)
              r.fail("start_m", "must lie within the limits");
            if (Vec3(c.axis.data()).norm() < 1e-6) r.fail("axis", "must not be zero");
          });
  return s;
}

template <>
extension::ActuatorKind built_in_actuator<MovingMass>() {
  return silent_actuator_kind<MovingMass>();
}

}  // namespace hadal::kinds
