#include "environment/optics/refraction.h"

#include <cmath>

namespace hadal::environment::optics {

double sea_water_index(double wavelength_nm, double temperature_degc, double salinity_psu) {
  const double l = wavelength_nm, t = temperature_degc, s = salinity_psu;
  return 1.31405 + (1.779e-4 - 1.05e-6 * t + 1.6e-8 * t * t) * s - 2.02e-6 * t * t +
         (15.868 + 0.01155 * s - 0.00423 * t) / l - 4382 / (l * l) + 1.1455e6 / (l * l * l);
}

bool refract(const Vec3& direction, const Vec3& normal, double ratio, Vec3& out) {
  const double cosine = -direction.dot(normal);
  const double passed = refracted_cosine(cosine, ratio);
  if (passed <= 0) {
    out = reflected(direction, normal);
    return false;
  }
  out = ratio * direction + (ratio * cosine - passed) * normal;
  return true;
}

Vec3 reflected(const Vec3& direction, const Vec3& normal) {
  return direction - 2 * direction.dot(normal) * normal;
}

double critical_angle(double dense_index, double thin_index) {
  return std::asin(thin_index / dense_index);
}

double diffuse_reflectance(double ratio) {
  // Midpoint rule over the square of the sine, in which the cosine-weighted hemisphere is uniform.
  constexpr int kSteps = 4000;
  double sum = 0;
  for (int i = 0; i < kSteps; ++i)
    sum += fresnel_reflectance(std::sqrt(1 - (i + 0.5) / kSteps), ratio);
  return sum / kSteps;
}

}  // namespace hadal::environment::optics
