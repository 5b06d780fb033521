// Integer mixers and hashes, the same on every machine. Not cryptographic.
#pragma once
#include <bit>
#include <cstdint>
#include <cstring>
#include <span>
#include <string_view>

namespace hadal::inline base {

// Bijections of 32 and 64 bits that leave no trace of their argument: "lowbias32", found by search
// (C. Wellons, "Hash prospector"; for lanes in math/simd/functions.h), and the finaliser of
// splitmix64 (Steele, Lea & Flood 2014, constants by Stafford).
constexpr uint32_t mix32(uint32_t x) {
  x = (x ^ (x >> 16)) * 0x7feb352du;
  x = (x ^ (x >> 15)) * 0x846ca68bu;
  return x ^ (x >> 16);
}
constexpr uint32_t mix32(uint32_t key, uint32_t value) {
  return mix32(key ^ mix32(value + 0x9e3779b9u));
}
constexpr uint64_t mix64(uint64_t x) {
  x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9u;
  x = (x ^ (x >> 27)) * 0x94d049bb133111ebu;
  return x ^ (x >> 31);
}

// What splitmix64 draws after the state x.
constexpr uint64_t kGoldenRatio64 = 0x9e3779b97f4a7c15u;  // 2^64 / 1.618..., odd
constexpr uint64_t splitmix64(uint64_t x) {
  return mix64(x + kGoldenRatio64);
}

// A 64-bit hash of simulation state: order-sensitive, sees every bit of every double (so -0.0 and
// 0.0 differ), the same on every little-endian machine.
class Hasher {
 public:
  explicit Hasher(uint64_t seed = 0) : value_(mix64(seed ^ kGoldenRatio64)) {}

  void add(uint64_t word) { value_ = mix64(value_ ^ word) + kGoldenRatio64; }
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
  uint64_t value() const { return mix64(value_); }

 private:
  uint64_t value_;
};

}  // namespace hadal::base
