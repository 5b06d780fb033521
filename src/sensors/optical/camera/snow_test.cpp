#include "sensors/optical/camera/snow.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <numbers>

#include "base/rng.h"

namespace hadal::sensors::camera {
namespace snow_test {

constexpr int kWidth = 200, kHeight = 150;
constexpr double kEnergy = 0.03;  // sampled at the centres of pixels

RgbImage painted(const std::vector<SnowSpot>& spots, SnowModel model = {}, float depth = 100,
                 int threads = 1, float ground = 0) {
  ThreadArena arena(threads);
  RgbImage image(kWidth, kHeight, ground);
  const std::vector<float> depth_m(image.input().pixels(), depth);
  SnowPainter painter(kWidth, kHeight, 1000);
  painter.paint(model, spots, depth_m, image.view(), arena);
  return image;
}

double green_sum(const RgbImage& image) {
  double sum = 0;
  for (size_t i = 0; i < image.input().pixels(); ++i) sum += image.plane(1)[i];
  return sum;
}

SnowSpot spot_at(float x, float y, float radius, float circle) {
  SnowSpot s;
  s.x_px = x, s.y_px = y, s.depth_m = 1, s.radius_px = radius, s.circle_px = circle;
  s.radiance = {1, 2, 3};
  return s;
}

// radiance x pi r^2, whatever the place between pixels, the blur and the streak.
TEST(Snow, LightOfASpotIsThatOfItsParticle) {
  for (const float radius : {0.2f, 0.8f, 4.0f})
    for (const float circle : {0.0f, 1.5f, 12.0f})
      for (const float path : {0.0f, 3.0f, 25.0f})
        for (const float offset : {0.0f, 0.3f, 0.5f}) {
          SnowSpot s = spot_at(100 + offset, 75 + offset / 2, radius, circle);
          s.motion_px = {path * 0.8f, path * 0.6f};
          const double expected = 2 * std::numbers::pi * radius * radius;
          EXPECT_NEAR(green_sum(painted({s})) / expected, 1, kEnergy)
              << radius << " " << circle << " " << path << " " << offset;
        }
}

// Mean square length along a streak: l^2 / 12 beyond that of the spot at rest.
TEST(Snow, StreaksAreAsLongAsTheMotion) {
  const auto spread = [](RgbImage image) {
    double sum = 0, second = 0;
    for (int y = 0; y < kHeight; ++y)
      for (int x = 0; x < kWidth; ++x)
        sum += image.at(1, x, y), second += image.at(1, x, y) * (x - 100.0) * (x - 100.0);
    return second / sum;
  };
  SnowSpot s = spot_at(100, 75, 0.5f, 0);
  const double rest = spread(painted({s}));
  s.motion_px = {30, 0};
  EXPECT_NEAR(std::sqrt(12 * (spread(painted({s})) - rest)), 30, 1);
}

TEST(Snow, HiddenBehindTheDepthOfThePicture) {
  const SnowSpot s = spot_at(100, 75, 2, 0);
  EXPECT_EQ(green_sum(painted({s}, {}, 0.9f)), 0);
  EXPECT_GT(green_sum(painted({s}, {}, 1.1f)), 0);
}

TEST(Snow, StrengthZeroIsIdentityAndOpacityHides) {
  const SnowSpot s = spot_at(100, 75, 6, 0);
  EXPECT_EQ(painted({s}, {0}, 100, 1, 0.7f).data(), RgbImage(kWidth, kHeight, 0.7f).data());
  SnowSpot black = s;
  black.radiance = {0, 0, 0};
  RgbImage under = painted({black}, {1, 1}, 100, 1, 1.0f);
  EXPECT_NEAR(under.at(1, 100, 75), 1 - 0.825 * 36 / 36.49, 1e-3);
  EXPECT_EQ(painted({black}, {1, 0}, 100, 1, 1.0f).at(1, 100, 75), 1);
}

TEST(Snow, CountsWhatHasNoRoomAndIgnoresBadNumbers) {
  ThreadArena arena(1);
  RgbImage image(kWidth, kHeight);
  const std::vector<float> depth(image.input().pixels(), 100.0f);
  SnowPainter painter(kWidth, kHeight, 3);
  std::vector<SnowSpot> spots(5, spot_at(50, 50, 1, 0));
  EXPECT_EQ(painter.paint({}, spots, depth, image.view(), arena), 2u);
  spots.assign(1, spot_at(std::numeric_limits<float>::quiet_NaN(), 50, 1, 0));
  spots.push_back(spot_at(50, 50, std::numeric_limits<float>::quiet_NaN(), 0));
  spots.push_back(spot_at(-500, 50, 1, 0));
  RgbImage clean(kWidth, kHeight);
  EXPECT_EQ(painter.paint({}, spots, depth, clean.view(), arena), 0u);
  EXPECT_EQ(green_sum(clean), 0);
}

TEST(Snow, SameBitsForAnyNumberOfThreads) {
  const RandomStream draw(51, "test", "snow");
  std::vector<SnowSpot> spots;
  for (int i = 0; i < 500; ++i) {
    const auto u = [&](uint32_t k) { return static_cast<float>(draw.uniform(i, k)); };
    spots.push_back(spot_at(u(0) * kWidth, u(1) * kHeight, 2 * u(2), 6 * u(3)));
    spots.back().motion_px = {20 * u(4), 10 * u(5)};
  }
  const std::vector<float> one = painted(spots).data();
  EXPECT_EQ(painted(spots, {}, 100, 2).data(), one);
  EXPECT_EQ(painted(spots, {}, 100, 4).data(), one);
}

}  // namespace snow_test
}  // namespace hadal::sensors::camera
