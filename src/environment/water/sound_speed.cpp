#include "environment/water/sound_speed.h"

#include <cmath>

#include "base/check.h"
#include "environment/water/seawater.h"

namespace hadal::environment {

double sound_speed_mackenzie(double salinity_psu, double temperature_degc, double depth_m) {
  const double t = temperature_degc, s = salinity_psu - 35, d = depth_m;
  return 1448.96 + t * (4.591 + t * (-5.304e-2 + t * 2.374e-4)) + 1.340 * s + 1.630e-2 * d +
         1.675e-7 * d * d - 1.025e-2 * t * s - 7.139e-13 * t * d * d * d;
}

double sound_speed_chen_millero(double salinity_psu, double temperature_degc,
                                double sea_pressure_dbar) {
  const double s = salinity_psu, t = t68_from_t90(temperature_degc), p = 0.1 * sea_pressure_dbar;
  const double w0 =
      1402.388 +
      t * (5.03711 + t * (-5.80852e-2 + t * (3.3420e-4 + t * (-1.47800e-6 + t * 3.1464e-9))));
  const double w1 =
      0.153563 + t * (6.8982e-4 + t * (-8.1788e-6 + t * (1.3621e-7 - t * 6.1185e-10)));
  const double w2 =
      3.1260e-5 + t * (-1.7107e-6 + t * (2.5974e-8 + t * (-2.5335e-10 + t * 1.0405e-12)));
  const double w3 = -9.7729e-9 + t * (3.8504e-10 - t * 2.3643e-12);
  const double a0 = 1.389 + t * (-1.262e-2 + t * (7.164e-5 + t * (2.006e-6 - t * 3.21e-8)));
  const double a1 =
      9.4742e-5 + t * (-1.2580e-5 + t * (-6.4885e-8 + t * (1.0507e-8 - t * 2.0122e-10)));
  const double a2 = -3.9064e-7 + t * (9.1041e-9 + t * (-1.6002e-10 + t * 7.988e-12));
  const double a3 = 1.100e-10 + t * (6.649e-12 - t * 3.389e-13);
  const double water = w0 + p * (w1 + p * (w2 + p * w3));
  const double a = a0 + p * (a1 + p * (a2 + p * a3));
  const double b = -1.922e-2 - 4.42e-5 * t + (7.3637e-5 + 1.7945e-7 * t) * p;
  const double d = 1.727e-3 - 7.9836e-6 * p;
  return water + s * (a + b * std::sqrt(s) + d * s);
}

double sound_speed_del_grosso(double salinity_psu, double temperature_degc,
                              double sea_pressure_dbar) {
  constexpr double kTechnicalAtmosphere = 9.80665;  // dbar per kg/cm^2
  const double s = salinity_psu, t = temperature_degc, p = sea_pressure_dbar / kTechnicalAtmosphere;
  const double from_t = t * (5.012285 + t * (-5.51184e-2 + t * 2.21649e-4));
  const double from_s = s * (1.329530 + s * 1.288598e-4);
  const double from_p = p * (0.1560592 + p * (2.449993e-5 - p * 8.833959e-9));
  const double mixed_ts = t * s * (-1.275936e-2 + t * 9.688441e-5);
  const double mixed_tp =
      t * p *
      (6.353509e-3 + p * (-1.593895e-6 + t * 2.656174e-8 + p * 5.222483e-10) - t * t * 4.383615e-7);
  const double mixed_sp = s * p * (-s * p * 1.616745e-9 + t * (s * 4.857614e-6 - 3.406824e-4));
  return 1402.392 + from_t + from_s + from_p + mixed_ts + mixed_tp + mixed_sp;
}

double sound_speed(SoundSpeedFormula formula, double salinity_psu, double temperature_degc,
                   double sea_pressure_dbar, double depth_m) {
  switch (formula) {
    case SoundSpeedFormula::mackenzie:
      return sound_speed_mackenzie(salinity_psu, temperature_degc, depth_m);
    case SoundSpeedFormula::chen_millero:
      return sound_speed_chen_millero(salinity_psu, temperature_degc, sea_pressure_dbar);
    case SoundSpeedFormula::del_grosso:
      return sound_speed_del_grosso(salinity_psu, temperature_degc, sea_pressure_dbar);
  }
  HADAL_CHECK(false, "unknown sound speed formula");
  return 0;
}

}  // namespace hadal::environment
