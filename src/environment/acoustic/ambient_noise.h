// Ambient noise of the open sea: the curves of Wenz, "Acoustic ambient noise in the ocean: spectra
// and sources", J. Acoust. Soc. Am. 34 (1962), in the closed form of Coates, "Underwater Acoustic
// Systems" (1989), as used by Stojanovic (2007). Spectrum levels in dB re 1 uPa^2/Hz, frequency in
// Hz, about 1 Hz..1 MHz:
//   turbulence  17 - 30 log f
//   shipping    40 + 20 (s - 0.5) + 26 log f - 60 log(f + 0.03)     s 0..1, distant ships
//   wind        50 + 7.5 sqrt(w) + 20 log f - 40 log(f + 0.4)       w in m/s at 10 m
//   thermal     -15 + 20 log f                                      of the molecules
// with f in kHz and log to the base 10. The level does not depend on depth.
#pragma once

namespace hadal::environment {

struct NoiseLevels {
  double turbulence_db = 0, shipping_db = 0, wind_db = 0, thermal_db = 0;
  double total_db() const;  // of the powers
};

NoiseLevels ambient_noise(double frequency_hz, double shipping, double wind_speed_m_s);

// Level of two or more powers together.
double add_levels(double a_db, double b_db);

}  // namespace hadal::environment
