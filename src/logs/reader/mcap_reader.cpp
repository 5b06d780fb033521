#include "logs/reader/mcap_reader.h"

#include <algorithm>
#include <set>

namespace hadal::logs {

Result<McapReader> McapReader::open(const std::string& path) {
  Result<ByteSource> source = ByteSource::open_file(path);
  if (!source.ok()) return source.problems();
  return start(std::move(source).value(), path);
}

Result<McapReader> McapReader::open_bytes(std::vector<uint8_t> bytes, const std::string& name) {
  return start(ByteSource(std::move(bytes)), name);
}

Result<McapReader> McapReader::start(ByteSource source, const std::string& name) {
  Result<McapCatalog> catalog = read_catalog(source, name);
  if (!catalog.ok()) return catalog.problems();
  return McapReader(std::move(source), std::move(catalog).value(), name);
}

std::vector<std::string> McapReader::topics() const {
  std::set<std::string> names;
  for (const auto& [id, channel] : catalog_.channels) names.insert(channel.topic);
  return {names.begin(), names.end()};
}

const McapChannel* McapReader::find_channel(std::string_view topic) const {
  for (const auto& [id, channel] : catalog_.channels)
    if (channel.topic == topic) return &channel;
  return nullptr;
}

const McapSchema* McapReader::schema_of(const McapChannel& channel) const {
  const auto it = catalog_.schemas.find(channel.schema_id);
  return it == catalog_.schemas.end() ? nullptr : &it->second;
}

Result<std::vector<uint8_t>> McapReader::read_attachment(const McapAttachment& attachment) {
  std::vector<uint8_t> raw;
  Problems problems;
  const Problem damaged = problem_at(name_, attachment.record_offset,
                                     "attachment '" + attachment.name + "' is damaged");
  problems.add(damaged.location, damaged.key, damaged.message);
  if (!source_.read(attachment.record_offset, attachment.record_length, raw)) return problems;

  McapCursor cursor(raw);
  const auto opcode = static_cast<McapOpcode>(cursor.get<uint8_t>());
  cursor.get<uint64_t>();   // length
  cursor.get_bytes(8 + 8);  // times
  cursor.get_text();        // name
  cursor.get_text();        // media type
  const std::span<const uint8_t> data = cursor.get_bytes(cursor.get<uint64_t>());
  const std::span<const uint8_t> covered =
      std::span(raw)
          .first(raw.size() - cursor.remaining())
          .subspan(std::min(raw.size() - cursor.remaining(), kMcapRecordPrefixBytes));
  const auto crc = cursor.get<uint32_t>();
  if (opcode != McapOpcode::attachment || cursor.failed()) return problems;
  if (crc != 0 && crc != mcap_crc(covered)) return problems;
  return std::vector<uint8_t>(data.begin(), data.end());
}

McapReader::Wanted McapReader::wanted_channels(const McapFilter& filter) const {
  Wanted wanted;
  for (const auto& [id, channel] : catalog_.channels) {
    const bool named =
        std::find(filter.topics.begin(), filter.topics.end(), channel.topic) != filter.topics.end();
    if (filter.topics.empty() || named) wanted[id] = &channel;
  }
  return wanted;
}

// The wanted messages of the block in block_reader_, by log time.
void McapReader::collect(const McapFilter& filter, const Wanted& wanted) {
  entries_.clear();
  for_each_record(block_reader_.records(), [&](const McapRecord& record) {
    if (record.opcode != McapOpcode::message) return;
    McapCursor cursor(record.content);
    const auto it = wanted.find(cursor.get<uint16_t>());
    cursor.get<uint32_t>();  // sequence
    const auto time = cursor.get<int64_t>();
    cursor.get<uint64_t>();  // publish time
    if (cursor.failed() || it == wanted.end()) return;
    if (time < filter.from_ns || time > filter.through_ns) return;
    entries_.push_back({time, it->second, cursor.get_rest()});
  });
  const auto earlier = [](const Entry& a, const Entry& b) { return a.time_ns < b.time_ns; };
  if (!std::is_sorted(entries_.begin(), entries_.end(), earlier))
    std::stable_sort(entries_.begin(), entries_.end(), earlier);
}

Problems McapReader::for_each_message(const McapFilter& filter, const McapMessageVisitor& visit) {
  const Wanted wanted = wanted_channels(filter);
  Problems problems;
  for (const McapBlock& block : catalog_.blocks) {
    if (block.end_ns < filter.from_ns || block.start_ns > filter.through_ns) continue;
    const auto is_wanted = [&](uint16_t channel) { return wanted.contains(channel); };
    if (!block.channels.empty() &&
        std::none_of(block.channels.begin(), block.channels.end(), is_wanted))
      continue;
    const std::string error = block_reader_.read(source_, block);
    if (!error.empty()) {
      const Problem problem =
          problem_at(name_, block.offset, "chunk " + error + " and is left out");
      problems.add(problem.location, problem.key, problem.message);
      continue;
    }
    collect(filter, wanted);
    for (const Entry& entry : entries_) visit(*entry.channel, entry.time_ns, entry.payload);
  }
  return problems;
}

}  // namespace hadal::logs
