#include "outputs/messages/cdr.h"

#include <algorithm>
#include <limits>

#include "base/check.h"

namespace hadal::outputs {
namespace {

constexpr uint8_t kLittleEndianHeader[kCdrHeaderBytes] = {0, 1, 0, 0};
constexpr size_t kFirstCapacity = 256;

size_t padding(size_t position, size_t alignment) {
  return (alignment - (position - kCdrHeaderBytes) % alignment) % alignment;
}

}  // namespace

void CdrWriter::clear() {
  if (buffer_.empty()) buffer_.resize(kFirstCapacity);
  std::memcpy(buffer_.data(), kLittleEndianHeader, kCdrHeaderBytes);
  size_ = kCdrHeaderBytes;
}

uint8_t* CdrWriter::claim(size_t alignment, size_t size) {
  const size_t pad = padding(size_, alignment);
  const size_t end = size_ + pad + size;
  if (end > buffer_.size()) buffer_.resize(std::max(end, 2 * buffer_.size()));
  uint8_t* place = buffer_.data() + size_;
  std::memset(place, 0, pad);
  size_ = end;
  return place + pad;
}

void CdrWriter::put_count(size_t count) {
  HADAL_CHECK(count <= std::numeric_limits<uint32_t>::max());
  put(static_cast<uint32_t>(count));
}

void CdrWriter::put(std::string_view text) {
  put_count(text.size() + 1);
  uint8_t* place = claim(1, text.size() + 1);
  if (!text.empty()) std::memcpy(place, text.data(), text.size());
  place[text.size()] = 0;
}

CdrReader::CdrReader(std::span<const uint8_t> payload) : payload_(payload) {
  const bool plain_cdr = payload.size() >= kCdrHeaderBytes && payload[0] == 0 && payload[1] <= 1;
  failed_ = !plain_cdr;
  if (failed_) return;
  big_endian_ = payload[1] == 0;
  position_ = kCdrHeaderBytes;
}

const uint8_t* CdrReader::claim(size_t alignment, size_t size) {
  if (failed_) return nullptr;
  const size_t pad = padding(position_, alignment);
  const size_t left = payload_.size() - position_;
  if (pad > left || size > left - pad) {
    failed_ = true;
    return nullptr;
  }
  const uint8_t* place = payload_.data() + position_ + pad;
  position_ += pad + size;
  return place;
}

std::string_view CdrReader::get_text() {
  const auto length = get<uint32_t>();
  const uint8_t* place = length == 0 ? nullptr : claim(1, length);
  if (!place) return {};
  const bool has_nul = place[length - 1] == 0;
  return {reinterpret_cast<const char*>(place), has_nul ? length - 1 : length};
}

uint32_t CdrReader::get_count(size_t bytes_each) {
  const auto count = get<uint32_t>();
  if (count > remaining() / bytes_each) failed_ = true;
  return failed_ ? 0 : count;
}

void CdrReader::skip(uint64_t count, size_t size) {
  if (count == 0) return;
  if (count > remaining() / size)
    failed_ = true;
  else
    claim(size, count * size);
}

}  // namespace hadal::outputs
