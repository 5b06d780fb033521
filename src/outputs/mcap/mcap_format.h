// The pieces of the MCAP container format (mcap.dev, version 0) shared by writer and reader.
// A file is magic, records, magic. A record is a uint8 opcode, a uint64 length and that many bytes
// of content. Integers are little endian and not aligned; a string is a uint32 length and UTF-8;
// a map is a uint32 length in bytes and its pairs.
#pragma once
#include <array>
#include <cstdint>
#include <cstring>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

namespace hadal::outputs {

constexpr std::array<uint8_t, 8> kMcapMagic = {0x89, 'M', 'C', 'A', 'P', '0', '\r', '\n'};
constexpr size_t kMcapRecordPrefixBytes = 9;  // opcode and length
constexpr size_t kMcapFooterBytes = kMcapRecordPrefixBytes + 8 + 8 + 4;

enum class McapOpcode : uint8_t {
  header = 0x01,
  footer = 0x02,
  schema = 0x03,
  channel = 0x04,
  message = 0x05,
  chunk = 0x06,
  message_index = 0x07,
  chunk_index = 0x08,
  attachment = 0x09,
  attachment_index = 0x0A,
  statistics = 0x0B,
  metadata = 0x0C,
  metadata_index = 0x0D,
  summary_offset = 0x0E,
  data_end = 0x0F,
};

using StringMap = std::map<std::string, std::string>;

struct McapSchema {
  uint16_t id = 0;       // from 1
  std::string name;      // pkg/msg/Type
  std::string encoding;  // ros2msg
  std::string text;
};

struct McapChannel {
  uint16_t id = 0;
  uint16_t schema_id = 0;  // 0: none
  std::string topic;
  std::string message_encoding;  // cdr
  StringMap metadata;
};

struct McapStatistics {
  uint64_t message_count = 0;
  uint16_t schema_count = 0;
  uint32_t channel_count = 0;
  uint32_t attachment_count = 0;
  uint32_t metadata_count = 0;
  uint32_t chunk_count = 0;
  int64_t message_start_ns = 0;
  int64_t message_end_ns = 0;
  std::map<uint16_t, uint64_t> channel_message_counts;
};

// CRC-32 as in zlib; `previous` continues an earlier one.
uint32_t mcap_crc(std::span<const uint8_t> bytes, uint32_t previous = 0);

// Where a message stands in the uncompressed records of its chunk.
struct McapIndexEntry {
  uint64_t time_ns;
  uint64_t offset;
};

// The fields of a chunk in front of its records.
struct McapChunkHead {
  uint64_t start_ns = 0, end_ns = 0;
  uint64_t size = 0;  // of the records, not compressed
  uint32_t crc = 0;   // of the same
  std::string_view compression;
  uint64_t stored_size = 0;
};

// Appends records to a buffer. clear() keeps the memory.
class McapRecordWriter {
 public:
  void clear() { bytes_.clear(); }
  void reserve(size_t size) { bytes_.reserve(size); }
  size_t size() const { return bytes_.size(); }
  std::span<const uint8_t> bytes() const { return bytes_; }

  // Starts a record; end() fills in its length.
  void begin(McapOpcode opcode);
  void end();
  // The prefix of a record whose content, of known size, is written elsewhere.
  void begin_sized(McapOpcode opcode, uint64_t content_size);

  template <class T>
  requires std::is_integral_v<T>
  void put(T value) {
    const size_t at = bytes_.size();
    bytes_.resize(at + sizeof(T));
    std::memcpy(bytes_.data() + at, &value, sizeof(T));
  }
  void put_text(std::string_view text);
  void put_bytes(std::span<const uint8_t> bytes);
  void put_map(const StringMap& map);

  // A whole Message record; the publish time is the log time.
  void put_message(uint16_t channel, uint32_t sequence, uint64_t time_ns,
                   std::span<const uint8_t> payload);
  // The beginning of a chunk, up to its records.
  void put_chunk_head(const McapChunkHead& head);
  // Sorts the entries by time and puts the index of one channel of a chunk.
  void put_message_index(uint16_t channel, std::vector<McapIndexEntry>& entries);
  void put_record(const McapSchema& schema);
  void put_record(const McapChannel& channel);
  void put_record(const McapStatistics& statistics);

 private:
  std::vector<uint8_t> bytes_;
  size_t record_start_ = 0;
};

// Reads the content of one record of unknown origin. Past the end it sets failed() and returns
// zeros and empty spans from then on.
class McapCursor {
 public:
  explicit McapCursor(std::span<const uint8_t> content) : content_(content) {}

  bool failed() const { return failed_; }
  size_t remaining() const { return content_.size() - position_; }

  template <class T>
  requires std::is_integral_v<T> T get() {
    T value{};
    const std::span<const uint8_t> raw = get_bytes(sizeof(T));
    if (!raw.empty()) std::memcpy(&value, raw.data(), sizeof(T));
    return value;
  }
  std::span<const uint8_t> get_bytes(uint64_t size);
  std::span<const uint8_t> get_rest() { return get_bytes(remaining()); }
  std::string get_text();
  StringMap get_map();

 private:
  std::span<const uint8_t> content_;
  size_t position_ = 0;
  bool failed_ = false;
};

// Each fills its argument and returns false if the content is malformed.
bool parse(std::span<const uint8_t> content, McapSchema& schema);
bool parse(std::span<const uint8_t> content, McapChannel& channel);
bool parse(std::span<const uint8_t> content, McapStatistics& statistics);

// One record of a buffer; `offset` is that of its opcode.
struct McapRecord {
  McapOpcode opcode{};
  std::span<const uint8_t> content;
  size_t offset = 0;
};

// Calls visit(record) for each complete record; false if bytes of an incomplete one remain.
template <class Visit>
bool for_each_record(std::span<const uint8_t> bytes, Visit&& visit) {
  McapCursor cursor(bytes);
  while (cursor.remaining() > 0) {
    const size_t offset = bytes.size() - cursor.remaining();
    const auto opcode = static_cast<McapOpcode>(cursor.get<uint8_t>());
    const auto length = cursor.get<uint64_t>();
    const std::span<const uint8_t> content = cursor.get_bytes(length);
    if (cursor.failed()) return false;
    visit(McapRecord{opcode, content, offset});
  }
  return true;
}

}  // namespace hadal::outputs
