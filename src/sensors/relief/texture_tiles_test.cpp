#include "sensors/relief/texture_tiles.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

#include "math/simd/highway.h"
#include "sensors/relief/texture-inl.h"

namespace hadal::sensors {
namespace texture_tiles_test {

namespace kernel = HWY_NAMESPACE;
using Four = std::array<double, 4>;
constexpr double kByte = 1.0 / 127;  // one step of a channel of range 1

const TextureTiles& tiles() {
  static const TextureTiles made = make_texture_tiles();
  return made;
}

double decoded(int32_t texel, int channel) {
  return (static_cast<double>((static_cast<uint32_t>(texel) >> (8 * channel)) & 255) - 128) / 127;
}
// Texel of a flat tile, wrapped.
double flat_texel(const TextureTiles::Tile& tile, int level, int i, int j, int channel) {
  const int n = TextureTiles::kSide >> level, start = 2 * (TextureTiles::kSide - n) + level;
  const int at = (j & (n - 1)) * TextureTiles::kRow + start + (i & (n - 1));
  return decoded(tile.texels[static_cast<size_t>(at)], channel);
}
double volume_texel(int level, int i, int j, int k, int channel) {
  const int n = TextureTiles::kVolumeSide >> level, m = n - 1;
  const int start = 2 * (TextureTiles::kVolumeSide - n) + level;
  const int line = (k & m) * TextureTiles::kVolumeSide + (j & m);
  return decoded(
      tiles().volume.texels[static_cast<size_t>(line * TextureTiles::kVolumeRow + start + (i & m))],
      channel);
}

// The kernels, one place at a time.
float first(kernel::V v) {
  return hwy::HWY_NAMESPACE::GetLane(v);
}
kernel::V number(double x) {
  return kernel::all(static_cast<float>(x));
}
Four values(const kernel::Channels& c) {
  return {first(c.a), first(c.b), first(c.c), first(c.d)};
}
Four plain_at(const TextureTiles::Tile& tile, double u, double v, double pixel) {
  return values(kernel::tile_at(tile, number(u), number(v), number(pixel)));
}
Four scattered(const TextureTiles::Tile& tile, double u, double v, double pixel) {
  return values(kernel::scattered_at(tile, number(u), number(v), number(pixel), 256));
}
Four volume_at(double x, double y, double z, double pixel) {
  const auto r =
      kernel::volume_at(tiles().volume, {number(x), number(y), number(z)}, number(pixel));
  return {first(r.value), first(r.slope.x), first(r.slope.y), first(r.slope.z)};
}

// Bilinear lookup in double.
Four oracle(const TextureTiles::Tile& tile, double u, double v, int level) {
  const int n = TextureTiles::kSide >> level;
  const double x = (u - std::floor(u)) * n - 0.5, y = (v - std::floor(v)) * n - 0.5;
  const int i = static_cast<int>(std::floor(x)), j = static_cast<int>(std::floor(y));
  const double a = x - i, b = y - j, range[4] = {1, tile.slope_range, tile.slope_range, 1};
  Four out{};
  for (int c = 0; c < 4; ++c)
    out[static_cast<size_t>(c)] = range[c] * ((1 - a) * (1 - b) * flat_texel(tile, level, i, j, c) +
                                              a * (1 - b) * flat_texel(tile, level, i + 1, j, c) +
                                              (1 - a) * b * flat_texel(tile, level, i, j + 1, c) +
                                              a * b * flat_texel(tile, level, i + 1, j + 1, c));
  return out;
}

// Places that no texel grid favours.
double fraction(int i, double step) {
  return i * step - std::floor(i * step);
}

TEST(TextureTiles, AreMadeAlikeEveryTime) {
  const TextureTiles again = make_texture_tiles();
  EXPECT_EQ(again.clouds.texels, tiles().clouds.texels);
  EXPECT_EQ(again.pebbles.texels, tiles().pebbles.texels);
  EXPECT_EQ(again.volume.texels, tiles().volume.texels);
}

// Patches of one tone are stones. Their sizes differ as those of sorted gravel do (a deviation of 0.5
// in the logarithm is a variation of 0.53; what lies below others shows less); cells of jittered
// points would vary by 0.2.
TEST(TextureTiles, StonesHaveManySizes) {
  constexpr int kSide = TextureTiles::kSide;
  std::vector<int> seen(kSide * kSide, 0);
  double sum = 0, squares = 0;
  int count = 0;
  const auto tone = [](int at) {
    return flat_texel(tiles().pebbles, 0, at % kSide, at / kSide, 3);
  };
  for (int start = 0; start < kSide * kSide; ++start) {
    if (seen[static_cast<size_t>(start)]) continue;
    std::vector<int> open{start};
    seen[static_cast<size_t>(start)] = 1;
    int area = 0;
    while (!open.empty()) {
      const int at = open.back(), x = at % kSide, y = at / kSide;
      open.pop_back(), ++area;
      for (const auto& [dx, dy] : {std::pair{1, 0}, {-1, 0}, {0, 1}, {0, -1}}) {
        const int next = ((y + dy) & (kSide - 1)) * kSide + ((x + dx) & (kSide - 1));
        if (seen[static_cast<size_t>(next)] || tone(next) != tone(at)) continue;
        seen[static_cast<size_t>(next)] = 1, open.push_back(next);
      }
    }
    if (area < 16) continue;  // a splinter between stones
    const double size = std::sqrt(area);
    sum += size, squares += size * size, ++count;
  }
  const double mean = sum / count, deviation = std::sqrt(squares / count - mean * mean);
  EXPECT_GT(count, 150);
  EXPECT_GT(deviation / mean, 0.35);
  EXPECT_LT(deviation / mean, 0.8);
}

TEST(TextureTiles, HaveMeanZeroAndTheStatedDeviation) {
  constexpr double kTolerance = 0.01;
  for (const auto* tile : {&tiles().clouds, &tiles().pebbles, &tiles().polyps})
    for (const int channel : {0, 3}) {
      double sum = 0, squares = 0;
      for (int j = 0; j < 256; ++j)
        for (int i = 0; i < 256; ++i) {
          const double value = flat_texel(*tile, 0, i, j, channel);
          sum += value, squares += value * value;
        }
      EXPECT_NEAR(sum / 65536, 0, kTolerance);
      EXPECT_NEAR(std::sqrt(squares / 65536), TextureTiles::kDeviation, kTolerance);
    }
  double sum = 0, squares = 0;
  for (int i = 0; i < 64 * 64 * 64; ++i) {
    const double value = volume_texel(0, i & 63, (i >> 6) & 63, i >> 12, 0);
    sum += value, squares += value * value;
  }
  EXPECT_NEAR(sum / 262144, 0, kTolerance);
  EXPECT_NEAR(std::sqrt(squares / 262144), TextureTiles::kDeviation, kTolerance);
}

// Every level has the mean of the finest, within the rounding of its bytes.
TEST(TextureTiles, LevelsKeepTheMean) {
  for (int level = 1; level < TextureTiles::kLevels; ++level) {
    const int n = TextureTiles::kSide >> level;
    double sum = 0;
    for (int j = 0; j < n; ++j)
      for (int i = 0; i < n; ++i) sum += flat_texel(tiles().clouds, level, i, j, 0);
    EXPECT_NEAR(sum / (n * n), 0, 0.51 * kByte) << level;
  }
  for (int level = 1; level < TextureTiles::kVolumeLevels; ++level) {
    const int n = TextureTiles::kVolumeSide >> level;
    double sum = 0;
    for (int k = 0; k < n; ++k)
      for (int j = 0; j < n; ++j)
        for (int i = 0; i < n; ++i) sum += volume_texel(level, i, j, k, 0);
    EXPECT_NEAR(sum / (n * n * n), 0, 0.51 * kByte) << level;
  }
}

// Across the period neither value nor slope changes more than between other neighbours.
TEST(TextureTiles, HaveNoSeam) {
  const auto largest_step = [&](int first_column, int last_column, int channel) {
    double largest = 0;
    for (int i = first_column; i <= last_column; ++i)
      for (int j = 0; j < 256; ++j)
        for (const auto* t : {&tiles().clouds})
          largest = std::max(largest, std::abs(flat_texel(*t, 0, i + 1, j, channel) -
                                               flat_texel(*t, 0, i, j, channel)));
    return largest;
  };
  for (int channel = 0; channel < 4; ++channel)
    EXPECT_LE(largest_step(255, 255, channel), largest_step(0, 254, channel));
}

TEST(TextureTiles, LookupsAreThoseOfTheOracle) {
  constexpr double kPlaceError = 3e-3;  // of the value, from places in single precision
  for (int i = 0; i < 2000; ++i) {
    const double u = 8 * fraction(i, 0.7548776662) - 3, v = 8 * fraction(i, 0.5698402910) - 3;
    const int level = i % TextureTiles::kLevels;
    const Four got = plain_at(tiles().clouds, u, v, std::exp2(level)),
               expected = oracle(tiles().clouds, u, v, level);
    for (size_t c = 0; c < 4; ++c)
      EXPECT_NEAR(got[c], expected[c], kPlaceError * (c % 3 == 0 ? 1 : tiles().clouds.slope_range));
  }
}

TEST(TextureTiles, VolumeIsReadAtItsTexels) {
  for (int i = 0; i < 500; ++i) {
    const int x = i * 7 % 64, y = i * 13 % 64, z = i * 29 % 64;
    const Four got = volume_at((x + 0.5) / 64, (y + 0.5) / 64 - 3, (z + 0.5) / 64 + 5, 1);
    EXPECT_NEAR(got[0], volume_texel(0, x, y, z, 0), 1e-4);
    for (int c = 1; c < 4; ++c)
      EXPECT_NEAR(got[static_cast<size_t>(c)],
                  volume_texel(0, x, y, z, c) * tiles().volume.slope_range,
                  1e-4 * tiles().volume.slope_range);
  }
}

// Half-way between texels of the volume: the mean of the eight around.
TEST(TextureTiles, VolumeIsTrilinear) {
  for (int level = 0; level < 4; ++level) {
    const int n = 64 >> level;
    double mean = 0;
    for (int c = 0; c < 8; ++c)
      mean += volume_texel(level, n - 1 + (c & 1), 2 + ((c >> 1) & 1), 5 + (c >> 2), 0) / 8;
    EXPECT_NEAR(volume_at(0, 3.0 / n, 6.0 / n, std::exp2(level))[0], mean, 1e-4);
  }
}

// Slopes are the differences of the values, within the rounding of the bytes.
TEST(TextureTiles, SlopesAreDifferencesOfValues) {
  for (int i = 0; i < 300; ++i) {
    const double u = (i * 37 % 256 + 0.5) / 256, v = (i * 91 % 256 + 0.5) / 256, d = 1.0 / 256;
    const auto value = [&](double x, double y) { return plain_at(tiles().clouds, x, y, 1)[0]; };
    const Four at = plain_at(tiles().clouds, u, v, 1);
    const double tolerance = 128 * kByte + 0.51 * kByte * tiles().clouds.slope_range + 0.2;
    EXPECT_NEAR(at[1], (value(u + d, v) - value(u - d, v)) * 128, tolerance);
    EXPECT_NEAR(at[2], (value(u, v + d) - value(u, v - d)) * 128, tolerance);
  }
}

TEST(TextureTiles, ScatteredLookupKeepsTheVariance) {
  constexpr int kPlaces = 200000;
  for (const size_t channel : {size_t{0}, size_t{3}}) {
    double plain = 0, scattered_sum = 0;
    for (int i = 0; i < kPlaces; ++i) {
      const double u = 100 * fraction(i, 0.7548776662), v = 100 * fraction(i, 0.5698402910);
      plain += std::pow(plain_at(tiles().clouds, u, v, 1)[channel], 2);
      scattered_sum += std::pow(scattered(tiles().clouds, u, v, 1)[channel], 2);
    }
    EXPECT_NEAR(scattered_sum / plain, 1, 0.05);
  }
}

// One period apart the plain tile is the same, the scattered one is not related.
TEST(TextureTiles, ScatteredLookupHasNoPeriod) {
  constexpr int kPlaces = 20000;
  double plain = 0, shifted = 0, squares = 0;
  for (int i = 0; i < kPlaces; ++i) {
    const double u = 60 * fraction(i, 0.7548776662), v = 60 * fraction(i, 0.5698402910);
    const double here = scattered(tiles().clouds, u, v, 1)[0];
    squares += here * here;
    shifted += here * scattered(tiles().clouds, u + 1, v, 1)[0];
    plain +=
        std::abs(plain_at(tiles().clouds, u, v, 1)[0] - plain_at(tiles().clouds, u + 1, v, 1)[0]);
  }
  EXPECT_LT(plain / kPlaces, 1e-3);
  EXPECT_LT(std::abs(shifted / squares), 0.1);
}

// The shifts repeat after 256 corners, that is 256 periods along u and v.
TEST(TextureTiles, ScatteredLookupClosesAfterItsCells) {
  for (int i = 0; i < 500; ++i) {
    const double u = 3 * fraction(i, 0.7548776662), v = 3 * fraction(i, 0.5698402910);
    const Four here = scattered(tiles().clouds, u, v, 2),
               there = scattered(tiles().clouds, u + 256, v, 2),
               beyond = scattered(tiles().clouds, u, v + 256, 2);
    EXPECT_NEAR(here[0], there[0], 0.02);
    EXPECT_NEAR(here[0], beyond[0], 0.02);
  }
}

// Where a pixel covers the period nothing is left to flicker.
TEST(TextureTiles, PixelsOfAPeriodSeeTheMean) {
  for (int i = 0; i < 100; ++i) {
    const double u = fraction(i, 0.754), v = fraction(i, 0.569);
    EXPECT_NEAR(plain_at(tiles().clouds, u, v, 400)[0], 0, 0.51 * kByte);
    EXPECT_NEAR(volume_at(u, v, 0.3, 100)[0], 0, 0.51 * kByte);
  }
}

}  // namespace texture_tiles_test
}  // namespace hadal::sensors
