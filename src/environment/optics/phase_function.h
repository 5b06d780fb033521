// How light scatters in angle: p(theta) per steradian, with an integral of 1 over the sphere unless
// said. The cosine is that of the angle by which light is turned; 1 is straight on.
//
//   Henyey-Greenstein    p = (1 - g^2) / (4 pi (1 + g^2 - 2 g cos)^1.5); mean cosine g. Too little
//                        forward peak and too little straight back for sea water.
//   two terms            a fraction of it backwards, for what particles turn by more than some
//                        degrees: 0.56 of all, 0.888 forward and 0.95 % of -0.38, fitted to
//                        Fournier & Forand below. Within a quarter of it from 5 degrees on (5 % in
//                        the mean of squares), 1.85 % backwards. The other 0.44 goes on so nearly
//                        straight that it counts as not scattered; its integral is 0.56.
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
  double forward_g = 0.888, backward_g = -0.38, backward_fraction = 0.0095;
  double turned_fraction = 0.56;  // of what is scattered; the rest goes straight on
};

template <class T>
T two_term_phase(T cosine, const TwoTermPhase& phase = {}) {
  return T(phase.turned_fraction * (1 - phase.backward_fraction)) *
             henyey_greenstein(cosine, T(phase.forward_g)) +
         T(phase.turned_fraction * phase.backward_fraction) *
             henyey_greenstein(cosine, T(phase.backward_g));
}

template <class T>
T pure_water_phase(T cosine) {
  constexpr double kAnisotropy = 0.835;
  return T(0.25 * std::numbers::inv_pi / (1 + kAnisotropy / 3)) *
         (T(1) + T(kAnisotropy) * cosine * cosine);
}

// Molecules and particles together, by the fraction of scattering that is of molecules.
template <class T>
T sea_water_phase(T cosine, T molecular_fraction, const TwoTermPhase& particles = {}) {
  return two_term_phase(cosine, particles) * (T(1) - molecular_fraction) +
         pure_water_phase(cosine) * molecular_fraction;
}

struct FournierForand {
  double index = 1.10, slope = 3.5835;
};
double fournier_forand(double angle_rad, const FournierForand& particles = {});

// Fraction of scattered light that is turned by more than 90 degrees.
double backscatter_fraction_henyey_greenstein(double g);
double backscatter_fraction(const TwoTermPhase& phase);
double backscatter_fraction(const FournierForand& particles);

// The cosine of a scattering angle distributed as the phase function, for uniform 0 <= xi <= 1.
double sample_henyey_greenstein(double g, double xi);

}  // namespace hadal::environment::optics
