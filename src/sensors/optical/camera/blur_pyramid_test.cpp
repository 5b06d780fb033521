#include "sensors/optical/camera/blur_pyramid.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numeric>

#include "base/rng.h"

namespace hadal::sensors::camera {
namespace blur_pyramid_test {

constexpr float kWeights[] = {0.30f, 0.28f, 0.24f, 0.18f};
constexpr double kRounding = 2e-6;

RgbImage random_image(int w, int h) {
  const RandomStream draw(11, "test", "image");
  RgbImage image(w, h);
  for (size_t i = 0; i < image.data().size(); ++i)
    image.data()[i] = static_cast<float>(draw.uniform(static_cast<int64_t>(i)));
  return image;
}

double total(const RgbImage& image) {
  return std::accumulate(image.data().begin(), image.data().end(), 0.0);
}

TEST(BlurPyramid, KeepsEnergyForAnySize) {
  for (const auto& [w, h] : {std::pair{640, 480}, {127, 33}, {61, 90}, {1030, 7}, {3, 5}, {1, 1}}) {
    ThreadArena arena(1);
    BlurPyramid pyramid(w, h, 4);
    RgbImage image = random_image(w, h);
    const double before = total(image);
    const RandomStream draw(12, "test", "share");
    for (size_t i = 0; i < pyramid.fraction().size(); ++i)
      pyramid.fraction()[i] = static_cast<float>(draw.uniform(static_cast<int64_t>(i)));
    pyramid.mix(kWeights, image.view(), arena);
    EXPECT_NEAR(total(image) / before, 1, kRounding) << w << " x " << h;
  }
}

TEST(BlurPyramid, AConstantStaysAndFractionZeroIsIdentity) {
  ThreadArena arena(1);
  BlurPyramid pyramid(101, 67, 4);
  RgbImage grey(101, 67, 0.7f);
  std::fill(pyramid.fraction().begin(), pyramid.fraction().end(), 1.0f);
  pyramid.mix(kWeights, grey.view(), arena);
  for (const float v : grey.data()) EXPECT_NEAR(v, 0.7f, kRounding);

  RgbImage image = random_image(101, 67);
  const std::vector<float> before = image.data();
  std::fill(pyramid.fraction().begin(), pyramid.fraction().end(), 0.0f);
  pyramid.mix(kWeights, image.view(), arena);
  EXPECT_EQ(image.data(), before);
}

// The same steps written out for one row in double precision, far from the borders.
TEST(BlurPyramid, SpreadsAPointAsThePlainStepsDo) {
  constexpr int kWidth = 128;
  ThreadArena arena(1);
  BlurPyramid pyramid(kWidth, kWidth, 3);
  RgbImage image(kWidth, kWidth);
  for (int y = 0; y < kWidth; ++y) image.at(1, 61, y) = 1;  // a line: one axis only
  std::fill(pyramid.fraction().begin(), pyramid.fraction().end(), 1.0f);
  pyramid.mix(std::vector<float>{0, 0, 1}, image.view(), arena);

  std::vector<double> row(kWidth, 0.0);
  row[61] = 1;
  for (int l = 0; l < 3; ++l) {
    std::vector<double> half(row.size() / 2);
    for (size_t i = 1; i + 1 < half.size(); ++i)
      half[i] = (row[2 * i - 1] + 3 * row[2 * i] + 3 * row[2 * i + 1] + row[2 * i + 2]) / 8;
    row = half;
  }
  for (int l = 0; l < 3; ++l) {
    std::vector<double> twice(row.size() * 2);
    for (size_t x = 0; x < twice.size(); ++x) {
      const double at = (static_cast<double>(x) - 0.5) / 2, below = std::floor(at);
      const auto cell = [&](double i) {
        return row[static_cast<size_t>(std::clamp(i, 0.0, static_cast<double>(row.size() - 1)))];
      };
      twice[x] = cell(below) + (cell(below + 1) - cell(below)) * (at - below);
    }
    row = twice;
  }
  for (int x = 0; x < kWidth; ++x) {
    EXPECT_NEAR(image.at(1, x, 31), row[static_cast<size_t>(x)], 1e-7);
    EXPECT_EQ(image.at(0, x, 31), 0);
  }
}

TEST(BlurPyramid, SameBitsForAnyNumberOfThreads) {
  std::vector<float> first;
  for (const int threads : {1, 2, 4}) {
    ThreadArena arena(threads);
    BlurPyramid pyramid(333, 217, 4);
    RgbImage image = random_image(333, 217);
    std::fill(pyramid.fraction().begin(), pyramid.fraction().end(), 0.4f);
    pyramid.mix(kWeights, image.view(), arena);
    if (threads == 1) first = image.data();
    EXPECT_EQ(image.data(), first);
  }
}

}  // namespace blur_pyramid_test
}  // namespace hadal::sensors::camera
