// Properties of sea water from the UNESCO 1983 algorithms (Fofonoff & Millard, Unesco technical
// papers in marine science 44) and the viscosity fit of Sharqawy, Lienhard & Zubair 2010.
//
// Units of this file are those of the field: practical salinity (PSS-78), temperature in degrees
// Celsius on ITS-90 (converted inside by T68 = 1.00024 T90), pressure in dbar relative to the
// atmosphere (sea pressure, 0 at the surface), latitude in radians.
#pragma once

namespace hadal::environment {

constexpr double kDecibar = 1e4;  // Pa

inline double t68_from_t90(double temperature_degc) {
  return 1.00024 * temperature_degc;
}

// In-situ density, kg/m^3: EOS-80, rho = rho(S,T,0) / (1 - P/K(S,T,P)) with P in bar and K the
// secant bulk modulus. Valid for S 0..42, T -2..40 degC, 0..10000 dbar; standard error 0.009
// kg/m^3. TEOS-10 lies within 0.01 kg/m^3 in the open ocean.
double density_eos80(double salinity_psu, double temperature_degc, double sea_pressure_dbar);

// Depth of a standard ocean (S = 35, 0 degC) in metres, Saunders & Fofonoff 1976, and its inverse
// (Newton, to the last digits). Real water columns differ by up to a few metres at 5 km; use
// WaterColumn for those.
double depth_from_pressure(double sea_pressure_dbar, double latitude_rad);
double pressure_from_depth(double depth_m, double latitude_rad);

// Freezing point in degC, Millero 1978. Valid for S 4..40 and up to 500 dbar.
double freezing_point(double salinity_psu, double sea_pressure_dbar);

// Dynamic viscosity at atmospheric pressure, Pa s. Valid for 0..180 degC, S 0..150 g/kg, within
// 1.5 %; the effect of pressure (a few per cent at 10 km) is left out.
double viscosity(double salinity_psu, double temperature_degc);

}  // namespace hadal::environment
