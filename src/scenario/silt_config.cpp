#include "scenario/silt_config.h"

namespace hadal::inline scenario {

const StructSchema& SiltConfig::schema() {
  using C = SiltConfig;
  static const StructSchema s =
      StructBuilder<C>("silt",
                       "Clouds of sediment that the wash of thrusters and touch-downs stir up. "
                       "Grain and erosion are those of the material of the seabed.")
          .integer("puffs", &C::puffs,
                   "Puffs that clouds are made of, at most; then the two most alike become one.",
                   {64, 1024})
          .number("horizontal_diffusivity_m2_s", &C::horizontal_diffusivity_m2_s,
                  "Turbulent diffusivity of the water, level.", {0, 10})
          .number("vertical_diffusivity_m2_s", &C::vertical_diffusivity_m2_s,
                  "Turbulent diffusivity of the water, up and down.", {0, 10});
  return s;
}

}  // namespace hadal::scenario
