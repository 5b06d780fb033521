#include "sensors/optical/render/soften.h"

#include <algorithm>
#include <array>

#include "base/check.h"

// Baseline, SSE4 and AVX2 only: see lanes-inl.h.
#define HWY_DISABLED_TARGETS (HWY_SSSE3 | HWY_AVX3 | HWY_AVX3_DL)
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "sensors/optical/render/soften.cpp"
#include "hwy/foreach_target.h"
#include "sensors/optical/render/lanes-inl.h"

HWY_BEFORE_NAMESPACE();
namespace hadal::sensors::HWY_NAMESPACE {

void NearnessRow(const float* range_m, int count, float* out) {
  for (int x = 0; x < count; x += static_cast<int>(hn::Lanes(Tag())))
    hn::StoreU(all(1) - exp(hn::Min(hn::LoadU(Tag(), range_m + x), all(100)) * all(-0.45f)), Tag(),
               out + x);
}

// rows: of nearness and the planes, four each, the second is the row itself.
void SoftenRow(const float* const (*rows)[4], int planes, int width, float* const* out) {
  constexpr float kSteep = 12, kLeast = 0.02f;  // of the weight, over nearness
  for (int x = 0; x < width; x += static_cast<int>(hn::Lanes(Tag()))) {
    const V here = hn::LoadU(Tag(), rows[0][1] + x);
    V weights = zero(), sums[kMostSoftened] = {zero(), zero(), zero(), zero()};
    for (int dy = 0; dy < 4; ++dy)
      for (int dx = -1; dx < 3; ++dx) {
        const V apart = hn::Abs(hn::LoadU(Tag(), rows[0][dy] + x + dx) - here);
        const V weight = hn::Max(all(1) - all(kSteep) * apart, all(kLeast));
        weights = weights + weight;
        for (int p = 0; p < planes; ++p)
          sums[p] = sums[p] + weight * hn::LoadU(Tag(), rows[p + 1][dy] + x + dx);
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
  HADAL_CHECK(from.size() == to.size() && from.size() <= kMostSoftened);
  arena.for_each(static_cast<size_t>(nearness.height()), [&](size_t y) {
    const float* rows[kMostSoftened + 1][4];
    float* out[kMostSoftened];
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

}  // namespace hadal::sensors
#endif
