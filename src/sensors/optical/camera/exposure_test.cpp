#include "sensors/optical/camera/exposure.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <numbers>

#include "base/rng.h"

namespace hadal::sensors::camera {
namespace exposure_test {

constexpr double kExact = 1e-12, kSinglePrecision = 1e-5;

// 1 W m^-2 sr^-1 at f/2 on a 5 um pixel for 10 ms: 1.2272e-13 J x 2.77e18 photons per joule.
TEST(Exposure, ElectronsOfARadiance) {
  const Sensitivity s{1, 5e-6, 0.5, 550e-9};
  const double energy_J = std::numbers::pi / 4 / 4 * 25e-12 * 0.01, photon_J = 3.61171e-19;
  EXPECT_NEAR(electrons_per_radiance(s, 2, 0.01) / (energy_J / photon_J * 0.5), 1, 1e-5);
  EXPECT_EQ(white_electrons(10000, 400), 2500);
}

TEST(Exposure, LogAverageOfTwoTones) {
  ThreadArena arena(1);
  RgbImage image(64, 48, 0.02f);
  for (int y = 0; y < 48; ++y)
    for (int x = 0; x < 16; ++x)
      for (int c = 0; c < 3; ++c) image.at(c, x, y) = 2.0f;
  EXPECT_NEAR(log_average(image.input(), 1e-6, arena), std::pow(2, 0.25) * std::pow(0.02, 0.75),
              kSinglePrecision);
  image.at(0, 3, 0) = std::numeric_limits<float>::quiet_NaN();
  image.at(1, 4, 4) = std::numeric_limits<float>::infinity();
  EXPECT_TRUE(std::isfinite(log_average(image.input(), 1e-6, arena)));
  EXPECT_TRUE(std::isfinite(mean_colour(image.input(), 1, arena)[0]));
}

// Three quarters black: the black counts as 0.15 of the mean, 0.5, not as nothing.
TEST(Exposure, ABlackBackgroundDoesNotBlowOutTheRest) {
  ThreadArena arena(1);
  RgbImage image(64, 48, 0.0f);
  for (int y = 0; y < 48; ++y)
    for (int x = 0; x < 16; ++x)
      for (int c = 0; c < 3; ++c) image.at(c, x, y) = 2.0f;
  const AutoExposureModel model;
  EXPECT_NEAR(metered(model, image.input(), arena), std::pow(2, 0.25) * std::pow(0.15 * 0.5, 0.75),
              kSinglePrecision);
  // An even picture is metered as it is, however dark.
  const RgbImage even(64, 48, 3e-4f);
  EXPECT_NEAR(metered(model, even.input(), arena) / 3e-4, 1, kSinglePrecision);
}

TEST(Exposure, MetersAlikeForAnyNumberOfThreads) {
  RgbImage image(321, 243);
  const RandomStream draw(3, "test", "meter");
  for (size_t i = 0; i < image.data().size(); ++i)
    image.data()[i] = static_cast<float>(draw.uniform(static_cast<int64_t>(i)));
  const auto metered = [&](int threads) {
    ThreadArena arena(threads);
    return std::pair(log_average(image.input(), 1e-6, arena),
                     mean_colour(image.input(), 0.8, arena));
  };
  EXPECT_EQ(metered(1), metered(2));
  EXPECT_EQ(metered(1), metered(4));
}

// ln(factor) goes to its goal as 1 - exp(-t / constant), in one step or in many.
TEST(AutoExposure, GoesExponentiallyAndKeepsItsLimits) {
  AutoExposureModel model;
  model.brighten_s = 0.5, model.darken_s = 0.25, model.max = 50;
  AutoExposureState state = advance(model, {}, 0.36, 0);
  EXPECT_NEAR(state.factor, 0.5, kExact);
  AutoExposureState once = advance(model, state, 0.09, 0.5), many = state;
  EXPECT_NEAR(std::log(once.factor / 0.5), std::log(4) * (1 - std::exp(-1)), kExact);
  for (int i = 0; i < 50; ++i) many = advance(model, many, 0.09, 0.01);
  EXPECT_NEAR(many.factor, once.factor, 1e-10);
  const AutoExposureState darker = advance(model, state, 0.72, 0.25);
  EXPECT_NEAR(std::log(darker.factor / 0.5), -std::log(2) * (1 - std::exp(-1)), kExact);
  for (int i = 0; i < 100; ++i) many = advance(model, many, 1e-9, 1);
  EXPECT_NEAR(many.factor, 50, kExact);
}

TEST(WhiteBalance, PartialGreyWorld) {
  WhiteBalanceModel model;
  model.gains = {1.1, 1, 0.9}, model.grey_world = 0.5;
  const auto state = advance(model, {}, {0.1, 0.4, 0.9}, 0);
  EXPECT_NEAR(state.gains[0], 1.1 * 2, kExact);
  EXPECT_NEAR(state.gains[1], 1, kExact);
  EXPECT_NEAR(state.gains[2], 0.9 * std::sqrt(4.0 / 9), kExact);
  EXPECT_NEAR(advance(model, {}, {1e-6, 0.4, 0.9}, 0).gains[0], 1.1 * 3.2, kExact);
  const auto later = advance(model, state, {0.4, 0.4, 0.4}, 1);
  EXPECT_NEAR(later.gains[0], 2.2 - 1.1 * (1 - std::exp(-1)), kExact);
  model.grey_world = 0;
  EXPECT_EQ(advance(model, {}, {0.1, 0.4, 0.9}, 0).gains, model.gains);
}

TEST(WhiteBalance, MeansAreCut) {
  ThreadArena arena(1);
  RgbImage image(32, 32, 0.5f);
  for (int y = 0; y < 32; ++y)
    for (int x = 0; x < 8; ++x) image.at(2, x, y) = 1000;
  const auto mean = mean_colour(image.input(), 2, arena);
  EXPECT_NEAR(mean[0], 0.5, kSinglePrecision);
  EXPECT_NEAR(mean[2], 0.25 * 2 + 0.75 * 0.5, kSinglePrecision);
}

}  // namespace exposure_test
}  // namespace hadal::sensors::camera
