// Packets at modems, as they lie in the state, as messages.
#pragma once
#include "outputs/messages/messages.h"
#include "world/state.h"
#include "world/world.h"

namespace hadal::outputs {

// The device behind a sensor if it is a modem.
const DeviceModel* modem_of(const Sensor& sensor);

// The packet of a reading of a modem.
void fill_packet(const World& world, const State& state, int device,
                 std::span<const double> reading, const Header& header, Packet& packet);

}  // namespace hadal::outputs
