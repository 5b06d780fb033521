#include "outputs/reading_messages.h"

#include <cmath>

namespace hadal::outputs {

void fill_packet(const World& world, const State& state, int device, int64_t event,
                 const Header& header, Packet& packet) {
  const auto slot = static_cast<size_t>(device * kInboxSlots + event % kInboxSlots);
  const InboxHeader& inbox = state.inbox_header[slot];
  const InboxValues& values = state.inbox_values[slot];
  const auto path = [&](int64_t number) {
    return number < 0 ? std::string() : world.sensors[world.network.devices[number]].path;
  };
  const auto time = [&](double seconds) {
    return to_time(world.start_unix_ns + std::llround(seconds * 1e9));
  };
  packet.header = header;
  packet.outcome = static_cast<uint8_t>(inbox.outcome);
  packet.from = path(inbox.from);
  packet.to = path(inbox.to);
  packet.number = inbox.number;
  packet.sent = time(values.sent_s);
  packet.arrived = time(values.begin_s);
  packet.delay = values.end_s - values.sent_s;
  packet.level = values.level_db;
  packet.snr = values.snr_db;
  packet.doppler = values.doppler;
  const auto* bytes = reinterpret_cast<const uint8_t*>(
      state.inbox_payload.data() + slot * static_cast<size_t>(world.network.payload_words));
  packet.payload.assign(bytes, bytes + inbox.bytes);
}

}  // namespace hadal::outputs
