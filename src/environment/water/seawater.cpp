#include "environment/water/seawater.h"

#include <cmath>

namespace hadal::environment {
namespace {

double surface_density(double s, double t) {
  const double pure_water =
      999.842594 +
      t * (6.793952e-2 +
           t * (-9.095290e-3 + t * (1.001685e-4 + t * (-1.120083e-6 + t * 6.536332e-9))));
  const double a = 0.824493 + t * (-4.0899e-3 + t * (7.6438e-5 + t * (-8.2467e-7 + t * 5.3875e-9)));
  const double b = -5.72466e-3 + t * (1.0227e-4 - t * 1.6546e-6);
  return pure_water + s * (a + b * std::sqrt(s) + 4.8314e-4 * s);
}

// bar, for a pressure p in bar
double secant_bulk_modulus(double s, double t, double p) {
  const double root = std::sqrt(s);
  const double surface = 19652.21 +
                         t * (148.4206 + t * (-2.327105 + t * (1.360477e-2 - t * 5.155288e-5))) +
                         s * (54.6746 + t * (-0.603459 + t * (1.09987e-2 - t * 6.1670e-5)) +
                              root * (7.944e-2 + t * (1.6483e-2 - t * 5.3009e-4)));
  const double first = 3.239908 + t * (1.43713e-3 + t * (1.16092e-4 - t * 5.77905e-7)) +
                       s * (2.2838e-3 - t * (1.0981e-5 + t * 1.6078e-6) + 1.91075e-4 * root);
  const double second = 8.50935e-5 + t * (-6.12293e-6 + t * 5.2787e-8) +
                        s * (-9.9348e-7 + t * (2.0816e-8 + t * 9.1697e-10));
  return surface + p * (first + p * second);
}

// Gravity as the depth formula was fitted with; not for other use (see gravity.h).
double unesco_gravity(double latitude_rad) {
  const double sine = std::sin(latitude_rad), x = sine * sine;
  return 9.780318 * (1 + (5.2788e-3 + 2.36e-5 * x) * x);
}

}  // namespace

double density_eos80(double salinity_psu, double temperature_degc, double sea_pressure_dbar) {
  const double t68 = t68_from_t90(temperature_degc), bar = 0.1 * sea_pressure_dbar;
  return surface_density(salinity_psu, t68) /
         (1 - bar / secant_bulk_modulus(salinity_psu, t68, bar));
}

double depth_from_pressure(double p, double latitude_rad) {
  const double geopotential = (((-1.82e-15 * p + 2.279e-10) * p - 2.2512e-5) * p + 9.72659) * p;
  return geopotential / (unesco_gravity(latitude_rad) + 1.092e-6 * p);
}

double pressure_from_depth(double depth_m, double latitude_rad) {
  double p = depth_m;
  for (int i = 0; i < 6; ++i) {
    constexpr double kStep = 0.5;
    const double slope = (depth_from_pressure(p + kStep, latitude_rad) -
                          depth_from_pressure(p - kStep, latitude_rad)) /
                         (2 * kStep);
    p += (depth_m - depth_from_pressure(p, latitude_rad)) / slope;
  }
  return p;
}

double freezing_point(double salinity_psu, double sea_pressure_dbar) {
  const double s = salinity_psu;
  const double t68 =
      (-0.0575 + 1.710523e-3 * std::sqrt(s) - 2.154996e-4 * s) * s - 7.53e-4 * sea_pressure_dbar;
  return t68 / 1.00024;
}

double viscosity(double salinity_psu, double temperature_degc) {
  const double t = temperature_degc;
  // The fit takes reference salinity in kg/kg.
  const double s = 1.00472e-3 * salinity_psu;
  const double offset = t + 64.993;
  const double pure_water = 4.2844e-5 + 1 / (0.157 * offset * offset - 91.296);
  const double a = 1.541 + t * (1.998e-2 - t * 9.52e-5);
  const double b = 7.974 + t * (-7.561e-2 + t * 4.724e-4);
  return pure_water * (1 + s * (a + b * s));
}

}  // namespace hadal::environment
