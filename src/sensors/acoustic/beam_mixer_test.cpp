#include "sensors/acoustic/beam_mixer.h"

#include <gtest/gtest.h>

#include <cmath>

#include "base/rng.h"
#include "math/units.h"
#include "sensors/acoustic/windows.h"

namespace hadal::sensors {
namespace beam_mixer_test {

constexpr double kSinglePrecision = 1e-6, kBandError = 1.5e-4;

std::vector<float> pattern(Shading window, int beams, double spacing_rad, double width_rad) {
  const AperturePattern shape({window, 30}, width_rad);
  std::vector<float> weights;
  for (int k = 0; k < beams; ++k) weights.push_back(static_cast<float>(shape(k * spacing_rad)));
  return weights;
}

std::vector<Line> random_lines(int beams) {
  const RandomStream draw(5, "test", "beams");
  std::vector<Line> lines(static_cast<size_t>(beams));
  for (int b = 0; b < beams; ++b)
    for (int i = 0; i < kLineLanes; ++i) {
      const auto pair = draw.normal_pair(b, static_cast<uint32_t>(i));
      lines[b].re[i] = static_cast<float>(pair[0]), lines[b].im[i] = static_cast<float>(pair[1]);
    }
  return lines;
}

// Relative error against the plain sum in double precision.
template <class Weight>
double error_of(const BeamMixer& mixer, const Weight& weight) {
  const std::vector<Line> x = random_lines(mixer.beams());
  std::vector<Line> y = x, scratch(mixer.scratch_lines());
  mixer.mix(y, scratch);
  double error = 0, size = 0;
  for (int i = 0; i < mixer.beams(); ++i)
    for (const int lane : {0, 7}) {
      double re = 0, im = 0;
      for (int j = 0; j < mixer.beams(); ++j)
        re += weight(i, j) * static_cast<double>(x[j].re[lane]),
            im += weight(i, j) * static_cast<double>(x[j].im[lane]);
      error += std::pow(y[i].re[lane] - re, 2) + std::pow(y[i].im[lane] - im, 2);
      size += re * re + im * im;
    }
  return std::sqrt(error / size);
}

TEST(BeamMixer, EqualSpacingIsExactByTheTransform) {
  for (const int beams : {96, 256, 512}) {
    const double spacing = 90 * kDegree / beams;
    const std::vector<float> w = pattern(Shading::kRectangular, beams, spacing, spacing);
    const BeamMixer mixer = BeamMixer::equally_spaced(w);
    ASSERT_EQ(mixer.method(), BeamMixer::Method::kTransform);
    EXPECT_LT(error_of(mixer, [&](int i, int j) { return w[std::abs(i - j)]; }), kSinglePrecision);
  }
}

TEST(BeamMixer, CompactPatternsAreABand) {
  const std::vector<float> w = pattern(Shading::kHann, 256, 0.18 * kDegree, 0.5 * kDegree);
  const BeamMixer mixer = BeamMixer::equally_spaced(w);
  ASSERT_EQ(mixer.method(), BeamMixer::Method::kBand);
  EXPECT_LT(error_of(mixer, [&](int i, int j) { return w[std::abs(i - j)]; }), kBandError);
}

TEST(BeamMixer, AnyMatrix) {
  const RandomStream draw(6, "test", "matrix");
  constexpr int kBeams = 37;
  std::vector<float> matrix;
  for (int i = 0; i < kBeams * kBeams; ++i) matrix.push_back(static_cast<float>(draw.normal(i)));
  const BeamMixer mixer = BeamMixer::dense(kBeams, matrix);
  EXPECT_LT(error_of(mixer, [&](int i, int j) { return matrix[i * kBeams + j]; }),
            kSinglePrecision);
}

TEST(BeamMixer, NoiseGainIsTheEnergyOfARow) {
  const std::vector<float> w{1, 0.5f, -0.25f};
  EXPECT_NEAR(BeamMixer::equally_spaced(w).noise_gain(), 1 + 2 * (0.25 + 0.0625), 1e-6);
  EXPECT_NEAR(BeamMixer::dense(3, {0, 0, 0, 1, 2, 3, 0, 0, 0}).noise_gain(), 14, 1e-6);
}

}  // namespace beam_mixer_test
}  // namespace hadal::sensors
