#include "outputs/mcap/mcap_format.h"

#include <algorithm>

#include <zlib.h>

namespace hadal::outputs {

uint32_t mcap_crc(std::span<const uint8_t> bytes, uint32_t previous) {
  if (bytes.empty()) return previous;  // zlib takes a null pointer for a new beginning
  return static_cast<uint32_t>(crc32_z(previous, bytes.data(), bytes.size()));
}

void McapRecordWriter::begin(McapOpcode opcode) {
  record_start_ = bytes_.size();
  begin_sized(opcode, 0);
}

void McapRecordWriter::end() {
  const uint64_t length = bytes_.size() - record_start_ - kMcapRecordPrefixBytes;
  std::memcpy(bytes_.data() + record_start_ + 1, &length, sizeof(length));
}

void McapRecordWriter::begin_sized(McapOpcode opcode, uint64_t content_size) {
  put(static_cast<uint8_t>(opcode));
  put(content_size);
}

void McapRecordWriter::put_bytes(std::span<const uint8_t> bytes) {
  if (bytes.empty()) return;
  const size_t at = bytes_.size();
  bytes_.resize(at + bytes.size());
  std::memcpy(bytes_.data() + at, bytes.data(), bytes.size());
}

void McapRecordWriter::put_text(std::string_view text) {
  put(static_cast<uint32_t>(text.size()));
  put_bytes({reinterpret_cast<const uint8_t*>(text.data()), text.size()});
}

void McapRecordWriter::put_map(const StringMap& map) {
  uint32_t size = 0;
  for (const auto& [key, value] : map)
    size += static_cast<uint32_t>(2 * sizeof(uint32_t) + key.size() + value.size());
  put(size);
  for (const auto& [key, value] : map) {
    put_text(key);
    put_text(value);
  }
}

void McapRecordWriter::put_message(uint16_t channel, uint32_t sequence, uint64_t time_ns,
                                   std::span<const uint8_t> payload) {
  constexpr size_t kFieldsBytes = 2 + 4 + 8 + 8;
  const uint64_t length = kFieldsBytes + payload.size();
  const size_t at = bytes_.size();
  bytes_.resize(at + kMcapRecordPrefixBytes + length);  // once: this is the hot path of a log
  uint8_t* place = bytes_.data() + at;
  *place = static_cast<uint8_t>(McapOpcode::message);
  std::memcpy(place + 1, &length, 8);
  std::memcpy(place + 9, &channel, 2);
  std::memcpy(place + 11, &sequence, 4);
  std::memcpy(place + 15, &time_ns, 8);
  std::memcpy(place + 23, &time_ns, 8);
  if (!payload.empty()) std::memcpy(place + 31, payload.data(), payload.size());
}

void McapRecordWriter::put_chunk_head(const McapChunkHead& head) {
  const size_t fields = 8 + 8 + 8 + 4 + 4 + head.compression.size() + 8;
  begin_sized(McapOpcode::chunk, fields + head.stored_size);
  put(head.start_ns);
  put(head.end_ns);
  put(head.size);
  put(head.crc);
  put_text(head.compression);
  put(head.stored_size);
}

void McapRecordWriter::put_message_index(uint16_t channel, std::vector<McapIndexEntry>& entries) {
  const auto earlier = [](const McapIndexEntry& a, const McapIndexEntry& b) {
    return a.time_ns < b.time_ns;
  };
  if (!std::is_sorted(entries.begin(), entries.end(), earlier))
    std::stable_sort(entries.begin(), entries.end(), earlier);
  begin(McapOpcode::message_index);
  put(channel);
  put(static_cast<uint32_t>(entries.size() * sizeof(McapIndexEntry)));
  for (const McapIndexEntry& entry : entries) {
    put(entry.time_ns);
    put(entry.offset);
  }
  end();
}

void McapRecordWriter::put_record(const McapSchema& schema) {
  begin(McapOpcode::schema);
  put(schema.id);
  put_text(schema.name);
  put_text(schema.encoding);
  put_text(schema.text);
  end();
}

void McapRecordWriter::put_record(const McapChannel& channel) {
  begin(McapOpcode::channel);
  put(channel.id);
  put(channel.schema_id);
  put_text(channel.topic);
  put_text(channel.message_encoding);
  put_map(channel.metadata);
  end();
}

void McapRecordWriter::put_record(const McapStatistics& statistics) {
  begin(McapOpcode::statistics);
  put(statistics.message_count);
  put(statistics.schema_count);
  put(statistics.channel_count);
  put(statistics.attachment_count);
  put(statistics.metadata_count);
  put(statistics.chunk_count);
  put(statistics.message_start_ns);
  put(statistics.message_end_ns);
  const size_t pair_bytes = sizeof(uint16_t) + sizeof(uint64_t);
  put(static_cast<uint32_t>(statistics.channel_message_counts.size() * pair_bytes));
  for (const auto& [channel, count] : statistics.channel_message_counts) {
    put(channel);
    put(count);
  }
  end();
}

std::span<const uint8_t> McapCursor::get_bytes(uint64_t size) {
  if (failed_ || size > remaining()) {
    failed_ = true;
    return {};
  }
  const std::span<const uint8_t> bytes = content_.subspan(position_, size);
  position_ += size;
  return bytes;
}

std::string McapCursor::get_text() {
  const std::span<const uint8_t> bytes = get_bytes(get<uint32_t>());
  return {bytes.begin(), bytes.end()};
}

StringMap McapCursor::get_map() {
  McapCursor pairs(get_bytes(get<uint32_t>()));
  StringMap map;
  while (pairs.remaining() > 0 && !pairs.failed()) {
    std::string key = pairs.get_text();
    map[std::move(key)] = pairs.get_text();
  }
  failed_ = failed_ || pairs.failed();
  return map;
}

bool parse(std::span<const uint8_t> content, McapSchema& schema) {
  McapCursor cursor(content);
  schema.id = cursor.get<uint16_t>();
  schema.name = cursor.get_text();
  schema.encoding = cursor.get_text();
  schema.text = cursor.get_text();
  return !cursor.failed() && schema.id != 0;
}

bool parse(std::span<const uint8_t> content, McapChannel& channel) {
  McapCursor cursor(content);
  channel.id = cursor.get<uint16_t>();
  channel.schema_id = cursor.get<uint16_t>();
  channel.topic = cursor.get_text();
  channel.message_encoding = cursor.get_text();
  channel.metadata = cursor.get_map();
  return !cursor.failed();
}

bool parse(std::span<const uint8_t> content, McapStatistics& statistics) {
  McapCursor cursor(content);
  statistics.message_count = cursor.get<uint64_t>();
  statistics.schema_count = cursor.get<uint16_t>();
  statistics.channel_count = cursor.get<uint32_t>();
  statistics.attachment_count = cursor.get<uint32_t>();
  statistics.metadata_count = cursor.get<uint32_t>();
  statistics.chunk_count = cursor.get<uint32_t>();
  statistics.message_start_ns = cursor.get<int64_t>();
  statistics.message_end_ns = cursor.get<int64_t>();
  McapCursor pairs(cursor.get_bytes(cursor.get<uint32_t>()));
  while (pairs.remaining() > 0 && !pairs.failed()) {
    const auto channel = pairs.get<uint16_t>();
    statistics.channel_message_counts[channel] = pairs.get<uint64_t>();
  }
  return !cursor.failed() && !pairs.failed();
}

}  // namespace hadal::outputs
