#include "environment/acoustic/ray_arcs.h"

namespace hadal::environment {
namespace {

constexpr double kVertical = 1e-12;  // |cos| below which a ray gains no range worth following

double log_ratio(double x) {
  return x == 0 ? 1 : std::log1p(x) / x;
}

double atan_ratio(double x) {
  return x == 0 ? 1 : std::atan(x) / x;
}

}  // namespace

double arc_time(const Ray& ray, const Arc& arc) {
  const double first = std::abs(arc.to_m - arc.from_m) / arc.c1;
  const double second = ray.slowness() * ray.slowness() * arc.spread() / (1 + arc.w2);
  return first * log_ratio(arc.gradient * first) + second * log_ratio(arc.gradient * second);
}

double arc_length(const Ray& ray, const Arc& arc) {
  const double half = arc.spread() / (arc.c1 + arc.c2);
  return 2 * half * atan_ratio(arc.gradient * ray.slowness() * half);
}

Arc cut_arc(const Ray& ray, const Arc& arc, double range_m) {
  Arc cut = arc;
  const double slowness = ray.slowness();
  cut.turns = false;
  cut.w2 = std::max(arc.w1 - arc.gradient * slowness * range_m, 0.0);
  cut.c2 = std::sqrt((1 - cut.w2) * (1 + cut.w2)) / slowness;
  const double dz = range_m * (cut.w1 + cut.w2) / (slowness * (cut.c1 + cut.c2));
  cut.to_m = arc.from_m + (arc.to_m >= arc.from_m ? dz : -dz);
  return cut;
}

TracedRay trace_to_range(const SoundProfile& profile, double depth_m, double angle_rad,
                         double range_m, double bottom_m, bool boundaries_reflect) {
  const Ray ray{profile.speed(depth_m), std::abs(std::sin(angle_rad)), std::cos(angle_rad)};
  const double slowness = ray.slowness();
  TracedRay traced;
  traced.depth_m = depth_m;
  traced.angle_rad = angle_rad;
  traced.lost = !(ray.cosine > kVertical);
  // A horizontal ray bends to where sound is slower.
  bool down =
      angle_rad > 0 || (angle_rad == 0 && profile.gradient(profile.layer_below(depth_m)) < 0);
  const auto follow = [&](const Arc& whole) {
    const double rest = range_m - traced.range_m, gain = slowness * whole.spread();
    if (rest <= 0) return;
    const Arc arc = gain <= rest ? whole : cut_arc(ray, whole, rest);
    traced.time_s += arc_time(ray, arc);
    traced.length_m += arc_length(ray, arc);
    traced.range_m = gain <= rest ? traced.range_m + gain : range_m;
    traced.depth_m = arc.to_m;
    traced.angle_rad = std::atan2(down ? arc.w2 : -arc.w2, slowness * arc.c2);
  };
  Leg leg{LegEnd::kReached, depth_m, ray.sine};
  int legs_in_place = 0;
  while (traced.range_m < range_m && !traced.lost) {
    const double before_m = traced.range_m;
    const bool level =
        leg.sine == 0 && profile.gradient(down ? profile.layer_below(leg.depth_m)
                                               : profile.layer_above(leg.depth_m)) == 0;
    legs_in_place = level ? 2 : legs_in_place;
    if (legs_in_place == 2) {  // along a level layer, or along the axis of a channel
      traced.time_s += (range_m - traced.range_m) / profile.speed(leg.depth_m);
      traced.length_m += range_m - traced.range_m;
      traced.range_m = range_m;
      break;
    }
    leg = walk(profile, ray, leg, down, down ? bottom_m : profile.top(), follow);
    if (traced.range_m >= range_m) break;
    legs_in_place = traced.range_m > before_m ? 0 : legs_in_place + 1;
    traced.lost = leg.end == LegEnd::kLost || (leg.end == LegEnd::kReached && !boundaries_reflect);
    if (traced.lost) break;
    if (leg.end == LegEnd::kTurned)
      ++traced.turns;
    else
      ++(down ? traced.bottom_bounces : traced.surface_bounces);
    down = !down;
  }
  return traced;
}

}  // namespace hadal::environment
