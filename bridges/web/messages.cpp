#include "web/messages.h"

#include <algorithm>
#include <nlohmann/json.hpp>

namespace hadal::web {
namespace {

using nlohmann::json;

// Broken UTF-8 becomes the replacement character: no message may throw.
Bytes text_of(const json& value) {
  return bytes_of(value.dump(-1, ' ', false, json::error_handler_t::replace));
}

json parameter_json(const LiveParameter& parameter) {
  json j{{"name", parameter.name}};
  std::visit([&](const auto& value) { j["value"] = value; }, parameter.value);
  if (std::holds_alternative<double>(parameter.value)) j["type"] = "float64";
  if (std::holds_alternative<std::vector<double>>(parameter.value)) j["type"] = "float64_array";
  return j;
}

json service_end(const std::string& name, const std::string& schema) {
  return {{"encoding", "json"},
          {"schemaName", name},
          {"schemaEncoding", "jsonschema"},
          {"schema", schema}};
}

json changed_ends(const ConnectionGraph::Ends& before, const ConnectionGraph::Ends& after,
                  const char* key) {
  json list = json::array();
  for (const auto& [name, ids] : after) {
    const auto old = before.find(name);
    if (old == before.end() || old->second != ids) list.push_back({{"name", name}, {key, ids}});
  }
  return list;
}

// Topics that lost their last end on this side but have some on the other.
void add_emptied(const ConnectionGraph::Ends& before, const ConnectionGraph::Ends& after,
                 const ConnectionGraph::Ends& other, const char* key, json& list) {
  for (const auto& [name, ids] : before)
    if (!after.contains(name) && other.contains(name))
      list.push_back({{"name", name}, {key, json::array()}});
}

}  // namespace

Bytes server_info_text(const std::string& name, const std::string& session) {
  return text_of({{"op", "serverInfo"},
                  {"name", name},
                  {"capabilities",
                   {"clientPublish", "parameters", "parametersSubscribe", "time", "services",
                    "connectionGraph"}},
                  {"supportedEncodings", {"cdr", "json"}},
                  {"metadata", {{"ROS_DISTRO", "humble"}}},
                  {"sessionId", session}});
}

Bytes advertise_text(const std::vector<LiveTopic>& topics) {
  json channels = json::array();
  for (const LiveTopic& topic : topics)
    channels.push_back({{"id", topic.id},
                        {"topic", topic.topic},
                        {"encoding", "cdr"},
                        {"schemaName", topic.type},
                        {"schema", topic.schema},
                        {"schemaEncoding", "ros2msg"}});
  return text_of({{"op", "advertise"}, {"channels", channels}});
}

Bytes advertise_services_text(const std::vector<LiveService>& services) {
  json list = json::array();
  for (size_t i = 0; i < services.size(); ++i)
    list.push_back(
        {{"id", i + 1},
         {"name", services[i].name},
         {"type", services[i].name},
         {"request", service_end(services[i].name + "_request", services[i].request_schema)},
         {"response", service_end(services[i].name + "_response", services[i].response_schema)}});
  return text_of({{"op", "advertiseServices"}, {"services", list}});
}

Bytes status_text(StatusLevel level, const std::string& message, const std::string& id) {
  json j{{"op", "status"}, {"level", static_cast<int>(level)}, {"message", message}};
  if (!id.empty()) j["id"] = id;
  return text_of(j);
}

Bytes remove_status_text(const std::string& id) {
  return text_of({{"op", "removeStatus"}, {"statusIds", {id}}});
}

Bytes parameter_values_text(const std::vector<LiveParameter>& parameters, const std::string& id) {
  json list = json::array();
  for (const LiveParameter& parameter : parameters) list.push_back(parameter_json(parameter));
  json j{{"op", "parameterValues"}, {"parameters", list}};
  if (!id.empty()) j["id"] = id;
  return text_of(j);
}

Bytes service_failure_text(uint32_t service, uint32_t call, const std::string& message) {
  return text_of({{"op", "serviceCallFailure"},
                  {"serviceId", service},
                  {"callId", call},
                  {"message", message}});
}

void write_little_endian(uint64_t value, int bytes, uint8_t* to) {
  for (int i = 0; i < bytes; ++i) to[i] = static_cast<uint8_t>(value >> (8 * i));
}

uint32_t read_u32(const uint8_t* bytes) {
  uint32_t value = 0;
  for (int i = 3; i >= 0; --i) value = value << 8 | bytes[i];
  return value;
}

OutMessage data_message(uint32_t subscription, const LiveMessage& message, bool latched) {
  OutMessage out;
  out.head[0] = 0x01;
  write_little_endian(subscription, 4, &out.head[1]);
  write_little_endian(static_cast<uint64_t>(message.time_ns), 8, &out.head[5]);
  out.head_bytes = 13;
  out.payload = message.payload;
  out.topic = message.topic;
  out.latched = latched;
  return out;
}

OutMessage time_message(int64_t time_ns) {
  OutMessage out;
  out.head[0] = 0x02;
  write_little_endian(static_cast<uint64_t>(time_ns), 8, &out.head[1]);
  out.head_bytes = 9;
  return out;
}

Bytes service_response(uint32_t service, uint32_t call, std::string_view json_answer) {
  static constexpr std::string_view kEncoding = "json";
  std::vector<uint8_t> bytes(13);
  bytes[0] = 0x03;
  write_little_endian(service, 4, &bytes[1]);
  write_little_endian(call, 4, &bytes[5]);
  write_little_endian(kEncoding.size(), 4, &bytes[9]);
  bytes.insert(bytes.end(), kEncoding.begin(), kEncoding.end());
  bytes.insert(bytes.end(), json_answer.begin(), json_answer.end());
  return std::make_shared<const std::vector<uint8_t>>(std::move(bytes));
}

Bytes graph_update_text(const ConnectionGraph& before, const ConnectionGraph& after) {
  json published = changed_ends(before.published, after.published, "publisherIds");
  json subscribed = changed_ends(before.subscribed, after.subscribed, "subscriberIds");
  const json services = changed_ends(before.services, after.services, "providerIds");
  add_emptied(before.published, after.published, after.subscribed, "publisherIds", published);
  add_emptied(before.subscribed, after.subscribed, after.published, "subscriberIds", subscribed);
  std::set<std::string> topics, removed_services;
  for (const ConnectionGraph::Ends* ends : {&before.published, &before.subscribed})
    for (const auto& [name, ids] : *ends)
      if (!after.published.contains(name) && !after.subscribed.contains(name)) topics.insert(name);
  for (const auto& [name, ids] : before.services)
    if (!after.services.contains(name)) removed_services.insert(name);
  if (published.empty() && subscribed.empty() && services.empty() && topics.empty() &&
      removed_services.empty())
    return nullptr;
  return text_of({{"op", "connectionGraphUpdate"},
                  {"publishedTopics", published},
                  {"subscribedTopics", subscribed},
                  {"advertisedServices", services},
                  {"removedTopics", topics},
                  {"removedServices", removed_services}});
}

}  // namespace hadal::web
