// Uniform numbers by hashing, for fields of very many particles: a tenth of the cost of a Philox
// block, and good enough for looks. A pure function of the key.
#pragma once
#include <cstdint>

namespace hadal::environment {

// The finaliser of splitmix64 (Steele, Lea & Flood 2014, constants by Stafford).
inline uint64_t hashed(uint64_t x) {
  x += 0x9E3779B97F4A7C15ull;
  x = (x ^ (x >> 30)) * 0xBF58476D1CE4E5B9ull;
  x = (x ^ (x >> 27)) * 0x94D049BB133111EBull;
  return x ^ (x >> 31);
}

// The k-th number in (0, 1) of a key, 32 bits.
class HashedDraw {
 public:
  explicit HashedDraw(uint64_t key) : key_(key) {}
  double operator()() {
    if (half_) {
      half_ = false;
      return unit(static_cast<uint32_t>(bits_ >> 32));
    }
    bits_ = hashed(key_ + 0xD1B54A32D192ED03ull * ++count_);
    half_ = true;
    return unit(static_cast<uint32_t>(bits_));
  }

 private:
  static double unit(uint32_t bits) { return (bits + 0.5) * 0x1p-32; }
  uint64_t key_, bits_ = 0, count_ = 0;
  bool half_ = false;
};

}  // namespace hadal::environment
