// Writes a log as an MCAP file with the "ros2" profile: open it with Foxglove, Lichtblick,
// `ros2 bag` or mcap_reader.h.
// Messages gather in a chunk. A complete chunk goes to the operating system at once, when it has
// `chunk_bytes` for every 64 channels or spans `flush_period_ns` of log time, so that a process
// killed at any time leaves a file that readers can scan, short of at most that much. close() adds
// the summary by which readers jump. Memory is bounded by one chunk, plus the index: per chunk
// written about 100 bytes and 10 bytes per channel with messages in it.
// After the first chunks write() allocates nothing but, now and then, a block of that index.
// Errors (disk full, a vanished directory) never throw: the first one is kept in problems(), every
// call from then on returns false and does nothing.
#pragma once
#include <cstdint>
#include <iosfwd>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "outputs/mcap/mcap_format.h"
#include "outputs/mcap/mcap_index.h"

namespace hadal::outputs {

enum class McapCompression { none, zstd };

struct McapWriterOptions {
  size_t chunk_bytes = 1 << 20;
  McapCompression compression = McapCompression::zstd;
  int zstd_level = 1;
  int64_t flush_period_ns = 1'000'000'000;
};

class McapWriter {
 public:
  // Creates or replaces the file.
  static Result<std::unique_ptr<McapWriter>> open(const std::string& path,
                                                  const McapWriterOptions& options = {});
  // Writes to a stream that outlives the writer; `name` stands for it in problems.
  explicit McapWriter(std::ostream& out, const McapWriterOptions& options = {},
                      std::string name = "log");
  ~McapWriter();  // closes
  McapWriter(const McapWriter&) = delete;
  McapWriter& operator=(const McapWriter&) = delete;

  // The same name and text again give the same id.
  uint16_t add_schema(std::string_view name, std::string_view encoding, std::string_view text);
  // schema: an id from add_schema, or 0 for none.
  uint16_t add_channel(std::string_view topic, uint16_t schema, StringMap metadata = {},
                       std::string_view message_encoding = "cdr");
  // time_ns >= 0 is both the log time and the publish time.
  bool write(uint16_t channel, int64_t time_ns, std::span<const uint8_t> payload);
  bool add_metadata(std::string_view name, const StringMap& values);
  bool add_attachment(std::string_view name, std::string_view media_type,
                      std::span<const uint8_t> bytes, int64_t time_ns = 0);
  // Completes the current chunk and hands it to the operating system.
  bool flush();
  // Flushes and writes the summary. Nothing can be written after it.
  bool close();

  bool failed() const { return !problems_.empty(); }
  const Problems& problems() const { return problems_; }
  const McapStatistics& statistics() const { return statistics_; }
  uint64_t bytes_written() const { return offset_; }

 private:
  struct ChannelState {
    McapChannel channel;
    bool in_file = false;
    uint32_t next_sequence = 0;
    uint64_t* message_count = nullptr;  // in statistics_
    std::vector<McapIndexEntry> chunk_messages;
  };
  struct SchemaState {
    McapSchema schema;
    bool in_file = false;
  };
  struct Compressor;

  void introduce(ChannelState& state);
  size_t full_chunk_bytes() const;
  void note_time(int64_t time_ns);
  std::span<const uint8_t> compressed_records(bool& compressed);
  void write_chunk();
  void write_message_indexes(std::vector<std::pair<uint16_t, uint64_t>>& index_offsets);
  void write_summary();
  bool usable() const { return !closed_ && !failed(); }
  bool emit(std::span<const uint8_t> bytes);
  bool emit_scratch();
  void flush_stream();
  void fail(const std::string& what);

  std::unique_ptr<std::ostream> owned_;
  std::ostream* out_;
  std::string name_;
  McapWriterOptions options_;
  Problems problems_;
  bool closed_ = false;
  uint64_t offset_ = 0;  // bytes handed to out_

  std::vector<SchemaState> schemas_;    // id - 1
  std::vector<ChannelState> channels_;  // id - 1
  McapStatistics statistics_;

  McapRecordWriter chunk_;  // records of the chunk being filled
  uint64_t chunk_first_ns_ = 0, chunk_start_ns_ = 0, chunk_end_ns_ = 0;
  bool chunk_has_messages_ = false;
  std::unique_ptr<Compressor> compressor_;

  McapRecordWriter scratch_;
  std::vector<std::pair<uint16_t, uint64_t>> index_offsets_;
  McapIndex index_;  // for the summary
};

}  // namespace hadal::outputs
