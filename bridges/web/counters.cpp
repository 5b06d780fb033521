#include "web/counters.h"

namespace hadal::web {

ServerStatistics Counters::read() const {
  ServerStatistics s;
  s.clients = clients;
  s.connections = connections;
  s.clients_total = clients_total;
  s.connections_total = connections_total;
  s.connections_refused = connections_refused;
  s.clients_dropped = clients_dropped;
  s.requests = requests;
  s.requests_refused = requests_refused;
  s.messages_received = messages_received;
  s.messages_sent = messages_sent;
  s.bytes_sent = bytes_sent;
  s.client_messages = client_messages;
  s.dropped_inbox = dropped_inbox;
  s.dropped_clients = dropped_clients;
  s.queue_bytes = queue_bytes;
  s.queue_bytes_peak = queue_bytes_peak;
  const uint64_t n = delays;
  s.delay_mean_s = n ? static_cast<double>(delay_sum_ns) * 1e-9 / static_cast<double>(n) : 0;
  s.delay_max_s = static_cast<double>(delay_max_ns) * 1e-9;
  s.cpu_s = static_cast<double>(cpu_ns) * 1e-9;
  return s;
}

}  // namespace hadal::web
