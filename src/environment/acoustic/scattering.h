// How much a surface throws back toward the sonar, and how much a simple target does.
//
// Surfaces: Lambert's law, S = 10 log mu + 20 log sin(grazing), dB per m^2 of surface, for one
// sonar that sends and listens (Urick, "Principles of Underwater Sound", ch. 8). 10 log mu belongs
// to the material: -27 dB after Mackenzie (1961) for a deep bottom; about -10..-17 rock, -22..-27
// sand, -30..-40 mud. Good from a few degrees to about 70 of grazing; the mirror-like echo at
// normal incidence is not in it. No dependence on frequency: measured ones differ in sign from
// bottom to bottom.
//
// Targets much larger than a wavelength, rigid, at their broadest aspect (Urick, ch. 9):
//   sphere   10 log(a^2 / 4)            plate  20 log(A / lambda)
//   cylinder 10 log(a L^2 / (2 lambda))
#pragma once

namespace hadal::environment {

constexpr double kWeakestScattering_db = -200;  // in place of minus infinity at grazing zero

double lambert_db(double strength_db, double grazing_rad);

double target_strength_sphere_db(double radius_m);
double target_strength_plate_db(double area_m2, double wavelength_m);
double target_strength_cylinder_db(double radius_m, double length_m, double wavelength_m);

// Level of an echo back at the sonar: SL - 2 TL + TS.
double echo_level_db(double source_level_db, double one_way_loss_db, double target_strength_db);
// 20 log r + alpha r, one way.
double spherical_loss_db(double range_m, double absorption_db_per_m);

}  // namespace hadal::environment
