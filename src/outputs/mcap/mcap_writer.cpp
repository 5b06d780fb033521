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
constexpr size_t kIndexBlockBytes = 1 << 20;         // thousands of chunks with few channels
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
  chunk_indexes_.emplace_back().reserve(kIndexBlockBytes);
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

  const size_t fields = 8 + 8 + 8 + 4 + 4 + compression.size() + 8;
  scratch_.begin_sized(McapOpcode::chunk, fields + records.size());
  scratch_.put(chunk_start_ns_);
  scratch_.put(chunk_end_ns_);
  scratch_.put(static_cast<uint64_t>(chunk_.size()));
  scratch_.put(mcap_crc(chunk_.bytes()));
  scratch_.put_text(compression);
  scratch_.put(static_cast<uint64_t>(records.size()));
  emit_scratch();
  emit(records);
  const uint64_t chunk_length = offset_ - chunk_offset;
  const uint64_t indexes_offset = offset_;
  write_message_indexes(index_offsets_);
  flush_stream();

  McapRecordWriter& index = index_block();
  index.begin(McapOpcode::chunk_index);
  index.put(chunk_start_ns_);
  index.put(chunk_end_ns_);
  index.put(chunk_offset);
  index.put(chunk_length);
  index.put(static_cast<uint32_t>(index_offsets_.size() * (2 + 8)));
  for (const auto& [channel, offset] : index_offsets_) {
    index.put(channel);
    index.put(offset);
  }
  index.put(offset_ - indexes_offset);
  index.put_text(compression);
  index.put(static_cast<uint64_t>(records.size()));
  index.put(static_cast<uint64_t>(chunk_.size()));
  index.end();

  ++statistics_.chunk_count;
  chunk_.clear();
  chunk_has_messages_ = false;
}

// Where the next chunk index goes. The index of a long log is held in blocks: one vector would be
// held twice whenever it grows.
McapRecordWriter& McapWriter::index_block() {
  constexpr size_t kFieldsBytes = 128;  // of a chunk index, its offsets apart
  const size_t record = kFieldsBytes + index_offsets_.size() * (2 + 8);
  if (chunk_indexes_.back().size() + record > kIndexBlockBytes)
    chunk_indexes_.emplace_back().reserve(kIndexBlockBytes);
  return chunk_indexes_.back();
}

// One MessageIndex record per channel of the chunk, sorted by log time.
void McapWriter::write_message_indexes(std::vector<std::pair<uint16_t, uint64_t>>& index_offsets) {
  index_offsets.clear();
  for (ChannelState& state : channels_) {
    std::vector<IndexEntry>& entries = state.chunk_messages;
    if (entries.empty()) continue;
    const auto earlier = [](const IndexEntry& a, const IndexEntry& b) {
      return a.time_ns < b.time_ns;
    };
    if (!std::is_sorted(entries.begin(), entries.end(), earlier))
      std::stable_sort(entries.begin(), entries.end(), earlier);
    index_offsets.emplace_back(state.channel.id, offset_ + scratch_.size());
    scratch_.begin(McapOpcode::message_index);
    scratch_.put(state.channel.id);
    scratch_.put(static_cast<uint32_t>(entries.size() * sizeof(IndexEntry)));
    for (const IndexEntry& entry : entries) {
      scratch_.put(entry.time_ns);
      scratch_.put(entry.offset);
    }
    scratch_.end();
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

  metadata_indexes_.begin(McapOpcode::metadata_index);
  metadata_indexes_.put(start);
  metadata_indexes_.put(offset_ - start);
  metadata_indexes_.put_text(name);
  metadata_indexes_.end();
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

  attachment_indexes_.begin(McapOpcode::attachment_index);
  attachment_indexes_.put(start);
  attachment_indexes_.put(offset_ - start);
  attachment_indexes_.put(time_ns);
  attachment_indexes_.put(time_ns);
  attachment_indexes_.put(static_cast<uint64_t>(bytes.size()));
  attachment_indexes_.put_text(name);
  attachment_indexes_.put_text(media_type);
  attachment_indexes_.end();
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
  scratch_.begin(McapOpcode::data_end);
  scratch_.put(uint32_t{0});  // no CRC of the whole file: each chunk has its own
  scratch_.end();
  emit_scratch();

  // Group by group, so that the index of a long log is not held twice.
  const uint64_t summary_start = offset_;
  uint64_t group_start = offset_;
  uint32_t crc = 0;
  McapRecordWriter offsets;
  const auto emit_part = [&](std::span<const uint8_t> records) {
    crc = mcap_crc(records, crc);
    emit(records);
  };
  const auto end_group = [&](McapOpcode opcode) {
    if (offset_ == group_start) return;
    offsets.begin(McapOpcode::summary_offset);
    offsets.put(static_cast<uint8_t>(opcode));
    offsets.put(group_start);
    offsets.put(offset_ - group_start);
    offsets.end();
    group_start = offset_;
  };
  const auto emit_scratch_group = [&](McapOpcode opcode) {
    emit_part(scratch_.bytes());
    scratch_.clear();
    end_group(opcode);
  };
  for (const SchemaState& state : schemas_) scratch_.put_record(state.schema);
  emit_scratch_group(McapOpcode::schema);
  for (const ChannelState& state : channels_) scratch_.put_record(state.channel);
  emit_scratch_group(McapOpcode::channel);
  scratch_.put_record(statistics_);
  emit_scratch_group(McapOpcode::statistics);
  for (const McapRecordWriter& block : chunk_indexes_) emit_part(block.bytes());
  end_group(McapOpcode::chunk_index);
  emit_part(attachment_indexes_.bytes());
  end_group(McapOpcode::attachment_index);
  emit_part(metadata_indexes_.bytes());
  end_group(McapOpcode::metadata_index);

  const uint64_t summary_offset_start = offset_;
  scratch_.put_bytes(offsets.bytes());
  scratch_.begin_sized(McapOpcode::footer, kMcapFooterBytes - kMcapRecordPrefixBytes);
  scratch_.put(summary_start);
  scratch_.put(summary_offset_start);
  scratch_.put(mcap_crc(scratch_.bytes(), crc));
  scratch_.put_bytes(kMcapMagic);
  emit_scratch();
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
