// Published optical properties of sea water as numbers; water_optics.h says how they are used.
//
//   pure water      absorption: Pope & Fry, "Absorption spectrum (380-700 nm) of pure water. II",
//                   Applied Optics 36 (1997).
//   Jerlov types    Solonenko & Mobley, "Inherent optical properties of Jerlov water types",
//                   Applied Optics 54 (2015), tables 4-8: absorption, scattering and diffuse
//                   attenuation of all ten types, found by inverting Jerlov's Kd. Two blocks of
//                   table 7 (3C at 675-700 nm, 5C at 600-700 nm) repeat those of the shortest
//                   wavelengths by a misprint; absorption there is as filled in by Williamson &
//                   Hollins, scattering follows the paper's own eq. 8, and Kd the formula of Lee et
//                   al. (water_optics.h) scaled to meet the last good value, within 1 %.
//                   Williamson & Hollins, "Measured IOPs of Jerlov water types", Applied Optics 61
//                   (2022), table 7: absorption and scattering of types IB to 5C, smooth curves
//                   through measurements from 412 to 715 nm.
//   phytoplankton   absorption a = A C^E, C in mg/m^3: Bricaud, Morel, Babin, Allali & Claustre,
//                   "Variations of light absorption by suspended particles with chlorophyll a
//                   concentration in oceanic (case 1) waters", J. Geophysical Research 103 (1998).
// All in 1/m, from 400 nm on.
#pragma once
#include <span>

namespace hadal::environment::optics {

constexpr double kSolonenkoMobleyStep_nm = 25, kWilliamsonHollinsStep_nm = 10,
                 kPureWaterStep_nm = 5, kPhytoplanktonStep_nm = 10;
constexpr size_t kJerlovTypes = 10;                       // I IA IB II III 1C 3C 5C 7C 9C
constexpr size_t kFirstMeasured = 2, kMeasuredTypes = 6;  // IB II III 1C 3C 5C

struct JerlovTable {
  std::span<const double> absorption, scattering, diffuse_attenuation;
};

std::span<const double> pure_water_absorption_table();
JerlovTable solonenko_mobley_table(size_t type);
// Types kFirstMeasured and the five behind it; no diffuse attenuation.
JerlovTable williamson_hollins_table(size_t type);
std::span<const double> phytoplankton_factor_table();    // A
std::span<const double> phytoplankton_exponent_table();  // E

}  // namespace hadal::environment::optics
