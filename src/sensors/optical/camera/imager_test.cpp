#include "sensors/optical/camera/imager.h"

#include <gtest/gtest.h>

#include <cmath>

namespace hadal::sensors::camera {
namespace imager_test {

constexpr int kWidth = 600, kHeight = 500;
constexpr double kVarianceError = 0.02;  // of 300,000 draws: 7 sigma

const RandomStream kDevice(1, "rov/camera", "device"), kNoise(1, "rov/camera", "noise");

ImagerModel silent() {
  ImagerModel m;
  m.read_noise_e = m.dark_current_e_s = m.prnu = m.dsnu_e = 0;
  m.bits = 0, m.shot_noise = false;
  return m;
}

std::vector<float> flat_field(const ImagerModel& model, float light, double exposure_s = 0.02,
                              int64_t frame = 5, int threads = 1, double gain = 1) {
  ThreadArena arena(threads);
  const Imager imager(model, kWidth, kHeight, 1, kDevice, kNoise);
  std::vector<float> plane(kWidth * kHeight, light);
  imager.read_out(plane, 0, {2.0, exposure_s, gain}, frame, arena);
  return plane;
}

struct Moments {
  double mean = 0, variance = 0, skewness = 0;
};

Moments moments_of(const std::vector<float>& values) {
  Moments m;
  for (const float v : values) m.mean += v;
  m.mean /= static_cast<double>(values.size());
  for (const float v : values) {
    const double d = v - m.mean;
    m.variance += d * d, m.skewness += d * d * d;
  }
  m.variance /= static_cast<double>(values.size());
  m.skewness /= static_cast<double>(values.size()) * std::pow(m.variance, 1.5);
  return m;
}

// var = S + D t + (PRNU S)^2 + DSNU^2 + read^2 + q^2 / 12, each part alone and all together.
TEST(Imager, VarianceIsTheSumOfItsParts) {
  for (const double electrons : {4.0, 40.0, 900.0, 6000.0})
    for (int part = 0; part < 7; ++part) {
      const bool all = part == 6;
      ImagerModel m = silent();
      double expected = 0;
      if (all || part == 0) m.shot_noise = true, expected += electrons;
      if (all || part == 1) m.read_noise_e = 6, expected += 36;
      if (all || part == 2) {
        m.shot_noise = true, m.dark_current_e_s = 1000;  // 20 e- in 20 ms
        expected += all ? 20 : electrons + 20;
      }
      if (all || part == 3) m.prnu = 0.02, expected += std::pow(0.02 * electrons, 2);
      if (all || part == 4) m.dsnu_e = 3, expected += 9;
      // A converter alone on even light has no variance; with read noise it adds q^2 / 12.
      if (all || part == 5) {
        m.bits = 8, m.black_code = 20, m.read_noise_e = 60;
        const double q = m.full_well_e / 235;
        expected += 3600 - (all ? 36 : 0) + q * q / 12;
      }
      const Moments got = moments_of(flat_field(m, static_cast<float>(electrons / 2)));
      EXPECT_NEAR(got.mean, electrons, 5 * std::sqrt(expected / (kWidth * kHeight)) + 0.01)
          << part << " " << electrons;
      EXPECT_NEAR(got.variance / expected, 1, kVarianceError) << part << " " << electrons;
    }
}

// Histogram of few electrons against the probabilities m^k e^-m / k!.
TEST(Imager, FewElectronsArePoisson) {
  ImagerModel m = silent();
  m.shot_noise = true;
  const double mean = 3.2;
  std::vector<int> counts(40, 0);
  for (const float v : flat_field(m, 1.6f)) {
    ASSERT_NEAR(v, std::round(v), 1e-5);
    ++counts[static_cast<size_t>(std::lround(v))];
  }
  double probability = std::exp(-mean), chi2 = 0;
  for (int k = 0; k < 12; ++k) {
    const double expected = probability * kWidth * kHeight;
    chi2 += std::pow(counts[static_cast<size_t>(k)] - expected, 2) / expected;
    probability *= mean / (k + 1);
  }
  EXPECT_LT(chi2, 32.9);  // 12 degrees of freedom, 0.1 %
}

TEST(Imager, ManyElectronsKeepTheSkewnessOfPoisson) {
  ImagerModel m = silent();
  m.shot_noise = true;
  const Moments got = moments_of(flat_field(m, 12.5f));
  EXPECT_NEAR(got.skewness, 1 / std::sqrt(25), 5 * std::sqrt(6.0 / (kWidth * kHeight)));
}

TEST(Imager, SaturatesAndConverts) {
  ImagerModel m = silent();
  for (const float v : flat_field(m, 1e6f)) ASSERT_EQ(v, static_cast<float>(m.full_well_e));
  m.bits = 10, m.black_code = 23, m.full_well_e = 10000;  // q = 10
  EXPECT_NEAR(flat_field(m, 50.9f)[0], 100, 1e-3);        // 101.8 e- is code 10
  EXPECT_NEAR(flat_field(m, 52.6f)[0], 110, 1e-3);
  EXPECT_NEAR(flat_field(m, 1e6f, 0.02, 5, 1, 4)[0], 2500, 1e-3);
}

TEST(Imager, StrengthZeroIsExactlyTheLight) {
  ImagerModel m;
  m.strength = 0, m.bits = 0, m.dark_current_e_s = 0;
  for (const float v : flat_field(m, 123.25f)) ASSERT_EQ(v, 246.5f);
  m.strength = 0.5;
  m.read_noise_e = 10, m.shot_noise = false, m.prnu = m.dsnu_e = 0;
  EXPECT_NEAR(moments_of(flat_field(m, 500)).variance / 25, 1, kVarianceError);
}

// The same device has the same pattern in every frame; frames differ in the rest.
TEST(Imager, PatternsStayAndNoiseChanges) {
  ImagerModel m = silent();
  m.prnu = 0.02, m.dsnu_e = 2;
  EXPECT_EQ(flat_field(m, 300, 0.02, 1), flat_field(m, 300, 0.02, 2));
  m.shot_noise = true;
  EXPECT_NE(flat_field(m, 300, 0.02, 1), flat_field(m, 300, 0.02, 2));
  EXPECT_EQ(flat_field(m, 300, 0.02, 1), flat_field(m, 300, 0.02, 1, 2));
  EXPECT_EQ(flat_field(m, 300, 0.02, 1), flat_field(m, 300, 0.02, 1, 4));
}

TEST(Grain, SpreadGrowsWithStrengthAndZeroIsIdentity) {
  ThreadArena arena(1);
  RgbImage image(kWidth, kHeight, 0.4f);
  add_grain(image.view(), 0, kNoise, 1, arena);
  EXPECT_EQ(image.data(), RgbImage(kWidth, kHeight, 0.4f).data());
  add_grain(image.view(), 0.1, kNoise, 1, arena);
  const Moments got = moments_of(image.data());
  EXPECT_NEAR(got.mean, 0.4, 5e-4);
  EXPECT_NEAR(got.variance / 0.0016, 1, kVarianceError);
  EXPECT_EQ(image.at(0, 7, 9), image.at(2, 7, 9));
}

}  // namespace imager_test
}  // namespace hadal::sensors::camera
