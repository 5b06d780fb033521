// What chosen links of a vehicle feel of the contacts of the last step. Each contact is one point with
// a force; a link feels the force on itself, whichever side of the contact it is. Sliding speed of a
// point is the relative velocity of the two bodies there without its part along the normal; the
// seabed stands still. A contact between two chosen links counts once, with the force on the first.
#pragma once
#include <span>

#include "hadal/extension/sensor.h"
#include "world/state.h"
#include "world/world.h"

namespace hadal::sensors {

// links: indices into World::links, none given: all of the vehicle; against: extension::kSeabed or
// indices into World::vehicles, none given: everything. Allocates nothing.
extension::ContactReading contact_reading(const World& world, const State& state, int vehicle,
                                          std::span<const int> links,
                                          std::span<const int> against);

}  // namespace hadal::sensors
