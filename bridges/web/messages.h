// Messages from the server to Foxglove clients. Texts are JSON objects with `op`; binary ones begin
// with an opcode, numbers are little endian.
#pragma once
#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "hadal/live.h"
#include "web/outbox.h"
#include "web/shared_bytes.h"

namespace hadal::web {

enum class StatusLevel { kInfo = 0, kWarning = 1, kError = 2 };

// An empty id: none is sent.
Bytes server_info_text(const std::string& name, const std::string& session);
Bytes advertise_text(const std::vector<LiveTopic>& topics);
Bytes advertise_services_text(const std::vector<LiveService>& services);  // ids from 1
Bytes status_text(StatusLevel level, const std::string& message, const std::string& id = "");
Bytes remove_status_text(const std::string& id);
Bytes parameter_values_text(const std::vector<LiveParameter>& parameters, const std::string& id);
Bytes service_failure_text(uint32_t service, uint32_t call, const std::string& message);

// MessageData without its payload: 0x01, subscription, time in ns.
OutMessage data_message(uint32_t subscription, const LiveMessage& message, bool latched);
OutMessage time_message(int64_t time_ns);                                               // 0x02
Bytes service_response(uint32_t service, uint32_t call, std::string_view json_answer);  // 0x03

uint32_t read_u32(const uint8_t* bytes);
void write_little_endian(uint64_t value, int bytes, uint8_t* to);

// Who publishes, subscribes and offers what, by name.
struct ConnectionGraph {
  using Ends = std::map<std::string, std::set<std::string>>;
  Ends published, subscribed, services;
};
// What changed; null: nothing.
Bytes graph_update_text(const ConnectionGraph& before, const ConnectionGraph& after);

}  // namespace hadal::web
