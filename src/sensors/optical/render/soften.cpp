#include "sensors/optical/render/soften.h"

#include <algorithm>
#include <array>

#include "base/check.h"

#define HWY_TARGET_INCLUDE "sensors/optical/render/soften.cpp"
#include "math/simd/highway.h"
#include "sensors/relief/lanes-inl.h"

HWY_BEFORE_NAMESPACE();
namespace hadal::sensors::HWY_NAMESPACE {

void NearnessRow(const float* range_m, int count, float* out) {
  for (int x = 0; x < count; x += static_cast<int>(hn::Lanes(Tag())))
    hn::StoreU(all(1) - exp(hn::Min(hn::LoadU(Tag(), range_m + x), all(100)) * all(-0.45f)), Tag(),
               out + x);
}

HWY_INLINE V alikeness(V one, V other) {
  constexpr float kSteep = 12, kMin = 0.02f;
  return hn::Max(all(1) - all(kSteep) * hn::Abs(one - other), all(kMin));
}

// rows: of nearness and the planes, four each, the second is the row itself.
void SoftenRow(const float* const (*rows)[4], int planes, int width, float* const* out) {
  for (int x = 0; x < width; x += static_cast<int>(hn::Lanes(Tag()))) {
    const V here = hn::LoadU(Tag(), rows[0][1] + x);
    V weights = zero(), sums[kMaxSoftened];
    for (int p = 0; p < planes; ++p) sums[p] = zero();
    for (int dy = 0; dy < 4; ++dy)
      for (int dx = -1; dx < 3; ++dx) {
        const V weight = alikeness(hn::LoadU(Tag(), rows[0][dy] + x + dx), here);
        weights = weights + weight;
        for (int p = 0; p < planes; ++p)
          sums[p] = sums[p] + weight * hn::LoadU(Tag(), rows[p + 1][dy] + x + dx);
      }
    const V scale = all(1) / weights;
    for (int p = 0; p < planes; ++p) hn::StoreU(sums[p] * scale, Tag(), out[p] + x);
  }
}

// Numbers at half the rate, from the one before the first on, as seen from pixels from an even one
// on: the own number of each, and the nearer one of its neighbours.
struct HalfRate {
  V own, beside;
};
HWY_INLINE HalfRate half_rate(const float* from, int x) {
#if HWY_TARGET == HWY_SCALAR
  const float* own = from + x / 2;
  return {all(own[0]), all(own[x % 2 == 0 ? -1 : 1])};
#else
  alignas(32) static constexpr int32_t kOwn[] = {1, 1, 2, 2, 3, 3, 4, 4};
  alignas(32) static constexpr int32_t kBeside[] = {0, 2, 1, 3, 2, 4, 3, 5};
  const V some = hn::LoadU(Tag(), from + x / 2 - 1);
  return {hn::TableLookupLanes(some, hn::SetTableIndices(Tag(), kOwn)),
          hn::TableLookupLanes(some, hn::SetTableIndices(Tag(), kBeside))};
#endif
}

// rows: of nearness and the planes, at half the rate, the nearer one first.
void SpreadRow(const float* nearness, const float* const (*rows)[2], int planes, int width,
               float* const* out) {
  constexpr float kOwnFraction = 0.75f, kOtherFraction = 0.25f;
  for (int x = 0; x < width; x += static_cast<int>(hn::Lanes(Tag()))) {
    const V here = hn::LoadU(Tag(), nearness + x);
    V weights = zero(), sums[kMaxSoftened];
    for (int p = 0; p < planes; ++p) sums[p] = zero();
    for (int row = 0; row < 2; ++row) {
      const float fraction = row == 0 ? kOwnFraction : kOtherFraction;
      const HalfRate near = half_rate(rows[0][row], x);
      const V own = alikeness(near.own, here) * all(fraction * kOwnFraction);
      const V beside = alikeness(near.beside, here) * all(fraction * kOtherFraction);
      weights = weights + own + beside;
      for (int p = 0; p < planes; ++p) {
        const HalfRate light = half_rate(rows[p + 1][row], x);
        sums[p] = sums[p] + own * light.own + beside * light.beside;
      }
    }
    const V scale = all(1) / weights;
    for (int p = 0; p < planes; ++p) hn::StoreU(sums[p] * scale, Tag(), out[p] + x);
  }
}

}  // namespace hadal::sensors::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace hadal::sensors {

HWY_EXPORT(NearnessRow);
HWY_EXPORT(SoftenRow);
HWY_EXPORT(SpreadRow);

namespace {
constexpr int kWidest = 8;  // lanes written at once
}

PaddedPlane::PaddedPlane(int width, int height)
    : width_(width),
      height_(height),
      stride_(width + 2 * kMargin + kWidest),
      data_(static_cast<size_t>(stride_) * static_cast<size_t>(height + 2 * kMargin) + kWidest) {}

void PaddedPlane::fill_margin() {
  for (int y = 0; y < height_; ++y) {
    float* r = row(y);
    std::fill_n(r - kMargin, kMargin, r[0]);
    std::fill_n(r + width_, kMargin + kWidest, r[width_ - 1]);
  }
  for (int k = 1; k <= kMargin; ++k) {
    std::copy_n(row(0) - kMargin, stride_, row(-k) - kMargin);
    std::copy_n(row(height_ - 1) - kMargin, stride_, row(height_ - 1 + k) - kMargin);
  }
}

void nearness(const PaddedPlane& range_m, PaddedPlane& out, ThreadArena& arena) {
  arena.for_each(static_cast<size_t>(range_m.height()), [&](size_t y) {
    const int row = static_cast<int>(y);
    HWY_DYNAMIC_DISPATCH(NearnessRow)(range_m.row(row), range_m.width(), out.row(row));
  });
  out.fill_margin();
}

void soften(const PaddedPlane& nearness, std::span<const PaddedPlane* const> from,
            std::span<PaddedPlane* const> to, ThreadArena& arena) {
  HADAL_CHECK(from.size() == to.size() && from.size() <= kMaxSoftened);
  arena.for_each(static_cast<size_t>(nearness.height()), [&](size_t y) {
    const float* rows[kMaxSoftened + 1][4];
    float* out[kMaxSoftened];
    const int row = static_cast<int>(y);
    for (int dy = 0; dy < 4; ++dy) {
      rows[0][dy] = nearness.row(row + dy - 1);
      for (size_t p = 0; p < from.size(); ++p) rows[p + 1][dy] = from[p]->row(row + dy - 1);
    }
    for (size_t p = 0; p < to.size(); ++p) out[p] = to[p]->row(row);
    HWY_DYNAMIC_DISPATCH(SoftenRow)
    (rows, static_cast<int>(from.size()), nearness.width(), out);
  });
}

void spread(const PaddedPlane& nearness, const PaddedPlane& half,
            std::span<const PaddedPlane* const> from, std::span<PaddedPlane* const> to,
            ThreadArena& arena) {
  HADAL_CHECK(from.size() == to.size() && from.size() <= kMaxSoftened);
  arena.for_each(static_cast<size_t>(nearness.height()), [&](size_t y) {
    const float* rows[kMaxSoftened + 1][2];
    float* out[kMaxSoftened];
    const int row = static_cast<int>(y);
    for (int r = 0; r < 2; ++r) {
      const int at = row / 2 + (r == 0 ? 0 : row % 2 == 0 ? -1 : 1);
      rows[0][r] = half.row(at);
      for (size_t p = 0; p < from.size(); ++p) rows[p + 1][r] = from[p]->row(at);
    }
    for (size_t p = 0; p < to.size(); ++p) out[p] = to[p]->row(row);
    HWY_DYNAMIC_DISPATCH(SpreadRow)
    (nearness.row(row), rows, static_cast<int>(from.size()), nearness.width(), out);
  });
}

}  // namespace hadal::sensors
#endif
