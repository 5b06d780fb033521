// Topics of ROS 2 messages in a log: schema, channel and metadata as `ros2 bag` writes them.
#pragma once
#include <string_view>

#include "outputs/mcap/mcap_writer.h"
#include "outputs/messages/message_sink.h"
#include "outputs/messages/messages.h"

namespace hadal::outputs {

// A log as a sink of messages.
class LogSink final : public MessageSink {
 public:
  explicit LogSink(McapWriter& log) : log_(log) {}
  uint16_t add_topic(std::string_view topic, std::string_view type, bool latched = false) override;
  bool wants(uint16_t) const override { return true; }
  bool write(uint16_t topic, int64_t time_ns, std::span<const uint8_t> payload) override {
    return log_.write(topic, time_ns, payload);
  }

 private:
  McapWriter& log_;
};

// Adds a channel for messages of a known type ("pkg/msg/Name") and returns its id.
inline uint16_t add_topic(McapWriter& log, std::string_view topic, std::string_view type,
                          bool latched = false) {
  return LogSink(log).add_topic(topic, type, latched);
}

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
