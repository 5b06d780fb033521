// What the summary of an MCAP file says of its data: where chunks, attachments and metadata stand.
// Filled while they are written; write_end() puts it behind them.
#pragma once
#include <deque>
#include <functional>
#include <span>
#include <string_view>
#include <utility>

#include "outputs/mcap/mcap_format.h"

namespace hadal::outputs {

// A chunk that has been written, with its message indexes behind it.
struct McapChunkPlace {
  uint64_t start_ns = 0, end_ns = 0;
  uint64_t offset = 0, length = 0;  // of the record in the file
  std::span<const std::pair<uint16_t, uint64_t>> index_offsets;  // of a channel
  uint64_t indexes_length = 0;
  std::string_view compression;
  uint64_t stored_size = 0, size = 0;  // of its records, compressed and not
};

struct McapAttachmentPlace {
  uint64_t offset = 0, length = 0;  // of the record in the file
  int64_t log_time_ns = 0, creation_time_ns = 0;
  uint64_t size = 0;  // of the data
  std::string_view name, media_type;
};

class McapIndex {
 public:
  using Emit = std::function<void(std::span<const uint8_t>)>;

  McapIndex();
  void add_chunk(const McapChunkPlace& chunk);
  void add_attachment(const McapAttachmentPlace& attachment);
  void add_metadata(uint64_t offset, uint64_t length, std::string_view name);
  // All that follows the data, which ends at `offset`. `schemas` and `channels` are records.
  void write_end(uint64_t offset, std::span<const uint8_t> schemas,
                 std::span<const uint8_t> channels, const McapStatistics& statistics,
                 const Emit& emit) const;

 private:
  McapRecordWriter& block_for(size_t record_bytes);

  std::deque<McapRecordWriter> chunks_;  // in blocks
  McapRecordWriter attachments_, metadata_;
};

}  // namespace hadal::outputs
