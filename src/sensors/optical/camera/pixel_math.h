// Elementary functions and random numbers for loops over pixels: no branches, no calls, so that
// compilers make them vectors; plain IEEE operations, so that every width of registers gives the
// same bits. Relative errors below 1e-6 unless said.
#pragma once
#include <array>
#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>

#include "base/rng.h"

namespace hadal::sensors::camera {

// ln x of normal positive numbers: ln 2 e + ln(1 + f), 1 + f in [sqrt 1/2, sqrt 2]. Absolute error
// below 1e-6 around 1.
inline float fast_log(float x) {
  constexpr int32_t kHalfRoot = 0x3f3504f3;  // bits of sqrt 1/2
  const int32_t bits = std::bit_cast<int32_t>(x), exponent = (bits - kHalfRoot) >> 23;
  const float e = static_cast<float>(exponent) * 0.693147181f;
  const float f = std::bit_cast<float>(bits - (exponent << 23)) - 1.0f;
  float p = -7.859337732e-2f;
  p = p * f + 1.288154241e-1f, p = p * f - 1.312880816e-1f, p = p * f + 1.418120942e-1f;
  p = p * f - 1.662455032e-1f, p = p * f + 2.000228548e-1f, p = p * f - 2.500081050e-1f;
  p = p * f + 3.333331673e-1f;
  return (f * f * (f * p - 0.5f) + f) + e;
}

// 2^x, x in [-120, 120].
inline float fast_exp2(float x) {
  const int32_t k = static_cast<int32_t>(x + 256.5f) - 256;
  const float f = x - static_cast<float>(k);
  float p = 1.547800470e-4f;
  p = p * f + 1.340043168e-3f, p = p * f + 9.617994580e-3f, p = p * f + 5.550327216e-2f;
  p = p * f + 2.402265150e-1f, p = p * f + 6.931472067e-1f, p = p * f + 1.0f;
  return std::bit_cast<float>(std::bit_cast<int32_t>(p) + (k << 23));
}

// exp(-x), x >= 0; results below 2^-115 stay there.
inline float fast_exp_negative(float x) {
  constexpr float kLog2E = 1.44269504f, kLargest = 80;
  return fast_exp2((x < kLargest ? x : kLargest) * -kLog2E);
}

struct CosineSine {
  float cosine, sine;
};

// Of a quarter turn times t, t in [0, 4).
inline CosineSine fast_cosine_sine(float t) {
  const int32_t quarter = static_cast<int32_t>(t + 0.5f);
  const float f = t - static_cast<float>(quarter), z = f * f;
  float s = 1.582067457e-4f;
  s = s * z - 4.681266478e-3f, s = s * z + 7.969258276e-2f, s = s * z - 6.459640961e-1f;
  s = (s * z + 1.570796327f) * f;
  float c = 9.036316986e-4f;
  c = c * z - 2.086007132e-2f, c = c * z + 2.536692039e-1f, c = c * z - 1.233700541f;
  c = c * z + 1.0f;
  const bool odd = (quarter & 1) != 0;
  const uint32_t cosine_sign = (static_cast<uint32_t>(quarter + 1) & 2u) << 30,
                 sine_sign = (static_cast<uint32_t>(quarter) & 2u) << 30;
  return {std::bit_cast<float>(std::bit_cast<uint32_t>(odd ? s : c) ^ cosine_sign),
          std::bit_cast<float>(std::bit_cast<uint32_t>(odd ? c : s) ^ sine_sign)};
}

// A bijection of 32 bits that leaves no trace of its argument (found by search; C. Wellons, "Hash
// prospector").
inline uint32_t mix32(uint32_t x) {
  x = (x ^ (x >> 16)) * 0x7feb352du;
  x = (x ^ (x >> 15)) * 0x846ca68bu;
  return x ^ (x >> 16);
}

// The random numbers of one row of one plane: a pure function of stream, frame, row and column.
struct RowDice {
  uint32_t a = 0, b = 0;
  uint32_t bits(uint32_t column) const { return mix32(column + a) ^ b; }
};

inline RowDice row_dice(const RandomStream& stream, int64_t frame, uint32_t row) {
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

// The count up to which a share u of the Poisson distribution of this mean lies; means up to 20.
constexpr int kMostCount = 64;
inline float poisson_count(float mean, float u) {
  static constexpr auto kInverse = [] {
    std::array<float, kMostCount> table{};
    for (int k = 1; k < kMostCount; ++k)
      table[static_cast<size_t>(k)] = 1.0f / static_cast<float>(k);
    return table;
  }();
  float probability = fast_exp_negative(mean), sum = probability;
  int count = 0;
  while (u > sum && count + 1 < kMostCount) {
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
