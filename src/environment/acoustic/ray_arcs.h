// Rays in layers of constant gradient. Snell: cos(theta) / c is constant along a ray, the slowness
// xi; within a layer the ray is an arc of a circle of radius 1 / (g xi) (Brekhovskikh & Lysanov,
// ch. 1; Jensen et al., "Computational Ocean Acoustics", ch. 3). With w = |sin theta| at the ends
// of an arc that spans dz of depth in the gradient g along the path,
//   D      = dz (c1 + c2) / (w1 + w2)                       range over slowness
//   range  = xi D
//   time   = dz/c1 L(g dz/c1) + xi^2 D/(1 + w2) L(g xi^2 D/(1 + w2)),   L(x) = ln(1 + x) / x
//   length = 2 D / (c1 + c2) A(g xi D / (c1 + c2)),                     A(x) = atan(x) / x
// These are the usual closed forms, sin theta_1 - sin theta_2 = g xi range and so on, arranged so
// that no difference of like numbers is taken: straight rays (g = 0), vertical ones (xi = 0) and
// arcs that end in their turning point (w2 = 0) need no case of their own.
//
// A ray is given by its grazing angle where the sound is fastest among the depths that it must
// pass: w^2 = sin^2 + cos^2 (c_f - c)(c_f + c) / c_f^2 then has no cancellation in flat rays, and
// the ray is the same one seen from either end.
#pragma once
#include <algorithm>
#include <cmath>

#include "environment/acoustic/sound_profile.h"

namespace hadal::environment {

struct Ray {
  double speed_m_s = 1500;  // c_f
  double sine = 0, cosine = 1;
  double slowness() const { return cosine / speed_m_s; }  // s/m, horizontal
  double sine_squared(double c) const {
    const double ratio = cosine / speed_m_s;
    return sine * sine + ratio * ratio * (speed_m_s - c) * (speed_m_s + c);
  }
};

// A part of a ray within one layer, along which it only sinks or only rises.
struct Arc {
  double from_m = 0, to_m = 0;            // depths
  double c1 = 0, c2 = 0, w1 = 0, w2 = 0;  // sound speed and |sin| at the two ends
  double gradient = 0;                    // of c along the path, per metre of depth
  bool turns = false;                     // ends in its turning point
  // Range over slowness.
  double spread() const {
    const double dz = std::abs(to_m - from_m);
    return dz == 0 ? 0 : dz * (c1 + c2) / (w1 + w2);
  }
  // d range / d slowness.
  double divergence() const { return turns ? -spread() / (w1 * w1) : spread() / (w1 * w2); }
};
double arc_time(const Ray& ray, const Arc& arc);
double arc_length(const Ray& ray, const Arc& arc);
// The part of an arc up to a range, short of its own.
Arc cut_arc(const Ray& ray, const Arc& arc, double range_m);

enum class LegEnd { kReached, kTurned, kLost };
struct Leg {
  LegEnd end = LegEnd::kReached;
  double depth_m = 0;  // where it ended
  double sine = 0;     // |sin| there
};
// A leg that has yet to start from this depth.
inline Leg leg_from(const SoundProfile& profile, const Ray& ray, double depth_m) {
  return {LegEnd::kReached, depth_m,
          std::sqrt(std::max(ray.sine_squared(profile.speed(depth_m)), 0.0))};
}

// Follows a ray from where a leg ended down or up to the limit, its turning point, or out of the
// profile, whichever comes first, and shows each arc to visit(arc).
template <class Visit>
Leg walk(const SoundProfile& profile, const Ray& ray, const Leg& from, bool down, double limit_m,
         Visit&& visit) {
  Arc arc;
  arc.to_m = from.depth_m;
  arc.c2 = profile.speed(from.depth_m);
  arc.w2 = from.sine;
  const double from_m = from.depth_m;
  const int step = down ? 1 : -1, end = down ? profile.layers() : -1;
  for (int i = down ? profile.layer_below(from_m) : profile.layer_above(from_m); i != end;
       i += step) {
    if (down ? arc.to_m >= limit_m : arc.to_m <= limit_m)
      return {LegEnd::kReached, arc.to_m, arc.w2};
    const int node = down ? i + 1 : i;
    const double depth = profile.node_depth(node);
    const bool whole = down ? depth <= limit_m : depth >= limit_m;
    arc = {.from_m = arc.to_m,
           .to_m = whole ? depth : limit_m,
           .c1 = arc.c2,
           .c2 = whole ? profile.node_speed(node) : profile.speed(limit_m),
           .w1 = arc.w2,
           .gradient = step * profile.gradient(i)};
    const double w2_squared = ray.sine_squared(arc.c2);
    if (w2_squared <= 0 && arc.gradient > 0) {
      // c rises to 1 / xi at the turning point; g dz = 1 / xi - c1 without the difference.
      const double slowness = ray.slowness();
      const double dz = arc.w1 * arc.w1 / (arc.gradient * slowness * (1 + slowness * arc.c1));
      arc.to_m = arc.from_m + step * dz;
      arc.c2 = 1 / slowness;
      arc.turns = true;
      if (arc.w1 > 0) visit(static_cast<const Arc&>(arc));
      return {LegEnd::kTurned, arc.to_m, 0};
    }
    arc.w2 = std::sqrt(std::max(w2_squared, 0.0));
    visit(static_cast<const Arc&>(arc));
  }
  const bool at_limit = down ? arc.to_m >= limit_m : arc.to_m <= limit_m;
  return {at_limit ? LegEnd::kReached : LegEnd::kLost, arc.to_m, arc.w2};
}

// A ray launched at a place, followed to a horizontal range. The surface is the top of the profile,
// the bottom a plane at bottom_m. Angles in radians, positive down. Whether both reflect or end the
// ray is asked for; an ended ray has lost = true and the values of its last place.
struct TracedRay {
  double range_m = 0, depth_m = 0, angle_rad = 0;
  double length_m = 0, time_s = 0;
  int surface_bounces = 0, bottom_bounces = 0, turns = 0;
  bool lost = false;
};
TracedRay trace_to_range(const SoundProfile& profile, double depth_m, double angle_rad,
                         double range_m, double bottom_m, bool boundaries_reflect);

}  // namespace hadal::environment
