#include "environment/acoustic/scattering.h"

#include <algorithm>
#include <cmath>

namespace hadal::environment {

double lambert_db(double strength_db, double grazing_rad) {
  const double sine = std::abs(std::sin(grazing_rad));
  if (sine == 0) return kWeakestScattering_db;
  return std::max(strength_db + 20 * std::log10(sine), kWeakestScattering_db);
}

double target_strength_sphere_db(double radius_m) {
  return 20 * std::log10(radius_m / 2);
}

double target_strength_plate_db(double area_m2, double wavelength_m) {
  return 20 * std::log10(area_m2 / wavelength_m);
}

double target_strength_cylinder_db(double radius_m, double length_m, double wavelength_m) {
  return 10 * std::log10(radius_m * length_m * length_m / (2 * wavelength_m));
}

double spherical_loss_db(double range_m, double absorption_db_per_m) {
  return 20 * std::log10(range_m) + absorption_db_per_m * range_m;
}

double echo_level_db(double source_level_db, double one_way_loss_db, double target_strength_db) {
  return source_level_db - 2 * one_way_loss_db + target_strength_db;
}

}  // namespace hadal::environment
