#include "logs/reader/mcap_block.h"

#include <zstd.h>

#include <algorithm>

namespace hadal::logs {
namespace {

// A chunk says how large it becomes, but memory is taken as the bytes really come out.
constexpr uint64_t kFirstDecompressedBytes = 1 << 20;

}  // namespace

struct McapBlockReader::Decompressor {
  Decompressor() : context(ZSTD_createDCtx()) {}
  ~Decompressor() { ZSTD_freeDCtx(context); }
  Decompressor(const Decompressor&) = delete;
  Decompressor& operator=(const Decompressor&) = delete;
  ZSTD_DCtx* context;
};

McapBlockReader::McapBlockReader() : decompressor_(std::make_unique<Decompressor>()) {}
McapBlockReader::~McapBlockReader() = default;
McapBlockReader::McapBlockReader(McapBlockReader&&) noexcept = default;
McapBlockReader& McapBlockReader::operator=(McapBlockReader&&) noexcept = default;

std::string McapBlockReader::read(ByteSource& source, const McapBlock& block) {
  records_ = {};
  if (!source.read(block.offset, block.length, raw_)) return "cannot be read";
  McapCursor cursor(raw_);
  const auto opcode = static_cast<McapOpcode>(cursor.get<uint8_t>());
  const auto content_length = cursor.get<uint64_t>();
  if (cursor.failed() || opcode != block.opcode) return "is not where the index says";
  if (!block.cut_off && content_length != cursor.remaining())
    return "has another length than the index says";
  if (block.opcode == McapOpcode::chunk) return read_chunk(cursor.get_rest(), block.cut_off);
  records_ = raw_;
  return {};
}

std::string McapBlockReader::read_chunk(std::span<const uint8_t> content, bool cut_off) {
  McapCursor cursor(content);
  cursor.get_bytes(8 + 8);  // start and end time
  const auto size = cursor.get<uint64_t>();
  const auto crc = cursor.get<uint32_t>();
  const std::string compression = cursor.get_text();
  const auto stored_size = cursor.get<uint64_t>();
  const std::span<const uint8_t> stored =
      cut_off ? cursor.get_rest() : cursor.get_bytes(stored_size);
  if (cursor.failed()) return "is malformed";

  if (compression.empty()) {
    records_ = stored;
    if (cut_off) return {};
  } else if (cut_off) {
    return "is cut off and compressed";
  } else if (compression != "zstd") {
    return "has the unknown compression '" + compression + "' (expected none or zstd)";
  } else if (!decompress(stored, size)) {
    return "does not decompress";
  }
  const bool intact = records_.size() == size && (crc == 0 || mcap_crc(records_) == crc);
  if (!intact) records_ = {};
  return intact ? "" : "is damaged (its CRC or size does not match)";
}

bool McapBlockReader::decompress(std::span<const uint8_t> compressed, uint64_t size) {
  ZSTD_DCtx* context = decompressor_->context;
  ZSTD_DCtx_reset(context, ZSTD_reset_session_only);
  ZSTD_inBuffer in{compressed.data(), compressed.size(), 0};
  size_t done = 0, pending = 1;
  while (pending != 0) {
    if (done == decompressed_.size()) {
      if (done >= size) return false;
      decompressed_.resize(std::min(size, std::max<uint64_t>(kFirstDecompressedBytes, 2 * done)));
    }
    ZSTD_outBuffer out{decompressed_.data(), decompressed_.size(), done};
    const size_t read_before = in.pos;
    pending = ZSTD_decompressStream(context, &out, &in);
    if (ZSTD_isError(pending)) return false;
    if (pending != 0 && out.pos == done && in.pos == read_before) return false;  // input ended
    done = out.pos;
  }
  records_ = std::span<const uint8_t>(decompressed_.data(), done);
  return true;
}

}  // namespace hadal::logs
