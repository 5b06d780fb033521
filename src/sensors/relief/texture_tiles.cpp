#include "sensors/relief/texture_tiles.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <numeric>
#include <utility>

#include "base/hash.h"

namespace hadal::sensors {
namespace {

using TileTexel = std::array<float, 4>;

float fraction_of(uint32_t bits) {
  return static_cast<float>(bits >> 8) * 0x1p-24f;
}

// One octave of gradient noise: unit vectors on a periodic lattice of `cells` a side, and the
// weights of the quintic blend for every texel of a side of `side` texels.
struct NoiseOctave {
  int cells = 0;
  std::vector<std::array<float, 3>> vectors;
  struct Step {
    int near, far;  // lattice points
    float offset, blend;
  };
  std::vector<Step> steps;
};

// A direction without preference: the first point of a hashed sequence inside the unit ball.
std::array<float, 3> lattice_direction(uint32_t seed, bool flat) {
  for (;;) {
    std::array<float, 3> v{};
    for (int k = 0; k < (flat ? 2 : 3); ++k) {
      seed = mix32(seed + 0x9e3779b9u);
      v[static_cast<size_t>(k)] = 2 * fraction_of(seed) - 1;
    }
    const float square = v[0] * v[0] + v[1] * v[1] + v[2] * v[2];
    if (square > 1 || square < 0.01f) continue;
    for (float& x : v) x /= std::sqrt(square);
    return v;
  }
}

NoiseOctave octave_of(int cells, int side, bool flat, uint32_t seed) {
  NoiseOctave octave{cells, {}, {}};
  const int count = cells * cells * (flat ? 1 : cells);
  for (int i = 0; i < count; ++i)
    octave.vectors.push_back(
        lattice_direction(mix32(seed) + static_cast<uint32_t>(i), flat));
  for (int i = 0; i < side; ++i) {
    const float x =
        (static_cast<float>(i) + 0.5f) * static_cast<float>(cells) / static_cast<float>(side);
    const int near = static_cast<int>(x);
    const float t = x - static_cast<float>(near);
    octave.steps.push_back({near, (near + 1) % cells, t, t * t * t * (t * (t * 6 - 15) + 10)});
  }
  return octave;
}

float blended(float a, float b, float fraction) {
  return a + (b - a) * fraction;
}

float octave_at(const NoiseOctave& o, int i, int j) {
  const auto &x = o.steps[static_cast<size_t>(i)], &y = o.steps[static_cast<size_t>(j)];
  const auto at = [&](int row, int column, float dx, float dy) {
    const auto& g = o.vectors[static_cast<size_t>(row * o.cells + column)];
    return g[0] * dx + g[1] * dy;
  };
  return blended(blended(at(y.near, x.near, x.offset, y.offset),
                         at(y.near, x.far, x.offset - 1, y.offset), x.blend),
                 blended(at(y.far, x.near, x.offset, y.offset - 1),
                         at(y.far, x.far, x.offset - 1, y.offset - 1), x.blend),
                 y.blend);
}

float octave_at(const NoiseOctave& o, int i, int j, int k) {
  const auto &x = o.steps[static_cast<size_t>(i)], &y = o.steps[static_cast<size_t>(j)],
             &z = o.steps[static_cast<size_t>(k)];
  const auto row = [&](int slab, int line, float dy, float dz) {
    const auto* g = &o.vectors[static_cast<size_t>((slab * o.cells + line) * o.cells)];
    const auto& a = g[x.near];
    const auto& b = g[x.far];
    return blended(a[0] * x.offset + a[1] * dy + a[2] * dz,
                   b[0] * (x.offset - 1) + b[1] * dy + b[2] * dz, x.blend);
  };
  return blended(blended(row(z.near, y.near, y.offset, z.offset),
                         row(z.near, y.far, y.offset - 1, z.offset), y.blend),
                 blended(row(z.far, y.near, y.offset, z.offset - 1),
                         row(z.far, y.far, y.offset - 1, z.offset - 1), y.blend),
                 z.blend);
}

std::vector<NoiseOctave> make_octaves(int count, int side, bool flat, uint32_t seed) {
  std::vector<NoiseOctave> octaves;
  for (int k = 0; k < count; ++k)
    octaves.push_back(octave_of(4 << k, side, flat, seed + static_cast<uint32_t>(k)));
  return octaves;
}

// Sum of octaves, the amplitude falling by 0.58 each.
template <class... Index>
float sum_of(const std::vector<NoiseOctave>& octaves, Index... index) {
  float sum = 0, amplitude = 1;
  for (const NoiseOctave& o : octaves) {
    sum += amplitude * octave_at(o, index...);
    amplitude *= 0.58f;
  }
  return sum;
}

// Shifts and scales a channel to mean 0 and the deviation of the tiles.
void standardise(std::vector<TileTexel>& texels, size_t channel) {
  double sum = 0, squares = 0;
  for (const TileTexel& t : texels) {
    sum += t[channel];
    squares += static_cast<double>(t[channel]) * t[channel];
  }
  const double count = static_cast<double>(texels.size()), mean = sum / count;
  const double scale = TextureTiles::kDeviation / std::sqrt(squares / count - mean * mean);
  for (TileTexel& t : texels)
    t[channel] = std::clamp(static_cast<float>((t[channel] - mean) * scale), -1.0f, 1.0f);
}

// Two nearest of the jittered points, one in each cell of a periodic grid.
struct NearestPoints {
  float first = 9, second = 9;  // distances, cells
  uint32_t point = 0;
};
NearestPoints nearest_points(float x, float y, int cells, uint32_t seed) {
  NearestPoints found;
  const int column = static_cast<int>(std::floor(x)), row = static_cast<int>(std::floor(y));
  for (int j = row - 1; j <= row + 1; ++j)
    for (int i = column - 1; i <= column + 1; ++i) {
      const auto cell = static_cast<uint32_t>((j & (cells - 1)) * cells + (i & (cells - 1)));
      const uint32_t bits = mix32(cell + seed);
      const float dx = static_cast<float>(i) + 0.1f + 0.8f * fraction_of(bits) - x;
      const float dy = static_cast<float>(j) + 0.1f + 0.8f * fraction_of(mix32(bits)) - y;
      const float distance = std::sqrt(dx * dx + dy * dy);
      if (distance < found.first) {
        found = {distance, found.first, bits};
      } else {
        found.second = std::min(found.second, distance);
      }
    }
  return found;
}

// Domes that fall off to the border between two points.
TileTexel polyp_at(int i, int j) {
  constexpr float kStep = static_cast<float>(TextureTiles::kStones) / TextureTiles::kSide;
  const NearestPoints n = nearest_points((static_cast<float>(i) + 0.5f) * kStep,
                                         (static_cast<float>(j) + 0.5f) * kStep,
                                         TextureTiles::kStones, 77777u);
  const float edge = std::clamp(2.2f * (n.second - n.first), 0.0f, 1.0f);
  const float dome = std::sqrt(edge * (2 - edge)) * std::max(1 - n.first * n.first, 0.0f);
  return {dome, 0, 0, fraction_of(mix32(n.point + 5))};
}

// exp(x), |x| < 2, of products only: the same on every processor.
float growth(float x) {
  float power = 1 + x / 64;
  for (int k = 0; k < 6; ++k) power *= power;
  return power;
}

// A rounded stone on a bed, lengths in periods.
struct Stone {
  float x, y, radius;
  std::array<float, 3> axis;  // its long one
  float length;               // over its width
  float bottom;               // of its dome
  float tone;
};
// Sizes are log-normal, of deviation 0.5 in the logarithm; large stones stand higher.
Stone stone_of(uint32_t number) {
  uint32_t bits = mix32(number + 77777u);
  const auto draw = [&] { return fraction_of(bits = mix32(bits + 0x9e3779b9u)); };
  constexpr float kMedianRadius = 0.5f / TextureTiles::kStones, kSpread = 0.5f;
  float normal = -6;
  for (int k = 0; k < 12; ++k) normal += draw();
  Stone s{};
  s.radius = kMedianRadius * growth(kSpread * std::clamp(normal, -2.0f, 1.5f));
  s.x = draw(), s.y = draw();
  s.length = 1 + 0.7f * draw();
  s.bottom = 0.2f * s.radius - 0.5f * kMedianRadius * draw();
  s.tone = draw();
  s.axis = lattice_direction(bits, true);
  return s;
}

// Puts a stone where it stands higher than what is there.
void lay_stone(const Stone& s, std::vector<TileTexel>& texels) {
  constexpr int kSide = TextureTiles::kSide;
  const float half = s.radius * s.length;
  const auto first = [](float at) { return static_cast<int>(std::floor(at * kSide)); };
  for (int j = first(s.y - half); j <= first(s.y + half); ++j)
    for (int i = first(s.x - half); i <= first(s.x + half); ++i) {
      const float dx = (static_cast<float>(i) + 0.5f) / kSide - s.x,
                  dy = (static_cast<float>(j) + 0.5f) / kSide - s.y;
      const float a = (dx * s.axis[0] + dy * s.axis[1]) / half,
                  b = (dy * s.axis[0] - dx * s.axis[1]) / s.radius;
      const float round = a * a + b * b, square = std::sqrt(a * a * a * a + b * b * b * b);
      const float out = 0.6f * round + 0.4f * square;  // 1 at the rim, between ellipse and box
      if (out >= 1) continue;
      const float height = s.bottom + 0.6f * s.radius * std::sqrt(1 - out);
      TileTexel& t = texels[static_cast<size_t>((j & (kSide - 1)) * kSide + (i & (kSide - 1)))];
      if (height > t[0]) t = {height, 0, 0, s.tone};
    }
}

float largest_slope(const std::vector<TileTexel>& texels, size_t first, size_t count) {
  float largest = 0;
  for (const TileTexel& t : texels)
    for (size_t c = first; c < first + count; ++c) largest = std::max(largest, std::abs(t[c]));
  return largest;
}

// Central differences of the value, per period.
void differentiate(std::vector<TileTexel>& texels, int side) {
  const auto at = [&](int i, int j) -> TileTexel& {
    return texels[static_cast<size_t>((j & (side - 1)) * side + (i & (side - 1)))];
  };
  const float scale = 0.5f * static_cast<float>(side);
  for (int j = 0; j < side; ++j)
    for (int i = 0; i < side; ++i) {
      at(i, j)[1] = (at(i + 1, j)[0] - at(i - 1, j)[0]) * scale;
      at(i, j)[2] = (at(i, j + 1)[0] - at(i, j - 1)[0]) * scale;
    }
}
void differentiate_volume(std::vector<TileTexel>& texels, int side) {
  const auto at = [&](int i, int j, int k) -> TileTexel& {
    const int m = side - 1;
    return texels[static_cast<size_t>(((k & m) * side + (j & m)) * side + (i & m))];
  };
  const float scale = 0.5f * static_cast<float>(side);
  for (int k = 0; k < side; ++k)
    for (int j = 0; j < side; ++j)
      for (int i = 0; i < side; ++i) {
        TileTexel& t = at(i, j, k);
        t[1] = (at(i + 1, j, k)[0] - at(i - 1, j, k)[0]) * scale;
        t[2] = (at(i, j + 1, k)[0] - at(i, j - 1, k)[0]) * scale;
        t[3] = (at(i, j, k + 1)[0] - at(i, j, k - 1)[0]) * scale;
      }
}

int32_t packed_texel(const TileTexel& texel, const TileTexel& ranges) {
  uint32_t bits = 0;
  for (size_t c = 0; c < 4; ++c) {
    const float k = std::floor(texel[c] / ranges[c] * 127 + 128.5f);
    bits |= static_cast<uint32_t>(std::clamp(k, 0.0f, 255.0f)) << (8 * c);
  }
  return static_cast<int32_t>(bits);
}

// Half the side: each texel the mean of those it covers. depth is 1 for flat tiles, side for
// volumes.
std::vector<TileTexel> halved_texels(const std::vector<TileTexel>& texels, int side, int depth) {
  const int half = side / 2, layers = depth > 1 ? 2 : 1, half_depth = depth / layers;
  std::vector<TileTexel> coarse(static_cast<size_t>(half * half * half_depth));
  const float fraction = 1 / static_cast<float>(4 * layers);
  for (int k = 0; k < depth; ++k)
    for (int j = 0; j < side; ++j)
      for (int i = 0; i < side; ++i)
        for (size_t c = 0; c < 4; ++c)
          coarse[static_cast<size_t>((k / layers * half + j / 2) * half + i / 2)][c] +=
              fraction * texels[static_cast<size_t>((k * side + j) * side + i)][c];
  return coarse;
}

// Packs all levels; `depth` as in halved_texels().
TextureTiles::Tile with_levels(std::vector<TileTexel> texels, int side, int row, int depth,
                               const TileTexel& ranges) {
  TextureTiles::Tile tile;
  tile.texels.assign(static_cast<size_t>(row * side * depth), 0);
  tile.slope_range = ranges[1];
  for (int level = 0, n = side, d = depth; n >= 1; ++level, n /= 2, d = std::max(d / 2, 1)) {
    const int start = 2 * (side - n) + level;
    for (int k = 0; k < d; ++k)
      for (int j = 0; j < n; ++j)
        for (int i = 0; i <= n; ++i)
          tile.texels[static_cast<size_t>((k * side + j) * row + start + i)] =
              packed_texel(texels[static_cast<size_t>((k * n + j) * n + i % n)], ranges);
    if (n > 1) texels = halved_texels(texels, n, d);
  }
  return tile;
}

TextureTiles::Tile flat_tile(std::vector<TileTexel> texels) {
  standardise(texels, 0);
  standardise(texels, 3);
  differentiate(texels, TextureTiles::kSide);
  const float slope = largest_slope(texels, 1, 2);
  return with_levels(std::move(texels), TextureTiles::kSide, TextureTiles::kRow, 1,
                     {1, slope, slope, 1});
}

// Stones on sand, which is darker than most of them and shows between.
TextureTiles::Tile make_pebbles() {
  constexpr uint32_t kCount = 2 * TextureTiles::kStones * TextureTiles::kStones;
  constexpr float kSandTone = 0.3f;
  std::vector<TileTexel> texels(size_t{TextureTiles::kSide} * TextureTiles::kSide,
                                TileTexel{0, 0, 0, kSandTone});
  for (uint32_t k = 0; k < kCount; ++k) lay_stone(stone_of(k), texels);
  return flat_tile(std::move(texels));
}

TextureTiles::Tile make_polyps() {
  std::vector<TileTexel> texels;
  for (int j = 0; j < TextureTiles::kSide; ++j)
    for (int i = 0; i < TextureTiles::kSide; ++i) texels.push_back(polyp_at(i, j));
  return flat_tile(std::move(texels));
}

// The order of the texels by a channel.
std::vector<size_t> order_by(const std::vector<TileTexel>& texels, size_t channel) {
  std::vector<size_t> order(texels.size());
  std::iota(order.begin(), order.end(), size_t{0});
  std::sort(order.begin(), order.end(), [&](size_t a, size_t b) {
    return std::pair(texels[a][channel], a) < std::pair(texels[b][channel], b);
  });
  return order;
}
void spread_evenly(std::vector<TileTexel>& texels, size_t channel) {
  const std::vector<size_t> order = order_by(texels, channel);
  const float step = 2 / static_cast<float>(order.size());
  for (size_t k = 0; k < order.size(); ++k)
    texels[order[k]][channel] = (static_cast<float>(k) + 0.5f) * step - 1;
}
// Each texel takes the byte of its quantile.
void spread_normally(std::vector<TileTexel>& texels, size_t channel) {
  const std::vector<size_t> order = order_by(texels, channel);
  int level = -127;
  const auto below = [](int k) {  // the middle between two bytes
    return 0.5 * std::erfc(-(k + 0.5) / (127 * TextureTiles::kDeviation) / std::numbers::sqrt2);
  };
  double next = below(level);
  for (size_t k = 0; k < order.size(); ++k) {
    const double rank = (static_cast<double>(k) + 0.5) / static_cast<double>(order.size());
    while (level < 127 && rank > next) next = below(++level);
    texels[order[k]][channel] = static_cast<float>(level) / 127;
  }
}

// Bubbles of three sizes, drawn out of shape by noise.
TextureTiles::Tile make_foam() {
  constexpr int kSide = TextureTiles::kSide;
  const auto first = make_octaves(5, kSide, true, 404), second = make_octaves(5, kSide, true, 505);
  std::vector<TileTexel> texels;
  for (int j = 0; j < kSide; ++j)
    for (int i = 0; i < kSide; ++i) {
      const float a = sum_of(first, i, j), b = sum_of(second, i, j);
      const float u = (static_cast<float>(i) + 0.5f) / kSide + 0.06f * a,
                  v = (static_cast<float>(j) + 0.5f) / kSide + 0.06f * b;
      float hole = 0.3f * (a - b), weight = 1;
      for (int cells = 8; cells <= 32; cells *= 2, weight *= 0.6f) {
        const auto n = static_cast<float>(cells);
        const NearestPoints s = nearest_points(u * n, v * n, cells, 606u + 1000u * uint32_t(cells));
        hole += weight * (s.second - s.first);
      }
      texels.push_back({hole, 0, 0, a});
    }
  spread_evenly(texels, 0);
  spread_normally(texels, 3);
  return with_levels(std::move(texels), kSide, TextureTiles::kRow, 1, {1, 1, 1, 1});
}

TextureTiles::Tile make_volume() {
  constexpr int kSide = TextureTiles::kVolumeSide;
  const auto octaves = make_octaves(4, kSide, false, 303);
  std::vector<TileTexel> texels;
  for (int k = 0; k < kSide; ++k)
    for (int j = 0; j < kSide; ++j)
      for (int i = 0; i < kSide; ++i) texels.push_back({sum_of(octaves, i, j, k), 0, 0, 0});
  standardise(texels, 0);
  differentiate_volume(texels, kSide);
  const float slope = largest_slope(texels, 1, 3);
  return with_levels(std::move(texels), kSide, TextureTiles::kVolumeRow, kSide,
                     {1, slope, slope, slope});
}

}  // namespace

TextureTiles::Tile make_clouds() {
  constexpr int kSide = TextureTiles::kSide;
  const auto first = make_octaves(5, kSide, true, 101), second = make_octaves(5, kSide, true, 202);
  std::vector<TileTexel> texels;
  for (int j = 0; j < kSide; ++j)
    for (int i = 0; i < kSide; ++i)
      texels.push_back({sum_of(first, i, j), 0, 0, sum_of(second, i, j)});
  return flat_tile(std::move(texels));
}

TextureTiles make_texture_tiles() {
  return {make_clouds(), make_pebbles(), make_polyps(), make_foam(), make_volume()};
}

}  // namespace hadal::sensors
