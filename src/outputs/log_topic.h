// A topic of ROS 2 messages in a log: schema, channel and metadata as `ros2 bag` writes them.
#pragma once
#include <string_view>

#include "outputs/mcap_writer.h"
#include "outputs/messages.h"

namespace hadal::outputs {

// Adds a channel for messages of a known type ("pkg/msg/Name") and returns its id.
// `latched` marks topics whose last message late subscribers get on playback (tf_static).
uint16_t add_topic(McapWriter& log, std::string_view topic, std::string_view type,
                   bool latched = false);

template <Message M>
uint16_t add_topic(McapWriter& log, std::string_view topic, bool latched = false) {
  return add_topic(log, topic, M::kType, latched);
}

// Encodes and writes; `scratch` is reused between calls. False once the log has failed.
template <Message M>
bool log_message(McapWriter& log, uint16_t channel, int64_t time_ns, const M& message,
                 CdrWriter& scratch) {
  return log.write(channel, time_ns, encode(message, scratch));
}

}  // namespace hadal::outputs
