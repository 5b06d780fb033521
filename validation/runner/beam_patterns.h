// One-way amplitude patterns of transducers in the far field, 1 on the axis (they may be negative
// in side lobes; power is the square), by Urick, "Principles of Underwater Sound", ch. 3. Angles in
// radians from the axis.
//   circular piston  2 J1(x) / x,  x = pi D / lambda sin(theta)
//   line             sin(x) / x,   x = pi L / lambda sin(theta)
//   array            sin(N u) / (N sin u),  u = pi d / lambda (sin(theta) - sin(steer))
// Instruments use the shaded apertures of sensors/acoustic/windows.h.
#pragma once

namespace hadal::validation {

double piston_pattern(double diameter_m, double wavelength_m, double angle_rad);
double line_pattern(double length_m, double wavelength_m, double angle_rad);
// Elements a spacing apart, all of the same weight.
double array_pattern(int elements, double spacing_m, double wavelength_m, double angle_rad,
                     double steer_rad);

// Full width between the half-power angles, and the first null; pi and pi / 2 where the aperture is
// too small to have them.
double piston_half_power_width(double diameter_m, double wavelength_m);
double piston_first_null(double diameter_m, double wavelength_m);
double line_half_power_width(double length_m, double wavelength_m);
// Of a piston many wavelengths wide, 20 log(pi D / lambda), dB.
double piston_directivity_db(double diameter_m, double wavelength_m);

}  // namespace hadal::validation
