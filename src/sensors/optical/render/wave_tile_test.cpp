#include "sensors/optical/render/wave_tile.h"

#include <gtest/gtest.h>

#include <cmath>
#include <complex>
#include <cstring>
#include <numbers>

namespace hadal::sensors {
namespace wave_tile_test {

using environment::WaveComponent;
using environment::WaveField;
constexpr double kTurn = 2 * std::numbers::pi;
constexpr double kInfinity = std::numeric_limits<double>::infinity();

WaveTile tile_at(const Ripples& ripples, double time_s, int threads = 1) {
  ThreadArena arena(threads);
  WaveTile tile = ripples.blank();
  ripples.compute(time_s, 1, 1, arena, tile);
  return tile;
}

struct Node {
  double north, east, up, sea;
};
Node node(const WaveTile& tile, int i, int j) {
  const int x = (i + kTileNodes) % kTileNodes, y = (j + kTileNodes) % kTileNodes;
  const auto line = static_cast<size_t>(WaveTile::place(0, x, y));
  const int lane = y % kLineLanes;
  return {tile.slopes[line].re[lane], tile.slopes[line].im[lane], tile.heights[line].re[lane],
          tile.heights[line].im[lane]};
}

bool same(const WaveTile& a, const WaveTile& b) {
  return std::memcmp(a.slopes.data(), b.slopes.data(), a.slopes.size() * sizeof(Line)) == 0 &&
         std::memcmp(a.heights.data(), b.heights.data(), a.heights.size() * sizeof(Line)) == 0;
}

// Across the edges too: the tile is periodic.
TEST(WaveTile, SlopesAreTheGradientOfTheHeight) {
  RippleParameters p;
  p.max_wavelength_m = 5, p.min_wavelength_m = 1.5, p.toward_rad = 0.7, p.seed = 4;
  const WaveTile tile = tile_at(Ripples(p, WaveField()), 2.5);
  const double per = 1 / (12 * static_cast<double>(tile.cell_m()));
  double error = 0, size = 0;
  for (int i = -8; i < 8; ++i)
    for (int j = -8; j < 8; ++j) {
      const auto up = [&](int x, int y) { return node(tile, i + x, j + y).up; };
      const double north = (8 * (up(1, 0) - up(-1, 0)) - (up(2, 0) - up(-2, 0))) * per;
      const double east = (8 * (up(0, 1) - up(0, -1)) - (up(0, 2) - up(0, -2))) * per;
      const Node at = node(tile, i, j);
      error += std::pow(at.north - north, 2) + std::pow(at.east - east, 2);
      size += at.north * at.north + at.east * at.east;
    }
  EXPECT_LT(std::sqrt(error / size), 2e-3);
}

TEST(WaveTile, HasTheMeanSquareSlopeAskedFor) {
  for (const uint64_t seed : {1, 2}) {
    RippleParameters p;
    p.mean_square_slope = 0.006, p.seed = seed;
    const WaveTile tile = tile_at(Ripples(p, WaveField()), 7.0 * static_cast<double>(seed));
    double slopes = 0, heights = 0;
    for (int i = 0; i < kTileNodes; ++i)
      for (int j = 0; j < kTileNodes; ++j) {
        const Node at = node(tile, i, j);
        slopes += at.north * at.north + at.east * at.east;
        heights += at.up * at.up;
      }
    const double count = double{kTileNodes} * kTileNodes;
    EXPECT_NEAR(slopes / count, p.mean_square_slope, 0.03 * p.mean_square_slope);
    EXPECT_NEAR(std::sqrt(heights / count), tile.deviation_m, 0.05 * tile.deviation_m);
    for (size_t level = 1; level < kTileLevels; ++level)
      EXPECT_LT(tile.mean_square_slope[level], tile.mean_square_slope[level - 1]);
  }
}

// Whatever goes north and south in one pair of modes, H(t+d) + H(t-d) = 2 cos(w d) H(t).
TEST(WaveTile, RipplesFollowTheDispersionOfGravityAndTension) {
  RippleParameters p;
  p.toward_rad = 0.3, p.depth_m = 0.5, p.seed = 9;
  const Ripples ripples(p, WaveField());
  constexpr double kStep_s = 0.05, kTime_s = 1000;
  for (const int m : {12, 40, 90}) {
    const auto mode = [&](double time_s) {
      const WaveTile tile = tile_at(ripples, time_s);
      std::complex<double> sum = 0;
      for (int i = 0; i < kTileNodes; ++i)
        for (int j = 0; j < kTileNodes; ++j)
          sum += node(tile, i, j).up * std::polar(1.0, -kTurn * (i * m % kTileNodes) / kTileNodes);
      return sum;
    };
    const double k = kTurn * m / p.side_m;
    const double w = std::sqrt((9.81 * k + 7.4e-5 * k * k * k) * std::tanh(k * p.depth_m));
    const auto ratio = (mode(kTime_s + kStep_s) + mode(kTime_s - kStep_s)) / mode(kTime_s);
    EXPECT_NEAR(ratio.real(), 2 * std::cos(w * kStep_s), 2e-3) << m;
  }
}

TEST(WaveTile, CarriesAWaveOfTheSeaAtItsPhaseSpeed) {
  const RippleParameters p;
  const double k = kTurn * 4 / p.side_m, w = std::sqrt(9.81 * k), amplitude = 0.08;
  const WaveComponent wave{amplitude, k, w, std::numbers::pi / 2, 0.4};
  const Ripples ripples(p, WaveField({wave}, kInfinity, 9.81, 1025));
  for (const double time_s : {0.0, 3.7, 86400.0}) {
    const WaveTile tile = tile_at(ripples, time_s);
    for (const int j : {0, 77, 300, 511}) {
      const double east_m = j * p.side_m / kTileNodes;
      EXPECT_NEAR(node(tile, 100, j).sea, amplitude * std::cos(k * east_m - w * time_s + 0.4),
                  2e-5);
    }
  }
}

TEST(WaveTile, IsAPureFunctionOfTimeForAnyNumberOfThreads) {
  RippleParameters p;
  p.seed = 3;
  const Ripples ripples(p, WaveField({{0.1, 1, 3.13, 0.5, 0}}, kInfinity, 9.81, 1025));
  const WaveTile expected = tile_at(ripples, 12.5);
  ThreadArena arena(2);
  WaveTile tile = ripples.blank();
  for (const double time_s : {400.0, 3.0, 12.5}) ripples.compute(time_s, 1, 1, arena, tile);
  EXPECT_TRUE(same(tile, expected));
  EXPECT_TRUE(same(tile_at(ripples, 12.5, 4), expected));
  EXPECT_FALSE(same(tile_at(ripples, 12.6), expected));
}

TEST(WaveTile, SharesTheSlopeOfCoxAndMunkAmongItsParts) {
  for (const double wind : {2.0, 5.0, 10.0}) {
    const RippleParameters p = ripples_of_wind(wind, 0, WaveField(), 9.81, 1);
    EXPECT_NEAR(p.mean_square_slope + p.fine_mean_square_slope, 0.003 + 0.00512 * wind, 1e-6);
    EXPECT_GE(p.mean_square_slope, 0.003);
    EXPECT_LE(p.mean_square_slope, 0.008);
  }
  // The ripples begin where the sea ends.
  const WaveField sea({{0.02, kTurn / 1.5, 6.4, 0, 0}}, kInfinity, 9.81, 1025);
  EXPECT_NEAR(ripples_of_wind(4, 0, sea, 9.81, 1).max_wavelength_m, 1.5, 1e-9);
}

}  // namespace wave_tile_test
}  // namespace hadal::sensors
