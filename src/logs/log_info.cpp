#include <algorithm>
#include <nlohmann/json.hpp>

#include "base/calendar.h"
#include "base/text.h"
#include "hadal/log.h"
#include "logs/reader/log_facts.h"

namespace hadal {
namespace {

using logs::LogFacts;
using logs::TopicFacts;

// Names from a log must not steer a terminal.
std::string printable(std::string text) {
  for (char& c : text)
    if (static_cast<unsigned char>(c) < 0x20 || c == 0x7F) c = '?';
  return text;
}

std::string start_utc(const LogFacts& facts) {
  return facts.messages > 0 ? iso8601_from_unix_ns(facts.start_ns) : "";
}

std::string as_json(const std::string& path, const LogFacts& facts) {
  nlohmann::ordered_json j;
  j["log"] = path;
  j["start_utc"] = start_utc(facts);
  j["duration_s"] = facts.duration_s;
  j["messages"] = facts.messages;
  if (facts.seed) j["seed"] = *facts.seed;
  if (facts.step_ns) j["step_s"] = static_cast<double>(*facts.step_ns) / 1e9;
  if (facts.planned_tick) j["planned_last_tick"] = *facts.planned_tick;
  if (facts.last_tick) j["last_tick"] = *facts.last_tick;
  if (facts.last_hash) j["state_hash"] = hex_text(*facts.last_hash);
  j["truncated"] = facts.truncated;
  j["warnings"] = nlohmann::ordered_json::array();
  for (const Problem& warning : facts.warnings.list()) j["warnings"].push_back(to_string(warning));
  j["topics"] = nlohmann::ordered_json::array();
  for (const TopicFacts& t : facts.topics)
    j["topics"].push_back(
        {{"topic", t.topic}, {"type", t.type}, {"count", t.count}, {"rate_hz", t.rate_hz}});
  return j.dump(2, ' ', false, nlohmann::json::error_handler_t::replace) + "\n";
}

std::string line(const char* name, const std::string& value) {
  std::string out = name;
  out.resize(std::max<size_t>(out.size(), 12), ' ');
  return out + value + "\n";
}

std::string header_text(const std::string& path, const LogFacts& facts) {
  std::string out = line("log", path);
  if (facts.messages > 0) out += line("start", start_utc(facts));
  out += line("duration", format_number("%.3f s", facts.duration_s));
  if (facts.seed) out += line("seed", std::to_string(*facts.seed));
  if (facts.step_ns)
    out += line("step", format_number("%g s", static_cast<double>(*facts.step_ns) / 1e9));
  if (facts.last_tick) {
    std::string ticks = std::to_string(*facts.last_tick);
    if (facts.planned_tick) ticks += " of " + std::to_string(*facts.planned_tick);
    out += line("last tick", ticks);
  }
  if (facts.last_hash) out += line("state hash", hex_text(*facts.last_hash));
  out += line("truncated", facts.truncated ? "yes, the log was cut short" : "no");
  for (const Problem& warning : facts.warnings.list())
    out += line("warning", printable(to_string(warning)));
  return out;
}

std::string padded(std::string text, size_t width, bool right) {
  if (text.size() >= width) return text;
  const std::string spaces(width - text.size(), ' ');
  return right ? spaces + text : text + spaces;
}

std::string topic_table(const LogFacts& facts) {
  std::vector<std::array<std::string, 4>> rows{{"topic", "type", "count", "rate Hz"}};
  for (const TopicFacts& t : facts.topics)
    rows.push_back({printable(t.topic), printable(t.type), std::to_string(t.count),
                    t.rate_hz > 0 ? format_number("%.3g", t.rate_hz) : "-"});
  std::array<size_t, 4> widths{};
  for (const auto& row : rows)
    for (size_t i = 0; i < row.size(); ++i) widths[i] = std::max(widths[i], row[i].size());
  std::string out;
  for (const auto& row : rows)
    out += padded(row[0], widths[0], false) + "  " + padded(row[1], widths[1], false) + "  " +
           padded(row[2], widths[2], true) + "  " + padded(row[3], widths[3], true) + "\n";
  return out;
}

}  // namespace

LogResult log_info(const std::string& path, bool json) {
  Result<logs::McapReader> log = logs::McapReader::open(path);
  if (!log) return {2, log.problems().text()};
  const LogFacts facts = logs::log_facts(log.value());
  if (json) return {0, as_json(path, facts)};
  return {0, header_text(path, facts) + "\n" + topic_table(facts)};
}

}  // namespace hadal
