#include "sensors/acoustic/surface_spread.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstring>
#include <numbers>

#include "sensors/acoustic/beam_labels.h"
#include "sensors/acoustic/lines.h"

#define HWY_TARGET_INCLUDE "sensors/acoustic/surface_spread.cpp"
#include "math/simd/highway.h"
#include "sensors/acoustic/ripple_echoes-inl.h"

HWY_BEFORE_NAMESPACE();
namespace hadal::sensors::HWY_NAMESPACE {
using namespace simd::HWY_NAMESPACE;

// Eight gaps, in order of range: [0] is nearer.
struct Gaps {
  alignas(32) float bin[kMaxLanes], per_bin[kMaxLanes];
  alignas(32) float density[kMaxLanes], rise[kMaxLanes];  // power per bin
  alignas(32) float fraction[kMaxLanes];  // of a speckle cell that a bin's patch fills, at most 1
  alignas(32) float cell[3][kMaxLanes], run[3][kMaxLanes];
  alignas(32) int32_t first[kMaxLanes], end[kMaxLanes];
};

HWY_INLINE V3 vector_at(const float* const* from, int e) {
  return {hn::LoadU(d, from[0] + e), hn::LoadU(d, from[1] + e), hn::LoadU(d, from[2] + e)};
}

// on_one_surface() in one direction.
HWY_INLINE M continues(const V3& normal, V towards_a, V range_a, const V3& along_b,
                       V range_b, V near_enough) {
  const V across = dot(normal, along_b);
  const V predicted = range_a * towards_a / across;
  return hn::And(hn::Not(across > all(-kAlongPlane)),
                 hn::Abs(predicted - range_b) < near_enough);
}

// Gaps between the rays from e on and their next; a bit for each that is to be filled.
HWY_INLINE unsigned find_gaps(const SurfaceRays& rays, int e, int count, float bin_m, int bins,
                              Gaps& out) {
  alignas(32) static constexpr int32_t kSteps[kMaxLanes] = {0, 1, 2, 3, 4, 5, 6, 7};
  const auto surface = hn::LoadU(di, rays.surface + e);
  const auto same = hn::And(surface == hn::LoadU(di, rays.surface + e + 1),
                            hn::And(surface > hn::Set(di, kNoSurface),
                                    hn::Load(di, kSteps) < hn::Set(di, count - 1 - e)));
  const V bin_a = hn::LoadU(d, rays.bin + e), bin_b = hn::LoadU(d, rays.bin + e + 1);
  const auto apart = hn::Abs(bin_b - bin_a) > all(1);
  auto filled = hn::And(hn::RebindMask(d, same), apart);
  if (hn::AllFalse(d, filled)) return 0;

  const V range_a = hn::LoadU(d, rays.range_m + e), range_b = hn::LoadU(d, rays.range_m + e + 1);
  const V3 along_a = vector_at(rays.along, e), along_b = vector_at(rays.along, e + 1);
  const V3 normal_a = vector_at(rays.normal, e), normal_b = vector_at(rays.normal, e + 1);
  const V near_enough =
      all(kFractionOfGap) * hn::Abs(range_b - range_a) + all(kFreeBins * bin_m);
  filled = hn::And(
      filled,
      hn::Or(continues(normal_a, dot(normal_a, along_a), range_a, along_b, range_b, near_enough),
             continues(normal_b, dot(normal_b, along_b), range_b, along_a, range_a, near_enough)));
  if (hn::AllFalse(d, filled)) return 0;

  const auto in_order = bin_a < bin_b;
  const auto near_of = [&](V a, V b) HWY_ATTR { return hn::IfThenElse(in_order, a, b); };
  const auto far_of = [&](V a, V b) HWY_ATTR { return hn::IfThenElse(in_order, b, a); };
  const V from = near_of(bin_a, bin_b), to = far_of(bin_a, bin_b);
  const V per_bin = all(1) / hn::IfThenElse(filled, to - from, all(1));
  const V density_a = hn::LoadU(d, rays.power + e) * hn::LoadU(d, rays.gap[0] + e) * per_bin;
  const V density_b = hn::LoadU(d, rays.power + e + 1) * hn::LoadU(d, rays.gap[1] + e) * per_bin;
  const V density = near_of(density_a, density_b);
  hn::Store(from, d, out.bin);
  hn::Store(per_bin, d, out.per_bin);
  hn::Store(density, d, out.density);
  hn::Store(far_of(density_a, density_b) - density, d, out.rise);
  const V cells = hn::LoadU(d, rays.cells + e) + hn::LoadU(d, rays.cells + e + 1);
  hn::Store(hn::Min(cells * all(0.5f) * per_bin, all(1)), d, out.fraction);
  for (int i = 0; i < 3; ++i) {
    const V a = hn::LoadU(d, rays.cell[i] + e), b = hn::LoadU(d, rays.cell[i] + e + 1);
    const V near = near_of(a, b);
    hn::Store(near, d, out.cell[i]);
    hn::Store(far_of(a, b) - near, d, out.run[i]);
  }
  const auto whole = [&](V bin) HWY_ATTR {
    return hn::ConvertTo(di, hn::Ceil(hn::Min(hn::Max(bin, hn::Zero(d)), all(bins))));
  };
  hn::Store(whole(from), di, out.first);
  hn::Store(whole(to), di, out.end);
  uint8_t bits[8] = {};
  hn::StoreMaskBits(d, filled, bits);
  return bits[0];
}

// Ripples of the gap between two rays, in order of range.
struct RippleGap {
  float near[RippleRays::kNumbers], rise[RippleRays::kNumbers];
  int32_t row = kNoRipples;
};
// None where the rays met different materials.
HWY_INLINE bool ripples_between(const SurfaceRays& rays, int e, RippleGap& out) {
  if (!rays.ripples || rays.ripple_row[e] == kNoRipples ||
      rays.ripple_row[e] != rays.ripple_row[e + 1])
    return false;
  const int turned = rays.bin[e] < rays.bin[e + 1] ? 0 : 1;
  for (int i = 0; i < RippleRays::kNumbers; ++i) {
    const float* at = rays.ripples->at[i] + e;
    out.near[i] = at[turned], out.rise[i] = at[1 - turned] - at[turned];
  }
  out.row = rays.ripple_row[e];
  return true;
}

// The pairs of a table at eight places: loads by hand, as gathers take twice as long.
HWY_INLINE void pairs_at(const double* table, U index, V& first, V& second) {
#if HWY_TARGET == HWY_SCALAR
  float pair[2];
  std::memcpy(pair, table + hn::GetLane(index), sizeof pair);
  first = all(pair[0]), second = all(pair[1]);
#else
  // Two places in each number, which the compiler takes from the register as such.
  const hn::Repartition<uint64_t, Tag> d64;
  alignas(32) uint64_t at[kMaxLanes / 2];
  hn::Store(hn::BitCast(d64, index), d64, at);
  const hn::FixedTag<double, 1> d1;
  const hn::FixedTag<double, 2> d2;
  const auto lower = [&](int i) HWY_ATTR {
    return hn::LoadU(d1, table + static_cast<uint32_t>(at[i]));
  };
  const auto upper = [&](int i) HWY_ATTR { return hn::LoadU(d1, table + (at[i] >> 32)); };
  const auto evens = [&](int i) HWY_ATTR { return hn::Combine(d2, lower(i + 1), lower(i)); };
  const auto odds = [&](int i) HWY_ATTR { return hn::Combine(d2, upper(i + 1), upper(i)); };
#if HWY_TARGET == HWY_AVX2
  const hn::FixedTag<double, 4> d4;
  const V even = hn::BitCast(d, hn::Combine(d4, evens(2), evens(0)));
  const V odd = hn::BitCast(d, hn::Combine(d4, odds(2), odds(0)));
#else
  const V even = hn::BitCast(d, evens(0)), odd = hn::BitCast(d, odds(0));
#endif
  first = hn::OddEven(hn::DupEven(odd), even), second = hn::OddEven(odd, hn::DupOdd(even));
#endif
}

// A whole number of less than 2^22 as the low bits of one that is larger by kWholes, whose bits are
// kWholeBits: conversion without a look at numbers too large.
constexpr float kWholes = 0x1.8p23f;
constexpr uint32_t kWholeBits = std::bit_cast<uint32_t>(kWholes);

// A lattice of cells, folded; its three products do not wait for each other.
constexpr uint32_t kFold[3] = {0x9e3779b1u, 0x85ebca6bu, 0xc2b2ae3du};
uint32_t folded(const SurfaceCells::Frame& frame) {
  uint32_t key = frame.key;
  for (int i = 0; i < 3; ++i) key += (frame.cell[i] - kWholeBits) * kFold[i];
  return key;
}

// key: of folded().
template <bool kRipples>
HWY_INLINE void fill(const Gaps& gaps, int g, uint32_t key,
                     const SurfaceSpread::Gaussians& gaussians, const RippleTable* table,
                     const RippleGap& ripples, SurfaceRow& row) {
  alignas(32) static constexpr float kSteps[kMaxLanes] = {0, 1, 2, 3, 4, 5, 6, 7};
  float *const row_re = row.re, *const row_im = row.im, *const row_power = row.power;
  const double* const pairs = gaussians.pairs;
  const int first = gaps.first[g], end = gaps.end[g];
  const bool fresh = end <= row.first;
  const V steps = hn::Load(d, kSteps), nearest = all(static_cast<float>(first));
  const V scale = all(gaps.per_bin[g]), from = all(gaps.bin[g]);
  const V density = all(gaps.density[g]), rise = all(gaps.rise[g]);
  const V fraction = all(gaps.fraction[g]);
  // From the far end on: what an eight has too much lies where the next gap of falling range comes,
  // and a gap below all others is stored without a load, which would wait for the store before it.
  const auto add = [&](float* to, V value) HWY_ATTR {
    hn::StoreU(fresh ? value : hn::LoadU(d, to) + value, d, to);
  };
  for (int n = end; n > first;) {
    n -= static_cast<int>(hn::Lanes(d));
    const V bin = all(static_cast<float>(n)) + steps;
    const V f = (bin - from) * scale;
    V expected = hn::IfThenElseZero(bin >= nearest, density + rise * f);
    if constexpr (kRipples)
      expected = expected * ripple_factor(*table, all_int(ripples.row), [&](int i) HWY_ATTR {
                   return all(ripples.near[i]) + all(ripples.rise[i]) * f;
                 });
    if (row_power) add(row_power + n, expected);
    const V size = hn::Sqrt(expected * fraction);
    if (!pairs) {
      add(row_re + n, size);
      continue;
    }
    U hash = hn::Set(db, key);
    for (int i = 0; i < 3; ++i) {
      const V q = all(gaps.cell[i][g]) + all(gaps.run[i][g]) * f;
      const U cell = hn::BitCast(db, hn::Floor(q) + all(kWholes));
      hash = hash + cell * hn::Set(db, kFold[i]);
    }
    hash = hn::Xor(hash, hn::ShiftRight<15>(hash)) * hn::Set(db, 0x2c1b3c6du);
    const U mixed = hn::Xor(hash, hn::ShiftRight<12>(hash)) * hn::Set(db, 0x297a2d39u);
    V re, im;
    pairs_at(pairs, hn::ShiftRight<32 - SurfaceSpread::kQuantileBits>(mixed), re, im);
    add(row_re + n, size * re);
    add(row_im + n, size * im);
  }
  row.first = std::min(row.first, first);
  row.end = std::max(row.end, end);
}

bool spread_column(const SurfaceRays& rays, int count, const SurfaceCells& cells,
                   const SurfaceSpread::Gaussians& gaussians, SurfaceRow& row, float* left) {
  std::fill(left + 1, left + count, 1.0f);
  bool any = false;
  Gaps gaps{};
  int32_t surface = kNoSurface;
  uint32_t key = 0;
  for (int e = 0; e + 1 < count; e += static_cast<int>(hn::Lanes(d))) {
    for (unsigned bits = find_gaps(rays, e, count, gaussians.bin_m, row.bins, gaps); bits != 0;
         bits &= bits - 1) {
      const int g = std::countr_zero(bits);
      any = true;
      left[e + g] -= 0.5f, left[e + g + 1] -= 0.5f;
      if (gaps.first[g] >= gaps.end[g]) continue;
      if (rays.surface[e + g] != surface)
        surface = rays.surface[e + g], key = folded(cells.frame(surface));
      RippleGap ripples;
      if (ripples_between(rays, e + g, ripples))
        fill<true>(gaps, g, key, gaussians, rays.ripple_table, ripples, row);
      else
        fill<false>(gaps, g, key, gaussians, nullptr, ripples, row);
    }
  }
  return any;
}

HWY_INLINE M rippled(const SurfaceRays& rays, int e, int count) {
  const auto found = hn::LoadU(di, rays.ripple_row + e) > all_int(kNoRipples);
  return hn::RebindMask(d, hn::And(found, hn::Iota(di, e) < all_int(count)));
}

void find_ripples(const RippleSetup& setup, const SurfaceRays& rays, int first, int count,
                  RippleRays& out) {
  for (int e = first; e < count; e += static_cast<int>(hn::Lanes(d)))
    if (any(rippled(rays, e, count)))
      put_ripples(setup, e, vector_at(rays.along, e), vector_at(rays.normal, e),
                  hn::LoadU(d, rays.range_m + e),
                  hn::Max(hn::LoadU(di, rays.ripple_row + e), all_int(0)),
                  hn::LoadU(d, rays.cell[0] + e), hn::LoadU(d, rays.cell[1] + e), out);
}

void ripple_rays(const SurfaceRays& rays, int count, float* left) {
  for (int e = 0; e < count; e += static_cast<int>(hn::Lanes(d))) {
    const V rest = hn::LoadU(d, left + e);
    const M wanted = hn::And(rippled(rays, e, count), rest > zero());
    if (!any(wanted)) continue;
    const I row = hn::Max(hn::LoadU(di, rays.ripple_row + e), all_int(0));
    const V factor = ripple_factor(*rays.ripple_table, row, [&](int i) HWY_ATTR {
      return hn::LoadU(d, rays.ripples->at[i] + e);
    });
    hn::StoreU(hn::IfThenElse(wanted, rest * factor, rest), d, left + e);
  }
}

void keep_rest(const float* left, int count, float* re, float* im, float* power) {
  for (int e = 0; e < count; e += static_cast<int>(hn::Lanes(d))) {
    const V rest = hn::LoadU(d, left + e), size = hn::Sqrt(rest);
    hn::StoreU(hn::LoadU(d, re + e) * size, d, re + e);
    hn::StoreU(hn::LoadU(d, im + e) * size, d, im + e);
    hn::StoreU(hn::LoadU(d, power + e) * rest, d, power + e);
  }
}

}  // namespace hadal::sensors::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace hadal::sensors {
namespace {
HWY_EXPORT(spread_column);
HWY_EXPORT(find_ripples);
HWY_EXPORT(ripple_rays);
HWY_EXPORT(keep_rest);
}  // namespace

// Sizes by the quantiles of Rayleigh's distribution, phases by the golden ratio.
SurfaceSpread::SurfaceSpread(bool speckle, float bin_m) : speckle_(speckle), bin_m_(bin_m) {
  constexpr int kCount = 1 << kQuantileBits;
  double power = 0;
  for (int k = 0; k < kCount; ++k) power -= std::log((k + 0.5) / kCount) / kCount;
  for (int k = 0; k < kCount; ++k) {
    const double size = std::sqrt(-std::log((k + 0.5) / kCount) / power);
    const double phase = 2 * std::numbers::pi * k * std::numbers::phi;
    pairs_.push_back(std::bit_cast<double>(std::array{
        static_cast<float>(size * std::cos(phase)), static_cast<float>(size * std::sin(phase))}));
  }
}

bool SurfaceSpread::add(const SurfaceRays& rays, int count, const SurfaceCells& cells,
                        SurfaceRow& row, float* left) const {
  const Gaussians gaussians{speckle_ ? pairs_.data() : nullptr, bin_m_};
  return HWY_DYNAMIC_DISPATCH(spread_column)(rays, count, cells, gaussians, row, left);
}

void SurfaceSpread::find_ripples(const RippleSetup& setup, const SurfaceRays& rays, int first,
                                 int count, RippleRays& out) {
  HWY_DYNAMIC_DISPATCH(find_ripples)(setup, rays, first, count, out);
}

void SurfaceSpread::ripple(const SurfaceRays& rays, int count, float* left) {
  HWY_DYNAMIC_DISPATCH(ripple_rays)(rays, count, left);
}

// Numbers beyond the last are those of other rays: whole eights, then one by one.
void SurfaceSpread::keep(const float* left, int count, float* re, float* im, float* power) {
  const int whole = count / kLineLanes * kLineLanes;
  HWY_DYNAMIC_DISPATCH(keep_rest)(left, whole, re, im, power);
  for (int e = whole; e < count; ++e) {
    const float size = std::sqrt(left[e]);
    re[e] *= size, im[e] *= size, power[e] *= left[e];
  }
}

}  // namespace hadal::sensors
#endif
