#include "outputs/mcap/mcap_index.h"

namespace hadal::outputs {
namespace {

constexpr size_t kIndexBlockBytes = 1 << 20;  // thousands of chunks with few channels
constexpr size_t kChunkFieldsBytes = 128;  // of a chunk index, its offsets apart

}  // namespace

McapIndex::McapIndex() {
  chunks_.emplace_back().reserve(kIndexBlockBytes);
}

// Where the next chunk index goes. The index of a long log is held in blocks: one vector would be
// held twice whenever it grows.
McapRecordWriter& McapIndex::block_for(size_t record_bytes) {
  if (chunks_.back().size() + record_bytes > kIndexBlockBytes)
    chunks_.emplace_back().reserve(kIndexBlockBytes);
  return chunks_.back();
}

void McapIndex::add_chunk(const McapChunkPlace& chunk) {
  const size_t offset_bytes = chunk.index_offsets.size() * (2 + 8);
  McapRecordWriter& index = block_for(kChunkFieldsBytes + offset_bytes);
  index.begin(McapOpcode::chunk_index);
  index.put(chunk.start_ns);
  index.put(chunk.end_ns);
  index.put(chunk.offset);
  index.put(chunk.length);
  index.put(static_cast<uint32_t>(offset_bytes));
  for (const auto& [channel, offset] : chunk.index_offsets) {
    index.put(channel);
    index.put(offset);
  }
  index.put(chunk.indexes_length);
  index.put_text(chunk.compression);
  index.put(chunk.stored_size);
  index.put(chunk.size);
  index.end();
}

void McapIndex::add_attachment(const McapAttachmentPlace& attachment) {
  attachments_.begin(McapOpcode::attachment_index);
  attachments_.put(attachment.offset);
  attachments_.put(attachment.length);
  attachments_.put(attachment.log_time_ns);
  attachments_.put(attachment.creation_time_ns);
  attachments_.put(attachment.size);
  attachments_.put_text(attachment.name);
  attachments_.put_text(attachment.media_type);
  attachments_.end();
}

void McapIndex::add_metadata(uint64_t offset, uint64_t length, std::string_view name) {
  metadata_.begin(McapOpcode::metadata_index);
  metadata_.put(offset);
  metadata_.put(length);
  metadata_.put_text(name);
  metadata_.end();
}

void McapIndex::write_end(uint64_t offset, std::span<const uint8_t> schemas,
                          std::span<const uint8_t> channels, const McapStatistics& statistics,
                          const Emit& emit) const {
  McapRecordWriter scratch;
  scratch.begin(McapOpcode::data_end);
  scratch.put(uint32_t{0});  // no CRC of the whole file: each chunk has its own
  scratch.end();
  emit(scratch.bytes());
  offset += scratch.size();

  // Group by group, so that the index of a long log is not held twice.
  const uint64_t summary_start = offset;
  uint64_t group_start = offset;
  uint32_t crc = 0;
  McapRecordWriter offsets;
  const auto emit_part = [&](std::span<const uint8_t> records) {
    crc = mcap_crc(records, crc);
    emit(records);
    offset += records.size();
  };
  const auto end_group = [&](McapOpcode opcode) {
    if (offset == group_start) return;
    offsets.begin(McapOpcode::summary_offset);
    offsets.put(static_cast<uint8_t>(opcode));
    offsets.put(group_start);
    offsets.put(offset - group_start);
    offsets.end();
    group_start = offset;
  };
  const auto emit_group = [&](McapOpcode opcode, std::span<const uint8_t> records) {
    emit_part(records);
    end_group(opcode);
  };
  emit_group(McapOpcode::schema, schemas);
  emit_group(McapOpcode::channel, channels);
  scratch.clear();
  scratch.put_record(statistics);
  emit_group(McapOpcode::statistics, scratch.bytes());
  for (const McapRecordWriter& block : chunks_) emit_part(block.bytes());
  end_group(McapOpcode::chunk_index);
  emit_group(McapOpcode::attachment_index, attachments_.bytes());
  emit_group(McapOpcode::metadata_index, metadata_.bytes());

  const uint64_t summary_offset_start = offset;
  scratch.clear();
  scratch.put_bytes(offsets.bytes());
  scratch.begin_sized(McapOpcode::footer, kMcapFooterBytes - kMcapRecordPrefixBytes);
  scratch.put(summary_start);
  scratch.put(summary_offset_start);
  scratch.put(mcap_crc(scratch.bytes(), crc));
  scratch.put_bytes(kMcapMagic);
  emit(scratch.bytes());
}

}  // namespace hadal::outputs
