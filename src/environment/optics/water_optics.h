// What sea water does to light, by wavelength and depth. All coefficients in 1/m:
//   a absorption, b scattering, bb backscattering, c = a + b beam attenuation, Kd diffuse
//   attenuation of the downward irradiance.
//
// Jerlov types. Two published sets (water_tables.h):
//   measured   Williamson & Hollins 2022 for IB to 5C; Solonenko & Mobley 2015 for I, IA, 7C and
//              9C, of which there are too few measurements. The default: its haze is that of real
//              water.
//   modelled   Solonenko & Mobley 2015 throughout, as other simulators use it. Kd tells little of
//              scattering: at 550 nm it is 0.4 (IB) to 3.4 times (III) that measured, 5.2 times at
//              400 nm. (A coefficient of the scattering model is 1.513 where its source, Haltrin
//              1999, has 1.151; that alone is at most a third.)
// Between the wavelengths of a table the part beyond pure water is interpolated, so that the steep
// absorption of water itself between 575 and 610 nm keeps its shape.
//
//   bb = bw/2 + 0.0183 (b - bw)        molecules scatter evenly, particles as in Petzold's average
//   bw = 0.00658 (400/nm)^4.2          sea water of 35 psu at 15 degC, within 1 % of Zhang, Hu &
//                                      He, "Scattering by pure seawater: effect of salinity",
//                                      Optics Express 17 (2009); fresh water scatters a quarter
//                                      less
//   Kd = (1 + 0.005 s) a + 4.18 (1 - 0.52 exp(-10.8 a)) bb, sun s = 30 degrees from the zenith
//                                      (Lee, Du & Arnone, "A model for the diffuse attenuation
//                                      coefficient of downwelling irradiance", J. Geophysical
//                                      Research 110, 2005)
// Solonenko & Mobley print Kd; what is added to such a water adds the difference of the formula.
//
// Additions:
//   turbidity   1 NTU is 1 g/m^3 of mineral particles (the usual rule, good to a factor of two),
//               which scatter 0.5 m^2/g, evenly over the visible (Babin, Morel, Fournier-Sicre,
//               Fell & Stramski, "Light scattering properties of marine particles...", Limnology
//               and Oceanography 48, 2003), and absorb 0.041 exp(-0.0123 (nm - 443)) m^2/g (Babin
//               et al., J. Geophysical Research 108, 2003).
//   plankton    chlorophyll C(z) in mg/m^3: a background and a Gaussian layer (Lewis, Cullen &
//               Platt, 1983). Absorption A C^E (Bricaud et al. 1998) and of dissolved matter that
//               goes with it, 0.2 of that at 440 nm, times exp(-0.014 (nm - 440)) (Morel 1991).
//               Scattering 0.416 C^0.766 (nm/550)^v (Loisel & Morel 1998), v = (log10 C - 0.3) / 2
//               from 0.02 up to 2 mg/m^3, then 0; backwards 0.416 C^0.766 (0.002 + 0.01 (0.5 -
//               0.25 log10 C) (nm/550)^v) (Morel & Maritorena, J. Geophysical Research 106, 2001,
//               eq. 12-14).
//               Blue and red are absorbed, so that the water turns green at the layer and under it.
//
// Calls take some tens of microseconds: at load or when the water changes, not per ray.
//
// Not modelled: fluorescence, Raman scattering, bubbles, the change of type with the season.
#pragma once
#include <optional>
#include <string_view>
#include <vector>

#include "environment/optics/spectrum.h"

namespace hadal::environment::optics {

enum class JerlovType { kI, kIA, kIB, kII, kIII, k1C, k3C, k5C, k7C, k9C, kPure, kNone };
enum class IopSource { kMeasured, kModelled };

// By the usual names: I, IA, IB, II, III, 1C, 3C, 5C, 7C, 9C; "pure" is sea water without
// particles, "none" a medium that takes a millionth of what pure water takes: pictures without
// water.
std::optional<JerlovType> jerlov_type(std::string_view name);
std::string_view name_of(JerlovType type);

struct ChlorophyllProfile {
  double background_mg_m3 = 0;
  double peak_mg_m3 = 0;  // of the layer, above the background
  double peak_depth_m = 30;
  double thickness_m = 8;  // standard deviation
  double concentration(double depth_m) const;
};

struct WaterRecipe {
  JerlovType type = JerlovType::kII;
  IopSource source = IopSource::kMeasured;
  double turbidity_ntu = 0;       // beyond that of the type
  ChlorophyllProfile plankton{};  // beyond that of the type
};

struct WaterOptics {
  Spectrum a, b, bb, kd;
  Spectrum c() const { return a + b; }
};

// The type alone.
WaterOptics water_optics(JerlovType type, IopSource source);
WaterOptics water_optics(const WaterRecipe& recipe, double depth_m);
// Mean coefficients between two depths: what multiplies the length of a way in an exponent.
WaterOptics mean_water_optics(const WaterRecipe& recipe, double from_depth_m, double to_depth_m);

// The water in layers of constant properties, from the surface down; the last has no floor. One
// layer unless there is plankton whose concentration changes with depth.
struct WaterLayer {
  double top_m = 0;
  WaterOptics optics;
};
std::vector<WaterLayer> water_layers(const WaterRecipe& recipe);

// At one wavelength, 400..700 nm, for lidars and optical modems; the mean between two depths.
struct BeamOptics {
  double a = 0, b = 0, bb = 0, kd = 0;
  double c() const { return a + b; }
  // Left of a narrow beam after a distance, exp(-c d).
  double transmission(double distance_m) const;
};
BeamOptics beam_optics(const WaterRecipe& recipe, double wavelength_nm, double from_depth_m,
                       double to_depth_m);

// How deep a white disc is seen from above: ln(|0.14 - Rrs| / 0.013) / (2.5 Kd) at the wavelength
// of least Kd (Lee et al., "Secchi disk depth: A new theory and mechanistic model for underwater
// visibility", Remote Sensing of Environment 169, 2015).
double secchi_depth_m(const WaterOptics& water);

// Kd by the formula of Lee et al.
double diffuse_attenuation(double a, double bb);
Spectrum pure_water_absorption();
Spectrum pure_water_scattering();

}  // namespace hadal::environment::optics
