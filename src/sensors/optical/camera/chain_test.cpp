#include "sensors/optical/camera/chain.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

namespace hadal::sensors::camera {
namespace chain_test {

constexpr int kWidth = 160, kHeight = 120;
const RandomStream kDevice(9, "rov/camera", "device"), kNoise(9, "rov/camera", "noise");

// Everything that changes the picture off; fixed exposure.
ChainModel plain() {
  ChainModel m;
  m.scatter.strength = 0, m.colour.strength = 0, m.vignetting = {0, 0};
  m.dirt = {0, 0, 0};
  m.auto_exposure = false;
  m.electrons_per_light_s = 1e6, m.exposure_s = 0.01;  // 10,000 electrons of light 1
  m.imager.strength = 0, m.imager.bits = 0, m.imager.dark_current_e_s = 0;
  m.imager.full_well_e = 20000, m.headroom = 1;
  m.tone.curve = ToneCurve::kLinear, m.tone.srgb = false, m.tone.dither = 0;
  return m;
}

ChainModel everything() {
  ChainModel m;
  m.bloom = 0.05;
  m.vignetting.focal_px = 100, m.vignetting.cx_px = 79.5, m.vignetting.cy_px = 59.5;
  m.white_balance.grey_world = 0.3;
  m.bayer = BayerPattern::kRggb;
  m.imager.grain = 0.03;
  return m;
}

RgbImage scene() {
  RgbImage image(kWidth, kHeight);
  for (int y = 0; y < kHeight; ++y)
    for (int x = 0; x < kWidth; ++x) {
      const float tile = (x / 20 + y / 20) % 2 == 0 ? 1.0f : 0.3f;
      image.at(0, x, y) = 0.1f * tile, image.at(1, x, y) = 0.5f * tile, image.at(2, x, y) = tile;
    }
  return image;
}

struct Taken {
  std::vector<uint8_t> rgb8 = std::vector<uint8_t>(3 * kWidth * kHeight);
  RgbImage linear = RgbImage(kWidth, kHeight);
  Exposure exposure;
  ChainState state;
};

Taken take(const ChainModel& model, const RgbImage& light, int threads = 1, int64_t frame = 1) {
  ThreadArena arena(threads);
  CameraChain chain(model, kWidth, kHeight, kDevice, kNoise);
  const std::vector<float> depth(kWidth * kHeight, 3.0f);
  Taken out;
  out.exposure =
      chain.develop({light.input(), depth, frame}, out.state, {out.rgb8, out.linear.view()}, arena);
  return out;
}

// Rows that go straight to 8 bits give the bytes of pixels and tone one after the other.
TEST(CameraChain, RowsGoStraightToBytes) {
  ChainModel model = everything();
  model.bayer = BayerPattern::kNone;
  model.imager.grain = 0;
  const RgbImage light = scene();
  const Taken stages = take(model, light);
  ThreadArena arena(2);
  CameraChain chain(model, kWidth, kHeight, kDevice, kNoise);
  const std::vector<float> depth(kWidth * kHeight, 3.0f);
  Taken straight;
  chain.develop({light.input(), depth, 1}, straight.state, {straight.rgb8, std::nullopt}, arena);
  EXPECT_EQ(straight.rgb8, stages.rgb8);
}

// Light times electrons over full well, and no more than that.
TEST(CameraChain, PlainIsOnlyAScale) {
  const RgbImage light = scene();
  Taken taken = take(plain(), light);
  for (size_t i = 0; i < light.data().size(); ++i)
    ASSERT_NEAR(taken.linear.data()[i], light.data()[i] / 2, 1e-6);
  EXPECT_EQ(taken.rgb8[2], std::lround(255 * 0.5));
  EXPECT_EQ(taken.rgb8[0], std::lround(255 * 0.05));
}

// The log-average goes to the key; in the dark the exposure stops at its limit and gain takes over.
TEST(CameraChain, AutomaticExposureAndItsGain) {
  ChainModel m = plain();
  m.auto_exposure = true;
  for (const float level : {50.0f, 0.5f, 0.02f}) {
    Taken taken = take(m, RgbImage(kWidth, kHeight, level));
    EXPECT_NEAR(taken.linear.at(1, 80, 60), 0.18, 1e-4) << level;
    const double wanted = 0.18 / level * 20000;
    EXPECT_NEAR(taken.exposure.electrons_per_light, std::min(wanted, 10000.0), wanted * 1e-5);
    EXPECT_NEAR(taken.exposure.gain * taken.exposure.electrons_per_light / wanted, 1, 1e-5);
  }
  Taken dark = take(m, RgbImage(kWidth, kHeight, 1e-5f));
  EXPECT_EQ(dark.exposure.gain, 32);
  EXPECT_NEAR(dark.linear.at(1, 80, 60), 1e-5 * 10000 / 20000 * 32, 1e-7);
}

// Two stops of headroom: the same picture from a quarter of the electrons.
TEST(CameraChain, HeadroomLeavesRoomAboveWhite) {
  ChainModel m = plain();
  m.auto_exposure = true, m.exposure_s = 1;
  const Taken without = take(m, scene());
  m.headroom = 4;
  Taken with = take(m, scene());
  EXPECT_NEAR(with.exposure.electrons_per_light * 4 / without.exposure.electrons_per_light, 1,
              1e-9);
  EXPECT_NEAR(with.linear.at(1, 3, 3) * 4 / without.linear.plane(1)[3 * kWidth + 3], 1, 1e-5);
  EXPECT_NEAR(with.rgb8[1], without.rgb8[1], 1);
}

TEST(CameraChain, GreyWorldMovesTheBytesAndNotTheLinearPicture) {
  ChainModel m = plain();
  const Taken before = take(m, scene());
  m.white_balance.grey_world = 0.5;
  const Taken after = take(m, scene());
  EXPECT_EQ(before.linear.data(), after.linear.data());
  EXPECT_NEAR(after.state.white_balance.gains[0], std::sqrt(5.0), 1e-4);
  EXPECT_GT(after.rgb8[0], before.rgb8[0]);
  EXPECT_LT(after.rgb8[2], before.rgb8[2]);
}

TEST(CameraChain, BadLightIsDarkness) {
  RgbImage bad = scene(), dark = scene();
  for (int c = 0; c < 3; ++c) dark.at(c, 50, 50) = dark.at(c, 70, 20) = dark.at(c, 10, 90) = 0;
  for (int c = 0; c < 3; ++c) {
    bad.at(c, 50, 50) = std::numeric_limits<float>::quiet_NaN();
    bad.at(c, 70, 20) = std::numeric_limits<float>::infinity();
    bad.at(c, 10, 90) = -5;
  }
  EXPECT_EQ(take(everything(), bad).rgb8, take(everything(), dark).rgb8);
}

TEST(CameraChain, SameBytesForAnyNumberOfThreadsAndNewNoisePerFrame) {
  const Taken one = take(everything(), scene());
  EXPECT_EQ(one.rgb8, take(everything(), scene(), 2).rgb8);
  EXPECT_EQ(one.rgb8, take(everything(), scene(), 4).rgb8);
  EXPECT_NE(one.rgb8, take(everything(), scene(), 1, 2).rgb8);
}

}  // namespace chain_test
}  // namespace hadal::sensors::camera
