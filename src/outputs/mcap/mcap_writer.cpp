#include "outputs/mcap/mcap_writer.h"

#include <zstd.h>

#include <algorithm>
#include <cerrno>
#include <fstream>
#include <limits>
#include <system_error>

namespace hadal::outputs {
namespace {

constexpr size_t kChunkSlackBytes = 64 * 1024;       // for the message that completes a chunk
constexpr size_t kChannelsPerChunkBytes = 64;
constexpr size_t kMaxIds = std::numeric_limits<uint16_t>::max();

std::string system_message() {
  return errno != 0 ? std::generic_category().message(errno) : "the stream refused the data";
}

}  // namespace

struct McapWriter::Compressor {
  explicit Compressor(int level) : context(ZSTD_createCCtx()) {
    ZSTD_CCtx_setParameter(context, ZSTD_c_compressionLevel, level);
  }
  ~Compressor() { ZSTD_freeCCtx(context); }
  Compressor(const Compressor&) = delete;
  Compressor& operator=(const Compressor&) = delete;

  ZSTD_CCtx* context;
  std::vector<uint8_t> buffer;
};

Result<std::unique_ptr<McapWriter>> McapWriter::open(const std::string& path,
                                                     const McapWriterOptions& options) {
  errno = 0;
  auto file = std::make_unique<std::ofstream>(path, std::ios::binary | std::ios::trunc);
  Problems problems;
  if (!*file) {
    problems.add({path, 0, 0}, "", "cannot create the log: " + system_message());
    return problems;
  }
  auto writer = std::make_unique<McapWriter>(*file, options, path);
  writer->owned_ = std::move(file);
  if (writer->failed()) return writer->problems();
  return writer;
}

McapWriter::McapWriter(std::ostream& out, const McapWriterOptions& options, std::string name)
    : out_(&out), name_(std::move(name)), options_(options) {
  chunk_.reserve(options_.chunk_bytes + kChunkSlackBytes);
  if (options_.compression == McapCompression::zstd) {
    compressor_ = std::make_unique<Compressor>(options_.zstd_level);
    compressor_->buffer.resize(ZSTD_compressBound(options_.chunk_bytes + kChunkSlackBytes));
  }
  scratch_.put_bytes(kMcapMagic);
  scratch_.begin(McapOpcode::header);
  scratch_.put_text("ros2");
  scratch_.put_text("hadal");
  scratch_.end();
  emit_scratch();
  flush_stream();
}

McapWriter::~McapWriter() {
  close();
}

uint16_t McapWriter::add_schema(std::string_view name, std::string_view encoding,
                                std::string_view text) {
  for (const SchemaState& known : schemas_)
    if (known.schema.name == name && known.schema.encoding == encoding && known.schema.text == text)
      return known.schema.id;
  HADAL_CHECK(schemas_.size() < kMaxIds);
  const auto id = static_cast<uint16_t>(schemas_.size() + 1);
  schemas_.push_back({{id, std::string(name), std::string(encoding), std::string(text)}, false});
  statistics_.schema_count = id;
  return id;
}

uint16_t McapWriter::add_channel(std::string_view topic, uint16_t schema, StringMap metadata,
                                 std::string_view message_encoding) {
  HADAL_CHECK(schema <= schemas_.size());
  HADAL_CHECK(channels_.size() < kMaxIds);
  const auto id = static_cast<uint16_t>(channels_.size() + 1);
  ChannelState& state = channels_.emplace_back();
  state.channel = {id, schema, std::string(topic), std::string(message_encoding),
                   std::move(metadata)};
  state.message_count = &statistics_.channel_message_counts[id];
  statistics_.channel_count = id;
  return id;
}

bool McapWriter::write(uint16_t channel, int64_t time_ns, std::span<const uint8_t> payload) {
  HADAL_CHECK(channel >= 1 && channel <= channels_.size());
  HADAL_CHECK(time_ns >= 0);
  const auto time = static_cast<uint64_t>(time_ns);
  const auto period = static_cast<uint64_t>(options_.flush_period_ns);
  if (chunk_has_messages_ && time >= chunk_first_ns_ + period) write_chunk();
  if (!usable()) return false;

  ChannelState& state = channels_[channel - 1];
  if (!state.in_file) introduce(state);
  note_time(time_ns);
  state.chunk_messages.push_back({time, chunk_.size()});
  chunk_.put_message(channel, state.next_sequence++, time, payload);
  ++*state.message_count;
  if (chunk_.size() >= full_chunk_bytes()) write_chunk();
  return usable();
}

// The index holds an entry per chunk and channel: with many channels chunks are larger, so that it
// stays small beside the log.
size_t McapWriter::full_chunk_bytes() const {
  return options_.chunk_bytes * std::max<size_t>(1, channels_.size() / kChannelsPerChunkBytes);
}

// Puts the schema and the channel in front of the channel's first message.
void McapWriter::introduce(ChannelState& state) {
  const uint16_t schema = state.channel.schema_id;
  if (schema != 0 && !schemas_[schema - 1].in_file) {
    chunk_.put_record(schemas_[schema - 1].schema);
    schemas_[schema - 1].in_file = true;
  }
  chunk_.put_record(state.channel);
  state.in_file = true;
}

void McapWriter::note_time(int64_t time_ns) {
  const auto time = static_cast<uint64_t>(time_ns);
  if (!chunk_has_messages_) chunk_first_ns_ = chunk_start_ns_ = chunk_end_ns_ = time;
  chunk_has_messages_ = true;
  chunk_start_ns_ = std::min(chunk_start_ns_, time);
  chunk_end_ns_ = std::max(chunk_end_ns_, time);

  McapStatistics& s = statistics_;
  if (s.message_count++ == 0) s.message_start_ns = s.message_end_ns = time_ns;
  s.message_start_ns = std::min(s.message_start_ns, time_ns);
  s.message_end_ns = std::max(s.message_end_ns, time_ns);
}

// The records of the chunk, compressed if that is asked for and makes them smaller.
std::span<const uint8_t> McapWriter::compressed_records(bool& compressed) {
  const std::span<const uint8_t> plain = chunk_.bytes();
  compressed = false;
  if (!compressor_) return plain;
  std::vector<uint8_t>& buffer = compressor_->buffer;
  const size_t bound = ZSTD_compressBound(plain.size());
  if (buffer.size() < bound) buffer.resize(bound);
  const size_t size = ZSTD_compress2(compressor_->context, buffer.data(), buffer.size(),
                                     plain.data(), plain.size());
  compressed = !ZSTD_isError(size) && size < plain.size();
  return compressed ? std::span<const uint8_t>(buffer.data(), size) : plain;
}

void McapWriter::write_chunk() {
  if (!usable() || !chunk_has_messages_) return;
  bool compressed = false;
  const std::span<const uint8_t> records = compressed_records(compressed);
  const std::string_view compression = compressed ? "zstd" : "";
  const uint64_t chunk_offset = offset_;

  scratch_.put_chunk_head({chunk_start_ns_, chunk_end_ns_, chunk_.size(), mcap_crc(chunk_.bytes()),
                           compression, records.size()});
  emit_scratch();
  emit(records);
  const uint64_t chunk_length = offset_ - chunk_offset;
  const uint64_t indexes_offset = offset_;
  write_message_indexes(index_offsets_);
  flush_stream();

  index_.add_chunk({chunk_start_ns_, chunk_end_ns_, chunk_offset, chunk_length, index_offsets_,
                    offset_ - indexes_offset, compression, records.size(), chunk_.size()});
  ++statistics_.chunk_count;
  chunk_.clear();
  chunk_has_messages_ = false;
}

// One MessageIndex record per channel of the chunk, sorted by log time.
void McapWriter::write_message_indexes(std::vector<std::pair<uint16_t, uint64_t>>& index_offsets) {
  index_offsets.clear();
  for (ChannelState& state : channels_) {
    std::vector<McapIndexEntry>& entries = state.chunk_messages;
    if (entries.empty()) continue;
    index_offsets.emplace_back(state.channel.id, offset_ + scratch_.size());
    scratch_.put_message_index(state.channel.id, entries);
    entries.clear();
  }
  emit_scratch();
}

bool McapWriter::add_metadata(std::string_view name, const StringMap& values) {
  if (!usable()) return false;
  const uint64_t start = offset_;
  scratch_.begin(McapOpcode::metadata);
  scratch_.put_text(name);
  scratch_.put_map(values);
  scratch_.end();
  emit_scratch();
  flush_stream();

  index_.add_metadata(start, offset_ - start, name);
  ++statistics_.metadata_count;
  return usable();
}

bool McapWriter::add_attachment(std::string_view name, std::string_view media_type,
                                std::span<const uint8_t> bytes, int64_t time_ns) {
  if (!usable()) return false;
  const uint64_t start = offset_;
  scratch_.begin(McapOpcode::attachment);
  scratch_.put(time_ns);
  scratch_.put(time_ns);  // creation time: the wall clock has no place in a reproducible log
  scratch_.put_text(name);
  scratch_.put_text(media_type);
  scratch_.put(static_cast<uint64_t>(bytes.size()));
  scratch_.put_bytes(bytes);
  scratch_.put(mcap_crc(scratch_.bytes().subspan(kMcapRecordPrefixBytes)));
  scratch_.end();
  emit_scratch();
  flush_stream();

  index_.add_attachment(
      {start, offset_ - start, time_ns, time_ns, bytes.size(), name, media_type});
  ++statistics_.attachment_count;
  return usable();
}

bool McapWriter::flush() {
  write_chunk();
  return usable();
}

bool McapWriter::close() {
  if (closed_) return !failed();
  write_chunk();
  if (usable()) write_summary();
  closed_ = true;
  return !failed();
}

void McapWriter::write_summary() {
  McapRecordWriter channels;
  for (const SchemaState& state : schemas_) scratch_.put_record(state.schema);
  for (const ChannelState& state : channels_) channels.put_record(state.channel);
  index_.write_end(offset_, scratch_.bytes(), channels.bytes(), statistics_,
                   [&](std::span<const uint8_t> bytes) { emit(bytes); });
  scratch_.clear();
  flush_stream();
}

bool McapWriter::emit_scratch() {
  const bool done = emit(scratch_.bytes());
  scratch_.clear();
  return done;
}

bool McapWriter::emit(std::span<const uint8_t> bytes) {
  if (!usable()) return false;
  errno = 0;
  out_->write(reinterpret_cast<const char*>(bytes.data()),
              static_cast<std::streamsize>(bytes.size()));
  if (!*out_) fail("cannot write");
  offset_ += bytes.size();
  return usable();
}

void McapWriter::flush_stream() {
  if (!usable()) return;
  errno = 0;
  out_->flush();
  if (!*out_) fail("cannot write");
}

void McapWriter::fail(const std::string& what) {
  problems_.add({name_, 0, 0}, "",
                what + " the log at byte " + std::to_string(offset_) + ": " + system_message());
}

}  // namespace hadal::outputs
