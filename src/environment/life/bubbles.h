// Bubbles that rise from a point: a leak, a seep, a diver.
//
// Rise speed of a bubble of radius r, the smaller of
//   dirty small bubbles:  w = (2 g r^2 / 9 nu) (sqrt(y^2 + 2 y) - y),  y = 10.82 nu^2 / (g r^3)
//                         (Thorpe, On the clouds of bubbles formed by breaking wind-waves in deep
//                         water, Phil. Trans. R. Soc. A 304, 1982; Stokes for r -> 0),
//   large wobbling ones:  w = sqrt(sigma / (rho r) + g r)
//                         (Mendelson, AIChE J. 13, 1967: the bubble as a wave of its girth).
// Larger bubbles rise faster. A cloud lifts the water: upwelling_m_s is added to all. Bubbles
// spread with the plume, standard deviation spread * height (0.1 is near the entrainment of
// measured plumes; Milgram, J. Fluid Mech. 133, 1983), and zigzag if larger than 0.7 mm. They grow
// with falling pressure, r^3 ~ 1/p; their speed stays that of the source (20 % low after 100 m).
// The current carries them: the plume leans by current_N, taken as steady over the rise.
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
