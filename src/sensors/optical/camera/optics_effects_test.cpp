#include "sensors/optical/camera/optics_effects.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <numbers>

#include "base/rng.h"

namespace hadal::sensors::camera {
namespace optics_effects_test {

constexpr int kWidth = 321, kHeight = 241;
constexpr double kSinglePrecision = 2e-6, kShift_px = 0.02;

RgbImage random_image() {
  const RandomStream draw(31, "test", "optics");
  RgbImage image(kWidth, kHeight);
  for (size_t i = 0; i < image.data().size(); ++i)
    image.data()[i] = static_cast<float>(draw.uniform(static_cast<int64_t>(i)));
  return image;
}

double sum_of(const RgbImage& image, int channel) {
  double sum = 0;
  for (size_t i = 0; i < image.input().pixels(); ++i) sum += image.plane(channel)[i];
  return sum;
}

// Centre of the light of one row.
double centroid(RgbImage& image, int channel, int y) {
  double sum = 0, moment = 0;
  for (int x = 0; x < image.width_px(); ++x)
    sum += image.at(channel, x, y), moment += x * static_cast<double>(image.at(channel, x, y));
  return moment / sum;
}

// A soft vertical line at x: linear interpolation keeps its centre.
TEST(LateralColour, ShiftsRedAndBlueInProportionToTheRadius) {
  ThreadArena arena(1);
  for (const int at : {40, 160, 300}) {
    RgbImage image(kWidth, kHeight), out(kWidth, kHeight);
    for (int y = 0; y < kHeight; ++y)
      for (int i = -8; i <= 8; ++i)
        for (int c = 0; c < 3; ++c) image.at(c, at + i, y) = 9 - static_cast<float>(std::abs(i));
    LateralColour model;
    model.red = 0.01, model.blue = -0.02, model.cx_px = 160, model.cy_px = 120;
    lateral_colour(model, image.input(), out.view(), arena);
    EXPECT_NEAR(centroid(out, 0, 60), 160 + (at - 160) * 1.01, kShift_px);
    EXPECT_NEAR(centroid(out, 1, 60), at, kShift_px);
    EXPECT_NEAR(centroid(out, 2, 60), 160 + (at - 160) * 0.98, kShift_px);
  }
}

// Along columns too, on light that changes linearly with y.
TEST(LateralColour, ScalesRows) {
  ThreadArena arena(1);
  RgbImage image(kWidth, kHeight), out(kWidth, kHeight);
  for (int y = 0; y < kHeight; ++y)
    for (int x = 0; x < kWidth; ++x) image.at(0, x, y) = static_cast<float>(y);
  LateralColour model;
  model.red = 0.05, model.cx_px = 160, model.cy_px = 120;
  lateral_colour(model, image.input(), out.view(), arena);
  for (int y = 10; y < 230; ++y) EXPECT_NEAR(out.at(0, 77, y), 120 + (y - 120) / 1.05, 1e-4);
}

TEST(OpticsEffects, StrengthZeroIsIdentity) {
  ThreadArena arena(1);
  const RgbImage image = random_image();
  RgbImage out(kWidth, kHeight);
  LateralColour colour;
  colour.strength = 0;
  lateral_colour(colour, image.input(), out.view(), arena);
  EXPECT_EQ(out.data(), image.data());

  vignette({0, 0}, out.view(), arena);
  BlurPyramid pyramid(kWidth, kHeight, 4);
  const std::vector<float> depth(out.input().pixels(), 5.0f);
  ForwardScatter clear;
  clear.strength = 0;
  forward_scatter(clear, depth, out.view(), pyramid, arena);
  bloom(0, out.view(), pyramid, arena);
  EXPECT_EQ(out.data(), image.data());

  DepthOfField sharp;
  sharp.strength = 0;
  RgbImage still(kWidth, kHeight);
  blur_depth_of_field(sharp, depth, image.input(), still.view(), arena);
  EXPECT_EQ(still.data(), image.data());
}

TEST(Vignetting, FourthPowerOfTheCosine) {
  ThreadArena arena(1);
  RgbImage image(kWidth, kHeight, 1);
  Vignetting model;
  model.focal_px = 150, model.cx_px = 160, model.cy_px = 120;
  vignette(model, image.view(), arena);
  EXPECT_NEAR(image.at(0, 160, 120), 1, kSinglePrecision);
  EXPECT_NEAR(image.at(1, 310, 120), 0.25, kSinglePrecision);  // 45 deg
  for (const auto& [x, y] : {std::pair{0, 0}, {100, 200}}) {
    const double angle = std::atan(std::hypot(x - 160, y - 120) / 150);
    EXPECT_NEAR(image.at(2, x, y), std::pow(std::cos(angle), 4), kSinglePrecision);
    EXPECT_NEAR(vignetting_factor(model, kWidth, kHeight, x, y), std::pow(std::cos(angle), 4),
                1e-12);
  }
  model.natural = 0, model.mechanical = 0.3;
  RgbImage rim(kWidth, kHeight, 1);
  vignette(model, rim.view(), arena);
  EXPECT_NEAR(rim.at(0, 0, 0), 0.49, kSinglePrecision);
}

// Thin lens by hand: image distances of object and focus, and similar triangles on the aperture.
TEST(DepthOfField, CircleOfConfusionByTheThinLens) {
  const DepthOfField m{0.008, 2, 1.5, 4e-6, 1};
  for (const double z : {0.4, 1.0, 1.5, 4.0, 200.0}) {
    const double v = 1 / (1 / m.focal_m - 1 / z), film = 1 / (1 / m.focal_m - 1 / m.focus_m);
    EXPECT_NEAR(circle_of_confusion_px(m, z), m.focal_m / 2 * std::abs(v - film) / v / 4e-6, 1e-9);
  }
  EXPECT_NEAR(circle_of_confusion_px(m, std::numeric_limits<double>::infinity()),
              circle_of_confusion_px(m, 1e9), 1e-6);
}

TEST(DepthOfField, APointBecomesADiscOfItsEnergy) {
  ThreadArena arena(1);
  RgbImage image(61, 61), out(61, 61);
  image.at(1, 30, 30) = 1;
  DepthOfField m{0.008, 2, 1.5, 4e-6, 1};
  const double z = 1.5 / (1 + 14 / (0.008 * 0.008 / (2 * 1.492) / 4e-6));  // circle of 14 px
  ASSERT_NEAR(circle_of_confusion_px(m, z), 14, 1e-6);
  const std::vector<float> depth(61 * 61, static_cast<float>(z));
  blur_depth_of_field(m, depth, image.input(), out.view(), arena);
  EXPECT_NEAR(sum_of(out, 1), 1, 1e-5);
  const double level = 1 / (std::numbers::pi * 49);
  EXPECT_NEAR(out.at(1, 30, 30) / level, 1, 0.03);
  EXPECT_NEAR(out.at(1, 36, 30) / level, 1, 0.03);
  EXPECT_EQ(out.at(1, 38, 30), 0);
}

// A sharp near half stays sharp in front of a blurred far one.
TEST(DepthOfField, FarLightDoesNotSpreadOverSharpEdges) {
  ThreadArena arena(1);
  RgbImage image(40, 20), out(40, 20);
  std::vector<float> depth(800);
  for (int y = 0; y < 20; ++y)
    for (int x = 0; x < 40; ++x) {
      image.at(0, x, y) = x < 20 ? 0.0f : 1.0f;
      depth[static_cast<size_t>(y * 40 + x)] = x < 20 ? 1.5f : 50.0f;
    }
  blur_depth_of_field({0.008, 2, 1.5, 4e-6, 1}, depth, image.input(), out.view(), arena);
  for (int x = 0; x < 19; ++x) EXPECT_EQ(out.at(0, x, 10), 0);
}

TEST(ForwardScatter, KeepsEnergyAndMovesTheFractionOfTheModel) {
  ThreadArena arena(1);
  RgbImage image(kWidth, kHeight);
  image.at(0, 160, 120) = 1000, image.at(1, 160, 120) = 1000;
  ForwardScatter model;
  model.scattering_per_m = 0.3;
  std::vector<float> depth(image.input().pixels(), 4.0f);
  BlurPyramid pyramid(kWidth, kHeight, 4);
  forward_scatter(model, depth, image.view(), pyramid, arena);
  const double fraction = 0.8 * (1 - std::exp(-0.5 * 0.3 * 4));
  EXPECT_NEAR(forward_scatter_fraction(model, 4), fraction, 1e-12);
  EXPECT_NEAR(sum_of(image, 0), 1000, 1e-3);
  // What came back into the pixel itself: level l leaves 2^-2l of its weight there, times (3/4)^2l
  // at most.
  const double stays = image.at(0, 160, 120) / 1000;
  EXPECT_GT(stays, 1 - fraction);
  EXPECT_LT(stays, 1 - fraction + fraction * (0.3 * 0.25 + 0.28 / 16 + 0.24 / 64 + 0.18 / 256));
  EXPECT_GT(image.at(1, 170, 120), 0);
}

TEST(ForwardScatter, BloomInTheSamePassIsBothShares) {
  ForwardScatter model;
  model.bloom = 0.1;
  const double plain = 0.8 * (1 - std::exp(-0.5 * 0.2 * 3));
  EXPECT_NEAR(forward_scatter_fraction(model, 3), 1 - (1 - plain) * 0.9, 1e-12);
  ThreadArena arena(1);
  RgbImage image(kWidth, kHeight);
  image.at(2, 100, 100) = 1;
  BlurPyramid pyramid(kWidth, kHeight, 4);
  bloom(0.1, image.view(), pyramid, arena);
  EXPECT_NEAR(sum_of(image, 2), 1, 1e-5);
  EXPECT_GT(image.at(2, 100, 100), 0.9);
  EXPECT_LT(image.at(2, 100, 100), 0.92);
}

TEST(RollingShutter, RowTimes) {
  const RollingShutter shutter{0.016, 0.008};
  EXPECT_NEAR(row_start_s(shutter, 120, 480), 0.004, 1e-15);
  EXPECT_NEAR(row_middle_s(shutter, 0, 480), 0.004, 1e-15);
  EXPECT_EQ(row_start_s({0, 0.01}, 479, 480), 0);
}

TEST(OpticsEffects, SameBitsForAnyNumberOfThreads) {
  std::vector<float> first;
  for (const int threads : {1, 2, 4}) {
    ThreadArena arena(threads);
    RgbImage image = random_image(), out(kWidth, kHeight);
    std::vector<float> depth(image.input().pixels());
    for (size_t i = 0; i < depth.size(); ++i) depth[i] = 1.0f + static_cast<float>(i % 97) * 0.1f;
    LateralColour colour;
    colour.cx_px = 150;
    lateral_colour(colour, image.input(), out.view(), arena);
    vignette({}, out.view(), arena);
    BlurPyramid pyramid(kWidth, kHeight, 4);
    forward_scatter({0.2, 1, 0.03}, depth, out.view(), pyramid, arena);
    if (threads == 1) first = out.data();
    EXPECT_EQ(out.data(), first);
  }
}

}  // namespace optics_effects_test
}  // namespace hadal::sensors::camera
