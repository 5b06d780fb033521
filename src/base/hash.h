// A 64-bit hash of simulation state: order-sensitive, sees every bit of every double (so -0.0 and
// 0.0 differ), the same on every little-endian machine. Not cryptographic.
#pragma once
#include <bit>
#include <cstdint>
#include <cstring>
#include <span>
#include <string_view>

namespace hadal::inline base {

class Hasher {
 public:
  explicit Hasher(uint64_t seed = 0) : value_(mix(seed ^ 0x9E3779B97F4A7C15ull)) {}

  void add(uint64_t word) { value_ = mix(value_ ^ word) + 0x9E3779B97F4A7C15ull; }
  void add(double number) { add(std::bit_cast<uint64_t>(number)); }
  void add(std::span<const double> numbers) {
    add(static_cast<uint64_t>(numbers.size()));
    for (double number : numbers) add(number);
  }
  void add(std::span<const int64_t> numbers) {
    add(static_cast<uint64_t>(numbers.size()));
    for (int64_t number : numbers) add(static_cast<uint64_t>(number));
  }
  void add_text(std::string_view text) { add_bytes(text.data(), text.size()); }
  void add_bytes(const void* data, size_t size) {
    add(static_cast<uint64_t>(size));
    const auto* bytes = static_cast<const unsigned char*>(data);
    for (size_t i = 0; i < size; i += 8) {
      uint64_t word = 0;
      std::memcpy(&word, bytes + i, size - i < 8 ? size - i : 8);
      add(word);
    }
  }
  uint64_t value() const { return mix(value_); }

 private:
  static uint64_t mix(uint64_t x) {  // splitmix64 finaliser (Stafford variant 13)
    x = (x ^ (x >> 30)) * 0xBF58476D1CE4E5B9ull;
    x = (x ^ (x >> 27)) * 0x94D049BB133111EBull;
    return x ^ (x >> 31);
  }
  uint64_t value_;
};

}  // namespace hadal::base
