// The last step of a camera: from linear values, 1 white, to the picture that is handed out.
//   filmic    y = x (2.51 x + 0.03) / (x (2.43 x + 0.59) + 0.14), cut at 1 (Narkowicz, "ACES filmic
//             tone mapping curve", 2015): a shoulder for lights, a toe for the dark
//   sRGB      V = 12.92 y, or 1.055 y^(1/2.4) - 0.055 above 0.0031308 (IEC 61966-2-1)
//   8 bit     floor(255 V + 0.5 + d (B - 0.5)), B the 8 x 8 ordered pattern of Bayer (1973) and d
//   the
//             strength of the dither: it keeps slow gradients of water free of bands. Black and
//             white stay what they are.
// The linear output for measurements only multiplies. Values that are not numbers become 0.
#pragma once
#include <array>
#include <cstdint>
#include <span>

#include "sensors/optical/camera/image.h"

namespace hadal::sensors::camera {

enum class ToneCurve { kLinear, kFilmic };

struct ToneModel {
  std::array<float, 3> gains{1, 1, 1};  // exposure, white balance and 1 / white in one
  ToneCurve curve = ToneCurve::kFilmic;
  bool srgb = true;  // false: 8 bits linear
  float dither = 1;  // in steps of the output
  float saturation = 1;
};

// The formulas themselves, in double precision.
double filmic(double x);
double srgb_encode(double linear);
double srgb_decode(double encoded);
// Threshold of the ordered pattern, in (0, 1), sum of all 64 / 64 = 1/2.
float dither_threshold(int x, int y);

// rgb8: three bytes a pixel, row after row, of the whole picture.
void develop_8bit(RgbInput image, const ToneModel& model, std::span<uint8_t> rgb8,
                  ThreadArena& arena);
void develop_row_8bit(RgbInput image, const ToneModel& model, int y, std::span<uint8_t> rgb8);
void develop_linear(RgbInput image, const std::array<float, 3>& gains, RgbView out,
                    ThreadArena& arena);

}  // namespace hadal::sensors::camera
