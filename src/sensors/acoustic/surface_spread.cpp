#include "sensors/acoustic/surface_spread.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#define HWY_TARGET_INCLUDE "sensors/acoustic/surface_spread.cpp"
#include "math/simd/highway.h"

#ifndef HADAL_SURFACE_SPREAD_SHARED
#define HADAL_SURFACE_SPREAD_SHARED
namespace hadal::sensors {
constexpr int kQuantileBits = 11;  // 16 KiB
}
#endif

HWY_BEFORE_NAMESPACE();
namespace hadal::sensors::HWY_NAMESPACE {
using namespace simd::HWY_NAMESPACE;

// As SurfaceCells::key().
HWY_INLINE U hash_step(U hash, U value) {
  const U mixed = hn::Xor(hash, value) * hn::Set(db, 0x9e3779b1u);
  return hn::Xor(mixed, hn::ShiftRight<15>(mixed));
}

void spread_gap(const SurfaceGap& gap, int first, int end, const float* gaussian_re,
                const float* gaussian_im, float* re, float* im, float* power) {
  alignas(32) static constexpr float kSteps[8] = {0, 1, 2, 3, 4, 5, 6, 7};
  const V steps = hn::Load(d, kSteps);
  const float per_bin = 1 / (gap.bin[1] - gap.bin[0]);
  const V scale = all(per_bin), from = all(gap.bin[0]);
  const V density = all(gap.density[0]), rise = all(gap.density[1] - gap.density[0]);
  for (int n = first; n < end; n += static_cast<int>(hn::Lanes(d))) {
    const V bin = all(static_cast<float>(n)) + steps;
    const V f = (bin - from) * scale;
    const auto inside = hn::Lt(bin, all(static_cast<float>(end)));
    const V expected = hn::IfThenElseZero(inside, density + rise * f);
    if (power) hn::StoreU(hn::LoadU(d, power + n) + expected, d, power + n);
    const V size = hn::Sqrt(expected * all(gap.fraction));
    if (!gaussian_re) {
      hn::StoreU(hn::LoadU(d, re + n) + size, d, re + n);
      continue;
    }
    U hash = hn::Set(db, gap.key);
    for (int i = 0; i < 3; ++i) {
      const V q = all(gap.cell[0][i]) + all(gap.cell[1][i] - gap.cell[0][i]) * f;
      const U cell = hn::BitCast(db, hn::ConvertTo(di, hn::Floor(q)));
      hash = hash_step(hash, cell + hn::Set(db, gap.whole_cell[i]));
    }
    const U mixed = hash * hn::Set(db, 0x85ebca6bu);
    const auto index = hn::BitCast(di, hn::ShiftRight<32 - kQuantileBits>(mixed));
    hn::StoreU(hn::LoadU(d, re + n) + size * hn::GatherIndex(d, gaussian_re, index), d, re + n);
    hn::StoreU(hn::LoadU(d, im + n) + size * hn::GatherIndex(d, gaussian_im, index), d, im + n);
  }
}

}  // namespace hadal::sensors::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace hadal::sensors {
HWY_EXPORT(spread_gap);

// Sizes by the quantiles of Rayleigh's distribution, phases by the golden ratio.
SurfaceSpread::SurfaceSpread(bool speckle) : speckle_(speckle) {
  constexpr int kCount = 1 << kQuantileBits;
  double power = 0;
  for (int k = 0; k < kCount; ++k) power -= std::log((k + 0.5) / kCount) / kCount;
  for (int k = 0; k < kCount; ++k) {
    const double size = std::sqrt(-std::log((k + 0.5) / kCount) / power);
    const double phase = 2 * std::numbers::pi * k * std::numbers::phi;
    re_.push_back(static_cast<float>(size * std::cos(phase)));
    im_.push_back(static_cast<float>(size * std::sin(phase)));
  }
}

void SurfaceSpread::add(const SurfaceGap& gap, int bins, float* re, float* im,
                        float* power) const {
  const auto whole = [bins](float bin) {
    return static_cast<int>(std::ceil(std::clamp(bin, 0.0f, static_cast<float>(bins))));
  };
  const int first = whole(gap.bin[0]), end = whole(gap.bin[1]);
  if (first >= end) return;
  HWY_DYNAMIC_DISPATCH(spread_gap)
  (gap, first, end, speckle_ ? re_.data() : nullptr, im_.data(), re, im, power);
}

}  // namespace hadal::sensors
#endif
