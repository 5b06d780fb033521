// Uniform numbers by hashing, for fields of very many particles: a tenth of the cost of a Philox
// block, and good enough for looks. A pure function of the key.
#pragma once
#include <cstdint>

#include "base/hash.h"

namespace hadal::environment {

// The k-th number in (0, 1) of a key, 32 bits.
class HashedDraw {
 public:
  explicit HashedDraw(uint64_t key) : key_(key) {}
  double operator()() {
    if (half_) {
      half_ = false;
      return unit(static_cast<uint32_t>(bits_ >> 32));
    }
    bits_ = splitmix64(key_ + 0xD1B54A32D192ED03ull * ++count_);
    half_ = true;
    return unit(static_cast<uint32_t>(bits_));
  }

 private:
  static double unit(uint32_t bits) { return (bits + 0.5) * 0x1p-32; }
  uint64_t key_, bits_ = 0, count_ = 0;
  bool half_ = false;
};

}  // namespace hadal::environment
