// Packets at modems, as they lie in the state, as messages.
#pragma once
#include "outputs/messages/messages.h"
#include "world/state.h"
#include "world/world.h"

namespace hadal::outputs {

// The packet of an event, counted from 0, in the inbox of a modem.
void fill_packet(const World& world, const State& state, int device, int64_t event,
                 const Header& header, Packet& packet);

}  // namespace hadal::outputs
