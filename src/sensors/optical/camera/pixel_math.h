// Random numbers for loops over pixels: no branches, no calls, so that compilers make them vectors;
// plain IEEE operations, so that every width of registers gives the same bits.
#pragma once
#include <array>
#include <cmath>
#include <cstdint>

#include "base/hash.h"
#include "base/rng.h"
#include "math/simd/functions.h"

namespace hadal::sensors::camera {

// The random numbers of one row of one plane: a pure function of stream, frame, row and column.
struct RowRng {
  uint32_t a = 0, b = 0;
  uint32_t bits(uint32_t column) const { return mix32(column + a) ^ b; }
};

inline RowRng row_rng(const RandomStream& stream, int64_t frame, uint32_t row) {
  const auto bits = static_cast<uint64_t>(stream.uniform(frame, row) * 0x1p53);
  return {static_cast<uint32_t>(bits), mix32(static_cast<uint32_t>(bits >> 21))};
}

// (0, 1] and [0, 1) from 24 bits.
inline float unit_above_zero(uint32_t bits) {
  return static_cast<float>(static_cast<int32_t>((bits >> 8) + 1)) * 0x1p-24f;
}
inline float unit_below_one(uint32_t bits) {
  return static_cast<float>(static_cast<int32_t>(bits >> 8)) * 0x1p-24f;
}

// The count up to which a fraction u of the Poisson distribution of this mean lies; means up to 20.
constexpr int kMaxCount = 64;
inline float poisson_count(float mean, float u) {
  static constexpr auto kInverse = [] {
    std::array<float, kMaxCount> table{};
    for (int k = 1; k < kMaxCount; ++k)
      table[static_cast<size_t>(k)] = 1.0f / static_cast<float>(k);
    return table;
  }();
  float probability = fast_exp_negative(mean), sum = probability;
  int count = 0;
  while (u > sum && count + 1 < kMaxCount) {
    ++count;
    probability *= mean * kInverse[static_cast<size_t>(count)];
    sum += probability;
  }
  return static_cast<float>(count);
}

struct NormalPair {
  float first, second;
};

// Two standard normal numbers (Box & Muller).
inline NormalPair normal_pair(uint32_t bits) {
  const float minus_log = -fast_log(unit_above_zero(mix32(bits ^ 0x68bc21ebu)));
  const float size = std::sqrt(2.0f * (minus_log > 0.0f ? minus_log : 0.0f));
  const CosineSine turn = fast_cosine_sine(4.0f * unit_below_one(mix32(bits ^ 0x02e5be93u)));
  return {size * turn.cosine, size * turn.sine};
}

}  // namespace hadal::sensors::camera
