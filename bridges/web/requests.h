// What clients ask for: JSON texts with `op` and binary messages of the Foxglove protocol. Whatever
// they send, the answer is at most a status message.
#pragma once
#include <cstdint>
#include <span>
#include <string_view>

#include "web/hub.h"

namespace hadal::web {

void handle_text(Hub& hub, Session& session, std::string_view text);
void handle_binary(Hub& hub, Session& session, std::span<const uint8_t> bytes);

}  // namespace hadal::web
