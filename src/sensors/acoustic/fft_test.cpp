#include "sensors/acoustic/fft.h"

#include <gtest/gtest.h>

#include <cmath>
#include <complex>
#include <numbers>

#include "base/rng.h"

namespace hadal::sensors {
namespace fft_test {

using Complex = std::complex<double>;
constexpr double kSinglePrecision = 5e-7;  // relative, root mean square

std::vector<Line> random_lines(int count) {
  const RandomStream draw(3, "test", "fft");
  std::vector<Line> lines(static_cast<size_t>(count));
  for (int i = 0; i < count; ++i)
    for (int k = 0; k < kLineLanes; ++k) {
      const auto pair = draw.normal_pair(i, static_cast<uint32_t>(k));
      lines[i].re[k] = static_cast<float>(pair[0]), lines[i].im[k] = static_cast<float>(pair[1]);
    }
  return lines;
}

Complex value(const std::vector<Line>& lines, int i, int lane) {
  return {lines[i].re[lane], lines[i].im[lane]};
}

// The sum itself, in double precision.
Complex sum(const std::vector<Line>& x, int k, int lane, double sign) {
  const int n = static_cast<int>(x.size());
  Complex total = 0;
  for (int i = 0; i < n; ++i)
    total += value(x, i, lane) *
             std::polar(1.0, sign * 2 * std::numbers::pi * (static_cast<int64_t>(i) * k % n) / n);
  return total;
}

class Lengths : public ::testing::TestWithParam<int> {};

TEST_P(Lengths, ForwardIsTheSumInBothSigns) {
  const int n = GetParam();
  const Fft fft(n);
  const std::vector<Line> x = random_lines(n);
  for (const auto sign : {Fft::Sign::kMinus, Fft::Sign::kPlus}) {
    std::vector<Line> y = x;
    fft.forward(y, sign);
    double error = 0, size = 0;
    const int lane = 5, step = std::max(1, n / 50);
    for (int k = 0; k < n; k += step) {
      const Complex expected = sum(x, k, lane, sign == Fft::Sign::kPlus ? 1 : -1);
      error += std::norm(value(y, fft.place(k), lane) - expected);
      size += std::norm(expected);
    }
    EXPECT_LT(std::sqrt(error / size), kSinglePrecision) << n;
  }
}

TEST_P(Lengths, BackwardIsTheSumInBothSigns) {
  const int n = GetParam();
  const Fft fft(n);
  const std::vector<Line> spectrum = random_lines(n);
  for (const auto sign : {Fft::Sign::kMinus, Fft::Sign::kPlus}) {
    std::vector<Line> y(spectrum.size());
    for (int k = 0; k < n; ++k) y[fft.place(k)] = spectrum[k];
    fft.backward(y, sign);
    double error = 0, size = 0;
    const int lane = 2, step = std::max(1, n / 50);
    for (int i = 0; i < n; i += step) {
      const Complex expected = sum(spectrum, i, lane, sign == Fft::Sign::kPlus ? 1 : -1);
      error += std::norm(value(y, i, lane) - expected);
      size += std::norm(expected);
    }
    EXPECT_LT(std::sqrt(error / size), kSinglePrecision) << n;
  }
}

TEST_P(Lengths, ForwardAndBackwardOfOppositeSignGiveTheInput) {
  const int n = GetParam();
  const Fft fft(n);
  const std::vector<Line> x = random_lines(n);
  std::vector<Line> y = x;
  fft.forward(y, Fft::Sign::kMinus);
  fft.backward(y, Fft::Sign::kPlus);
  for (int i = 0; i < n; ++i)
    for (int k = 0; k < kLineLanes; ++k)
      EXPECT_LT(std::abs(value(y, i, k) / static_cast<double>(n) - value(x, i, k)), 3e-6);
}

TEST_P(Lengths, FilterIsTheProductOfTheWholeWithZeros) {
  const int n = GetParam();
  const Fft fft(n);
  const RandomStream draw(5, "test", "factors");
  std::vector<float> factors;
  for (int k = 0; k < n; ++k) factors.push_back(static_cast<float>(draw.uniform(k, 0) - 0.5));
  for (const int count : {n / 2, (n + 3) / 4}) {
    const std::vector<Line> x = random_lines(count);
    std::vector<Line> whole = x, filtered = x, spectrum(static_cast<size_t>(n));
    whole.resize(static_cast<size_t>(n));
    fft.forward(whole, Fft::Sign::kMinus);
    for (int k = 0; k < n; ++k)
      for (int lane = 0; lane < kLineLanes; ++lane)
        whole[k].re[lane] *= factors[k], whole[k].im[lane] *= factors[k];
    fft.backward(whole, Fft::Sign::kPlus);
    fft.filter(filtered, factors, spectrum);
    for (int i = 0; i < count; ++i)
      for (const int lane : {3, 6})
        EXPECT_LT(std::abs(value(whole, i, lane) - value(filtered, i, lane)), 3e-7 * n) << i;
  }
}

INSTANTIATE_TEST_SUITE_P(Fft, Lengths,
                         ::testing::Values(2, 3, 4, 5, 6, 8, 15, 16, 60, 75, 96, 400, 600, 1024,
                                           2000, 3000));

TEST(Fft, LengthsAreSmooth) {
  EXPECT_EQ(Fft::length_for(1994), 2000);
  EXPECT_EQ(Fft::length_for(399), 400);
  EXPECT_EQ(Fft::length_for(1023), 1024);
  EXPECT_EQ(Fft::length_for(7), 8);
  EXPECT_EQ(Fft::length_for(1), 2);
}

TEST(Fft, NegativeFrequenciesAreThoseFromTheEnd) {
  const Fft fft(60);
  EXPECT_EQ(fft.place(-1), fft.place(59));
  EXPECT_EQ(fft.place(-30), fft.place(30));
}

}  // namespace fft_test
}  // namespace hadal::sensors
