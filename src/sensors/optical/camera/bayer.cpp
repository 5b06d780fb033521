#include "sensors/optical/camera/bayer.h"

#include "base/check.h"

// Plain loops, which the compiler makes into vectors for each instruction set.
#define HWY_TARGET_INCLUDE "sensors/optical/camera/bayer.cpp"
#include "math/simd/highway.h"

#ifndef HADAL_BAYER_SHARED
#define HADAL_BAYER_SHARED
namespace hadal::sensors::camera {
// Five rows around one, and where its colours go: green, the other colour of the row, the third.
struct MosaicRows {
  const float* rows[5];
  int width;
  int first_green;  // column of the first green pixel, 0 or 1
  float *green, *own, *third;
};
}  // namespace hadal::sensors::camera
#endif

HWY_BEFORE_NAMESPACE();
namespace hadal::sensors::camera::HWY_NAMESPACE {

struct Colours {
  float green, own, third;
};

// left2 .. right2: the columns of the neighbours of x.
HWY_INLINE Colours colours_at(const float* const (&rows)[5], int x, int left2, int left, int right,
                              int right2, bool is_green) {
  const float centre = rows[2][x];
  const float h1 = rows[2][left] + rows[2][right], h2 = rows[2][left2] + rows[2][right2];
  const float v1 = rows[1][x] + rows[3][x], v2 = rows[0][x] + rows[4][x];
  const float diagonal = (rows[1][left] + rows[1][right]) + (rows[3][left] + rows[3][right]);
  const float green = 0.125f * (4.0f * centre + 2.0f * (h1 + v1) - (h2 + v2));
  const float along = 0.125f * (5.0f * centre + 4.0f * h1 - h2 - diagonal + 0.5f * v2);
  const float down = 0.125f * (5.0f * centre + 4.0f * v1 - v2 - diagonal + 0.5f * h2);
  const float cross = 0.125f * (6.0f * centre + 2.0f * diagonal - 1.5f * (h2 + v2));
  return {is_green ? centre : green, is_green ? along : centre, is_green ? down : cross};
}

void demosaic_row(const MosaicRows& m) {
  const int w = m.width;
  const float* const rows[5] = {m.rows[0], m.rows[1], m.rows[2], m.rows[3], m.rows[4]};
  float* HWY_RESTRICT green = m.green;
  float* HWY_RESTRICT own = m.own;
  float* HWY_RESTRICT third = m.third;
  const auto put = [&](int x, const Colours& c) {
    green[x] = c.green, own[x] = c.own, third[x] = c.third;
  };
  const auto mirror = [w](int x) { return x < 0 ? -x : x >= w ? 2 * w - 2 - x : x; };
  const auto at_border = [&](int x) {
    put(x, colours_at(rows, x, mirror(x - 2), mirror(x - 1), mirror(x + 1), mirror(x + 2),
                      ((x ^ m.first_green) & 1) == 0));
  };
  const int inner_end = HWY_MAX(2, w - 2);
  for (int x = 0; x < HWY_MIN(2, w); ++x) at_border(x);
  for (int x = 2; x < inner_end; ++x)
    put(x, colours_at(rows, x, x - 2, x - 1, x + 1, x + 2, ((x ^ m.first_green) & 1) == 0));
  for (int x = inner_end; x < w; ++x) at_border(x);
}

}  // namespace hadal::sensors::camera::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace hadal::sensors::camera {
namespace {
HWY_EXPORT(demosaic_row);
}  // namespace

int bayer_channel(BayerPattern pattern, int x, int y) {
  const int place = (y & 1) << 1 | (x & 1);
  constexpr int kChannels[4][4] = {{0, 1, 1, 2}, {2, 1, 1, 0}, {1, 0, 2, 1}, {1, 2, 0, 1}};
  return kChannels[static_cast<int>(pattern) - 1][place];
}

void mosaic(RgbInput image, BayerPattern pattern, std::span<float> raw, ThreadArena& arena) {
  HADAL_CHECK(raw.size() == image.pixels());
  for_rows(arena, image.height_px, [&](int y) {
    const float* even = image.row(bayer_channel(pattern, 0, y), y);
    const float* odd = image.row(bayer_channel(pattern, 1, y), y);
    float* out = raw.data() + static_cast<ptrdiff_t>(y) * image.width_px;
    for (int x = 0; x < image.width_px; ++x) out[x] = (x & 1) == 0 ? even[x] : odd[x];
  });
}

void demosaic(std::span<const float> raw, BayerPattern pattern, RgbView out, ThreadArena& arena) {
  const int w = out.width_px, h = out.height_px;
  HADAL_CHECK(raw.size() == out.pixels() && w >= 3 && h >= 3);
  for_rows(arena, h, [&](int y) {
    MosaicRows rows{};
    for (int i = 0; i < 5; ++i) {
      const int at = y + i - 2, inside = at < 0 ? -at : at >= h ? 2 * h - 2 - at : at;
      rows.rows[i] = raw.data() + static_cast<ptrdiff_t>(inside) * w;
    }
    rows.width = w;
    rows.first_green = bayer_channel(pattern, 0, y) == 1 ? 0 : 1;
    const int own = bayer_channel(pattern, 1 - rows.first_green, y);
    rows.green = out.row(1, y), rows.own = out.row(own, y), rows.third = out.row(2 - own, y);
    HWY_DYNAMIC_DISPATCH(demosaic_row)(rows);
  });
}

}  // namespace hadal::sensors::camera
#endif
