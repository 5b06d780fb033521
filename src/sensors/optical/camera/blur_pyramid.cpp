#include "sensors/optical/camera/blur_pyramid.h"

#include "base/check.h"

// Plain loops, which the compiler makes into vectors for each instruction set.
#define HWY_TARGET_INCLUDE "sensors/optical/camera/blur_pyramid.cpp"
#include "math/simd/highway.h"

#ifndef HADAL_BLUR_PYRAMID_SHARED
#define HADAL_BLUR_PYRAMID_SHARED
namespace hadal::sensors::camera {
constexpr int kChunk = 256;  // coarse columns at a time

// How much of the fine cell x, of `count` whose last has the area `last`, comes from the coarse
// cell i when a level is raised: 3/4 from its own, 1/4 from the neighbour on its side. The first
// and last have no neighbour; before a last cell that stands alone, the fraction follows its area.
inline float raised_fraction(int x, int i, int count, float last) {
  const int own = x / 2, side = x % 2 == 0 ? own - 1 : own + 1;
  if (i != own && i != side) return 0.0f;
  if (side < 0 || side > (count - 1) / 2) return i == own ? 1.0f : 0.0f;
  const float away = count % 2 != 0 && x == count - 2 ? 0.25f * last : 0.25f;
  return i == own ? 1.0f - away : away;
}

// The way back: the same shares by area, with a sum of 1. Fine cells 2 i - 1 .. 2 i + 2.
struct HalvedWeights {
  float w[4];
};
inline HalvedWeights halved_weights(int i, int count, float last) {
  HalvedWeights out{};
  float sum = 0;
  for (int k = 0; k < 4; ++k) {
    const int x = 2 * i - 1 + k;
    if (x < 0 || x >= count) continue;
    out.w[k] = raised_fraction(x, i, count, last) * (x == count - 1 ? last : 1.0f);
    sum += out.w[k];
  }
  for (float& w : out.w) w /= sum;
  return out;
}

// Four rows of a level and how they count in the row below them.
struct HalvedRows {
  const float* rows[4];
  const float* fractions[4];  // null: 1
  HalvedWeights weights;
  int width;
  float last_width;  // area of the last column
};

// A row between two coarse rows: near + (far - near) share.
struct RaisedRow {
  const float *near, *far;
  float fraction;
  int coarse_width, width;
  float last_width;  // area of the last fine column
};
}  // namespace hadal::sensors::camera
#endif

HWY_BEFORE_NAMESPACE();
namespace hadal::sensors::camera::HWY_NAMESPACE {

// The four rows as one, columns first .. end - 1.
HWY_INLINE void blend_rows(const HalvedRows& rows, int first, int end, float* HWY_RESTRICT out) {
  const float w0 = rows.weights.w[0], w1 = rows.weights.w[1], w2 = rows.weights.w[2],
              w3 = rows.weights.w[3];
  const float *a = rows.rows[0] + first, *b = rows.rows[1] + first, *c = rows.rows[2] + first,
              *d = rows.rows[3] + first;
  if (!rows.fractions[0]) {
    for (int x = 0; x < end - first; ++x)
      out[x] = (w0 * a[x] + w1 * b[x]) + (w2 * c[x] + w3 * d[x]);
    return;
  }
  const float *sa = rows.fractions[0] + first, *sb = rows.fractions[1] + first,
              *sc = rows.fractions[2] + first, *sd = rows.fractions[3] + first;
  for (int x = 0; x < end - first; ++x)
    out[x] =
        (w0 * (a[x] * sa[x]) + w1 * (b[x] * sb[x])) + (w2 * (c[x] * sc[x]) + w3 * (d[x] * sd[x]));
}

void halve_row(const HalvedRows& rows, float* HWY_RESTRICT out) {
  float t[2 * kChunk + 2];  // fine columns from 2 first - 1
  const int coarse = (rows.width + 1) / 2;
  for (int first = 0; first < coarse; first += kChunk) {
    const int count = HWY_MIN(kChunk, coarse - first), begin = HWY_MAX(2 * first - 1, 0);
    const int end = HWY_MIN(2 * (first + count) + 1, rows.width), shift = begin - (2 * first - 1);
    t[0] = 0.0f;
    for (int x = end - begin + shift; x < 2 * count + 2; ++x) t[x] = 0.0f;
    blend_rows(rows, begin, end, t + shift);
    float* HWY_RESTRICT to = out + first;
    for (int i = 0; i < count; ++i)
      to[i] = 0.125f * (t[2 * i] + t[2 * i + 3]) + 0.375f * (t[2 * i + 1] + t[2 * i + 2]);
    for (const int i : {0, coarse - 2, coarse - 1}) {
      if (i < first || i >= first + count) continue;
      const HalvedWeights w = halved_weights(i, rows.width, rows.last_width);
      const float* at = t + 2 * (i - first);
      to[i - first] = (w.w[0] * at[0] + w.w[1] * at[1]) + (w.w[2] * at[2] + w.w[3] * at[3]);
    }
  }
}

// Interpolated values of the chunk of fine columns 2 first .. 2 (first + count) - 1.
HWY_INLINE void raise_chunk(const RaisedRow& row, int first, int count, float* HWY_RESTRICT out) {
  float t[kChunk + 2];
  const int last = row.coarse_width - 1;
  const auto between = [&](int i) { return row.near[i] + (row.far[i] - row.near[i]) *
                                   row.fraction; };
  for (int i = 0; i < count; ++i)
    t[i + 1] = row.near[first + i] + (row.far[first + i] - row.near[first + i]) * row.fraction;
  t[0] = first > 0 ? between(first - 1) : t[1];
  t[count + 1] = first + count <= last ? between(first + count) : t[count];
  for (int i = 0; i < count; ++i) {
    out[2 * i] = 0.75f * t[i + 1] + 0.25f * t[i];
    out[2 * i + 1] = 0.75f * t[i + 1] + 0.25f * t[i + 2];
  }
  // Before a last column that stands alone, the fraction follows its area.
  const int odd = row.width - 2 - 2 * first;
  if (row.width % 2 != 0 && odd >= 0 && odd < 2 * count) {
    const float fraction = 0.25f * row.last_width;
    out[odd] = (1.0f - fraction) * t[odd / 2 + 1] + fraction * t[odd / 2 + 2];
  }
}

// to <- to own + raised.
void raise_row(const RaisedRow& row, float own, float weight, float* HWY_RESTRICT to) {
  float raised[2 * kChunk];
  for (int first = 0; first < row.coarse_width; first += kChunk) {
    const int count = HWY_MIN(kChunk, row.coarse_width - first);
    raise_chunk(row, first, count, raised);
    const int columns = HWY_MIN(2 * count, row.width - 2 * first);
    float* HWY_RESTRICT at = to + 2 * first;
    for (int x = 0; x < columns; ++x) at[x] = at[x] * own + raised[x] * weight;
  }
}

// to <- to (1 - share) + raised.
void raise_row_shared(const RaisedRow& row, const float* HWY_RESTRICT fraction, float weight,
                      float* HWY_RESTRICT to) {
  float raised[2 * kChunk];
  for (int first = 0; first < row.coarse_width; first += kChunk) {
    const int count = HWY_MIN(kChunk, row.coarse_width - first);
    raise_chunk(row, first, count, raised);
    const int columns = HWY_MIN(2 * count, row.width - 2 * first);
    float* HWY_RESTRICT at = to + 2 * first;
    const float* HWY_RESTRICT s = fraction + 2 * first;
    for (int x = 0; x < columns; ++x) at[x] = at[x] * (1.0f - s[x]) + raised[x] * weight;
  }
}

}  // namespace hadal::sensors::camera::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace hadal::sensors::camera {
namespace {
HWY_EXPORT(halve_row);
HWY_EXPORT(raise_row);
HWY_EXPORT(raise_row_shared);

// Area of the last cell of the next level, of `count` cells whose last one has the area `last`.
float halved_area(int count, float last) {
  return count % 2 != 0 ? last / 2 : (1 + last) / 2;
}

RaisedRow raised_row(const RgbInput& coarse, int channel, int y, int width, int height,
                     float last_width, float last_height) {
  const int i = y / 2, other = y % 2 == 0 ? i - 1 : i + 1;
  const bool before_lone_row = height % 2 != 0 && y == height - 2;
  return {coarse.row(channel, i),
          coarse.row(channel, std::clamp(other, 0, coarse.height_px - 1)),
          before_lone_row ? 0.25f * last_height : 0.25f,
          coarse.width_px,
          width,
          last_width};
}

}  // namespace

BlurPyramid::BlurPyramid(int width_px, int height_px, int levels)
    : width_px_(width_px),
      height_px_(height_px),
      fraction_(static_cast<size_t>(width_px) * static_cast<size_t>(height_px)) {
  HADAL_CHECK(width_px > 0 && height_px > 0 && levels >= 1 && levels <= kMaxLevels);
  int w = width_px, h = height_px;
  float last_width = 1, last_height = 1;
  for (int l = 0; l < levels; ++l) {
    levels_.push_back({RgbImage((w + 1) / 2, (h + 1) / 2), last_width, last_height});
    last_width = halved_area(w, last_width), last_height = halved_area(h, last_height);
    w = (w + 1) / 2, h = (h + 1) / 2;
  }
}

void BlurPyramid::halve_into(int l, RgbInput from, const float* fraction, ThreadArena& arena) {
  Level& level = levels_[static_cast<size_t>(l - 1)];
  const RgbView to = level.image.view();
  for_rows(arena, to.height_px, [&](int y) {
    HalvedRows rows{};
    rows.weights = halved_weights(y, from.height_px, level.last_height);
    rows.width = from.width_px, rows.last_width = level.last_width;
    for (int c = 0; c < 3; ++c) {
      for (int k = 0; k < 4; ++k) {
        const int at = std::clamp(2 * y - 1 + k, 0, from.height_px - 1);  // weight 0 outside
        rows.rows[k] = from.row(c, at);
        rows.fractions[k] = fraction ? fraction + static_cast<ptrdiff_t>(at) * from.width_px
            : nullptr;
      }
      HWY_DYNAMIC_DISPATCH(halve_row)(rows, to.row(c, y));
    }
  });
}

void BlurPyramid::reduce(RgbInput image, ThreadArena& arena) {
  HADAL_CHECK(image.width_px == width_px_ && image.height_px == height_px_);
  halve_into(1, image, nullptr, arena);
  for (int l = 2; l <= levels(); ++l) halve_into(l, level(l - 1), nullptr, arena);
}

void BlurPyramid::mix(std::span<const float> weights, RgbView image, ThreadArena& arena) {
  HADAL_CHECK(image.width_px == width_px_ && image.height_px == height_px_);
  const int used = std::min(levels(), static_cast<int>(weights.size()));
  if (used == 0) return;
  halve_into(1, as_input(image), fraction_.data(), arena);
  for (int l = 2; l <= used; ++l) halve_into(l, level(l - 1), nullptr, arena);
  for (int l = used; l >= 1; --l) {
    const Level& coarse = levels_[static_cast<size_t>(l - 1)];
    const RgbView fine = l == 1 ? image : levels_[static_cast<size_t>(l - 2)].image.view();
    // The coarsest level comes with its own weight, the finer ones were weighted when laid over.
    const float weight = l == used ? weights[static_cast<size_t>(l - 1)] : 1.0f;
    for_rows(arena, fine.height_px, [&](int y) {
      for (int c = 0; c < 3; ++c) {
        const RaisedRow row = raised_row(coarse.image.input(), c, y, fine.width_px, fine.height_px,
                                         coarse.last_width, coarse.last_height);
        if (l == 1) HWY_DYNAMIC_DISPATCH(raise_row_shared)
        (row, fraction_.data() + static_cast<ptrdiff_t>(y) * width_px_, weight, fine.row(c, y));
        else HWY_DYNAMIC_DISPATCH(raise_row)(row, weights[static_cast<size_t>(l - 2)], weight,
                                             fine.row(c, y));
      }
    });
  }
}

}  // namespace hadal::sensors::camera
#endif
