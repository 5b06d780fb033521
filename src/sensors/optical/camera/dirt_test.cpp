#include "sensors/optical/camera/dirt.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "sensors/optical/camera/pixel_math.h"

namespace hadal::sensors::camera {
namespace dirt_test {

constexpr int kWidth = 320, kHeight = 240;
constexpr double kSinglePrecision = 2e-6;
constexpr double kBorder = 1e-4;  // the outermost pixel counts for its missing neighbour

const RandomStream kDevice(3, "rov/camera", "dirt");

double mean_fraction(const DirtModel& model, const RandomStream& device = kDevice) {
  const DirtMap map(model, kWidth, kHeight, device);
  double sum = 0;
  for (const float m : map.fraction()) sum += m;
  return sum / static_cast<double>(map.fraction().size());
}

TEST(Dirt, EachKindAloneCoversAPartAndStaysInItsLimits) {
  for (const DirtModel& model :
       {DirtModel{1, 0, 0}, DirtModel{0, 1, 0}, DirtModel{0, 0, 1}, DirtModel{}}) {
    const DirtMap map(model, kWidth, kHeight, kDevice);
    const auto [min, max] = std::minmax_element(map.fraction().begin(), map.fraction().end());
    EXPECT_EQ(*min, 0);
    EXPECT_GT(*max, 0.03f);
    EXPECT_LE(*max, 0.45f);
    EXPECT_GT(mean_fraction(model), 5e-4);
    EXPECT_LT(mean_fraction(model), 0.15);
  }
  EXPECT_NEAR(mean_fraction({0.5, 0, 0}) / mean_fraction({0.25, 0, 0}), 2, 1e-3);
  EXPECT_NE(mean_fraction({}), mean_fraction({}, RandomStream(4, "rov/camera", "dirt")));
}

TEST(Dirt, CleanIsIdentity) {
  ThreadArena arena(1);
  BlurPyramid pyramid(kWidth, kHeight, 5);
  RgbImage image(kWidth, kHeight, 0.3f);
  image.at(0, 5, 5) = 7;
  const std::vector<float> before = image.data();
  DirtMap({0, 0, 0}, kWidth, kHeight, kDevice).apply(image.view(), pyramid, arena);
  EXPECT_EQ(image.data(), before);
}

// Even light stays even, and no light stays none: nothing glows in the dark.
TEST(Dirt, DoesNotChangeEvenLight) {
  ThreadArena arena(1);
  BlurPyramid pyramid(kWidth, kHeight, 5);
  const DirtMap map({}, kWidth, kHeight, kDevice);
  for (const float level : {0.0f, 0.6f}) {
    RgbImage image(kWidth, kHeight, level);
    map.apply(image.view(), pyramid, arena);
    for (const float v : image.data()) ASSERT_NEAR(v, level, kSinglePrecision);
  }
}

// A picture that changes linearly is its own blur, so only fractions of sharp detail are lost.
TEST(Dirt, TakesAwayItsFractionOfTheDetail) {
  ThreadArena arena(1);
  BlurPyramid pyramid(kWidth, kHeight, 5);
  const DirtMap map({}, kWidth, kHeight, kDevice);
  RgbImage image(kWidth, kHeight);
  for (int y = 0; y < kHeight; ++y)
    for (int x = 0; x < kWidth; ++x) image.at(1, x, y) = (x + y) % 2 == 0 ? 1.0f : 0.0f;
  map.apply(image.view(), pyramid, arena);
  for (int y = 0; y < kHeight; y += 7)
    for (int x = 0; x < kWidth; x += 3) {
      const float m = map.fraction()[static_cast<size_t>(y * kWidth + x)];
      const float own = (x + y) % 2 == 0 ? 1.0f : 0.0f;
      ASSERT_NEAR(image.at(1, x, y), own * (1 - m) + 0.5f * m, kBorder);
    }
}

// Inside, a linear ramp comes back: the veil interpolates without a shift.
TEST(Dirt, TheVeilIsNotShifted) {
  ThreadArena arena(1);
  BlurPyramid pyramid(kWidth, kHeight, 5);
  const DirtMap map({3, 3, 3, 40, 12, 1}, kWidth, kHeight, kDevice);
  RgbImage image(kWidth, kHeight);
  for (int y = 0; y < kHeight; ++y)
    for (int x = 0; x < kWidth; ++x) image.at(0, x, y) = static_cast<float>(x + 2 * y);
  map.apply(image.view(), pyramid, arena);
  // Border effects reach two pixels of the veil.
  for (int y = 80; y < 150; ++y)
    for (int x = 80; x < 240; ++x) ASSERT_NEAR(image.at(0, x, y), x + 2 * y, 2e-3);
}

TEST(Dirt, SameBitsForAnyNumberOfThreads) {
  const DirtMap map({}, kWidth, kHeight, kDevice);
  std::vector<float> first;
  for (const int threads : {1, 2, 4}) {
    ThreadArena arena(threads);
    BlurPyramid pyramid(kWidth, kHeight, 5);
    RgbImage image(kWidth, kHeight);
    for (size_t i = 0; i < image.data().size(); ++i)
      image.data()[i] = static_cast<float>(mix32(static_cast<uint32_t>(i))) * 1e-9f;
    map.apply(image.view(), pyramid, arena);
    if (threads == 1) first = image.data();
    EXPECT_EQ(image.data(), first);
  }
}

}  // namespace dirt_test
}  // namespace hadal::sensors::camera
