#include "environment/optics/lamp_light.h"

#include <algorithm>
#include <array>

#include "math/units.h"

namespace hadal::environment::optics {
namespace {

constexpr double kNearest_m = 1e-4;  // of a ray to a lamp; nearer, the lamp is no point

bool is_inside(const SpotLamp& lamp, const Vec3& place) {
  const Vec3 r = place - lamp.position;
  return r.dot(lamp.axis) >= lamp.cos_outer * r.norm();
}

}  // namespace

double spot_profile(const SpotLamp& lamp, double cosine) {
  if (lamp.cos_outer <= -1) return 1;
  return spot_profile(cosine, lamp.cos_inner, lamp.cos_outer);
}

double intensity_per_flux(const SpotLamp& lamp) {
  if (lamp.cos_outer <= -1) return 1 / (2 * kTurn);
  return 1 / (kTurn * (1 - 0.5 * (lamp.cos_inner + lamp.cos_outer)));
}

Interval inside_cone(const SpotLamp& lamp, const Vec3& origin, const Vec3& direction,
                     double length) {
  if (lamp.cos_outer <= -1) return {0, length};
  // On the cone: ((r + t d) . axis)^2 = cos^2 |r + t d|^2.
  const Vec3 r = origin - lamp.position;
  const double cos2 = lamp.cos_outer * lamp.cos_outer, along = direction.dot(lamp.axis),
               at = r.dot(lamp.axis);
  const double a = along * along - cos2, b = along * at - direction.dot(r) * cos2,
               c = at * at - r.squaredNorm() * cos2, root2 = std::max(b * b - a * c, 0.0);
  std::array<double, 4> cuts{0, length, 0, 0};
  constexpr double kParallel = 1e-12;
  if (std::abs(a) < kParallel) {
    if (b != 0) cuts[2] = cuts[3] = std::clamp(-c / (2 * b), 0.0, length);
  } else {
    // The larger of -b +- root first: no difference of like numbers. A ray that misses the cone
    // gets a cut more, which does no harm; one through the tip needs it.
    const double q = -b - std::copysign(std::sqrt(root2), b);
    cuts[2] = std::clamp(q / a, 0.0, length);
    cuts[3] = q != 0 ? std::clamp(c / q, 0.0, length) : cuts[2];
  }
  std::sort(cuts.begin(), cuts.end());
  // A cone of up to 90 degrees to each side is convex: its parts are one.
  Interval out{length, 0};
  for (size_t i = 0; i + 1 < cuts.size(); ++i) {
    if (!(cuts[i + 1] > cuts[i])) continue;
    if (!is_inside(lamp, origin + 0.5 * (cuts[i] + cuts[i + 1]) * direction)) continue;
    out.begin = std::min(out.begin, cuts[i]);
    out.end = std::max(out.end, cuts[i + 1]);
  }
  return out.empty() ? Interval{} : out;
}

EquiAngular::EquiAngular(const Vec3& point, const Vec3& origin, const Vec3& direction,
                         const Interval& part) {
  nearest_t_ = (point - origin).dot(direction);
  distance_ = std::max((origin + nearest_t_ * direction - point).norm(), kNearest_m);
  from_angle_ = std::atan((part.begin - nearest_t_) / distance_);
  to_angle_ = std::atan((part.end - nearest_t_) / distance_);
}

EquiAngular::Sample EquiAngular::operator()(double xi) const {
  const double s = distance_ * std::tan(from_angle_ + xi * (to_angle_ - from_angle_));
  return {nearest_t_ + s,
          distance_ / ((to_angle_ - from_angle_) * (distance_ * distance_ + s * s))};
}

double lamp_in_scatter_at(const SpotLamp& lamp, const LampedWater& water, const Vec3& origin,
                          const Vec3& direction, double t) {
  const Vec3 r = origin + t * direction - lamp.position;
  const double distance = std::max(r.norm(), kNearest_m);
  const Vec3 from_lamp = r / distance;
  // Light that travels away from the lamp is turned into the direction back to the eye.
  const double turned = -from_lamp.dot(direction);
  return water.scattering * two_term_phase(turned, water.phase) *
         spot_profile(lamp, from_lamp.dot(lamp.axis)) *
         lamp_irradiance(1.0, water.attenuation, distance) * std::exp(-water.attenuation * t);
}

double lamp_in_scatter(const SpotLamp& lamp, const LampedWater& water, const Vec3& origin,
                       const Vec3& direction, double length, int samples, double offset) {
  const Interval part = inside_cone(lamp, origin, direction, length);
  if (part.empty()) return 0;
  const EquiAngular places(lamp.position, origin, direction, part);
  double sum = 0;
  for (int i = 0; i < samples; ++i) {
    const EquiAngular::Sample s = places((i + offset) / samples);
    sum += lamp_in_scatter_at(lamp, water, origin, direction, s.t) / s.density;
  }
  return sum / samples;
}

}  // namespace hadal::environment::optics
