#include "sensors/optical/camera/bayer.h"

#include <gtest/gtest.h>

#include <cmath>

#include "base/rng.h"

namespace hadal::sensors::camera {
namespace bayer_test {

constexpr BayerPattern kAll[] = {BayerPattern::kRggb, BayerPattern::kBggr, BayerPattern::kGrbg,
                                 BayerPattern::kGbrg};
constexpr double kSinglePrecision = 2e-6;

RgbImage random_image(int w, int h) {
  const RandomStream draw(21, "test", "mosaic");
  RgbImage image(w, h);
  for (size_t i = 0; i < image.data().size(); ++i)
    image.data()[i] = static_cast<float>(draw.uniform(static_cast<int64_t>(i)));
  return image;
}

TEST(Bayer, PatternsByName) {
  const char* const names[] = {"RGGB", "BGGR", "GRBG", "GBRG"};
  for (size_t i = 0; i < 4; ++i)
    for (int k = 0; k < 4; ++k)
      EXPECT_EQ("RGB"[bayer_channel(kAll[i], k % 2 + 4, k / 2 + 2)], names[i][k]);
}

// The filters of figure 2 of the paper, as 5 x 5 tables times 8.
const double kGreenAtColour[25] = {0, 0,  -1, 0, 0, 0, 0, 2, 0, 0,  -1, 2, 4,
                                   2, -1, 0,  0, 2, 0, 0, 0, 0, -1, 0,  0};
const double kColourAlongRow[25] = {0, 0,  .5, 0,  0, 0,  -1, 0, -1, 0,  -1, 4, 5,
                                    4, -1, 0,  -1, 0, -1, 0,  0, 0,  .5, 0,  0};
const double kColourAcross[25] = {0, 0,    -1.5, 0, 0, 0, 2, 0, 2, 0,    -1.5, 0, 6,
                                  0, -1.5, 0,    2, 0, 2, 0, 0, 0, -1.5, 0,    0};

double filtered(const std::vector<float>& raw, int w, int h, int x, int y, const double* f,
                bool turned) {
  double sum = 0;
  for (int j = -2; j <= 2; ++j)
    for (int i = -2; i <= 2; ++i) {
      int xx = std::abs(x + i), yy = std::abs(y + j);
      if (xx >= w) xx = 2 * w - 2 - xx;
      if (yy >= h) yy = 2 * h - 2 - yy;
      const int place = turned ? (i + 2) * 5 + j + 2 : (j + 2) * 5 + i + 2;
      sum += f[place] / 8 * static_cast<double>(raw[static_cast<size_t>(yy * w + xx)]);
    }
  return sum;
}

TEST(Bayer, DemosaicIsThePublishedFilters) {
  const int w = 37, h = 23;
  const RgbImage image = random_image(w, h);
  ThreadArena arena(1);
  for (const BayerPattern pattern : kAll) {
    std::vector<float> raw(static_cast<size_t>(w * h));
    mosaic(image.input(), pattern, raw, arena);
    RgbImage out(w, h);
    demosaic(raw, pattern, out.view(), arena);
    for (int y = 0; y < h; ++y)
      for (int x = 0; x < w; ++x)
        for (int c = 0; c < 3; ++c) {
          const int here = bayer_channel(pattern, x, y);
          double expected = static_cast<double>(raw[static_cast<size_t>(y * w + x)]);
          if (here != c && c == 1)
            expected = filtered(raw, w, h, x, y, kGreenAtColour, false);
          else if (here == 1 && c != 1)
            expected =
                filtered(raw, w, h, x, y, kColourAlongRow, bayer_channel(pattern, x + 1, y) != c);
          else if (here != c)
            expected = filtered(raw, w, h, x, y, kColourAcross, false);
          ASSERT_NEAR(out.at(c, x, y), expected, kSinglePrecision) << x << " " << y << " " << c;
        }
  }
}

// Filters of sum one that are even in both axes keep grey light that changes linearly.
TEST(Bayer, GreyRampsComeBack) {
  RgbImage image(40, 30);
  for (int y = 0; y < 30; ++y)
    for (int x = 0; x < 40; ++x)
      for (int c = 0; c < 3; ++c)
        image.at(c, x, y) = 0.2f + 0.01f * static_cast<float>(x) + 0.005f * static_cast<float>(y);
  ThreadArena arena(1);
  std::vector<float> raw(1200);
  mosaic(image.input(), BayerPattern::kGbrg, raw, arena);
  RgbImage out(40, 30);
  demosaic(raw, BayerPattern::kGbrg, out.view(), arena);
  for (int y = 2; y < 28; ++y)
    for (int x = 2; x < 38; ++x)
      for (int c = 0; c < 3; ++c) EXPECT_NEAR(out.at(c, x, y), image.at(c, x, y), kSinglePrecision);
}

TEST(Bayer, SameBitsForAnyNumberOfThreads) {
  const RgbImage image = random_image(129, 77);
  std::vector<float> first;
  for (const int threads : {1, 2, 4}) {
    ThreadArena arena(threads);
    std::vector<float> raw(129 * 77);
    mosaic(image.input(), BayerPattern::kRggb, raw, arena);
    RgbImage out(129, 77);
    demosaic(raw, BayerPattern::kRggb, out.view(), arena);
    if (threads == 1) first = out.data();
    EXPECT_EQ(out.data(), first);
  }
}

}  // namespace bayer_test
}  // namespace hadal::sensors::camera
