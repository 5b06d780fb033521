#include "web/requests.h"

#include <algorithm>
#include <limits>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "web/bounded_json.h"

namespace hadal::web {
namespace {

using nlohmann::json;

constexpr size_t kProblemsTold = 3;                   // of one request
constexpr size_t kMaxPublication = size_t{64} << 10;  // commands are small

// What is wrong with one request, told in one status message.
struct RequestProblems {
  std::vector<std::string> list;
  void add(std::string text) {
    if (!text.empty()) list.push_back(std::move(text));
  }
  void tell(Hub& hub, Session& session, const std::string& op) const {
    if (list.empty()) return;
    std::string text = op + ": " + list[0];
    for (size_t i = 1; i < std::min(list.size(), kProblemsTold); ++i) text += "; " + list[i];
    if (list.size() > kProblemsTold)
      text += "; and " + std::to_string(list.size() - kProblemsTold) + " more";
    hub.complain(session, StatusLevel::kError, text);
  }
};

const json kNone = json::array();

const json& list_of(const json& request, const char* key, RequestProblems& problems) {
  const auto found = request.find(key);
  if (found != request.end() && found->is_array()) return *found;
  problems.add(std::string(key) + " has to be a list");
  return kNone;
}

bool is_id(const json& value) {
  return value.is_number_unsigned() &&
         value.get<uint64_t>() <= std::numeric_limits<uint32_t>::max();
}

std::optional<uint32_t> id_of(const json& object, const char* key) {
  if (!object.is_object()) return std::nullopt;
  const auto found = object.find(key);
  if (found == object.end() || !is_id(*found)) return std::nullopt;
  return found->get<uint32_t>();
}

// None unless it is a text of at most kMaxName bytes.
std::optional<std::string> name_in(const json& value) {
  if (!value.is_string()) return std::nullopt;
  const std::string& text = value.get_ref<const std::string&>();
  if (text.size() > kMaxName) return std::nullopt;
  return text;
}

std::optional<std::string> name_of(const json& object, const char* key) {
  if (!object.is_object()) return std::nullopt;
  const auto found = object.find(key);
  return found == object.end() ? std::nullopt : name_in(*found);
}

// ---- channels

void subscribe(Hub& hub, Session& session, const json& request, RequestProblems& problems) {
  for (const json& entry : list_of(request, "subscriptions", problems)) {
    const auto id = id_of(entry, "id"), channel = id_of(entry, "channelId");
    if (id && channel)
      problems.add(hub.subscribe(session, *id, *channel));
    else
      problems.add("a subscription has the numbers id and channelId");
  }
}

void unsubscribe(Hub& hub, Session& session, const json& request, RequestProblems& problems) {
  for (const json& id : list_of(request, "subscriptionIds", problems))
    if (!is_id(id) || !hub.unsubscribe(session, id.get<uint32_t>()))
      problems.add("there is no such subscription");
}

// geometry_msgs/msg/Twist and geometry_msgs/Twist are the same.
std::string short_type(std::string type) {
  const size_t at = type.find("/msg/");
  if (at != std::string::npos) type.erase(at, 4);
  return type;
}

std::string offer_channel(Hub& hub, Session& session, const json& entry) {
  const auto id = id_of(entry, "id");
  const auto topic = name_of(entry, "topic"), encoding = name_of(entry, "encoding");
  if (!id || !topic || !encoding) return "a channel has a number id and the texts topic, encoding";
  if (session.publishes.contains(*id)) return "channel " + std::to_string(*id) + " exists already";
  if (session.publishes.size() >= kMaxClientChannels)
    return "a client may have " + std::to_string(kMaxClientChannels) + " channels";
  if (*encoding != "cdr" && *encoding != "json")
    return *topic + ": encodings are cdr and json, not " + *encoding;
  const auto& commands = hub.commands();
  const auto command = std::find_if(commands.begin(), commands.end(),
                                    [&](const LiveCommand& c) { return c.topic == *topic; });
  if (command == commands.end()) return "nobody listens to " + *topic;
  const std::string type = name_of(entry, "schemaName").value_or("");
  if (!type.empty() && short_type(type) != short_type(command->type))
    return *topic + " takes " + command->type + ", not " + type;
  session.publishes[*id] = {*topic, *encoding};
  hub.graph_changed();
  return "";
}

void advertise(Hub& hub, Session& session, const json& request, RequestProblems& problems) {
  for (const json& entry : list_of(request, "channels", problems))
    problems.add(offer_channel(hub, session, entry));
}

void unadvertise(Hub& hub, Session& session, const json& request, RequestProblems& problems) {
  for (const json& id : list_of(request, "channelIds", problems))
    if (!is_id(id) || session.publishes.erase(id.get<uint32_t>()) == 0)
      problems.add("there is no such channel");
  hub.graph_changed();
}

// ---- parameters

std::set<std::string> names_in(const json& request, RequestProblems& problems) {
  std::set<std::string> names;
  for (const json& entry : list_of(request, "parameterNames", problems))
    if (const auto name = name_in(entry))
      names.insert(*name);
    else
      problems.add("a name is a text of at most " + std::to_string(kMaxName) + " bytes");
  return names;
}

std::vector<LiveParameter> parameters_named(Hub& hub, const std::set<std::string>& names) {
  std::vector<LiveParameter> parameters = hub.source().parameters();
  std::erase_if(parameters, [&](const LiveParameter& p) { return !names.contains(p.name); });
  return parameters;
}

void get_parameters(Hub& hub, Session& session, const json& request, RequestProblems& problems) {
  const std::set<std::string> names = names_in(request, problems);
  if (!problems.list.empty()) return;
  const std::string id = name_of(request, "id").value_or("");
  hub.send(session,
           parameter_values_text(
               names.empty() ? hub.source().parameters() : parameters_named(hub, names), id));
}

// None: not a kind of value that parameters have. A missing value is an empty text, which hardly
// any parameter takes.
std::optional<LiveValue> value_in(const json& entry) {
  const auto found = entry.find("value");
  if (found == entry.end() || found->is_null()) return LiveValue(std::string());
  if (entry.contains("type") && entry["type"] == "byte_array") return std::nullopt;
  if (found->is_boolean()) return found->get<bool>();
  if (found->is_number()) return found->get<double>();
  if (found->is_string()) return found->get<std::string>();
  const auto is_number = [](const json& v) { return v.is_number(); };
  if (!found->is_array() || !std::all_of(found->begin(), found->end(), is_number))
    return std::nullopt;
  return found->get<std::vector<double>>();
}

// The answers to one setParameters: when all have come, the client gets the values that hold now.
struct ParameterAnswers {
  std::string id;
  std::set<std::string> names;
  size_t missing = 0;
};

void finish_set(Hub& hub, Session& session, ParameterAnswers& answers) {
  if (--answers.missing > 0 || answers.id.empty()) return;
  hub.send(session, parameter_values_text(parameters_named(hub, answers.names), answers.id));
}

void set_parameters(Hub& hub, Session& session, const json& request, RequestProblems& problems) {
  auto answers = std::make_shared<ParameterAnswers>();
  answers->id = name_of(request, "id").value_or("");
  answers->missing = 1;  // this function itself
  for (const json& entry : list_of(request, "parameters", problems)) {
    const auto name = name_of(entry, "name");
    const auto value = name ? value_in(entry) : std::nullopt;
    if (!name || !value) {
      problems.add("a parameter has a name and as value a number, text, bool or list of numbers");
      continue;
    }
    answers->names.insert(*name);
    LiveReply reply =
        hub.reply_to(session, [&hub, answers, name](Session& requester, const LiveAnswer& answer) {
          if (!answer.ok) hub.complain(requester, StatusLevel::kError, *name + ": " + answer.text);
          finish_set(hub, requester, *answers);
        });
    if (!reply) {
      problems.add("too many requests wait for the run");
      break;
    }
    ++answers->missing;
    hub.source().set_parameter(*name, *value, std::move(reply));
  }
  finish_set(hub, session, *answers);
}

// No names: all of them.
void watch_parameters(Hub& hub, Session& session, const json& request, RequestProblems& problems) {
  const std::set<std::string> names = names_in(request, problems);
  if (!problems.list.empty()) return;
  size_t known = 0;
  for (const LiveParameter& parameter : hub.source().parameters())
    if (names.empty() || names.contains(parameter.name)) {
      session.watched_parameters.insert(parameter.name);
      ++known;
    }
  if (known < names.size()) problems.add("not all of these parameters exist");
}

void unwatch_parameters(Hub&, Session& session, const json& request, RequestProblems& problems) {
  const std::set<std::string> names = names_in(request, problems);
  if (!problems.list.empty()) return;
  if (names.empty()) session.watched_parameters.clear();
  for (const std::string& name : names) session.watched_parameters.erase(name);
}

// ---- connection graph

void watch_graph(Hub& hub, Session& session, const json&, RequestProblems&) {
  hub.send_graph(session);
}

void unwatch_graph(Hub&, Session& session, const json&, RequestProblems&) {
  session.watches_graph = false;
}

using Handler = void (*)(Hub&, Session&, const json&, RequestProblems&);
constexpr std::pair<std::string_view, Handler> kHandlers[] = {
    {"subscribe", subscribe},
    {"unsubscribe", unsubscribe},
    {"advertise", advertise},
    {"unadvertise", unadvertise},
    {"getParameters", get_parameters},
    {"setParameters", set_parameters},
    {"subscribeParameterUpdates", watch_parameters},
    {"unsubscribeParameterUpdates", unwatch_parameters},
    {"subscribeConnectionGraph", watch_graph},
    {"unsubscribeConnectionGraph", unwatch_graph},
};

// ---- binary

void handle_publication(Hub& hub, Session& session, std::span<const uint8_t> bytes) {
  const auto channel = session.publishes.find(bytes.size() < 5 ? 0 : read_u32(&bytes[1]));
  if (bytes.size() < 5 || channel == session.publishes.end())
    return hub.complain(session, StatusLevel::kError, "a message of a channel that does not exist");
  const auto& [topic, encoding] = channel->second;
  const std::string_view text(reinterpret_cast<const char*>(bytes.data()) + 5, bytes.size() - 5);
  if (text.size() > kMaxPublication || (encoding == "json" && !json_is_bounded(text)))
    return hub.complain(session, StatusLevel::kError, topic + ": the message is too large");
  LiveReply reply =
      hub.reply_to(session, [&hub, t = topic](Session& requester, const LiveAnswer& answer) {
        if (!answer.ok) hub.complain(requester, StatusLevel::kWarning, t + ": " + answer.text);
      });
  if (!reply)
    return hub.complain(session, StatusLevel::kWarning,
                        topic + ": left out, too many messages wait for the run");
  hub.source().publish(topic, encoding, {bytes.begin() + 5, bytes.end()}, session.id,
                       std::move(reply));
}

// Empty: the call is on its way; else why not. `rest` follows the two ids.
std::string call_service(Hub& hub, Session& session, uint32_t service, uint32_t call,
                         std::span<const uint8_t> rest) {
  if (service == 0 || service > hub.services().size()) return "there is no such service";
  const size_t name_bytes = read_u32(rest.data());
  if (name_bytes > rest.size() - 4) return "the request is cut off";
  const std::string_view text(reinterpret_cast<const char*>(rest.data()) + 4, rest.size() - 4);
  if (text.substr(0, name_bytes) != "json") return "requests are encoded as json";
  const std::string request(name_bytes == text.size() ? "{}" : text.substr(name_bytes));
  const std::optional<json> parsed = parse_bounded_json(request);
  if (!parsed || !parsed->is_object()) return "the request is not a JSON object";
  LiveReply reply =
      hub.reply_to(session, [&hub, service, call](Session& requester, const LiveAnswer& answer) {
        if (answer.ok)
          hub.send(requester, service_response(service, call, answer.text), false);
        else
          hub.send(requester, service_failure_text(service, call, answer.text));
      });
  if (!reply) return "too many requests wait for the run";
  hub.source().call(hub.services()[service - 1].name, request, std::move(reply));
  return "";
}

void handle_service_call(Hub& hub, Session& session, std::span<const uint8_t> bytes) {
  if (bytes.size() < 13)
    return hub.complain(session, StatusLevel::kError, "a service call that is cut off");
  const uint32_t service = read_u32(&bytes[1]), call = read_u32(&bytes[5]);
  const std::string problem = call_service(hub, session, service, call, bytes.subspan(9));
  if (!problem.empty()) hub.send(session, service_failure_text(service, call, problem));
}

}  // namespace

void handle_text(Hub& hub, Session& session, std::string_view text) {
  const std::optional<json> request = parse_bounded_json(text);
  const auto op = request ? name_of(*request, "op") : std::nullopt;
  if (!op) return hub.complain(session, StatusLevel::kError, "not a JSON object with an op");
  for (const auto& [name, handler] : kHandlers) {
    if (name != *op) continue;
    RequestProblems problems;
    handler(hub, session, *request, problems);
    return problems.tell(hub, session, *op);
  }
  hub.complain(session, StatusLevel::kError, "unknown op " + *op);
}

void handle_binary(Hub& hub, Session& session, std::span<const uint8_t> bytes) {
  if (!bytes.empty() && bytes[0] == 0x01) return handle_publication(hub, session, bytes);
  if (!bytes.empty() && bytes[0] == 0x02) return handle_service_call(hub, session, bytes);
  hub.complain(session, StatusLevel::kError, "unknown binary message");
}

}  // namespace hadal::web
