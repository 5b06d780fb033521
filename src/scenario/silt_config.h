// What a scenario says of silt that is stirred up: clouds in the water, e.g.
//   environment: {silt: {}}
// Grain and erosion belong to the materials of the seabed (material_config.h).
#pragma once
#include "hadal/schema.h"

namespace hadal::inline scenario {

struct SiltConfig {
  int puffs = 128;
  double horizontal_diffusivity_m2_s = 1e-3;
  double vertical_diffusivity_m2_s = 3e-4;
  static const StructSchema& schema();
};

}  // namespace hadal::scenario
