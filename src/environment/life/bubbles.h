// Bubbles that rise from a point: a leak, a seep, a diver.
//
// Rise speed of a bubble of radius r in sea water, whose skin makes bubbles rise as solid spheres:
//   small:   w = (2 g r^2 / 9 nu) (sqrt(y^2 + 2 y) - y),  y = 10.82 nu^2 / (g r^3)
//            (Thorpe, On the clouds of bubbles formed by breaking wind-waves in deep water, Phil.
//            Trans. R. Soc. A 304, 1982; Stokes for r -> 0; within 6 % of the curve of solid
//            spheres of Clift et al. up to 0.15 mm, too slow above),
//   from about 0.27 mm:  w = nu / d M^-0.149 (J - 0.857),  J = 0.94 H^0.757,
//            H = 4/3 Eo M^-0.149 (mu / 0.9 mPa s)^-0.14,  Eo = rho g d^2 / sigma,
//            M = g mu^4 / (rho sigma^3),  d = 2 r
//            (Clift, Grace & Weber, Bubbles, Drops, and Particles, 1978, ch. 7, contaminated),
//            up to the least speed of
//   large:   w = sqrt(sigma / (rho r) + g r)  (Mendelson, AIChE J. 13, 1967: the bubble as a wave
//            of its girth), 0.23 m/s at 2.7 mm, from where on it holds.
// Between 1.4 and 2.7 mm all rise alike, else larger bubbles rise faster. A cloud lifts the water:
// upwelling_m_s is added to all. Bubbles spread with the plume, standard deviation spread * height
// (0.1 is near the entrainment of measured plumes; Milgram, J. Fluid Mech. 133, 1983), and zigzag
// if larger than 0.7 mm. They grow with falling pressure, r^3 ~ 1/p; their speed stays that of the
// source (20 % low after 100 m). The current carries them: the plume leans by current_N, taken as
// steady over the rise.
//
// Bubble k leaves at (k + 1/2) / rate since forever; the plume is a pure function of time. Axes N.
#pragma once
#include <array>
#include <cstdint>

#include "environment/life/marine_snow.h"

namespace hadal::environment {

struct BubbleParameters {
  Vec3 source_N{0, 0, 10};
  double rate_hz = 40;
  std::array<double, 2> radius_m{0.001, 0.004};  // log-evenly drawn
  double upwelling_m_s = 0.1;
  double spread = 0.1;
  double start_spread_m = 0.01;  // of the opening
  uint64_t seed = 1;
};

double bubble_rise_speed(double radius_m, double viscosity_m2_s = 1.2e-6,
                         double density_kg_m3 = 1025, double tension_n_m = 0.0735);

// Adds the bubbles below a surface at surface_depth_m (z, about 0) and inside the region.
void query_bubbles(const BubbleParameters& parameters, const ParticleRegion& region, double time_s,
                   const Vec3& current_N, double surface_depth_m, const Vec3& anchor_N,
                   ParticleList& out);

}  // namespace hadal::environment
