#include "dynamics/fin.h"

#include <algorithm>
#include <cmath>

#include "dynamics/lift_curve.h"

namespace hadal::dynamics {
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

double fin_angle_after(const Fin& fin, double angle_rad, double command_rad, double dt_s) {
  const double target = std::clamp(command_rad, fin.angle_min_rad, fin.angle_max_rad);
  const double error = target - angle_rad;
  // The lag asks for the rate error/tau; while that is too fast, the fin turns at its fastest.
  const double slow_zone =
      std::isfinite(fin.rate_max_rad_s) ? fin.rate_max_rad_s * fin.time_constant_s : kUnlimited;
  double rest = std::abs(error), time = dt_s;
  if (rest > slow_zone) {
    const double turning = std::min(time, (rest - slow_zone) / fin.rate_max_rad_s);
    rest -= turning * fin.rate_max_rad_s;
    time -= turning;
  }
  if (time > 0) rest = fin.time_constant_s > 0 ? rest * std::exp(-time / fin.time_constant_s) : 0;
  return target - std::copysign(rest, error);
}

Vec6 fin_wrench(const Fin& fin, double angle_rad, double effectiveness, const Vec6& nu_r_B,
                double density_kg_m3) {
  Vec6 tau_B = Vec6::Zero();
  const Vec3 velocity = velocity_across_span(fin, nu_r_B);
  const double speed = velocity.norm();
  if (speed == 0) return tau_B;
  const LiftDrag c = lift_drag(fin.curve, attack(fin, velocity, angle_rad));
  // L along axis x V/|V|, D along -V/|V|, both with V^2: one factor |V| stays in `velocity`.
  const double scale = 0.5 * density_kg_m3 * fin.area_m2 * speed * effectiveness;
  const Vec3 force = scale * (c.lift * fin.axis_B.cross(velocity) - c.drag * velocity);
  tau_B << force, fin.p_BF_B.cross(force);
  return tau_B;
}

double fin_angle_of_attack(const Fin& fin, double angle_rad, const Vec6& nu_r_B) {
  const Vec3 velocity = velocity_across_span(fin, nu_r_B);
  return velocity.isZero(0) ? 0 : attack(fin, velocity, angle_rad);
}

}  // namespace hadal::dynamics
