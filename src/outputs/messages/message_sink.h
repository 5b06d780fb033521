// Where messages go: into a log (log_topic.h), or to those who watch a running simulation
// (simulation/live/live_hub.h).
#pragma once
#include <cstdint>
#include <functional>
#include <span>
#include <string_view>

#include "outputs/messages/messages.h"

namespace hadal::outputs {

class MessageSink {
 public:
  virtual ~MessageSink() = default;

  // A topic for messages of a known type ("pkg/msg/Name"); returns its id. `latched` marks topics
  // whose last message late subscribers get (tf_static).
  virtual uint16_t add_topic(std::string_view topic, std::string_view type,
                             bool latched = false) = 0;
  // False: a message would be thrown away now, do not make it.
  virtual bool wants(uint16_t topic) const = 0;
  // The payload is that of encode(). False once the sink has failed.
  virtual bool write(uint16_t topic, int64_t time_ns, std::span<const uint8_t> payload) = 0;
  // A message that takes its time, such as a compressed picture. `make` encodes it; the sink calls
  // it at once or on a thread of its own, so it owns all that it needs.
  using Maker = std::function<std::span<const uint8_t>(CdrWriter&)>;
  virtual void write_later(uint16_t topic, int64_t time_ns, Maker make) {
    CdrWriter scratch;
    write(topic, time_ns, make(scratch));
  }
};

template <Message M>
uint16_t add_topic(MessageSink& sink, std::string_view topic, bool latched = false) {
  return sink.add_topic(topic, M::kType, latched);
}

// Encodes and writes if somebody wants it; `scratch` is reused between calls.
template <Message M>
void send(MessageSink& sink, uint16_t topic, int64_t time_ns, const M& message,
          CdrWriter& scratch) {
  if (sink.wants(topic)) sink.write(topic, time_ns, encode(message, scratch));
}

}  // namespace hadal::outputs
