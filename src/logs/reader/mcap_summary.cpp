// The fast way into a complete MCAP file: its summary section.
#include <algorithm>

#include "logs/reader/mcap_catalog.h"

namespace hadal::logs {
namespace {

constexpr char kDamaged[] = "the summary is damaged";

struct Footer {
  uint64_t offset = 0;
  uint64_t summary_start = 0;
  uint32_t summary_crc = 0;
};

bool read_footer(ByteSource& source, Footer& footer) {
  std::array<uint8_t, kMcapFooterBytes> raw{};
  if (source.size() < raw.size() + kMcapMagic.size()) return false;
  footer.offset = source.size() - kMcapMagic.size() - raw.size();
  if (!source.read(footer.offset, raw)) return false;
  McapCursor cursor(raw);
  const auto opcode = static_cast<McapOpcode>(cursor.get<uint8_t>());
  const auto length = cursor.get<uint64_t>();
  footer.summary_start = cursor.get<uint64_t>();
  cursor.get_bytes(sizeof(uint64_t));  // summary_offset_start
  footer.summary_crc = cursor.get<uint32_t>();
  return opcode == McapOpcode::footer && length == raw.size() - kMcapRecordPrefixBytes;
}

// Takes the records of one summary section; false as soon as one is malformed.
class SummaryParser {
 public:
  SummaryParser(ByteSource& source, uint64_t data_start, uint64_t data_end, McapCatalog& catalog)
      : source_(source), data_start_(data_start), data_end_(data_end), catalog_(catalog) {}

  bool has_statistics() const { return has_statistics_; }

  bool take(const McapRecord& record) {
    switch (record.opcode) {
      case McapOpcode::schema:
        return take_schema(record.content);
      case McapOpcode::channel:
        return take_channel(record.content);
      case McapOpcode::statistics:
        has_statistics_ = true;
        return parse(record.content, catalog_.statistics);
      case McapOpcode::chunk_index:
        return take_chunk_index(record.content);
      case McapOpcode::attachment_index:
        return take_attachment_index(record.content);
      case McapOpcode::metadata_index:
        return take_metadata_index(record.content);
      default:
        return true;
    }
  }

 private:
  bool in_data(uint64_t offset, uint64_t length) const {
    return offset >= data_start_ && offset <= data_end_ && length <= data_end_ - offset;
  }
  bool take_schema(std::span<const uint8_t> content) {
    McapSchema schema;
    if (!parse(content, schema)) return false;
    catalog_.schemas.emplace(schema.id, schema);
    return true;
  }
  bool take_channel(std::span<const uint8_t> content) {
    McapChannel channel;
    if (!parse(content, channel)) return false;
    catalog_.channels.emplace(channel.id, channel);
    return true;
  }
  bool take_chunk_index(std::span<const uint8_t> content) {
    McapCursor cursor(content);
    McapBlock& block = catalog_.blocks.emplace_back();
    block.start_ns = cursor.get<int64_t>();
    block.end_ns = cursor.get<int64_t>();
    block.offset = cursor.get<uint64_t>();
    block.length = cursor.get<uint64_t>();
    McapCursor indexes(cursor.get_bytes(cursor.get<uint32_t>()));
    while (indexes.remaining() > 0 && !indexes.failed()) {
      block.channels.push_back(indexes.get<uint16_t>());
      indexes.get<uint64_t>();
    }
    return !cursor.failed() && !indexes.failed() && in_data(block.offset, block.length);
  }
  bool take_attachment_index(std::span<const uint8_t> content) {
    McapCursor cursor(content);
    McapAttachment& attachment = catalog_.attachments.emplace_back();
    attachment.record_offset = cursor.get<uint64_t>();
    attachment.record_length = cursor.get<uint64_t>();
    attachment.time_ns = cursor.get<int64_t>();
    cursor.get<uint64_t>();  // creation time
    attachment.size = cursor.get<uint64_t>();
    attachment.name = cursor.get_text();
    attachment.media_type = cursor.get_text();
    return !cursor.failed() && in_data(attachment.record_offset, attachment.record_length);
  }
  bool take_metadata_index(std::span<const uint8_t> content) {
    McapCursor cursor(content);
    const auto offset = cursor.get<uint64_t>();
    const auto length = cursor.get<uint64_t>();
    return !cursor.failed() && in_data(offset, length) &&
           read_metadata(source_, offset, length, catalog_);
  }

  ByteSource& source_;
  uint64_t data_start_, data_end_;
  McapCatalog& catalog_;
  bool has_statistics_ = false;
};

// Sorts the blocks into file order; false if they overlap.
bool order_blocks(std::vector<McapBlock>& blocks) {
  std::sort(blocks.begin(), blocks.end(),
            [](const McapBlock& a, const McapBlock& b) { return a.offset < b.offset; });
  const auto overlap = [](const McapBlock& a, const McapBlock& b) {
    return a.offset + a.length > b.offset;
  };
  return std::adjacent_find(blocks.begin(), blocks.end(), overlap) == blocks.end();
}

}  // namespace

std::string read_summary(ByteSource& source, uint64_t data_start, McapCatalog& catalog) {
  Footer footer;
  if (!read_footer(source, footer)) return "the footer is damaged";
  if (footer.summary_start == 0) return "there is no summary";
  if (footer.summary_start < data_start || footer.summary_start > footer.offset) return kDamaged;

  // The CRC covers the summary and the footer up to the CRC itself.
  const uint64_t covered = footer.offset + kMcapFooterBytes - 4 - footer.summary_start;
  std::vector<uint8_t> raw;
  if (!source.read(footer.summary_start, covered, raw)) return "the summary cannot be read";
  if (footer.summary_crc != 0 && mcap_crc(raw) != footer.summary_crc) return kDamaged;

  SummaryParser parser(source, data_start, footer.summary_start, catalog);
  bool well_formed = true;
  raw.resize(footer.offset - footer.summary_start);
  const bool complete = for_each_record(
      raw, [&](const McapRecord& record) { well_formed = well_formed && parser.take(record); });
  if (!complete || !well_formed || !order_blocks(catalog.blocks)) return kDamaged;
  if (!parser.has_statistics()) return "the summary has no statistics";
  if (catalog.statistics.message_count > 0 && catalog.blocks.empty())
    return "the summary has no chunk index";
  return {};
}

}  // namespace hadal::logs
