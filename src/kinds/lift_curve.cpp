#include "kinds/lift_curve.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace hadal::inline kinds {
namespace {

// 0 in attached flow, 1 in separated flow.
double separation(const LiftCurve& curve, double angle_abs_rad) {
  const double from = curve.stall_angle_rad - curve.stall_blend_rad / 2;
  if (angle_abs_rad <= from) return 0;
  if (angle_abs_rad >= from + curve.stall_blend_rad) return 1;
  const double x = (angle_abs_rad - from) / curve.stall_blend_rad;
  return x * x * (3 - 2 * x);
}

LiftDrag attached(const LiftCurve& curve, double slope, double angle_rad) {
  const double lift = slope * angle_rad;
  if (curve.oswald_efficiency <= 0) return {lift, 0};
  return {lift, lift * lift / (std::numbers::pi * curve.oswald_efficiency * curve.aspect_ratio)};
}

LiftDrag separated(const LiftCurve& curve, double angle_rad) {
  const double sine = std::sin(angle_rad), size = std::abs(sine);
  const double normal = curve.plate_normal * sine / (0.56 + 0.44 * size);
  return {normal * std::cos(angle_rad), normal * sine};
}

}  // namespace

double lift_slope(double aspect_ratio) {
  return std::numbers::pi * aspect_ratio / (1 + std::sqrt(1 + aspect_ratio * aspect_ratio / 4));
}

LiftCurve with_lift_slope(LiftCurve curve) {
  if (curve.lift_slope_per_rad == 0) curve.lift_slope_per_rad = lift_slope(curve.aspect_ratio);
  if (curve.plate_normal == 0) curve.plate_normal = 1.11 + 0.018 * curve.aspect_ratio;
  return curve;
}

LiftDrag lift_drag(const LiftCurve& curve, double angle_rad) {
  // A curve that stalls before it stands across has an attached flow astern too.
  const bool astern = std::abs(angle_rad) > std::numbers::pi / 2 &&
                      curve.stall_angle_rad + curve.stall_blend_rad / 2 < std::numbers::pi / 2;
  const double along = astern ? angle_rad - std::copysign(std::numbers::pi, angle_rad) : angle_rad;
  const double sigma = separation(curve, std::abs(along));
  LiftDrag result{0, curve.drag_zero_lift};
  if (sigma < 1) {
    const LiftDrag flow =
        attached(curve, curve.lift_slope_per_rad * (astern ? curve.astern_lift : 1), along);
    result.lift += (1 - sigma) * flow.lift;
    result.drag += (1 - sigma) * flow.drag;
  }
  if (sigma > 0) {
    const LiftDrag flow = separated(curve, angle_rad);
    result.lift += sigma * flow.lift;
    result.drag += sigma * flow.drag;
  }
  return result;
}

const StructSchema& LiftCurve::schema() {
  using C = LiftCurve;
  static const StructSchema s =
      StructBuilder<C>("curve", "Lift and drag over the angle of attack.")
          .number("lift_slope_per_rad", &C::lift_slope_per_rad,
                  "Lift slope; 0 = from the aspect ratio.", kNotNegative)
          .number("aspect_ratio", &C::aspect_ratio, "Span squared over area.", kPositive)
          .number("oswald_efficiency", &C::oswald_efficiency,
                  "Of the induced drag; 0 = no induced drag.", {0, 1})
          .number("drag_zero_lift", &C::drag_zero_lift, "Drag coefficient at zero lift.",
                  kNotNegative)
          .number("stall_angle_deg", &C::stall_angle_rad,
                  "Middle of the change to separated flow; above 180 there is none.",
                  {0, 720, true}, kDegree)
          .number("stall_blend_deg", &C::stall_blend_rad, "Width of that change.", {0, 90, true},
                  kDegree)
          .number("plate_normal", &C::plate_normal,
                  "Normal force coefficient of separated flow across the chord; 0 = from the "
                  "aspect ratio.",
                  kNotNegative)
          .number("astern_lift", &C::astern_lift, "Lift slope astern over that ahead.", {0, 1});
  return s;
}

}  // namespace hadal::kinds
