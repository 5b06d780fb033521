// CDR, the wire form of ROS 2 messages: OMG XCDR1 "plain CDR", little endian.
// A payload is a 4-byte encapsulation header (00 01 00 00) and a body. Every primitive aligns to
// its own size (at most 8), counted from the first byte of the body; padding is zero. A string is a
// uint32 length that includes its NUL, then the bytes; a sequence is a uint32 count, then the
// elements; a fixed array is the elements only; a nested message is its fields.
// The same bytes go into the log, to Foxglove and to DDS.
#pragma once
#include <bit>
#include <cstdint>
#include <cstring>
#include <span>
#include <string_view>
#include <type_traits>
#include <vector>

namespace hadal::outputs {

static_assert(std::endian::native == std::endian::little, "the encoder copies memory as it is");

template <class T>
concept CdrPrimitive = std::is_arithmetic_v<T> && sizeof(T) <= 8;

constexpr size_t kCdrHeaderBytes = 4;

// Builds one payload at a time. clear() keeps the memory, so that after the largest message was
// written once nothing is allocated any more.
class CdrWriter {
 public:
  CdrWriter() { clear(); }
  void clear();

  template <CdrPrimitive T>
  void put(T value) {
    std::memcpy(claim(sizeof(T), sizeof(T)), &value, sizeof(T));
  }
  void put(std::string_view text);
  // The count in front of a sequence.
  void put_count(size_t count);
  // Elements without a count: a fixed array, or the rest of a sequence.
  template <CdrPrimitive T>
  void put_elements(std::span<const T> values) {
    if (values.empty()) return;  // not even alignment
    std::memcpy(claim(sizeof(T), values.size_bytes()), values.data(), values.size_bytes());
  }

  // Header and body; valid until the next call that writes.
  std::span<const uint8_t> bytes() const { return {buffer_.data(), size_}; }

 private:
  uint8_t* claim(size_t alignment, size_t size);
  std::vector<uint8_t> buffer_;
  size_t size_ = 0;
};

// Reads one payload of unknown origin. Past the end, or with a foreign encapsulation, it sets
// failed() and returns zeros and empty strings from then on; it never throws. Little and big
// endian.
class CdrReader {
 public:
  explicit CdrReader(std::span<const uint8_t> payload);

  bool failed() const { return failed_; }
  // Marks the payload as malformed.
  void fail() { failed_ = true; }
  size_t remaining() const { return failed_ ? 0 : payload_.size() - position_; }

  template <CdrPrimitive T>
  T get() {
    T value{};
    get_elements(std::span<T>(&value, 1));
    return value;
  }
  // Without the NUL; points into the payload.
  std::string_view get_text();
  // The count in front of a sequence whose elements take at least `bytes_each` (>= 1); fails when
  // that many cannot follow, so that a caller may allocate for it.
  uint32_t get_count(size_t bytes_each);
  template <CdrPrimitive T>
  void get_elements(std::span<T> values) {
    const uint8_t* source = values.empty() ? nullptr : claim(sizeof(T), values.size_bytes());
    for (size_t i = 0; i < values.size(); ++i)
      values[i] = source ? load<T>(source + i * sizeof(T)) : T{};
  }
  // Passes over `count` primitives of `size` bytes.
  void skip(uint64_t count, size_t size);

 private:
  const uint8_t* claim(size_t alignment, size_t size);
  template <CdrPrimitive T>
  T load(const uint8_t* source) const {
    if constexpr (std::is_same_v<T, bool>) return *source != 0;
    uint8_t raw[sizeof(T)];
    for (size_t i = 0; i < sizeof(T); ++i) raw[i] = source[big_endian_ ? sizeof(T) - 1 - i : i];
    return std::bit_cast<T>(raw);
  }

  std::span<const uint8_t> payload_;
  size_t position_ = 0;
  bool big_endian_ = false;
  bool failed_ = false;
};

}  // namespace hadal::outputs
