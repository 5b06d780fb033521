#include "sensors/acoustic/echo_kernel.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <vector>

namespace hadal::sensors {
namespace echo_kernel_test {

constexpr int kDraws = 400000;

std::vector<float> amplitudes(uint32_t first) {
  std::vector<uint32_t> keys;
  for (int i = 0; i < kDraws; ++i)
    keys.push_back(mix32(mix32(7, first), static_cast<uint32_t>(i)));
  std::vector<float> re(keys.size()), im(keys.size()), size;
  complex_gaussians(keys, re, im);
  for (size_t i = 0; i < re.size(); ++i) size.push_back(std::hypot(re[i], im[i]));
  return size;
}

// Rayleigh with E |xi|^2 = 1: contrast sqrt(4 / pi - 1) = 0.5227.
TEST(Speckle, ContrastIsThatOfRayleigh) {
  double sum = 0, squares = 0;
  for (const float a : amplitudes(0)) sum += a, squares += a * a;
  const double mean = sum / kDraws, contrast = std::sqrt(squares / kDraws - mean * mean) / mean;
  EXPECT_NEAR(contrast, 0.5227, 0.0052);
  EXPECT_NEAR(squares / kDraws, 1, 0.01);
}

// Kolmogorov and Smirnov: sqrt(n) sup |F - F_n| stays below 1.63 in 99 of 100 cases.
double distance_from_rayleigh(std::vector<float> a) {
  std::sort(a.begin(), a.end());
  const double n = static_cast<double>(a.size());
  double largest = 0;
  for (size_t i = 0; i < a.size(); ++i) {
    const double F = 1 - std::exp(-static_cast<double>(a[i]) * a[i]);
    largest = std::max({largest, std::abs(F - static_cast<double>(i) / n),
                        std::abs(F - static_cast<double>(i + 1) / n)});
  }
  return std::sqrt(n) * largest;
}

TEST(Speckle, AmplitudesAreRayleighByKolmogorovSmirnov) {
  for (const uint32_t first : {1u, 2u, 3u})
    EXPECT_LT(distance_from_rayleigh(amplitudes(first)), 1.63);
}

TEST(Speckle, NeighbouringKeysAreIndependentAndPhasesUniform) {
  std::vector<uint32_t> keys;
  for (int i = 0; i < kDraws; ++i) keys.push_back(mix32(static_cast<uint32_t>(i)));
  std::vector<float> re(keys.size()), im(keys.size());
  complex_gaussians(keys, re, im);
  double lag_re = 0, lag_im = 0, mean_re = 0, mean_im = 0, cross = 0;
  for (size_t i = 1; i < re.size(); ++i) {
    lag_re += re[i] * re[i - 1] + im[i] * im[i - 1];
    lag_im += im[i] * re[i - 1] - re[i] * im[i - 1];
    mean_re += re[i], mean_im += im[i], cross += re[i] * im[i];
  }
  for (const double v : {lag_re, lag_im, mean_re, mean_im, cross})
    EXPECT_LT(std::abs(v) / kDraws, 4 / std::sqrt(kDraws));
}

TEST(Speckle, FollowsTheFormulaInDoublePrecision) {
  std::vector<uint32_t> keys{1, 2, 3, 0xffffffffu, 77777, 123456789, 5, 6, 7, 8, 9};
  std::vector<float> re(keys.size()), im(keys.size());
  complex_gaussians(keys, re, im);
  for (size_t i = 0; i < keys.size(); ++i) {
    const double u = ((mix32(keys[i] ^ 0x68bc21ebu) >> 8) + 1) * 0x1p-24;
    const double turn = (mix32(keys[i] ^ 0x02e5be93u) >> 8) * 0x1p-24;
    const double size = std::sqrt(-std::log(u)), angle = 2 * std::numbers::pi * turn;
    EXPECT_NEAR(re[i], size * std::cos(angle), 2e-6);
    EXPECT_NEAR(im[i], size * std::sin(angle), 2e-6);
  }
}

TEST(Echoes, PowerIsTheSonarEquationOfAPatch) {
  EchoTile tile{};
  for (int k = 0; k < kEchoLanes; ++k) {
    tile.range_m[k] = 2 + 3.0f * k;
    tile.cosine[k] = 0.9f - 0.05f * k;
    tile.strength[k] = k == 5 ? 0 : 0.002f;
    tile.gain[k] = 1e16f;
    tile.absorption[k] = 0.08f;
    tile.patch[k] = 1;  // patches are larger than cells from 1 m on
    tile.key[k] = static_cast<uint32_t>(k);
  }
  tile.range_m[5] = INFINITY;
  make_echoes(tile);
  for (int k = 0; k < kEchoLanes; ++k) {
    const double r = tile.range_m[k];
    const double expected = k == 5 ? 0 : 1e16 * 0.002f * std::exp(-0.08 * r) / (r * r);
    EXPECT_NEAR(tile.power[k], expected, 2e-6 * expected);
    float xi_re, xi_im;
    complex_gaussians(std::span(&tile.key[k], 1), std::span(&xi_re, 1), std::span(&xi_im, 1));
    EXPECT_NEAR(tile.re[k], xi_re * std::sqrt(expected), 1e-5 * std::sqrt(expected));
    EXPECT_NEAR(tile.im[k], xi_im * std::sqrt(expected), 1e-5 * std::sqrt(expected));
  }
}

// A cell cut into n rays gives the same power as the cell hit by one ray.
TEST(Echoes, RaysThatShareACellShareItsPower) {
  constexpr float kCell = 0.02f, kRange = 10;
  const float whole = kCell * kCell / (kRange * kRange);  // solid angle of the cell, square on
  double power[2];
  for (const int rays : {1, 4}) {
    EchoTile tile{};
    for (int k = 0; k < rays; ++k) {
      tile.range_m[k] = kRange, tile.cosine[k] = 1, tile.strength[k] = 1, tile.key[k] = 99;
      tile.gain[k] = 1e6f * whole / rays;
      tile.patch[k] = whole / rays / (kCell * kCell);
    }
    make_echoes(tile);
    double re = 0, im = 0;
    for (int k = 0; k < rays; ++k) re += tile.re[k], im += tile.im[k];
    power[rays == 4] = re * re + im * im;
  }
  EXPECT_NEAR(power[1], power[0], 1e-5 * power[0]);
}

TEST(Noise, HasThePowerAskedForAndDependsOnTheKey) {
  std::vector<Line> a(5000), b(5000);
  const NoiseTable noise;
  noise.add(mix32(1), 0, 3, a);
  noise.add(mix32(2), 0, 3, b);
  double power = 0, cross = 0;
  for (size_t i = 0; i < a.size(); ++i)
    for (int k = 0; k < kLineLanes; ++k) {
      power += a[i].re[k] * a[i].re[k] + a[i].im[k] * a[i].im[k];
      cross += a[i].re[k] * b[i].re[k];
    }
  EXPECT_NEAR(power / 40000, 9, 0.2);
  EXPECT_LT(std::abs(cross / 40000), 0.15);
}

TEST(Noise, IsRayleighByKolmogorovSmirnovAndWhite) {
  std::vector<Line> lines(kDraws / kLineLanes);
  NoiseTable().add(mix32(9), 0, 1, lines);
  std::vector<float> a;
  double lag = 0;
  for (size_t i = 0; i < lines.size(); ++i)
    for (int k = 0; k < kLineLanes; ++k) {
      a.push_back(std::hypot(lines[i].re[k], lines[i].im[k]));
      if (k > 0) lag += lines[i].re[k] * lines[i].re[k - 1] + lines[i].im[k] * lines[i].im[k - 1];
    }
  EXPECT_LT(std::abs(lag) / kDraws, 4 / std::sqrt(kDraws));
  EXPECT_LT(distance_from_rayleigh(a), 1.63);
}

TEST(Noise, DrawsAreCounted) {
  std::vector<Line> all(8), half(4);
  const NoiseTable noise;
  noise.add(77, 0, 1, all);
  noise.add(77, 4, 1, half);
  for (int i = 0; i < 4; ++i) EXPECT_EQ(all[4 + i].re[3], half[i].re[3]);
}

TEST(Levels, AreDecibels) {
  std::vector<Line> lines(2);
  for (int k = 0; k < kLineLanes; ++k) {
    lines[0].re[k] = lines[1].re[k] = std::pow(10.0f, static_cast<float>(k));
    lines[0].im[k] = lines[1].im[k] = 1;
  }
  const std::vector<float> gain{0, 1, 2, 3, 4, 5, 6, 7};
  std::vector<float> out(40, -1);
  levels_db(LevelOf::kAmplitude, lines, gain.data(), 4, kLineLanes, out.data(), 20);
  for (int k = 0; k < kLineLanes; ++k)
    for (const int row : {0, 20})
      EXPECT_NEAR(out[row + k], k + 10 * std::log10(std::max(4.0, std::pow(100.0, k) + 1)),
                  2e-5 * (1 + 20 * k));
  levels_db(LevelOf::kPower, lines, gain.data(), 1e-3f, 3, out.data(), 20);
  for (int k = 0; k < 3; ++k) EXPECT_NEAR(out[20 + k], 11.0 * k, 1e-4);
  EXPECT_NEAR(out[23], 63, 1e-3);  // as before
}

}  // namespace echo_kernel_test
}  // namespace hadal::sensors
