#include "sensors/noise/noise.h"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "base/check.h"
#include "runner/allan.h"  // validation/

namespace hadal::sensors {
namespace noise_test {

constexpr double kStatistical = 0.1;  // relative, of an Allan deviation

// Records of a stack fed with a constant, channel after channel.
std::vector<std::vector<double>> record(const NoiseStack& stack, int samples, double truth = 0) {
  std::vector<double> state(stack.state_size()), in(stack.channels(), truth), out(in);
  std::vector<std::vector<double>> channels(stack.channels(), std::vector<double>(samples));
  stack.reset(state);
  for (int k = 0; k < samples; ++k) {
    stack.apply(k, in, out, state);
    for (size_t c = 0; c < out.size(); ++c) channels[c][k] = out[c];
  }
  return channels;
}

// Allan deviations averaged (as variances) over the channels.
std::vector<double> mean_deviation(const std::vector<std::vector<double>>& channels, double dt,
                                   const std::vector<double>& taus) {
  std::vector<double> mean(taus.size(), 0.0);
  for (const auto& channel : channels) {
    const auto deviation = validation::allan_deviation(channel, dt, taus);
    for (size_t i = 0; i < taus.size(); ++i)
      mean[i] += deviation[i] * deviation[i] / static_cast<double>(channels.size());
  }
  for (double& variance : mean) variance = std::sqrt(variance);
  return mean;
}

void expect_near(const std::vector<double>& actual, const std::vector<double>& expected) {
  ASSERT_EQ(actual.size(), expected.size());
  for (size_t i = 0; i < actual.size(); ++i)
    EXPECT_NEAR(actual[i] / expected[i], 1, kStatistical) << "entry " << i;
}

// N = 3.394e-4 rad/s/sqrt(Hz): deviations N/sqrt(tau).
TEST(NoiseStack, WhiteNoiseHasTheAllanDeviationOfIeee952) {
  NoiseModel model;
  model.white_density = 3.394e-4;
  const auto channels = record(NoiseStack(model, 6, 100, 1, "imu"), 200000);
  expect_near(mean_deviation(channels, 0.01, {0.01, 0.1, 1, 10}),
              {0.003394, 0.001073277038, 0.0003394, 0.0001073277038});
}

// K = 3.8785e-5: deviations K sqrt(tau/3).
TEST(NoiseStack, RandomWalkHasTheAllanDeviationOfIeee952) {
  NoiseModel model;
  model.bias_kind = BiasKind::kRandomWalk;
  model.bias_random_walk = 3.8785e-5;
  const auto channels = record(NoiseStack(model, 6, 10, 1, "imu"), 200000);
  expect_near(mean_deviation(channels, 0.1, {1, 10, 100}),
              {2.239253019e-5, 7.081139798e-5, 2.239253019e-4});
}

// sigma = 0.0087, T = 1000 s: published closed-form values through the peak and down the far side.
TEST(NoiseStack, GaussMarkovBiasHasTheAllanDeviationOfIeee952) {
  NoiseModel model;
  model.bias_kind = BiasKind::kGaussMarkov;
  model.bias_std = 0.0087;
  model.bias_correlation_time_s = 1000;
  const auto channels = record(NoiseStack(model, 12, 1, 1, "imu"), 500000);
  expect_near(mean_deviation(channels, 1, {10, 100, 1000, 10000}),
              {0.0007076956255, 0.002164393312, 0.005044368347, 0.003587121053});
}

// At a step as long as the correlation time the discretisation must still be stationary.
TEST(NoiseStack, GaussMarkovBiasIsExactForLongSteps) {
  NoiseModel model;
  model.bias_kind = BiasKind::kGaussMarkov;
  model.bias_std = 2;
  model.bias_correlation_time_s = 1;
  constexpr int kSamples = 200000;
  const auto b = record(NoiseStack(model, 1, 1, 1, "imu"), kSamples)[0];
  double variance = 0, lag = 0;
  for (int k = 1; k < kSamples; ++k) {
    variance += b[k] * b[k] / kSamples;
    lag += b[k] * b[k - 1] / kSamples;
  }
  EXPECT_NEAR(variance, 4, 0.08);
  EXPECT_NEAR(lag / variance, std::exp(-1.0), 0.01);
}

TEST(NoiseStack, WhiteStdFollowsDensityAndRateAndAddsInQuadrature) {
  NoiseModel model;
  model.white_density = 3.394e-4;  // at 200 Hz 0.00479984
  model.white_std = 0.003;
  constexpr int kSamples = 100000;
  const auto channels = record(NoiseStack(model, 3, 200, 5, "imu"), kSamples);
  const double expected = std::hypot(0.00479984083069, 0.003);
  for (const auto& channel : channels) {
    double squares = 0;
    for (double x : channel) squares += x * x / kSamples;
    EXPECT_NEAR(std::sqrt(squares) / expected, 1, 0.01);
  }
}

// A 100 s integral of white rate noise spreads by N sqrt(t).
TEST(NoiseStack, AngleRandomWalkAfterHundredSeconds) {
  NoiseModel model;
  model.white_density = 3.394e-4;
  constexpr int kSteps = 1000, kRuns = 2000;
  const auto rate = record(NoiseStack(model, 1, 10, 5, "imu"), kSteps * kRuns)[0];
  double squares = 0;
  for (int run = 0; run < kRuns; ++run) {
    double angle = 0;
    for (int k = 0; k < kSteps; ++k) angle += rate[run * kSteps + k] * 0.1;
    squares += angle * angle / kRuns;
  }
  EXPECT_NEAR(std::sqrt(squares) / 0.003394, 1, 0.05);
}

TEST(NoiseStack, QuantisesToTheNearestMultiple) {
  NoiseModel model;
  model.quantum = 0.25;
  const NoiseStack stack(model, 5, 10, 1, "x");
  const std::vector<double> truth{0.12, 0.13, -0.12, -0.13, 1.49};
  std::vector<double> out(5);
  stack.apply(0, truth, out, {});
  EXPECT_EQ(out, (std::vector<double>{0, 0.25, 0, -0.25, 1.5}));
}

TEST(NoiseStack, SaturatesAfterQuantising) {
  NoiseModel model;
  model.quantum = 0.5;
  model.minimum = -1.1;
  model.maximum = 2.2;
  const NoiseStack stack(model, 4, 10, 1, "x");
  std::vector<double> out(4);
  stack.apply(0, std::vector<double>{-9, -1.04, 2.1, 9}, out, {});
  EXPECT_EQ(out, (std::vector<double>{-1.1, -1, 2, 2.2}));
}

TEST(NoiseStack, DropsTheRequestedFractionOfReadings) {
  constexpr int kSamples = 100000;
  constexpr double kProbability = 0.03;
  const std::vector<NoiseGroup> groups{{NoiseModel{}, 1}};
  const NoiseStack stack(groups, kProbability, 10, 1, "x");
  double in = 1, out = 0;
  int dropped = 0;
  for (int k = 0; k < kSamples; ++k) dropped += !stack.apply(k, {&in, 1}, {&out, 1}, {});
  const double spread = std::sqrt(kSamples * kProbability * (1 - kProbability));
  EXPECT_NEAR(dropped, kSamples * kProbability, 4 * spread);
}

TEST(NoiseStack, MisalignmentTurnsAndScaleStretches) {
  NoiseModel model;
  model.misalignment_std_rad = 0.01;
  const NoiseStack turned(model, 3, 10, 3, "x");
  const std::vector<double> truth{3, -4, 12};
  std::vector<double> out(3);
  turned.apply(0, truth, out, {});
  EXPECT_NEAR(Vec3(out[0], out[1], out[2]).norm(), 13, 1e-12);
  const double angle = std::acos((3 * out[0] - 4 * out[1] + 12 * out[2]) / 169);
  EXPECT_GT(angle, 1e-3);
  EXPECT_LT(angle, 0.05);

  model = {};
  model.scale_factor_std = 0.01;
  const NoiseStack scaled(model, 3, 10, 3, "x");
  std::vector<double> twice(3), zero(3);
  scaled.apply(0, truth, out, {});
  scaled.apply(1, std::vector<double>{6, -8, 24}, twice, {});
  scaled.apply(2, std::vector<double>{0, 0, 0}, zero, {});
  for (int i = 0; i < 3; ++i) {
    EXPECT_NE(out[i], truth[i]);
    EXPECT_NEAR(out[i] / truth[i], 1, 0.05);
    EXPECT_DOUBLE_EQ(twice[i], 2 * out[i]);
    EXPECT_EQ(zero[i], 0);
  }
}

// Over many turn-ons the scale factor and turn-on bias have the asked spread, and are constant in
// one.
TEST(NoiseStack, TurnOnErrorsSpreadOverSeeds) {
  NoiseModel model;
  model.turn_on_bias_std = 0.0087;
  model.bias = 1;
  constexpr int kSeeds = 20000;
  double mean = 0, squares = 0;
  for (int seed = 0; seed < kSeeds; ++seed) {
    const auto x = record(NoiseStack(model, 1, 10, seed, "x"), 2)[0];
    ASSERT_EQ(x[0], x[1]);
    mean += x[0] / kSeeds;
    squares += (x[0] - 1) * (x[0] - 1) / kSeeds;
  }
  EXPECT_NEAR(mean, 1, 5 * 0.0087 / std::sqrt(kSeeds));
  EXPECT_NEAR(std::sqrt(squares) / 0.0087, 1, 0.03);
}

TEST(NoiseStack, MisalignmentNeedsThreeChannels) {
  NoiseModel model;
  model.misalignment_std_rad = 0.01;
  EXPECT_THROW(NoiseStack(model, 2, 10, 1, "x"), CheckFailed);
}

NoiseModel full_model() {
  NoiseModel model;
  model.misalignment_std_rad = 0.01;
  model.scale_factor_std = 0.01;
  model.turn_on_bias_std = 0.1;
  model.bias_kind = BiasKind::kGaussMarkov;
  model.bias_std = 0.3;
  model.bias_correlation_time_s = 5;
  return model;
}

// The bias path (the state) must be bit-identical with and without every other effect.
TEST(NoiseStack, OneEffectDoesNotDisturbAnother) {
  const NoiseModel quiet = full_model();
  NoiseModel loud = quiet;
  loud.white_std = 0.5;
  loud.quantum = 0.01;
  const std::vector<NoiseGroup> quiet_groups{{quiet, 3}}, loud_groups{{loud, 3}};
  const NoiseStack a(quiet_groups, 0, 50, 9, "imu"), b(loud_groups, 0.5, 50, 9, "imu");
  std::vector<double> state_a(3), state_b(3), in(3, 1.0), out_a(3), out_b(3);
  a.reset(state_a);
  b.reset(state_b);
  double difference = 0;
  for (int k = 0; k < 1000; ++k) {
    ASSERT_EQ(state_a, state_b);
    a.apply(k, in, out_a, state_a);
    b.apply(k, in, out_b, state_b);
    difference += std::abs(out_a[0] - out_b[0]);
  }
  EXPECT_GT(difference, 100);
}

TEST(NoiseStack, ChannelsAndStreamsAreIndependent) {
  NoiseModel model;
  model.white_std = 1;
  constexpr int kSamples = 50000;
  const auto x = record(NoiseStack(model, 4, 10, 1, "a"), kSamples);
  const auto other = record(NoiseStack(model, 1, 10, 1, "b"), kSamples)[0];
  const auto correlation = [&](const std::vector<double>& u, const std::vector<double>& v) {
    double sum = 0;
    for (int k = 0; k < kSamples; ++k) sum += u[k] * v[k] / kSamples;
    return std::abs(sum);
  };
  const double bound = 4.5 / std::sqrt(kSamples);
  for (int i = 0; i < 4; ++i) {
    EXPECT_LT(correlation(x[i], other), bound);
    for (int j = 0; j < i; ++j) EXPECT_LT(correlation(x[i], x[j]), bound);
  }
}

TEST(NoiseStack, ContinuesBitForBitFromASavedState) {
  NoiseModel model = full_model();
  model.white_density = 0.2;
  const NoiseStack stack(model, 3, 50, 9, "imu");
  std::vector<double> state(stack.state_size()), saved, in{1, 2, 3}, out(3);
  std::vector<std::vector<double>> reference;
  stack.reset(state);
  for (int k = 0; k < 200; ++k) {
    if (k == 100) saved = state;
    stack.apply(k, in, out, state);
    reference.push_back(out);
  }
  const NoiseStack again(model, 3, 50, 9, "imu");
  for (int k = 100; k < 200; ++k) {
    again.apply(k, in, out, saved);
    ASSERT_EQ(out, reference[k]) << k;
  }
  EXPECT_EQ(saved, state);
}

TEST(NoiseStack, GroupsKeepTheirOwnModels) {
  NoiseModel first, second;
  first.bias = 1;
  second.bias = 2;
  const std::vector<NoiseGroup> groups{{first, 2}, {second, 1}};
  const auto x = record(NoiseStack(groups, 0, 10, 1, "x"), 1, 10);
  EXPECT_EQ(x[0][0], 11);
  EXPECT_EQ(x[1][0], 11);
  EXPECT_EQ(x[2][0], 12);
}

}  // namespace noise_test
}  // namespace hadal::sensors
