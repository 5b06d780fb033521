#include "sensors/acoustic/echo_kernel.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <utility>

#include "base/check.h"

#define HWY_TARGET_INCLUDE "sensors/acoustic/echo_kernel.cpp"
#include "math/simd/highway.h"

#ifndef HADAL_ECHO_KERNEL_SHARED
#define HADAL_ECHO_KERNEL_SHARED
namespace hadal::sensors {
constexpr uint32_t kNoiseLines = 512;  // 32 KiB
}
#endif

HWY_BEFORE_NAMESPACE();
namespace hadal::sensors::HWY_NAMESPACE {
using namespace simd::HWY_NAMESPACE;
static_assert(kLineLanes == kMaxLanes);

// 24 bits of a hash as a number in [0, 1), plus `shift` steps of 2^-24.
HWY_INLINE V uniform(U bits, uint32_t shift) {
  const U number = hn::Add(hn::ShiftRight<8>(bits), hn::Set(db, shift));
  return hn::ConvertTo(d, hn::BitCast(di, number)) * all(0x1p-24f);
}

// Box & Muller.
HWY_INLINE void gaussian(U key, V& re, V& im) {
  const V u = uniform(mix32(hn::Xor(key, hn::Set(db, 0x68bc21ebu))), 1);
  const V turns = uniform(mix32(hn::Xor(key, hn::Set(db, 0x02e5be93u))), 0);
  const V size = hn::Sqrt(hn::Max(hn::Neg(logarithm<Digits::kSeven>(u)), hn::Zero(d)));
  V cosine, sine;
  cosine_sine(turns * all(4), cosine, sine);
  re = size * cosine, im = size * sine;
}

void gaussians(const uint32_t* keys, size_t count, float* re, float* im) {
  for (size_t i = 0; i < count; i += hn::Lanes(d)) {
    V x, y;
    gaussian(hn::LoadU(db, keys + i), x, y);
    hn::StoreU(x, d, re + i);
    hn::StoreU(y, d, im + i);
  }
}

void echoes(EchoTile& t) {
  for (size_t i = 0; i < kEchoLanes; i += hn::Lanes(d)) {
    const V strength = hn::Load(d, t.strength + i), range = hn::Load(d, t.range_m + i);
    const auto received = strength > hn::Zero(d);
    const V r = hn::IfThenElse(received, range, all(1));
    const V square = r * r;
    const V power = hn::Load(d, t.gain + i) * strength *
                    exp_negative(hn::Load(d, t.absorption + i) * r) / square;
    const V fraction =
        hn::Load(d, t.patch + i) * square / hn::Max(hn::Load(d, t.cosine + i), all(1e-3f));
    const V size = hn::Sqrt(power * hn::Min(fraction, all(1)));
    V x, y;
    gaussian(hn::Load(db, t.key + i), x, y);
    hn::Store(hn::IfThenElseZero(received, power), d, t.power + i);
    hn::Store(hn::IfThenElseZero(received, size * x), d, t.re + i);
    hn::Store(hn::IfThenElseZero(received, size * y), d, t.im + i);
  }
}

// Eight bits of a word, from the top after a shift, as the signs of eight lanes.
HWY_INLINE V signs(uint32_t word, int shift, size_t lane) {
  alignas(32) static constexpr uint32_t kPower[kLineLanes] = {1, 2, 4, 8, 16, 32, 64, 128};
  const U shifted = hn::Load(db, kPower + lane) * hn::Set(db, word << shift);
  return hn::BitCast(d, hn::And(shifted, hn::Set(db, 0x80000000u)));
}

void noise(const Line* table, uint32_t key, uint32_t first_draw, float sigma, Line* lines,
           size_t count) {
  const V size = all(sigma);
  for (size_t i = 0; i < count; ++i) {
    const uint32_t draw = mix32(key + first_draw + static_cast<uint32_t>(i));
    const uint32_t word = mix32(draw ^ 0x5bd1e995u);
    const Line &a = table[draw % kNoiseLines], &b = table[(draw >> 16) % kNoiseLines];
    for (size_t lane = 0; lane < kLineLanes; lane += hn::Lanes(d)) {
      const V re = hn::Xor(hn::Load(d, a.re + lane), signs(word, 0, lane)) +
                   hn::Xor(hn::Load(d, b.re + lane), signs(word, 8, lane));
      const V im = hn::Xor(hn::Load(d, a.im + lane), signs(word, 16, lane)) +
                   hn::Xor(hn::Load(d, b.im + lane), signs(word, 24, lane));
      hn::Store(hn::Load(d, lines[i].re + lane) + size * re, d, lines[i].re + lane);
      hn::Store(hn::Load(d, lines[i].im + lane) + size * im, d, lines[i].im + lane);
    }
  }
}

constexpr float kDecibel = 4.34294482f;  // 10 / ln 10

void levels(LevelOf what, const Line* lines, size_t count, const float* gain_db, float floor,
            float* out, size_t stride) {
  for (size_t i = 0; i < count; ++i)
    for (size_t lane = 0; lane < kLineLanes; lane += hn::Lanes(d)) {
      const V re = hn::Load(d, lines[i].re + lane), im = hn::Load(d, lines[i].im + lane);
      const V power = what == LevelOf::kPower ? re : re * re + im * im;
      const V level = logarithm<Digits::kFive>(hn::Max(power, all(floor))) * all(kDecibel);
      hn::StoreU(level + hn::LoadU(d, gain_db + lane), d, out + i * stride + lane);
    }
}

}  // namespace hadal::sensors::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace hadal::sensors {
namespace {
HWY_EXPORT(gaussians);
HWY_EXPORT(echoes);
HWY_EXPORT(noise);
HWY_EXPORT(levels);
}  // namespace

void complex_gaussians(std::span<const uint32_t> keys, std::span<float> re, std::span<float> im) {
  HADAL_CHECK(keys.size() == re.size() && keys.size() == im.size());
  const size_t whole = keys.size() / kLineLanes * kLineLanes, rest = keys.size() - whole;
  HWY_DYNAMIC_DISPATCH(gaussians)(keys.data(), whole, re.data(), im.data());
  uint32_t last[kLineLanes] = {};
  float last_re[kLineLanes], last_im[kLineLanes];
  std::copy_n(keys.begin() + static_cast<ptrdiff_t>(whole), rest, last);
  HWY_DYNAMIC_DISPATCH(gaussians)(last, kLineLanes, last_re, last_im);
  std::copy_n(last_re, rest, re.begin() + static_cast<ptrdiff_t>(whole));
  std::copy_n(last_im, rest, im.begin() + static_cast<ptrdiff_t>(whole));
}

void make_echoes(EchoTile& tile) {
  HWY_DYNAMIC_DISPATCH(echoes)(tile);
}
// Quantile k of |xi|^2 is -ln((k + 1/2) / n); phases are those of n equal steps. Both are dealt to
// each lane in the order of random keys.
NoiseTable::NoiseTable() : table_(kNoiseLines) {
  const auto dealt = [](uint32_t lane) {
    std::vector<std::pair<uint32_t, int>> order;
    for (uint32_t k = 0; k < kNoiseLines; ++k)
      order.emplace_back(mix32(mix32(lane), k), static_cast<int>(k));
    std::sort(order.begin(), order.end());
    return order;
  };
  for (uint32_t lane = 0; lane < kLineLanes; ++lane) {
    const auto sizes = dealt(2 * lane), phases = dealt(2 * lane + 1);
    for (size_t i = 0; i < kNoiseLines; ++i) {
      const double size = std::sqrt(-0.5 * std::log((sizes[i].second + 0.5) / kNoiseLines));
      const double phase = 2 * std::numbers::pi * (phases[i].second + 0.5) / kNoiseLines;
      table_[i].re[lane] = static_cast<float>(size * std::cos(phase));
      table_[i].im[lane] = static_cast<float>(size * std::sin(phase));
    }
  }
}

void NoiseTable::add(uint32_t key, uint32_t first_draw, float sigma, std::span<Line> lines) const {
  HWY_DYNAMIC_DISPATCH(noise)
  (table_.data(), key, first_draw, sigma, lines.data(), lines.size());
}

void levels_db(LevelOf what, std::span<const Line> lines, const float* gain_db, float floor,
               int count, float* out, size_t stride) {
  if (count == kLineLanes) {
    HWY_DYNAMIC_DISPATCH(levels)
    (what, lines.data(), lines.size(), gain_db, floor, out, stride);
    return;
  }
  float gains[kLineLanes] = {}, whole[kLineLanes];
  std::copy_n(gain_db, count, gains);
  for (size_t i = 0; i < lines.size(); ++i) {
    HWY_DYNAMIC_DISPATCH(levels)(what, &lines[i], 1, gains, floor, whole, kLineLanes);
    std::copy_n(whole, count, out + i * stride);
  }
}

}  // namespace hadal::sensors
#endif
