// Gives a log that was cut short the index by which readers jump. Chunks that are whole are copied
// byte by byte, with message indexes of what they hold; whole messages outside of them go into
// chunks of their own, not compressed.
#include <filesystem>
#include <fstream>
#include <set>

#include "base/text.h"
#include "hadal/log.h"
#include "logs/reader/mcap_reader.h"
#include "outputs/mcap/mcap_index.h"

namespace hadal {
namespace logs {
namespace {

constexpr size_t kFullChunkBytes = 1 << 20;

// What a chunk holds.
struct ChunkContent {
  uint64_t start_ns = 0, end_ns = 0, messages = 0;
  std::map<uint16_t, std::vector<McapIndexEntry>> entries;  // by channel

  void add(uint16_t channel, uint64_t time_ns, uint64_t offset) {
    if (messages++ == 0) start_ns = end_ns = time_ns;
    start_ns = std::min(start_ns, time_ns);
    end_ns = std::max(end_ns, time_ns);
    entries[channel].push_back({time_ns, offset});
  }
};

struct MessageHead {
  uint16_t channel = 0;
  uint64_t time_ns = 0;
  bool whole = false;
};
MessageHead head_of(const McapRecord& record) {
  McapCursor cursor(record.content);
  MessageHead out;
  out.channel = cursor.get<uint16_t>();
  cursor.get<uint32_t>();  // sequence
  out.time_ns = cursor.get<uint64_t>();
  cursor.get<uint64_t>();  // publish time
  out.whole = !cursor.failed();
  return out;
}

// An attachment ends with the CRC of its content; 0: none.
bool is_intact(std::span<const uint8_t> attachment) {
  if (attachment.size() < kMcapRecordPrefixBytes + 4) return false;
  const size_t covered = attachment.size() - kMcapRecordPrefixBytes - 4;
  const auto crc = McapCursor(attachment.last(4)).get<uint32_t>();
  return crc == 0 || crc == mcap_crc(attachment.subspan(kMcapRecordPrefixBytes, covered));
}

class Repair {
 public:
  Repair(ByteSource& source, const McapCatalog& catalog, const std::string& name,
         std::ostream& out)
      : source_(source), catalog_(catalog), name_(name), out_(out) {}

  void run() {
    scratch_.put_bytes(kMcapMagic);
    scratch_.begin(McapOpcode::header);
    scratch_.put_text(catalog_.profile);
    scratch_.put_text(catalog_.library);
    scratch_.end();
    emit_scratch();
    for (const McapMetadata& metadata : catalog_.metadata) copy(metadata);
    for (const McapAttachment& attachment : catalog_.attachments) copy(attachment);
    for (const McapBlock& block : catalog_.blocks) copy(block);
    write_loose();
    finish();
  }
  const McapStatistics& statistics() const { return statistics_; }
  const Problems& left_out() const { return left_out_; }

 private:
  void copy(const McapMetadata& metadata) {
    const uint64_t start = offset_;
    scratch_.begin(McapOpcode::metadata);
    scratch_.put_text(metadata.name);
    scratch_.put_map(metadata.values);
    scratch_.end();
    emit_scratch();
    index_.add_metadata(start, offset_ - start, metadata.name);
    ++statistics_.metadata_count;
  }

  void copy(const McapAttachment& attachment) {
    std::vector<uint8_t> record;
    if (!source_.read(attachment.record_offset, attachment.record_length, record)) return;
    if (!is_intact(record))
      return leave_out(attachment.record_offset,
                       "attachment '" + attachment.name + "' is damaged");
    McapCursor cursor(record);
    cursor.get_bytes(kMcapRecordPrefixBytes + 8);  // and log time
    const auto created_ns = cursor.get<int64_t>();
    index_.add_attachment({offset_, record.size(), attachment.time_ns, created_ns, attachment.size,
                           attachment.name, attachment.media_type});
    emit(record);
    ++statistics_.attachment_count;
  }

  void copy(const McapBlock& block) {
    const std::string error = reader_.read(source_, block);
    if (!error.empty()) return leave_out(block.offset, "chunk " + error);
    if (block.opcode == McapOpcode::chunk && !block.cut_off && copy_chunk(block)) return;
    for_each_record(reader_.records(), [&](const McapRecord& record) {
      if (record.opcode == McapOpcode::message) add_loose(record, block.offset);
    });
  }

  // The chunk as it is; false where its messages have no channel yet.
  bool copy_chunk(const McapBlock& block) {
    ChunkContent content;
    std::set<uint16_t> known = introduced_;
    bool sound = true;
    for_each_record(reader_.records(), [&](const McapRecord& record) {
      if (record.opcode == McapOpcode::channel) {
        McapChannel channel;
        if (parse(record.content, channel)) known.insert(channel.id);
      }
      if (record.opcode != McapOpcode::message) return;
      const MessageHead head = head_of(record);
      sound = sound && head.whole && known.contains(head.channel);
      content.add(head.channel, head.time_ns, record.offset);
    });
    std::vector<uint8_t> raw;
    if (!sound || !source_.read(block.offset, block.length, raw)) return false;
    introduced_ = std::move(known);
    write_loose();  // what came before it
    McapCursor cursor(raw);
    cursor.get_bytes(kMcapRecordPrefixBytes);
    McapChunkPlace place;
    place.start_ns = cursor.get<uint64_t>();
    place.end_ns = cursor.get<uint64_t>();
    place.size = cursor.get<uint64_t>();
    cursor.get<uint32_t>();  // CRC
    const std::string compression = cursor.get_text();
    place.compression = compression;
    place.stored_size = cursor.get<uint64_t>();
    place.offset = offset_;
    place.length = raw.size();
    emit(raw);
    write_indexes(content, place);
    return true;
  }

  // A message for the next chunk of our own.
  void add_loose(const McapRecord& record, uint64_t offset) {
    const MessageHead head = head_of(record);
    const auto channel = catalog_.channels.find(head.channel);
    if (!head.whole || channel == catalog_.channels.end())
      return leave_out(offset, "a message without its channel");
    if (introduced_.insert(head.channel).second) {
      const auto schema = catalog_.schemas.find(channel->second.schema_id);
      if (schema != catalog_.schemas.end()) loose_.put_record(schema->second);
      loose_.put_record(channel->second);
    }
    loose_content_.add(head.channel, head.time_ns, loose_.size());
    const size_t size = kMcapRecordPrefixBytes + record.content.size();
    loose_.put_bytes({record.content.data() - kMcapRecordPrefixBytes, size});
    if (loose_.size() >= kFullChunkBytes) write_loose();
  }

  void write_loose() {
    if (loose_content_.messages == 0) return;
    const uint64_t size = loose_.size();
    McapChunkPlace place{loose_content_.start_ns, loose_content_.end_ns, offset_};
    place.stored_size = place.size = size;
    const uint32_t crc = mcap_crc(loose_.bytes());
    scratch_.put_chunk_head({place.start_ns, place.end_ns, size, crc, "", size});
    emit_scratch();
    emit(loose_.bytes());
    place.length = offset_ - place.offset;
    write_indexes(loose_content_, place);
    loose_.clear();
    loose_content_ = {};
  }

  void write_indexes(ChunkContent& content, McapChunkPlace& place) {
    std::vector<std::pair<uint16_t, uint64_t>> offsets;
    const uint64_t start = offset_;
    for (auto& [channel, entries] : content.entries) {
      statistics_.channel_message_counts[channel] += entries.size();
      offsets.emplace_back(channel, offset_ + scratch_.size());
      scratch_.put_message_index(channel, entries);
    }
    emit_scratch();
    place.index_offsets = offsets;
    place.indexes_length = offset_ - start;
    index_.add_chunk(place);
    ++statistics_.chunk_count;
    note_times(content);
  }

  void note_times(const ChunkContent& content) {
    McapStatistics& s = statistics_;
    const auto start = static_cast<int64_t>(content.start_ns);
    const auto end = static_cast<int64_t>(content.end_ns);
    if (content.messages == 0) return;
    s.message_start_ns = s.message_count == 0 ? start : std::min(s.message_start_ns, start);
    s.message_end_ns = s.message_count == 0 ? end : std::max(s.message_end_ns, end);
    s.message_count += content.messages;
  }

  // Schemas and channels of all that was found: those without a message, too.
  void finish() {
    McapRecordWriter schemas, channels;
    for (const auto& [id, schema] : catalog_.schemas) schemas.put_record(schema);
    for (const auto& [id, channel] : catalog_.channels) {
      channels.put_record(channel);
      statistics_.channel_message_counts[id];
    }
    statistics_.schema_count = static_cast<uint16_t>(catalog_.schemas.size());
    statistics_.channel_count = static_cast<uint32_t>(catalog_.channels.size());
    index_.write_end(offset_, schemas.bytes(), channels.bytes(), statistics_,
                     [&](std::span<const uint8_t> bytes) { emit(bytes); });
  }

  void emit(std::span<const uint8_t> bytes) {
    out_.write(reinterpret_cast<const char*>(bytes.data()),
               static_cast<std::streamsize>(bytes.size()));
    offset_ += bytes.size();
  }
  void emit_scratch() {
    emit(scratch_.bytes());
    scratch_.clear();
  }
  void leave_out(uint64_t offset, const std::string& what) {
    const Problem problem = problem_at(name_, offset, what + " and is left out");
    left_out_.add(problem.location, problem.key, problem.message);
  }

  ByteSource& source_;
  const McapCatalog& catalog_;
  const std::string& name_;
  std::ostream& out_;
  McapBlockReader reader_;
  McapRecordWriter scratch_, loose_;
  ChunkContent loose_content_;
  std::set<uint16_t> introduced_;  // channels that are in the data so far
  McapIndex index_;
  McapStatistics statistics_;
  Problems left_out_;
  uint64_t offset_ = 0;
};

// Whether the log is whole: its index is there and every chunk says what its CRC confirms.
bool is_whole(const std::string& path) {
  Result<McapReader> log = McapReader::open(path);
  if (!log || log.value().truncated() || !log.value().warnings().empty()) return false;
  for (const McapAttachment& attachment : log.value().attachments())
    if (!log.value().read_attachment(attachment)) return false;
  return log.value().for_each_message({}, [](const auto&, int64_t, auto) {}).empty();
}

std::string answer_of(const std::string& path, const McapStatistics& s, const Problems& damaged) {
  std::string text = path + ": " + std::to_string(s.message_count) + " messages on " +
                     std::to_string(s.channel_count) + " topics";
  if (s.message_count > 0)
    text += format_number(", %.3f s",
                          static_cast<double>(s.message_end_ns - s.message_start_ns) / 1e9);
  text += "\n";
  for (const Problem& problem : damaged.list()) text += to_string(problem) + "\n";
  return text;
}

}  // namespace
}  // namespace logs

LogResult repair_log(const std::string& log_path, const std::string& given_path, bool overwrite) {
  namespace fs = std::filesystem;
  Result<logs::ByteSource> source = logs::ByteSource::open_file(log_path);
  if (!source) return {2, source.problems().text()};
  Result<logs::McapCatalog> catalog = logs::read_catalog(source.value(), log_path);
  if (!catalog) return {2, catalog.problems().text()};
  if (logs::is_whole(log_path)) return {0, log_path + ": is whole; nothing to repair\n"};

  const std::string path =
      given_path.empty() ? fs::path(log_path).replace_extension(".repaired.mcap").string()
                         : given_path;
  std::error_code error;
  if (!overwrite && fs::exists(path, error))
    return {2, path + ": is there already; give another file (-o), or --overwrite"};
  const std::string part = path + ".part";
  std::ofstream out(part, std::ios::binary | std::ios::trunc);
  logs::Repair repair(source.value(), catalog.value(), log_path, out);
  repair.run();
  out.close();
  if (!out) {
    fs::remove(part, error);
    return {2, path + ": cannot write here"};
  }
  fs::rename(part, path, error);
  if (error) return {2, path + ": " + error.message()};
  Problems damaged = catalog.value().warnings;
  for (const Problem& problem : repair.left_out().list())
    damaged.add(problem.location, problem.key, problem.message);
  return {0, logs::answer_of(path, repair.statistics(), damaged)};
}

}  // namespace hadal
