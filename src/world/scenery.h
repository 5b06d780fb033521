// Scenery of a world: what lives, lies and drifts in the sea and is seen, but has no part in the
// dynamics (scenario/scenery_config.h).
#pragma once
#include <string>
#include <vector>

#include "hadal/schema.h"

namespace hadal::inline world {

struct Scenery {
  AnyConfig config;            // one of scenery_kinds()
  std::string key;             // where it stands in the scenario
  std::vector<int> materials;  // of its copies: one for all, or one per form
};

}  // namespace hadal::world
