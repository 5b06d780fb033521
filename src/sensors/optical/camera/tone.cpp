#include "sensors/optical/camera/tone.h"

#include <cmath>

#include "base/check.h"
#include "sensors/optical/camera/exposure.h"

// Plain loops, which the compiler makes into vectors for each instruction set.
#define HWY_TARGET_INCLUDE "sensors/optical/camera/tone.cpp"
#include "math/simd/highway.h"

#ifndef HADAL_TONE_SHARED
#define HADAL_TONE_SHARED
namespace hadal::sensors::camera {
constexpr int kToneChunk = 64;

struct ToneRow {
  const float* channels[3];
  int width;
  float thresholds[8];  // of the row, with strength, plus 1/2
};
}  // namespace hadal::sensors::camera
#endif

HWY_BEFORE_NAMESPACE();
namespace hadal::sensors::camera::HWY_NAMESPACE {

// 1.055 y^(1/2.4) - 0.055 of y in [0.0031308, 1] as a polynomial of y^(1/4), to 2e-6.
HWY_INLINE float bright_srgb(float y) {
  const float q = std::sqrt(std::sqrt(y)), q2 = q * q;
  const float even = ((6.820791827e-2f * q2 + 6.571877974e-1f) * q2 + 1.365920841f) * q2;
  const float odd = (-3.184157163e-1f * q2 - 8.529570100e-1f) * q2 + 1.396041841e-1f;
  return odd * q + (even - 5.954661293e-2f);
}

template <bool kFilmicCurve, bool kSrgb>
HWY_INLINE float toned(float x) {
  float y = x > 0.0f ? x : 0.0f;
  y = y < 1e4f ? y : 1e4f;
  if (kFilmicCurve) y = y * (2.51f * y + 0.03f) / (y * (2.43f * y + 0.59f) + 0.14f);
  y = y < 1.0f ? y : 1.0f;
  if (!kSrgb) return y;
  return y > 0.0031308f ? bright_srgb(y) : 12.92f * y;
}

template <bool kFilmicCurve, bool kSrgb>
HWY_INLINE void tone_chunk(const ToneRow& row, const ToneModel& model, int first,
                           float (&out)[3][kToneChunk]) {
  const float* HWY_RESTRICT r = row.channels[0] + first;
  const float* HWY_RESTRICT g = row.channels[1] + first;
  const float* HWY_RESTRICT b = row.channels[2] + first;
  const float gr = model.gains[0], gg = model.gains[1], gb = model.gains[2];
  const float vivid = model.saturation;
  const int count = HWY_MIN(kToneChunk, row.width - first);
  if (vivid == 1.0f) {
    for (int x = 0; x < count; ++x)
      out[0][x] = r[x] * gr, out[1][x] = g[x] * gg, out[2][x] = b[x] * gb;
  } else {
    for (int x = 0; x < count; ++x) {
      const float vr = r[x] * gr, vg = g[x] * gg, vb = b[x] * gb;
      const float grey = 0.2126f * vr + 0.7152f * vg + 0.0722f * vb;
      out[0][x] = grey + (vr - grey) * vivid;
      out[1][x] = grey + (vg - grey) * vivid;
      out[2][x] = grey + (vb - grey) * vivid;
    }
  }
  for (int c = 0; c < 3; ++c)
    for (int x = 0; x < kToneChunk; ++x) out[c][x] = toned<kFilmicCurve, kSrgb>(out[c][x]);
}

template <bool kFilmicCurve, bool kSrgb>
HWY_INLINE void tone_row(const ToneRow& row, const ToneModel& model, uint8_t* HWY_RESTRICT rgb8) {
  float values[3][kToneChunk] = {};
  uint8_t bytes[3][kToneChunk];
  for (int first = 0; first < row.width; first += kToneChunk) {
    tone_chunk<kFilmicCurve, kSrgb>(row, model, first, values);
    for (int c = 0; c < 3; ++c)
      for (int x = 0; x < kToneChunk; ++x)
        bytes[c][x] = static_cast<uint8_t>(
            static_cast<int32_t>(values[c][x] * 255.0f + row.thresholds[x % 8]));
    const int count = HWY_MIN(kToneChunk, row.width - first);
    uint8_t* HWY_RESTRICT to = rgb8 + 3 * static_cast<ptrdiff_t>(first);
    for (int x = 0; x < count; ++x)
      for (int c = 0; c < 3; ++c) to[3 * x + c] = bytes[c][x];
  }
}

void tone_row_any(const ToneRow& row, const ToneModel& model, uint8_t* rgb8) {
  const bool filmic_curve = model.curve == ToneCurve::kFilmic;
  if (filmic_curve && model.srgb) return tone_row<true, true>(row, model, rgb8);
  if (filmic_curve) return tone_row<true, false>(row, model, rgb8);
  if (model.srgb) return tone_row<false, true>(row, model, rgb8);
  tone_row<false, false>(row, model, rgb8);
}

}  // namespace hadal::sensors::camera::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace hadal::sensors::camera {
namespace {
HWY_EXPORT(tone_row_any);
}  // namespace

double filmic(double x) {
  const double y = x * (2.51 * x + 0.03) / (x * (2.43 * x + 0.59) + 0.14);
  return std::clamp(y, 0.0, 1.0);
}

double srgb_encode(double linear) {
  return linear <= 0.0031308 ? 12.92 * linear : 1.055 * std::pow(linear, 1 / 2.4) - 0.055;
}

double srgb_decode(double encoded) {
  return encoded <= 0.04045 ? encoded / 12.92 : std::pow((encoded + 0.055) / 1.055, 2.4);
}

float dither_threshold(int x, int y) {
  // The bits of y and x ^ y, interleaved from the lowest, make the rank.
  int rank = 0;
  for (int bit = 0; bit < 3; ++bit) rank = rank << 2 | ((x ^ y) >> bit & 1) << 1 | (y >> bit & 1);
  return (static_cast<float>(rank) + 0.5f) / 64.0f;
}

void develop_row_8bit(RgbInput image, const ToneModel& model, int y, std::span<uint8_t> rgb8) {
  ToneRow row{{image.row(0, y), image.row(1, y), image.row(2, y)}, image.width_px, {}};
  for (int x = 0; x < 8; ++x)
    row.thresholds[x] = 0.5f + model.dither * (dither_threshold(x, y) - 0.5f);
  HWY_DYNAMIC_DISPATCH(tone_row_any)
  (row, model, rgb8.data() + 3 * static_cast<ptrdiff_t>(y) * image.width_px);
}

void develop_8bit(RgbInput image, const ToneModel& model, std::span<uint8_t> rgb8,
                  ThreadArena& arena) {
  HADAL_CHECK(rgb8.size() == 3 * image.pixels());
  for_rows(arena, image.height_px, [&](int y) { develop_row_8bit(image, model, y, rgb8); });
}

void develop_linear(RgbInput image, const std::array<float, 3>& gains, RgbView out,
                    ThreadArena& arena) {
  HADAL_CHECK(image.width_px == out.width_px && image.height_px == out.height_px);
  for_rows(arena, image.height_px, [&](int y) {
    for (int c = 0; c < 3; ++c) {
      const float* from = image.row(c, y);
      float* to = out.row(c, y);
      for (int x = 0; x < image.width_px; ++x) {
        const float v = from[x] * gains[c];
        to[x] = v == v ? v : 0.0f;
      }
    }
  });
}

}  // namespace hadal::sensors::camera
#endif
