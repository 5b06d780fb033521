// What the thread of the server counts and any thread reads.
#pragma once
#include <atomic>
#include <cstdint>

#include "web/server.h"

namespace hadal::web {

struct Counters {
  using Count = std::atomic<uint64_t>;
  Count clients{0}, connections{0}, clients_total{0}, connections_total{0}, connections_refused{0};
  Count clients_dropped{0}, requests{0}, requests_refused{0};
  Count messages_received{0}, messages_sent{0}, bytes_sent{0}, client_messages{0};
  Count dropped_inbox{0}, dropped_clients{0}, queue_bytes{0}, queue_bytes_peak{0};
  Count delays{0}, delay_sum_ns{0}, delay_max_ns{0}, cpu_ns{0};

  // Only the thread of the server raises a maximum.
  static void raise(Count& maximum, uint64_t value) {
    if (value > maximum.load(std::memory_order_relaxed)) maximum = value;
  }
  ServerStatistics read() const;
};

}  // namespace hadal::web
