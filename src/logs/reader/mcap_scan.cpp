// The slow way into an MCAP file, record by record: for logs of a killed process and damaged ones.
#include <algorithm>
#include <set>

#include "logs/reader/mcap_catalog.h"

namespace hadal::logs {
namespace {

class Scanner {
 public:
  Scanner(ByteSource& source, const std::string& name, McapCatalog& catalog)
      : source_(source), name_(name), catalog_(catalog) {}

  void run(uint64_t data_start) {
    uint64_t offset = data_start;
    catalog_.truncated = true;  // until the footer shows up
    std::array<uint8_t, kMcapRecordPrefixBytes> prefix{};
    while (!done_ && source_.read(offset, prefix)) {
      McapCursor cursor(prefix);
      const auto opcode = static_cast<McapOpcode>(cursor.get<uint8_t>());
      const auto content_length = cursor.get<uint64_t>();
      const uint64_t available = source_.size() - offset - prefix.size();
      const bool cut_off = content_length > available;
      const uint64_t length = prefix.size() + std::min(content_length, available);
      take(opcode, offset, length, cut_off);
      offset += length;
    }
    finish();
  }

 private:
  void take(McapOpcode opcode, uint64_t offset, uint64_t length, bool cut_off) {
    done_ = done_ || cut_off;
    if (static_cast<uint8_t>(opcode) == 0) {
      warn(offset, "is no record; the rest of the file is left out");
      done_ = true;
    } else if (opcode == McapOpcode::chunk && !data_ended_) {
      take_block({.opcode = opcode,
                  .offset = offset,
                  .length = length,
                  .channels = {},
                  .cut_off = cut_off});
    } else if (!cut_off) {
      take_complete(opcode, offset, length);
    }
  }

  void take_complete(McapOpcode opcode, uint64_t offset, uint64_t length) {
    switch (opcode) {
      case McapOpcode::message:
      case McapOpcode::schema:
      case McapOpcode::channel:
        if (!data_ended_)
          take_block({.opcode = opcode, .offset = offset, .length = length, .channels = {}});
        break;
      case McapOpcode::attachment:
        take_attachment(offset, length);
        break;
      case McapOpcode::metadata:
        if (!read_metadata(source_, offset, length, catalog_)) warn(offset, "metadata is damaged");
        break;
      case McapOpcode::data_end:
        data_ended_ = true;
        break;
      case McapOpcode::footer:
        catalog_.truncated = source_.size() != offset + length + kMcapMagic.size();
        done_ = true;
        break;
      default:
        break;
    }
  }

  // Looks through a chunk or a single record, and keeps it if messages are inside.
  void take_block(McapBlock block) {
    const std::string error = block_reader_.read(source_, block);
    if (!error.empty()) {
      warn(block.offset, "chunk " + error + " and is left out");
      return;
    }
    std::set<uint16_t> channels;
    for_each_record(block_reader_.records(), [&](const McapRecord& record) {
      if (record.opcode == McapOpcode::schema) take_schema(record);
      if (record.opcode == McapOpcode::channel) take_channel(record);
      if (record.opcode == McapOpcode::message) count_message(record, block, channels);
    });
    if (block.opcode == McapOpcode::chunk) ++catalog_.statistics.chunk_count;
    if (channels.empty()) return;
    block.channels.assign(channels.begin(), channels.end());
    catalog_.blocks.push_back(std::move(block));
  }

  void take_schema(const McapRecord& record) {
    McapSchema schema;
    if (parse(record.content, schema)) catalog_.schemas.emplace(schema.id, schema);
  }

  void take_channel(const McapRecord& record) {
    McapChannel channel;
    if (parse(record.content, channel)) catalog_.channels.emplace(channel.id, channel);
  }

  void count_message(const McapRecord& record, McapBlock& block, std::set<uint16_t>& channels) {
    McapCursor cursor(record.content);
    const auto channel = cursor.get<uint16_t>();
    cursor.get<uint32_t>();  // sequence
    const auto time = cursor.get<int64_t>();
    if (cursor.failed() || !catalog_.channels.contains(channel)) return;
    if (channels.empty()) block.start_ns = block.end_ns = time;
    block.start_ns = std::min(block.start_ns, time);
    block.end_ns = std::max(block.end_ns, time);
    channels.insert(channel);

    McapStatistics& s = catalog_.statistics;
    if (s.message_count++ == 0) s.message_start_ns = s.message_end_ns = time;
    s.message_start_ns = std::min(s.message_start_ns, time);
    s.message_end_ns = std::max(s.message_end_ns, time);
    ++s.channel_message_counts[channel];
  }

  void take_attachment(uint64_t offset, uint64_t length) {
    std::vector<uint8_t> raw;
    if (!source_.read(offset, length, raw)) return;
    McapCursor cursor(raw);
    cursor.get_bytes(kMcapRecordPrefixBytes);
    McapAttachment attachment;
    attachment.record_offset = offset;
    attachment.record_length = length;
    attachment.time_ns = cursor.get<int64_t>();
    cursor.get<uint64_t>();  // creation time
    attachment.name = cursor.get_text();
    attachment.media_type = cursor.get_text();
    attachment.size = cursor.get<uint64_t>();
    if (cursor.failed())
      warn(offset, "attachment is damaged and is left out");
    else
      catalog_.attachments.push_back(std::move(attachment));
  }

  void finish() {
    McapStatistics& s = catalog_.statistics;
    s.schema_count = static_cast<uint16_t>(catalog_.schemas.size());
    s.channel_count = static_cast<uint32_t>(catalog_.channels.size());
    s.attachment_count = static_cast<uint32_t>(catalog_.attachments.size());
    s.metadata_count = static_cast<uint32_t>(catalog_.metadata.size());
    for (const auto& [id, channel] : catalog_.channels) s.channel_message_counts[id];
  }

  void warn(uint64_t offset, const std::string& message) {
    const Problem problem = problem_at(name_, offset, message);
    catalog_.warnings.add(problem.location, problem.key, problem.message);
  }

  ByteSource& source_;
  const std::string& name_;
  McapCatalog& catalog_;
  McapBlockReader block_reader_;
  bool data_ended_ = false;
  bool done_ = false;
};

}  // namespace

void scan_file(ByteSource& source, const std::string& name, uint64_t data_start,
               McapCatalog& catalog) {
  Scanner(source, name, catalog).run(data_start);
}

}  // namespace hadal::logs
