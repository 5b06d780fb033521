#include "kinds/currents/jet.h"

#include <numbers>

#include "kinds/currents/list.h"

namespace hadal::inline kinds {
namespace {

// Width of the shear layer around a core of radius r_c: the b that keeps
//   r_c^2 + 2 integral (r_c + s) exp(-2 s^2 / b^2) ds = d^2 / 4,
// a quadratic in b.
double core_width(double core_radius_m, double diameter_m) {
  const double half = core_radius_m * std::sqrt(std::numbers::pi / 8);
  const double rest = 0.25 * diameter_m * diameter_m - core_radius_m * core_radius_m;
  return 2 * (std::sqrt(half * half + 0.5 * rest) - half);
}

double jet_speed(const JetCurrent& jet, double along_m, double radius_m) {
  const double k = std::tan(jet.spread_rad);
  const double core_m = jet.diameter_m / (std::numbers::sqrt2 * k);
  if (along_m >= core_m) {
    const double q = radius_m / (k * along_m);
    return jet.exit_speed_m_s * core_m / along_m * std::exp(-q * q);
  }
  const double core_radius = 0.5 * jet.diameter_m * (1 - along_m / core_m);
  if (radius_m <= core_radius) return jet.exit_speed_m_s;
  const double width = core_width(core_radius, jet.diameter_m);
  if (!(width > 0)) return 0;
  const double q = (radius_m - core_radius) / width;
  return jet.exit_speed_m_s * std::exp(-q * q);
}

}  // namespace

const StructSchema& JetCurrent::schema() {
  using C = JetCurrent;
  static const StructSchema s =
      current_schema<C>(
          "jet", "A submerged turbulent round jet from a nozzle, e.g. an outfall or a thruster.")
          .vector("position", &C::position_N, "Centre of the nozzle: north, east, depth in m.")
          .number("toward_deg", &C::toward_rad, "Direction it flows to, clockwise from north.",
                  kAngle, kDegree)
          .number("down_deg", &C::down_rad, "Angle below the horizontal.", {-90, 90}, kDegree)
          .number("exit_speed_m_s", &C::exit_speed_m_s, "Speed in the nozzle.", {0, 50})
          .number("diameter_m", &C::diameter_m, "Diameter of the nozzle.", kPositive)
          .number("spread_deg", &C::spread_rad,
                  "Angle at which the speed has fallen to 1/e of that on the axis.", {0.5, 30},
                  kDegree);
  return s;
}

void JetCurrent::prepare(const CurrentRun&, CheckReport&) {
  const double across = std::cos(down_rad);
  prepared_direction_N = {across * std::cos(toward_rad), across * std::sin(toward_rad),
                          std::sin(down_rad)};
}

Vec3 JetCurrent::velocity_N(const Vec3& p_N, double, double) const {
  const Vec3 from_nozzle = p_N - position_N;
  const double along = from_nozzle.dot(prepared_direction_N);
  if (along < 0) return Vec3::Zero();
  const double radius = (from_nozzle - along * prepared_direction_N).norm();
  return jet_speed(*this, along, radius) * prepared_direction_N;
}

template <>
CurrentKind built_in_current<JetCurrent>() {
  return current_kind<JetCurrent>();
}

}  // namespace hadal::kinds
