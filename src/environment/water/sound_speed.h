// Speed of sound in sea water, m/s: three published formulae. Temperature in degC (ITS-90),
// practical salinity, pressure in dbar relative to the atmosphere, depth in metres.
//
//   chen_millero  Chen & Millero 1977, the UNESCO 1983 algorithm. S 0..40, T 0..40, 0..10000 dbar.
//                 The default: the only one of the three that covers tanks and lakes (S = 0) as
//                 well as the deep sea. Known to be high by 0.5 m/s at 2 km and 0.6 m/s at 4 km.
//   del_grosso    Del Grosso 1974. S 30..40, T 0..30, to 9500 dbar. The most accurate one in the
//                 deep ocean (within 0.1 m/s of TEOS-10), not fitted to fresh water.
//   mackenzie     Mackenzie 1981, nine terms, with depth instead of pressure. S 25..40, T -2..30,
//                 to 8000 m; standard error 0.07 m/s.
#pragma once
#include "world/environment.h"

namespace hadal::environment {

double sound_speed_mackenzie(double salinity_psu, double temperature_degc, double depth_m);
double sound_speed_chen_millero(double salinity_psu, double temperature_degc,
                                double sea_pressure_dbar);
double sound_speed_del_grosso(double salinity_psu, double temperature_degc,
                              double sea_pressure_dbar);

double sound_speed(SoundSpeedFormula formula, double salinity_psu, double temperature_degc,
                   double sea_pressure_dbar, double depth_m);

}  // namespace hadal::environment
