#include "sensors/optical/camera/tone.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

namespace hadal::sensors::camera {
namespace tone_test {

// A grey ramp with the linear values 0 .. 1.25 over the columns.
RgbImage ramp(int width, int height) {
  RgbImage image(width, height);
  for (int y = 0; y < height; ++y)
    for (int x = 0; x < width; ++x)
      for (int c = 0; c < 3; ++c)
        image.at(c, x, y) = 1.25f * static_cast<float>(x) / static_cast<float>(width);
  return image;
}

std::vector<uint8_t> developed(const RgbImage& image, const ToneModel& model, int threads = 1) {
  ThreadArena arena(threads);
  std::vector<uint8_t> out(3 * image.input().pixels());
  develop_8bit(image.input(), model, out, arena);
  return out;
}

// Without dither, each byte is the rounded formula; a value on the edge between two may go either
// way.
TEST(Tone, BytesAreTheRoundedFormula) {
  const RgbImage image = ramp(1001, 1);
  for (const bool film : {false, true})
    for (const bool srgb : {false, true}) {
      ToneModel model;
      model.gains = {1, 0.5f, 2}, model.dither = 0, model.srgb = srgb;
      model.curve = film ? ToneCurve::kFilmic : ToneCurve::kLinear;
      const auto bytes = developed(image, model);
      for (int x = 0; x < 1001; ++x)
        for (int c = 0; c < 3; ++c) {
          double v = 1.25 * x / 1001 * model.gains[static_cast<size_t>(c)];
          v = film ? filmic(v) : std::min(v, 1.0);
          v = 255 * (srgb ? srgb_encode(v) : v);
          EXPECT_NEAR(bytes[static_cast<size_t>(3 * x + c)], v, 0.5 + 1e-3);
        }
    }
}

TEST(Tone, PublishedValues) {
  EXPECT_NEAR(srgb_encode(0.18) * 255, 117.6, 0.1);  // middle grey
  EXPECT_NEAR(srgb_encode(0.0031308), 0.04045, 1e-4);
  EXPECT_NEAR(srgb_decode(srgb_encode(0.37)), 0.37, 1e-12);
  EXPECT_EQ(filmic(0), 0);
  EXPECT_EQ(filmic(100), 1);
}

// The mean of 8 x 8 dithered bytes is the value itself, to one part in 64.
TEST(Tone, DitherKeepsWhatLiesBetweenTwoBytes) {
  ToneModel model;
  model.curve = ToneCurve::kLinear, model.srgb = false;
  for (const float level : {10.25f, 99.5f, 200.8f}) {
    const auto bytes = developed(RgbImage(8, 8, level / 255), model);
    double sum = 0;
    for (const uint8_t b : bytes) sum += b;
    EXPECT_NEAR(sum / static_cast<double>(bytes.size()), level, 1 / 64.0);
  }
  for (const float flat : {0.0f, 1.0f})
    for (const uint8_t b : developed(RgbImage(8, 8, flat), model)) EXPECT_EQ(b, flat * 255);
}

TEST(Tone, EveryThresholdOnce) {
  std::vector<int> ranks(64, 0);
  for (int y = 0; y < 8; ++y)
    for (int x = 0; x < 8; ++x) ++ranks[static_cast<size_t>(dither_threshold(x, y) * 64)];
  for (const int count : ranks) EXPECT_EQ(count, 1);
}

TEST(Tone, SaturationZeroIsGrey) {
  RgbImage image(16, 4);
  for (int i = 0; i < 64; ++i) image.plane(0)[i] = 0.5f, image.plane(2)[i] = 0.1f;
  ToneModel model;
  model.saturation = 0, model.dither = 0;
  const auto bytes = developed(image, model);
  EXPECT_EQ(bytes[0], bytes[1]);
  EXPECT_EQ(bytes[1], bytes[2]);
  EXPECT_NEAR(bytes[0], 255 * srgb_encode(filmic(0.2126 * 0.5 + 0.0722 * 0.1)), 0.501);
}

TEST(Tone, BadValuesAreBlackOrWhite) {
  RgbImage image(4, 1, -3);
  image.plane(0)[1] = std::numeric_limits<float>::quiet_NaN();
  image.plane(0)[2] = std::numeric_limits<float>::infinity();
  const auto bytes = developed(image, {});
  EXPECT_EQ(bytes[0], 0);
  EXPECT_EQ(bytes[3], 0);
  EXPECT_EQ(bytes[6], 255);
}

TEST(Tone, LinearOutputOnlyMultiplies) {
  ThreadArena arena(1);
  const RgbImage image = ramp(50, 3);
  RgbImage out(50, 3);
  develop_linear(image.input(), {2, 4, 8}, out.view(), arena);
  EXPECT_EQ(out.at(0, 40, 1), 2.0f);
  EXPECT_EQ(out.at(2, 40, 2), 8.0f);
}

TEST(Tone, SameBytesForAnyNumberOfThreads) {
  const RgbImage image = ramp(777, 99);
  EXPECT_EQ(developed(image, {}), developed(image, {}, 2));
  EXPECT_EQ(developed(image, {}), developed(image, {}, 4));
}

}  // namespace tone_test
}  // namespace hadal::sensors::camera
