#include "sensors/optical/camera/optics_effects.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <utility>

#include "base/rng.h"
#include "environment/optics/phase_function.h"

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
  BlurPyramid pyramid(kWidth, kHeight, kScatterLevels);
  const std::vector<float> depth(out.input().pixels(), 5.0f);
  ForwardScatter clear;
  clear.strength = 0;
  RgbImage rest(kWidth, kHeight);
  ForwardScatterBlur(clear).apply(0.3, depth, {}, out.view(), rest.view(), pyramid, arena);
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

// A point of light, blurred.
RgbImage scattered_point(const ForwardScatter& model, double z_m) {
  ThreadArena arena(1);
  RgbImage image(kWidth, kHeight), rest(kWidth, kHeight);
  image.at(0, 160, 120) = 1000;
  const std::vector<float> depth(image.input().pixels(), static_cast<float>(z_m));
  BlurPyramid pyramid(kWidth, kHeight, kScatterLevels);
  ForwardScatterBlur(model).apply(model.scattering_per_m, depth, {}, image.view(), rest.view(),
                                  pyramid, arena);
  return image;
}

double within_px(RgbImage& image, double radius_px) {
  double sum = 0;
  for (int y = 0; y < kHeight; ++y)
    for (int x = 0; x < kWidth; ++x)
      if (std::hypot(x - 160, y - 120) <= radius_px) sum += image.at(0, x, y);
  return sum;
}

// Energy is kept, and the light that is spread lies where the point-spread function of the water has
// it: over many placings of the point on the lattice of the blur this holds better than for one.
TEST(ForwardScatter, SpreadsAPointAsTheWaterDoes) {
  constexpr double kEnergy = 1e-3, kWithin = 0.09;
  for (const double focal_px : {200.0, 381.0, 554.0}) {
    ForwardScatter model;
    model.scattering_per_m = 0.3, model.focal_px = focal_px;
    const double spread = 1 - std::exp(-0.5 * 0.3 * 4);
    EXPECT_NEAR(forward_scatter_fraction(model, 4), spread, 1e-12);
    RgbImage image = scattered_point(model, 4);
    EXPECT_NEAR(sum_of(image, 0), 1000, 1000 * kEnergy);
    for (const double radius_px : {2.5, 4.5, 8.5, 16.5, 32.5}) {
      const double inside = (within_px(image, radius_px) / 1000 - (1 - spread)) / spread;
      EXPECT_NEAR(inside, forward_scatter_within(radius_px / focal_px), kWithin)
          << focal_px << " " << radius_px;
    }
  }
}

// The same integral the other way round: F(theta) = integral of p(psi) min(1, theta / psi) over the
// angles psi that hold the near half of all scattering, by a sum over their logarithm.
TEST(ForwardScatter, ThePointSpreadFunctionIsThatOfSingleScattering) {
  constexpr int kSteps = 20000;
  constexpr double kTolerance = 4e-3;
  const double first = std::log(1e-9), step = (std::log(std::numbers::pi) - first) / kSteps;
  const auto part = [&](int i) {
    const double psi = std::exp(first + (i + 0.5) * step);
    return std::pair(psi, 2 * std::numbers::pi * environment::optics::fournier_forand(psi) *
                              std::sin(psi) * psi * step);
  };
  double whole = 0;
  for (int i = 0; i < kSteps; ++i) whole += part(i).second;
  EXPECT_NEAR(whole, 1, 1e-3);
  for (const double theta : {0.001, 0.004, 0.01, 0.03, 0.05}) {
    double sum = 0, turned = 0;
    for (int i = 0; i < kSteps && turned < 0.5 * whole; ++i) {
      const auto [psi, p] = part(i);
      turned += p;
      sum += p * std::min(1.0, theta / psi);
    }
    EXPECT_NEAR(forward_scatter_within(theta), sum / (0.5 * whole), kTolerance) << theta;
  }
  EXPECT_EQ(forward_scatter_within(0.1), 1);
}

// A card before open water: the veil has no edge to be blurred, so that the picture beside the card
// grows by light of the card alone and nowhere falls below the veil.
TEST(ForwardScatter, LeavesTheVeilOfTheWaterAlone) {
  ThreadArena arena(1);
  RgbImage image(kWidth, kHeight), veil(kWidth, kHeight), surface(kWidth, kHeight),
      rest(kWidth, kHeight);
  std::vector<float> depth(image.input().pixels());
  for (int y = 0; y < kHeight; ++y)
    for (int x = 0; x < kWidth; ++x) {
      const bool card = x < 160;
      depth[static_cast<size_t>(y * kWidth + x)] =
          card ? 1.0f : std::numeric_limits<float>::infinity();
      for (int c = 0; c < 3; ++c) {
        veil.at(c, x, y) = card ? 0.2f : 1.0f;
        surface.at(c, x, y) = card ? 0.5f : 0.0f;
        image.at(c, x, y) = veil.at(c, x, y) + surface.at(c, x, y);
      }
    }
  BlurPyramid pyramid(kWidth, kHeight, kScatterLevels);
  const ForwardScatterBlur blur({0.3, 1, 381});
  blur.apply(0.3, depth, veil.input(), image.view(), rest.view(), pyramid, arena);
  blur.apply(0.3, depth, {}, surface.view(), rest.view(), pyramid, arena);
  double moved = 0;
  for (size_t i = 0; i < image.data().size(); ++i) {
    ASSERT_NEAR(image.data()[i], surface.data()[i] + veil.data()[i], 1e-6);
    ASSERT_GT(image.data()[i], veil.data()[i] - 1e-6f);
    moved = std::max(moved, static_cast<double>(surface.data()[i]) * (veil.data()[i] > 0.5f));
  }
  EXPECT_GT(moved, 0.005);  // next to the card
}

TEST(ForwardScatter, BloomSpreadsItsFraction) {
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
    BlurPyramid pyramid(kWidth, kHeight, kScatterLevels);
    RgbImage rest(kWidth, kHeight);
    ForwardScatterBlur({0.2, 1, 320})
        .apply(0.2, depth, image.input(), out.view(), rest.view(), pyramid, arena);
    if (threads == 1) first = out.data();
    EXPECT_EQ(out.data(), first);
  }
}

}  // namespace optics_effects_test
}  // namespace hadal::sensors::camera
