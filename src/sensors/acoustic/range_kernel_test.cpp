#include "sensors/acoustic/range_kernel.h"

#include <gtest/gtest.h>

#include <cmath>
#include <complex>
#include <numbers>

#include "base/rng.h"

namespace hadal::sensors {
namespace range_kernel_test {

using Complex = std::complex<double>;
constexpr double kExactError = 4e-5;  // relative, root of the mean square of |p|
constexpr double kDirectError = 1e-3;
constexpr int kBeams = 8;

// Rays of eight beams: delays crowd towards the end as on a sea floor, amplitudes are random.
struct Rays {
  std::vector<float> bin, re, im;
  int per_beam;
  std::array<Echoes, kBeams> beams;

  Rays(int bins, int rays, double margin) : per_beam(rays) {
    const RandomStream draw(11, "test", "rays");
    for (int i = 0; i < kBeams * rays; ++i) {
      const double u = std::sqrt(draw.uniform(i));
      bin.push_back(static_cast<float>(margin + u * (bins - 2 * margin)));
      const auto pair = draw.normal_pair(i, 1);
      re.push_back(static_cast<float>(pair[0] * 1e4)),
          im.push_back(static_cast<float>(pair[1] * 1e4));
    }
    for (int b = 0; b < kBeams; ++b) {
      const auto part = [&](const std::vector<float>& all) {
        return std::span(all).subspan(static_cast<size_t>(b) * rays, static_cast<size_t>(rays));
      };
      beams[b] = {part(bin), part(re), part(im)};
    }
  }
};

// The sum over all modes of the band, ray by ray and mode by mode, in double precision.
std::vector<Complex> direct_sum(const Echoes& beam, int bins, double (*spectrum)(double)) {
  std::vector<Complex> modes(static_cast<size_t>(bins)), out(static_cast<size_t>(bins));
  double total = 0;
  for (int k = 0; k < bins; ++k) {
    const int q = k + 1 - bins / 2;
    const double w = spectrum(static_cast<double>(q) / bins);
    total += w;
    for (size_t r = 0; r < beam.bin.size(); ++r)
      modes[k] +=
          w * Complex(beam.re[r], beam.im[r]) *
          std::polar(1.0, 2 * std::numbers::pi * q * static_cast<double>(beam.bin[r]) / bins);
  }
  std::vector<Complex> roots(static_cast<size_t>(bins));
  for (int i = 0; i < bins; ++i) roots[i] = std::polar(1.0, -2 * std::numbers::pi * i / bins);
  for (int n = 0; n < bins; ++n)
    for (int k = 0; k < bins; ++k) {
      const int q = k + 1 - bins / 2 + bins;
      out[n] += modes[k] * roots[static_cast<size_t>(static_cast<int64_t>(q) * n % bins)] / total;
    }
  return out;
}

double rectangular(double) {
  return 1;
}
double hann(double f) {
  return std::pow(std::cos(std::numbers::pi * f), 2);
}

struct Case {
  RangeModel model;
  int bins, rays;
};
class RangeModels : public ::testing::TestWithParam<Case> {};

TEST_P(RangeModels, AgreeWithTheSumOverAllModes) {
  const auto [model, bins, rays] = GetParam();
  const bool exact = model == RangeModel::kExact;
  const Rays echoes(bins, rays, exact ? 0 : RangeKernel::kTaps);
  const RangeKernel kernel(model, bins, {exact ? Shading::kRectangular : Shading::kHann});
  RangeKernel::Scratch scratch(kernel);
  std::vector<Line> lines(static_cast<size_t>(kernel.blocks()) * kBeams);
  kernel.sum(echoes.beams, scratch, lines.data(), kBeams);
  double error = 0, complex_error = 0, size = 0;
  for (const int beam : {0, 5}) {
    const std::vector<Complex> expected =
        direct_sum(echoes.beams[beam], bins, exact ? rectangular : hann);
    for (int n = 0; n < bins; ++n) {
      const Line& line = lines[static_cast<size_t>(n / kLineLanes) * kBeams + beam];
      const Complex found(line.re[n % kLineLanes], line.im[n % kLineLanes]);
      error += std::pow(std::abs(found) - std::abs(expected[n]), 2);
      complex_error += std::norm(found - expected[n]);
      size += std::norm(expected[n]);
    }
  }
  const double bound = exact ? kExactError : kDirectError;
  EXPECT_LT(std::sqrt(error / size), bound);
  EXPECT_LT(std::sqrt(complex_error / size), 1.5 * bound);
  RecordProperty("relative_error", std::to_string(std::sqrt(error / size)));
}

// 10 m with 11 rays a beam and 50 m with 228, bandwidth 29.9 kHz; and an odd number of bins.
INSTANTIATE_TEST_SUITE_P(RangeKernel, RangeModels,
                         ::testing::Values(Case{RangeModel::kExact, 400, 11},
                                           Case{RangeModel::kExact, 2000, 228},
                                           Case{RangeModel::kExact, 405, 50},
                                           Case{RangeModel::kDirect, 399, 11},
                                           Case{RangeModel::kDirect, 1994, 228}));

TEST(RangeKernel, ASingleEchoOnABinKeepsItsAmplitude) {
  for (const RangeModel model : {RangeModel::kExact, RangeModel::kDirect}) {
    const RangeKernel kernel(model, 240, {Shading::kHann});
    RangeKernel::Scratch scratch(kernel);
    const std::vector<float> bin{100}, re{3}, im{-4};
    std::vector<Line> lines(static_cast<size_t>(kernel.blocks()) * kLineLanes);
    const Echoes beam{bin, re, im};
    kernel.sum(std::span(&beam, 1), scratch, lines.data(), kLineLanes);
    const Line& line = lines[100 / 8 * kLineLanes];
    EXPECT_NEAR(line.re[100 % 8], 3, 1e-4);
    EXPECT_NEAR(line.im[100 % 8], -4, 1e-4);
  }
}

// Mean power of many random phases, in closed form for a Hann spectrum: 3/2 bins of power.
TEST(RangeKernel, PowerOfAHannPulseIsThatOfOneAndAHalfBins) {
  const RangeKernel kernel(RangeModel::kDirect, 400, {Shading::kHann});
  RangeKernel::Scratch scratch(kernel);
  const std::vector<float> bin{200.3f, -1, 1e9f, NAN}, power{2, 1, 1, 1};
  std::vector<Line> lines(static_cast<size_t>(kernel.blocks()));
  kernel.sum_power(bin, power, {}, scratch, lines.data(), 1);
  double total = 0;
  for (const Line& line : lines)
    for (const float p : line.re) total += p;
  EXPECT_NEAR(total, 2 * 1.5, 1e-4);
}

TEST(RangeKernel, EchoesOutsideOfTheWindowDoNotCount) {
  for (const RangeModel model : {RangeModel::kExact, RangeModel::kDirect}) {
    const RangeKernel kernel(model, 400, {Shading::kHann});
    RangeKernel::Scratch scratch(kernel);
    const std::vector<float> bin{-0.01f, 400, INFINITY, NAN}, re{1, 1, 1, 1}, im{1, 1, 1, 1};
    std::vector<Line> lines(static_cast<size_t>(kernel.blocks()) * kLineLanes);
    const Echoes beam{bin, re, im};
    kernel.sum(std::span(&beam, 1), scratch, lines.data(), kLineLanes);
    for (const Line& line : lines)
      for (int i = 0; i < kLineLanes; ++i)
        EXPECT_EQ(std::abs(line.re[i]) + std::abs(line.im[i]), 0);
  }
}

}  // namespace range_kernel_test
}  // namespace hadal::sensors
