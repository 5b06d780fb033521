#include "kinds/actuators/ballast.h"

#include <algorithm>
#include <cmath>
#include <numbers>

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
                                       const extension::ActuatorInput& input,
                                       std::span<const double> middle,
                                       std::span<double> state) const {
  const Vec3 down_B(flow.down_B.data()), p_B(position_m.data());
  const double content = middle[0];
  extension::ActuatorAction action;
  Vec3 force_B;
  if (kind == BallastKind::bladder) {
    const double wet = immersed_fraction(content, flow.depth_m + down_B.dot(p_B));
    force_B = -wet * flow.density_kg_m3 * flow.gravity_m_s2 * content * down_B;
  } else {
    force_B = flow.gravity_m_s2 * content * down_B;
    const double filling = (state[0] - content) / (0.5 * input.dt_s);  // kg/s
    if (filling > 0) {
      const Eigen::Map<const Vec6> nu_r(flow.nu_r_B.data());
      force_B -= filling * (nu_r.head<3>() + nu_r.tail<3>().cross(p_B));
    }
    action.carried_kg = content;
    action.carried_at_m = position_m;
  }
  Eigen::Map<Vec6>(action.wrench_B.data()) << force_B, p_B.cross(force_B);
  return action;
}

double Ballast::immersed_fraction(double volume_m3, double depth_m) {
  const double radius = std::cbrt(3 * std::abs(volume_m3) / (4 * std::numbers::pi));
  if (depth_m >= radius) return 1;
  if (depth_m <= -radius) return 0;
  const double h = depth_m / radius;
  return 0.25 * (1 + h) * (1 + h) * (2 - h);  // a cap of a ball
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
