#include "logs/reader/log_facts.h"

#include <algorithm>
#include <charconv>

#include "outputs/messages/messages.h"

namespace hadal::logs {
namespace {

std::optional<int64_t> whole_number(const StringMap& values, const std::string& key) {
  const auto found = values.find(key);
  if (found == values.end()) return std::nullopt;
  const std::string& text = found->second;
  int64_t number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return number;
}

void read_run(const McapReader& log, LogFacts& facts) {
  for (const McapMetadata& metadata : log.metadata()) {
    if (metadata.name != "hadal") continue;
    facts.seed = whole_number(metadata.values, "seed");
    facts.step_ns = whole_number(metadata.values, "step_ns");
    facts.planned_tick = whole_number(metadata.values, "last_tick");
  }
}

// From the last state hash; without hashes from the span of the log.
void read_last_tick(McapReader& log, LogFacts& facts) {
  const McapChannel* channel = log.find_channel("/hadal/state_hash");
  const McapSchema* schema = channel ? log.schema_of(*channel) : nullptr;
  if (schema && schema->name == StateHash::kType) {
    const auto note = [&](const McapChannel&, int64_t, std::span<const uint8_t> payload) {
      StateHash hash;
      if (!decode(payload, hash)) return;
      facts.last_tick = hash.tick;
      facts.last_hash = hash.hash;
    };
    const McapFilter last{{channel->topic}, facts.end_ns};
    facts.warnings.append(log.for_each_message(last, note));
  }
  if (!facts.last_tick && facts.step_ns.value_or(0) > 0 && facts.duration_s > 0)
    facts.last_tick =
        static_cast<int64_t>(facts.duration_s * 1e9 / static_cast<double>(*facts.step_ns) + 0.5);
}

void read_topics(const McapReader& log, LogFacts& facts) {
  for (const auto& [id, channel] : log.channels()) {
    TopicFacts topic;
    topic.topic = channel.topic;
    if (const McapSchema* schema = log.schema_of(channel)) topic.type = schema->name;
    const auto& counts = log.statistics().channel_message_counts;
    if (const auto found = counts.find(id); found != counts.end()) topic.count = found->second;
    if (topic.count > 1 && facts.duration_s > 0)
      topic.rate_hz = static_cast<double>(topic.count - 1) / facts.duration_s;
    facts.topics.push_back(std::move(topic));
  }
  const auto by_name = [](const TopicFacts& a, const TopicFacts& b) { return a.topic < b.topic; };
  std::stable_sort(facts.topics.begin(), facts.topics.end(), by_name);
}

}  // namespace

double seconds_between(int64_t start_ns, int64_t end_ns) {
  const uint64_t difference = static_cast<uint64_t>(end_ns) - static_cast<uint64_t>(start_ns);
  return static_cast<double>(static_cast<int64_t>(difference)) / 1e9;
}

LogFacts log_facts(McapReader& log) {
  LogFacts facts;
  const McapStatistics& statistics = log.statistics();
  facts.messages = statistics.message_count;
  if (facts.messages > 0) {
    facts.start_ns = statistics.message_start_ns;
    facts.end_ns = statistics.message_end_ns;
    facts.duration_s = std::max(0.0, seconds_between(facts.start_ns, facts.end_ns));
  }
  facts.truncated = log.truncated();
  facts.warnings = log.warnings();
  read_run(log, facts);
  read_last_tick(log, facts);
  read_topics(log, facts);
  return facts;
}

std::string attached_text(McapReader& log, std::string_view name) {
  for (const McapAttachment& attachment : log.attachments()) {
    if (attachment.name != name) continue;
    const Result<std::vector<uint8_t>> bytes = log.read_attachment(attachment);
    if (bytes) return {bytes.value().begin(), bytes.value().end()};
  }
  return "";
}

}  // namespace hadal::logs
