// The swimming body of a fish: a wave that runs from the head to the tail.
//
// The middle line swings sideways by
//   y(s, t) = L A(s) sin(2 pi (s / lambda - f t)),   A(s) = a0 + a1 s + a2 s^2,
// s the fraction of the body length from the nose. The defaults are those of mackerel swimming
// steadily (Videler & Hess, Fast continuous swimming of two pelagic predators, J. Exp. Biol. 109,
// 1984, in the form of Borazjani & Sotiropoulos, J. Exp. Biol. 211, 2008): the tail swings by a
// tenth of the length. The line keeps its length: s is arc length and the direction at s has the
// sine dy/ds, so y is exact and the body draws together along x. Sections stay square to the line.
//
// Frequency: a fish advances by about 0.7 of its length per beat of the tail (stride length;
// Videler 1993, Fish Swimming, ch. 6), f = U / (stride L), and swings at idle_hz when it stands.
#pragma once
#include <span>

#include "math/types.h"

namespace hadal::environment {

struct SwimStyle {
  double a0 = 0.02, a1 = -0.08, a2 = 0.16;
  double wavelength = 0.95;  // of the body length
  double stride = 0.7;       // body lengths per beat
  double idle_hz = 0.6;
  double amplitude = 1;  // factor on A: less when gliding
};

// Beats of the tail per second at a speed through the water.
double tail_beat_hz(const SwimStyle& style, double length_m, double speed_m_s);

// Sideways swing (to the right, +y) over the length at fraction s after `beats` beats, and its
// slope.
double midline_swing(const SwimStyle& style, double s, double beats);
double midline_slope(const SwimStyle& style, double s, double beats);

// Vertices of a fish (geometry/life/fish.h: x forward from +L/2 at the nose to -L/2) after `beats`
// beats of its tail. vertices_S may be the rest vertices themselves. Allocates nothing.
void swim(const SwimStyle& style, double length_m, double beats, std::span<const Vec3> rest_S,
          std::span<Vec3> vertices_S);

}  // namespace hadal::environment
