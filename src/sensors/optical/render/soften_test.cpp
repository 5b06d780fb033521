#include "sensors/optical/render/soften.h"

#include <gtest/gtest.h>

#include <array>
#include <cmath>

namespace hadal::sensors {
namespace soften_test {

constexpr int kWidth = 45, kHeight = 30;

struct Planes {
  PaddedPlane range{kWidth, kHeight}, near{kWidth, kHeight}, from{kWidth, kHeight},
      to{kWidth, kHeight};
  void run(int threads = 1) {
    ThreadArena arena(threads);
    range.fill_margin(), from.fill_margin();
    nearness(range, near, arena);
    const std::array<const PaddedPlane*, 1> in{&from};
    const std::array<PaddedPlane*, 1> out{&to};
    soften(near, in, out, arena);
  }
};

// A pattern that repeats every 4 x 4 pixels with mean 7.5 goes into its mean exactly.
TEST(Soften, TakesOutADitherOfFourByFour) {
  Planes p;
  for (int y = 0; y < kHeight; ++y)
    for (int x = 0; x < kWidth; ++x)
      p.range.row(y)[x] = 5, p.from.row(y)[x] = static_cast<float>(4 * (y % 4) + x % 4);
  p.run();
  for (int y = 2; y < kHeight - 2; ++y)
    for (int x = 2; x < kWidth - 2; ++x) EXPECT_NEAR(p.to.row(y)[x], 7.5, 1e-5);
}

// Things far apart in nearness hardly mix; the even part stays even up to the border.
TEST(Soften, KeepsEdges) {
  Planes p;
  for (int y = 0; y < kHeight; ++y)
    for (int x = 0; x < kWidth; ++x) {
      p.range.row(y)[x] = x < 20 ? 1.0f : 8.0f;
      p.from.row(y)[x] = x < 20 ? 0.0f : 1.0f;
    }
  p.run();
  for (int x = 0; x < kWidth; ++x) EXPECT_NEAR(p.to.row(9)[x], x < 20 ? 0 : 1, 0.05) << x;
  EXPECT_EQ(p.to.row(0)[0], 0);
  EXPECT_NEAR(p.to.row(kHeight - 1)[kWidth - 1], 1, 1e-6);
}

TEST(Soften, NearnessOfARange) {
  Planes p;
  p.range.fill(2);
  p.range.row(3)[4] = INFINITY;
  p.run();
  EXPECT_NEAR(p.near.row(0)[0], 1 - std::exp(-0.9), 1e-6);
  EXPECT_NEAR(p.near.row(3)[4], 1, 1e-6);
}

constexpr int kHalfWidth = (kWidth + 1) / 2, kHalfHeight = (kHeight + 1) / 2;

struct HalfPlanes {
  PaddedPlane near{kWidth, kHeight}, to{kWidth, kHeight};
  PaddedPlane half_near{kHalfWidth, kHalfHeight}, from{kHalfWidth, kHalfHeight};
  void run() {
    ThreadArena arena(2);
    half_near.fill_margin(), from.fill_margin();
    const std::array<const PaddedPlane*, 1> in{&from};
    const std::array<PaddedPlane*, 1> out{&to};
    spread(near, half_near, in, out, arena);
  }
};

// Places lie in the middle of 2 x 2 pixels: a plane inclined by 1 per place rises by 1/2 per pixel.
TEST(Spread, IsLinearBetweenPlaces) {
  HalfPlanes p;
  for (int j = 0; j < kHalfHeight; ++j)
    for (int i = 0; i < kHalfWidth; ++i) p.from.row(j)[i] = static_cast<float>(i + 3 * j);
  p.run();
  for (int y = 2; y < kHeight - 2; ++y)
    for (int x = 2; x < kWidth - 2; ++x)
      EXPECT_NEAR(p.to.row(y)[x], (x - 0.5) / 2 + 3 * (y - 0.5) / 2, 1e-4) << x << " " << y;
}

TEST(Spread, KeepsEdgesOfTheWholePicture) {
  constexpr int kEdge = 21;  // within a place
  HalfPlanes p;
  for (int j = 0; j < kHalfHeight; ++j)
    for (int i = 0; i < kHalfWidth; ++i) {
      p.half_near.row(j)[i] = 2 * i < kEdge ? 0.2f : 0.8f;
      p.from.row(j)[i] = 2 * i < kEdge ? 0.0f : 1.0f;
    }
  for (int y = 0; y < kHeight; ++y)
    for (int x = 0; x < kWidth; ++x) p.near.row(y)[x] = x < kEdge ? 0.2f : 0.8f;
  p.run();
  for (int x = 0; x < kWidth; ++x) EXPECT_NEAR(p.to.row(9)[x], x < kEdge ? 0 : 1, 0.07) << x;
}

TEST(Soften, SeveralThreadsGiveTheSameBits) {
  Planes one, four;
  for (Planes* p : {&one, &four})
    for (int y = 0; y < kHeight; ++y)
      for (int x = 0; x < kWidth; ++x) {
        p->range.row(y)[x] = static_cast<float>(1 + (x * 7 + y * 3) % 11);
        p->from.row(y)[x] = static_cast<float>((x * 13 + y * 5) % 17);
      }
  one.run(1), four.run(4);
  for (int y = 0; y < kHeight; ++y)
    for (int x = 0; x < kWidth; ++x) EXPECT_EQ(one.to.row(y)[x], four.to.row(y)[x]);
}

}  // namespace soften_test
}  // namespace hadal::sensors
