// How light scatters in angle: p(theta) per steradian, with an integral of 1 over the sphere. The
// cosine is that of the angle by which light is turned; 1 is straight on.
//
//   Henyey-Greenstein    p = (1 - g^2) / (4 pi (1 + g^2 - 2 g cos)^1.5); mean cosine g. Too little
//                        forward peak and too little straight back for sea water.
//   two terms            a share of it backwards. Forward 0.9 and 1.4 % of -0.25, by eye. From 5
//                        degrees on it is 1.3 to 1.9 times Petzold's average (0.0047 /sr straight
//                        back, his 0.0032), at 1 degree a fifth; 3.2 % go back, of his 1.8 %.
//   Fournier-Forand      particles with Junge sizes of slope mu and relative index n (Fournier &
//                        Jonasz, "Computer-based underwater imaging analysis", SPIE 3761, 1999).
//                        n 1.10, mu 3.5835 is within a fifth of Petzold's average (Mobley et al.
//                        1993) from 1 to 180 degrees. Infinite at 0, integrable.
//   pure water           Einstein-Smoluchowski: 0.06225 (1 + 0.835 cos^2) (Morel, in "Optical
//                        Aspects of Oceanography", 1974). In the clearest water half of the
//                        scattering is of molecules, and most of that turned back.
//
// Templates over the scalar type where a renderer needs them: see scalar.h.
#pragma once
#include <numbers>

#include "environment/optics/scalar.h"

namespace hadal::environment::optics {

// Share scattered backwards, in the average of Petzold's measurements (Mobley, Gentili, Gordon et
// al., "Comparison of numerical models for computing underwater light fields", 1993).
constexpr double kParticleBackscatter = 0.0183;

template <class T>
T henyey_greenstein(T cosine, T g) {
  using std::sqrt;
  const T d = T(1) + g * g - T(2) * g * cosine;
  return (T(1) - g * g) * T(0.25 * std::numbers::inv_pi) / (d * sqrt(d));
}

struct TwoTermPhase {
  double forward_g = 0.9, backward_g = -0.25, backward_share = 0.014;
};

template <class T>
T two_term_phase(T cosine, const TwoTermPhase& phase = {}) {
  return T(1 - phase.backward_share) * henyey_greenstein(cosine, T(phase.forward_g)) +
         T(phase.backward_share) * henyey_greenstein(cosine, T(phase.backward_g));
}

template <class T>
T pure_water_phase(T cosine) {
  constexpr double kAnisotropy = 0.835;
  return T(0.25 * std::numbers::inv_pi / (1 + kAnisotropy / 3)) *
         (T(1) + T(kAnisotropy) * cosine * cosine);
}

// Molecules and particles together, by the share of scattering that is of molecules.
template <class T>
T sea_water_phase(T cosine, T molecular_share, const TwoTermPhase& particles = {}) {
  return two_term_phase(cosine, particles) * (T(1) - molecular_share) +
         pure_water_phase(cosine) * molecular_share;
}

struct FournierForand {
  double index = 1.10, slope = 3.5835;
};
double fournier_forand(double angle_rad, const FournierForand& particles = {});

// Share of scattered light that is turned by more than 90 degrees.
double backscatter_share_henyey_greenstein(double g);
double backscatter_share(const TwoTermPhase& phase);
double backscatter_share(const FournierForand& particles);

// The cosine of a scattering angle distributed as the phase function, for uniform 0 <= xi <= 1.
double sample_henyey_greenstein(double g, double xi);

}  // namespace hadal::environment::optics
