// Absorption of sound in sea water, by relaxation of boric acid and magnesium sulphate and by
// viscosity. Frequency in Hz, temperature in degC, practical salinity, depth in metres; dB per
// metre.
//
//   francois_garrison  Francois & Garrison, "Sound absorption based on ocean measurements", parts I
//                      and II, J. Acoust. Soc. Am. 72 (1982). 200 Hz..1 MHz, about 5 % between 10
//                      and 500 kHz. The default.
//   ainslie_mccolm     Ainslie & McColm, "A simplified formula for viscous and chemical absorption
//                      in sea water", J. Acoust. Soc. Am. 103 (1998). Within 10 % of the former for
//                      100 Hz..1 MHz, T -6..35, S 5..50, depth 0..7 km, pH 7.7..8.3.
//   thorp              Thorp, "Analytic description of the low-frequency attenuation coefficient",
//                      J. Acoust. Soc. Am. 42 (1967), with the usual terms for higher frequencies.
//                      Cold deep water (4 degC, 900 m) only; below about 50 kHz.
#pragma once
#include "scenario/acoustic_config.h"

namespace hadal::environment {

// What the formulae ask of the water.
struct AbsorbingWater {
  double temperature_degc = 10;
  double salinity_psu = 35;
  double depth_m = 0;
  double ph = 8;
};

double absorption_francois_garrison(double frequency_hz, const AbsorbingWater& water);
double absorption_ainslie_mccolm(double frequency_hz, const AbsorbingWater& water);
double absorption_thorp(double frequency_hz);

double absorption_db_per_m(AbsorptionFormula formula, double frequency_hz,
                           const AbsorbingWater& water);

}  // namespace hadal::environment
