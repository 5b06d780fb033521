#include "scenario/acoustic_config.h"

namespace hadal::inline scenario {

const StructSchema& AcousticConfig::schema() {
  using C = AcousticConfig;
  static const StructSchema s =
      StructBuilder<C>("sound", "Sound in the water: absorption, ambient noise and ray bending.")
          .choice("absorption", &C::absorption,
                  "Absorption formula; thorp knows neither temperature nor depth.",
                  {{"francois_garrison", AbsorptionFormula::kFrancoisGarrison},
                   {"ainslie_mccolm", AbsorptionFormula::kAinslieMcColm},
                   {"thorp", AbsorptionFormula::kThorp}})
          .number("ph", &C::ph, "Acidity of the water; it rules absorption below 10 kHz.", {7, 9})
          .number("shipping", &C::shipping,
                  "Distant ships in the ambient noise: 0 none, 1 heavy traffic.", kFraction)
          .number("extra_noise_db", &C::extra_noise_db,
                  "Added to the ambient level, for rain, ice or works near by.", {-60, 120})
          .number("straight_time_error_s", &C::straight_time_error_s,
                  "Sound goes straight where that errs by less than this in time and less than "
                  "straight_angle_error_deg in direction; farther it is traced through the layers.",
                  {1e-9, 0.1})
          .number("straight_angle_error_deg", &C::straight_angle_error_rad,
                  "Largest error in direction of sound that goes straight.", {1e-6, 10}, kDegree)
          .boolean("interference", &C::interference,
                   "Sonars receive the pings and packets of other instruments in their band, and "
                   "disturb modems and positioning in it.");
  return s;
}

}  // namespace hadal::scenario
