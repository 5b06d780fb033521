#include "sensors/scenery/tints.h"

namespace hadal::sensors {

int tint_count(const Scenery& scenery) {
  return kTints * static_cast<int>(scenery.materials.size());
}

int first_tint(const World& world, size_t scenery) {
  auto first = static_cast<int>(world.materials.materials.size() + world.appearances.size());
  for (size_t i = 0; i < scenery; ++i) first += tint_count(world.scenery[i]);
  return first;
}

}  // namespace hadal::sensors
