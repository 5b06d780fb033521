#include "kinds/actuators/ballast.h"

#include <algorithm>

#include "kinds/actuators/list.h"
#include "math/types.h"

namespace hadal::inline kinds {

extension::ActuatorCommand Ballast::command() const {
  return {"content", kind == BallastKind::tank ? "kg" : "m3", -1e7, 1e7, start_content};
}

std::vector<extension::Column> Ballast::columns() const {
  return {{"content", kind == BallastKind::tank ? "kg" : "m3"}};
}

void Ballast::advance(const extension::ActuatorInput& input, std::span<double> state,
                      std::span<double> middle) const {
  middle[0] = content_after(state[0], input.command, 0.5 * input.dt_s);
  state[0] = content_after(state[0], input.command, input.dt_s);
}

extension::ActuatorAction Ballast::act(const extension::ActuatorFlow& flow,
                                       const extension::ActuatorInput&,
                                       std::span<const double> middle, std::span<double>) const {
  const double down_n = kind == BallastKind::tank
                            ? flow.gravity_m_s2 * middle[0]
                            : -flow.density_kg_m3 * flow.gravity_m_s2 * middle[0];
  const Vec3 force_B = down_n * Vec3(flow.down_B.data());
  extension::ActuatorAction action;
  Eigen::Map<Vec6>(action.wrench_B.data()) << force_B, Vec3(position_m.data()).cross(force_B);
  return action;
}

double Ballast::content_after(double content, double wanted, double dt_s) const {
  const double target = std::clamp(wanted, min, max);
  if (target >= content) return std::min(target, content + rate_up * dt_s);
  return std::max(target, content - rate_down * dt_s);
}

const StructSchema& Ballast::schema() {
  using C = Ballast;
  static const StructSchema s =
      StructBuilder<C>(
          "ballast",
          "Variable buoyancy: a bladder (m^3 of displaced water) or a tank (kg of water carried).")
          .name("name", &C::name, "Name, unique in the vehicle.")
          .required()
          .text("link", &C::link, "The link it is mounted in; the first if left out.")
          .choice("kind", &C::kind, "Bladder or tank.",
                  {{"bladder", BallastKind::bladder}, {"tank", BallastKind::tank}})
          .vector("position_m", &C::position_m, "Position.", kMountPosition)
          .number("min", &C::min, "Smallest content, m^3 or kg.")
          .number("max", &C::max, "Largest content.")
          .required()
          .number("rate_up", &C::rate_up, "Filling rate, per second.", kPositive)
          .number("rate_down", &C::rate_down, "Emptying rate, per second.", kPositive)
          .number("start", &C::start_content, "Content at the start.")
          .check([](const C& c, CheckReport& r) {
            if (c.min >= c.max) r.fail("max", "must be above min");
            if (c.start_content < c.min || c.start_content > c.max) r.fail("start", "must lie from min to max");
          });
  return s;
}

template <>
extension::ActuatorKind built_in_actuator<Ballast>() {
  return silent_actuator_kind<Ballast>();
}

}  // namespace hadal::kinds
