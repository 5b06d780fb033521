// Touch: what chosen links feel of the contacts of the last step. Each contact is one point with a
// force; a link feels the force on itself, whichever side of the contact it is. Sliding speed of a
// point is the relative velocity of the two bodies there without its part along the normal; the
// seabed stands still. A contact between two chosen links counts once, with the force on the first.
#pragma once
#include "sensors/truth.h"
#include "world/state.h"
#include "world/world.h"

namespace hadal::sensors {

// For a sensor whose model is a ContactModel. Allocates nothing.
ContactTruth touch(const World& world, const State& state, const Sensor& sensor);

}  // namespace hadal::sensors
