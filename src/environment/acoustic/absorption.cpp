#include "environment/acoustic/absorption.h"

#include <cmath>

namespace hadal::environment {
namespace {

constexpr double kHzPerKhz = 1000, kMetresPerKm = 1000;  // the formulae give dB/km for kHz
constexpr double kKelvinOfZeroDegc = 273;                // as the authors round it

// f1 f^2 / (f1^2 + f^2): one relaxation.
double relaxation(double relaxation_khz, double f_khz) {
  return relaxation_khz * f_khz * f_khz / (relaxation_khz * relaxation_khz + f_khz * f_khz);
}

// Viscosity of pure water at the surface, dB/km/kHz^2.
double pure_water(double t) {
  return t <= 20 ? 4.937e-4 + t * (-2.59e-5 + t * (9.11e-7 - 1.50e-8 * t))
                 : 3.964e-4 + t * (-1.146e-5 + t * (1.45e-7 - 6.5e-10 * t));
}

}  // namespace

double absorption_francois_garrison(double frequency_hz, const AbsorbingWater& water) {
  const double f = frequency_hz / kHzPerKhz, t = water.temperature_degc, s = water.salinity_psu,
               d = water.depth_m, kelvin = kKelvinOfZeroDegc + t;
  const double c = 1412 + 3.21 * t + 1.19 * s + 0.0167 * d;
  const double boric = 8.86 / c * std::pow(10, 0.78 * water.ph - 5);
  const double boric_khz = 2.8 * std::sqrt(s / 35) * std::pow(10, 4 - 1245 / kelvin);
  const double sulphate = 21.44 * s / c * (1 + 0.025 * t);
  const double sulphate_pressure = 1 - 1.37e-4 * d + 6.2e-9 * d * d;
  const double sulphate_khz = 8.17 * std::pow(10, 8 - 1990 / kelvin) / (1 + 0.0018 * (s - 35));
  const double water_pressure = 1 - 3.83e-5 * d + 4.9e-10 * d * d;
  const double db_per_km = (s > 0 ? boric * relaxation(boric_khz, f) : 0) +
                           sulphate * sulphate_pressure * relaxation(sulphate_khz, f) +
                           pure_water(t) * water_pressure * f * f;
  return db_per_km / kMetresPerKm;
}

double absorption_ainslie_mccolm(double frequency_hz, const AbsorbingWater& water) {
  const double f = frequency_hz / kHzPerKhz, t = water.temperature_degc, s = water.salinity_psu,
               z_km = water.depth_m / kMetresPerKm;
  const double boric_khz = 0.78 * std::sqrt(s / 35) * std::exp(t / 26);
  const double sulphate_khz = 42 * std::exp(t / 17);
  const double db_per_km =
      (s > 0 ? 0.106 * relaxation(boric_khz, f) * std::exp((water.ph - 8) / 0.56) : 0) +
      0.52 * (1 + t / 43) * (s / 35) * relaxation(sulphate_khz, f) * std::exp(-z_km / 6) +
      0.00049 * f * f * std::exp(-(t / 27 + z_km / 17));
  return db_per_km / kMetresPerKm;
}

double absorption_thorp(double frequency_hz) {
  const double f = frequency_hz / kHzPerKhz, f2 = f * f;
  const double db_per_km = 0.11 * f2 / (1 + f2) + 44 * f2 / (4100 + f2) + 2.75e-4 * f2 + 0.003;
  return db_per_km / kMetresPerKm;
}

double absorption_db_per_m(AbsorptionFormula formula, double frequency_hz,
                           const AbsorbingWater& water) {
  switch (formula) {
    case AbsorptionFormula::kAinslieMcColm:
      return absorption_ainslie_mccolm(frequency_hz, water);
    case AbsorptionFormula::kThorp:
      return absorption_thorp(frequency_hz);
    case AbsorptionFormula::kFrancoisGarrison:
      break;
  }
  return absorption_francois_garrison(frequency_hz, water);
}

}  // namespace hadal::environment
