#include "sensors/optical/camera/motion_blur.h"

#include <gtest/gtest.h>

#include <cmath>

#include "base/rng.h"

namespace hadal::sensors::camera {
namespace motion_blur_test {

constexpr int kSide = 161;
constexpr double kLength_px = 1.0, kEnergy = 1e-5;

RgbImage blurred(const RgbImage& image, float vx, float vy, MotionBlur model, int threads = 1) {
  ThreadArena arena(threads);
  RgbImage out(image.width_px(), image.height_px());
  const std::vector<float> x(image.input().pixels(), vx), y(image.input().pixels(), vy);
  blur_motion(model, x, y, image.input(), out.view(), arena);
  return out;
}

// Length of a streak: of the box with its mean square width, sqrt(12 var), along the motion.
double streak_length(RgbImage& image, double ux, double uy, double& energy) {
  double sum = 0, first = 0, second = 0;
  for (int y = 0; y < kSide; ++y)
    for (int x = 0; x < kSide; ++x) {
      const double v = image.at(0, x, y), s = (x - 80) * ux + (y - 80) * uy;
      sum += v, first += v * s, second += v * s * s;
    }
  energy = sum;
  return std::sqrt(12 * (second / sum - first * first / (sum * sum)));
}

TEST(MotionBlur, AStreakIsSpeedTimesExposureLong) {
  for (const double speed : {150.0, 420.0, 1230.0, 4700.0})
    for (const double angle : {0.0, 0.4, 0.9, 1.57, 2.5}) {
      const double ux = std::cos(angle), uy = std::sin(angle), half = speed * 0.01;
      RgbImage point(kSide, kSide);
      point.at(0, static_cast<int>(80 - half * ux), static_cast<int>(80 - half * uy)) = 1;
      RgbImage out = blurred(point, static_cast<float>(speed * ux), static_cast<float>(speed * uy),
                             {0.02, 1, 64});
      double energy = 0;
      EXPECT_NEAR(streak_length(out, ux, uy, energy), speed * 0.02, kLength_px) << angle;
      EXPECT_NEAR(energy, 1, kEnergy);
    }
}

// Streaks of 7.4 px begin at the point: half a pixel there, six whole ones, 0.9 at the end.
TEST(MotionBlur, CoverageOfEveryPixel) {
  RgbImage point(kSide, kSide);
  point.at(0, 80, 80) = 1;
  for (const int sign : {1, -1}) {
    RgbImage across = blurred(point, 740.0f * static_cast<float>(sign), 0, {0.01, 1, 64});
    RgbImage down = blurred(point, 0, 740.0f * static_cast<float>(sign), {0.01, 1, 64});
    for (int i = -10; i <= 10; ++i) {
      const double covered = i < 0 || i > 7 ? 0 : i == 0 ? 0.5 : i == 7 ? 0.9 : 1;
      EXPECT_NEAR(across.at(0, 80 + sign * i, 80), covered / 7.4, 1e-6);
      EXPECT_NEAR(down.at(0, 80, 80 + sign * i), covered / 7.4, 1e-6);
    }
  }
}

TEST(MotionBlur, LongStreaksTakeLongerSteps) {
  RgbImage wide(kSide, kSide, 0.5f);
  RgbImage out = blurred(wide, 30000, 0, {0.01, 1, 16});
  for (const float v : out.data()) EXPECT_NEAR(v, 0.5f, 1e-6);
}

TEST(MotionBlur, IdentityWithoutStrengthMotionOrNumbers) {
  const RandomStream draw(41, "test", "blur");
  RgbImage image(40, 30);
  for (size_t i = 0; i < image.data().size(); ++i)
    image.data()[i] = static_cast<float>(draw.uniform(static_cast<int64_t>(i)));
  EXPECT_EQ(blurred(image, 500, 300, {0.01, 0, 64}).data(), image.data());
  EXPECT_EQ(blurred(image, 0, 0, {0.01, 1, 64}).data(), image.data());
  EXPECT_EQ(blurred(image, std::nanf(""), 0, {0.01, 1, 64}).data(), image.data());
  EXPECT_NE(blurred(image, 500, 300, {0.01, 1, 64}).data(), image.data());
  EXPECT_EQ(blurred(image, 500, 300, {0.01, 1, 64}).data(),
            blurred(image, 500, 300, {0.01, 1, 64}, 4).data());
}

}  // namespace motion_blur_test
}  // namespace hadal::sensors::camera
