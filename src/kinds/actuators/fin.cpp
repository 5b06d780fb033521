#include "kinds/actuators/fin.h"

#include <algorithm>
#include <cmath>

#include "kinds/actuators/list.h"

namespace hadal::inline kinds {
namespace {

// Velocity of the fin through the water, without its part along the span.
Vec3 velocity_across_span(const Fin& fin, const Vec6& nu_r_B) {
  const Vec3 v = nu_r_B.head<3>() + nu_r_B.tail<3>().cross(fin.p_BF_B);
  return v - v.dot(fin.axis_B) * fin.axis_B;
}

// Body x, without its part along the span, turned about the span by the deflection.
Vec3 chord(const Fin& fin, double angle_rad) {
  const Vec3 flat = (Vec3::UnitX() - fin.axis_B.x() * fin.axis_B).normalized();
  return std::cos(angle_rad) * flat + std::sin(angle_rad) * fin.axis_B.cross(flat);
}

double attack(const Fin& fin, const Vec3& velocity, double angle_rad) {
  const Vec3 c = chord(fin, angle_rad);
  return std::atan2(fin.axis_B.dot(velocity.cross(c)), velocity.dot(c));
}

}  // namespace

void Fin::prepare(const extension::ActuatorSetting&) {
  p_BF_B = Vec3(position_m.data());
  axis_B = Vec3(axis.data()).normalized();
  curve = with_lift_slope(curve);
}

extension::ActuatorCommand Fin::command() const {
  return {"fin angle", "rad", -6.3, 6.3, 0, kDegree};
}

void Fin::advance(const extension::ActuatorInput& input, std::span<double> state,
                  std::span<double> middle) const {
  middle[0] = angle_after(state[0], input.command, 0.5 * input.dt_s);
  state[0] = angle_after(state[0], input.command, input.dt_s);
}

extension::ActuatorAction Fin::act(const extension::ActuatorFlow& flow,
                                   const extension::ActuatorInput& input,
                                   std::span<const double> middle, std::span<double>) const {
  extension::ActuatorAction action;
  if (area_m2 > 0)
    Eigen::Map<Vec6>(action.wrench_B.data()) =
        wrench(middle[0], input.health, Eigen::Map<const Vec6>(flow.nu_r_B.data()),
               flow.density_kg_m3);
  return action;
}

double Fin::angle_after(double angle_rad, double command_rad, double dt_s) const {
  const double target = std::clamp(command_rad, angle_min_rad, angle_max_rad);
  const double error = target - angle_rad;
  // The lag asks for the rate error/tau; while that is too fast, the fin turns at its fastest.
  const double slow_zone =
      std::isfinite(rate_max_rad_s) ? rate_max_rad_s * time_constant_s : kInfinity;
  double rest = std::abs(error), time = dt_s;
  if (rest > slow_zone) {
    const double turning = std::min(time, (rest - slow_zone) / rate_max_rad_s);
    rest -= turning * rate_max_rad_s;
    time -= turning;
  }
  if (time > 0) rest = time_constant_s > 0 ? rest * std::exp(-time / time_constant_s) : 0;
  return target - std::copysign(rest, error);
}

Vec6 Fin::wrench(double angle_rad, double effectiveness, const Vec6& nu_r_B,
                 double density_kg_m3) const {
  Vec6 tau_B = Vec6::Zero();
  const Vec3 velocity = velocity_across_span(*this, nu_r_B);
  const double speed = velocity.norm();
  if (speed == 0) return tau_B;
  const LiftDrag c = lift_drag(curve, attack(*this, velocity, angle_rad));
  // L along axis x V/|V|, D along -V/|V|, both with V^2: one factor |V| stays in `velocity`.
  const double scale = 0.5 * density_kg_m3 * area_m2 * speed * effectiveness;
  const Vec3 force = scale * (c.lift * axis_B.cross(velocity) - c.drag * velocity);
  tau_B << force, p_BF_B.cross(force);
  return tau_B;
}

double Fin::angle_of_attack(double angle_rad, const Vec6& nu_r_B) const {
  const Vec3 velocity = velocity_across_span(*this, nu_r_B);
  return velocity.isZero(0) ? 0 : attack(*this, velocity, angle_rad);
}

const StructSchema& Fin::schema() {
  using C = Fin;
  static const StructSchema s =
      StructBuilder<C>(
          "fin", "A fin or rudder: its chord lies along x and turns right-handed about the axis.")
          .name("name", &C::name, "Name, unique in the vehicle; derivatives use delta_NAME.")
          .required()
          .text("link", &C::link, "The link it is mounted on; the first if left out.")
          .vector("position_m", &C::position_m, "Centre of pressure.", kMountPosition)
          .vector("axis", &C::axis, "Span axis it turns about.")
          .number("area_m2", &C::area_m2,
                  "Area; 0 = no force of its own (then given as derivatives).", kNotNegative)
          .object("curve", &C::curve, "Lift and drag.")
          .number("time_constant_s", &C::time_constant_s, "Lag of the servo.", kNotNegative)
          .number("rate_max_deg_s", &C::rate_max_rad_s, "Largest rate.", kPositive, kDegree)
          .number("angle_min_deg", &C::angle_min_rad, "Smallest angle.", {-180, 180}, kDegree)
          .number("angle_max_deg", &C::angle_max_rad, "Largest angle.", {-180, 180}, kDegree)
          .check([](const C& c, CheckReport& r) {
            if (Vec3(c.axis.data()).norm() < 1e-6) r.fail("axis", "must not be zero");
            if (c.angle_min_rad >= c.angle_max_rad)
              r.fail("angle_max_deg", "must be above angle_min_deg");
          });
  return s;
}

template <>
extension::ActuatorKind built_in_actuator<Fin>() {
  return silent_actuator_kind<Fin>();
}

}  // namespace hadal::kinds
