// Frequency spectra of random seas, S(w) in m^2 s, one-sided over the angular frequency:
//   S = A (5/16) Hs^2 wp^4 w^-5 exp(-1.25 (wp/w)^4) gamma^exp(-(w - wp)^2 / (2 s^2 wp^2)),
//   s = 0.07 below the peak and 0.09 above  (JONSWAP: Hasselmann et al. 1973; DNV-RP-C205, 3.5.5).
// gamma = 1 is Pierson-Moskowitz, also called Bretschneider, with A = 1. The exact normaliser A
// makes 4 sqrt(m0) = Hs; DNV's approximation 1 - 0.287 ln(gamma) is 0.24 % off at gamma 3.3.
// Moments are m_n = integral of w^n S.
#pragma once
#include "scenario/waves_config.h"

namespace hadal::environment {

struct SeaSpectrum {
  double significant_height_m = 0;
  double peak_frequency_rad_s = 1;
  double peak_enhancement = 1;  // gamma
  double normaliser = 1;        // A

  double density_m2_s(double frequency_rad_s) const;
  // Variance of the part between two frequencies; the upper one may be infinity.
  double variance_m2(double from_rad_s, double to_rad_s) const;
  // m_n of the whole spectrum for n = 0, 1, 2; higher ones do not exist without a cut-off.
  double moment(int order) const;
};

double jonswap_normaliser_exact(double peak_enhancement);
double jonswap_normaliser_dnv(double peak_enhancement);

// Fully developed sea under a wind U at 19.5 m (Pierson and Moskowitz 1964):
//   S = 0.0081 g^2 w^-5 exp(-0.74 (g / (U w))^4),
// that is Hs = 0.209 U^2 / g and wp = 0.877 g / U.
SeaSpectrum developed_sea_of_wind(double wind_speed_m_s, double gravity_m_s2);
// The same by its height: wp = 0.40 sqrt(g / Hs).
SeaSpectrum developed_sea_of_height(double significant_height_m, double gravity_m_s2);

// Significant height of a WMO sea state (code table 3700): the middle of its band, 14 m for state 9
// which has no upper end. States outside 0..9 take the nearest.
double sea_state_height_m(int state);

// The spectrum of a random sea. A sea state is a fully developed sea of its height.
SeaSpectrum sea_spectrum(const JonswapWavesConfig& waves);
SeaSpectrum sea_spectrum(const PiersonMoskowitzWavesConfig& waves, double gravity_m_s2);
SeaSpectrum sea_spectrum(const SeaStateWavesConfig& waves, double gravity_m_s2);

}  // namespace hadal::environment
