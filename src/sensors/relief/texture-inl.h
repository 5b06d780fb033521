// Lookups in the texture tiles, vector by vector; see texture_tiles.h for what they hold.
//
// Places come in periods of the tile (u, v) and a pixel's size in texels of the finest level. The
// level of detail is the nearest to log2 of that size. Results: value in [-1, 1], slopes per
// period.
#if defined(HADAL_SENSORS_RELIEF_TEXTURE_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef HADAL_SENSORS_RELIEF_TEXTURE_INL_H_
#undef HADAL_SENSORS_RELIEF_TEXTURE_INL_H_
#else
#define HADAL_SENSORS_RELIEF_TEXTURE_INL_H_
#endif

#include <cstring>

#include "sensors/relief/lanes-inl.h"
#include "sensors/relief/texture_tiles.h"

HWY_BEFORE_NAMESPACE();
namespace hadal::sensors::HWY_NAMESPACE {

// Of flat tiles: value, slopes along u and v, second value. Of the volume: value, three slopes.
struct Channels {
  V a, b, c, d;
};
HWY_INLINE Channels no_channels() {
  return {zero(), zero(), zero(), zero()};
}
HWY_INLINE V byte_of(I bits) {
  return hn::ConvertTo(Tag(), hn::And(bits, all_int(255)));
}
// Adds a texel's bytes times a weight.
HWY_INLINE void add_texel(I bits, V weight, Channels& sum) {
  sum.a = sum.a + weight * byte_of(bits);
  sum.b = sum.b + weight * byte_of(hn::ShiftRight<8>(bits));
  sum.c = sum.c + weight * byte_of(hn::ShiftRight<16>(bits));
  sum.d = sum.d + weight * byte_of(hn::ShiftRight<24>(bits));
}
// The texels at eight indices and their right neighbours.
struct Neighbours {
  I left, right;
};
HWY_INLINE Neighbours neighbours(const int32_t* texels, I index) {
#if HWY_TARGET == HWY_AVX2
  // Single loads of 64 bits: gather instructions take three times as long on some processors.
  alignas(32) int32_t at[8];
  hn::Store(index, IntTag(), at);
  const auto word = [&](int lane) {
    long long bits;
    std::memcpy(&bits, texels + at[lane], sizeof bits);
    return bits;
  };
  const __m256 low = _mm256_castsi256_ps(_mm256_set_epi64x(word(5), word(4), word(1), word(0)));
  const __m256 high = _mm256_castsi256_ps(_mm256_set_epi64x(word(7), word(6), word(3), word(2)));
  return {I{_mm256_castps_si256(_mm256_shuffle_ps(low, high, 0x88))},
          I{_mm256_castps_si256(_mm256_shuffle_ps(low, high, 0xdd))}};
#else
  return {gather(texels, index), gather(texels + 1, index)};
#endif
}
HWY_INLINE void add_pair(const int32_t* texels, I index, V left, V right, Channels& sum) {
  const Neighbours bits = neighbours(texels, index);
  add_texel(bits.left, left, sum);
  add_texel(bits.right, right, sum);
}
// Bytes to numbers: (k - 128) / 127 of the range.
HWY_INLINE V from_byte(V k, float range) {
  return (k - all(128)) * all(range / 127);
}

// The level of detail for pixels of a size in finest texels, round(log2 size).
struct Detail {
  V side;   // texels along it
  I start;  // column of its first texel
};
HWY_INLINE Detail detail_of(V texels_per_pixel, int side) {
  const float full = static_cast<float>(side);
  const V size = clamp(texels_per_pixel * all(1.41421356f), 1, full);
  const I exponent = hn::ShiftRight<23>(hn::BitCast(IntTag(), size));
  const V fraction = hn::BitCast(Tag(), hn::ShiftLeft<23>(hn::Sub(all_int(254), exponent)));
  const V n = fraction * all(full);
  const I level = hn::Sub(exponent, all_int(127));
  return {n, hn::Add(hn::ConvertTo(IntTag(), all(2 * full) - n - n), level)};
}

// Texel to the left of a place and the next, on a side of n texels, with the fraction of the next.
struct Pair {
  I near, far;
  V fraction;
};
HWY_INLINE Pair pair_of(V periods, V n) {
  const V x = (periods - hn::Floor(periods)) * n - all(0.5f), whole = hn::Floor(x);
  const I mask = hn::Sub(hn::ConvertTo(IntTag(), n), all_int(1));
  const I near = hn::ConvertTo(IntTag(), whole);
  return {hn::And(near, mask), hn::And(hn::Add(near, all_int(1)), mask), x - whole};
}

// Bilinear, in bytes.
HWY_INLINE Channels bytes_at(const TextureTiles::Tile& tile, V u, V v, V texels_per_pixel) {
  const Detail detail = detail_of(texels_per_pixel, TextureTiles::kSide);
  const Pair x = pair_of(u, detail.side), y = pair_of(v, detail.side);
  const I start = hn::Add(detail.start, x.near), row = all_int(TextureTiles::kRow);
  const V upper = all(1) - y.fraction, left = all(1) - x.fraction;
  Channels sum = no_channels();
  add_pair(tile.texels.data(), hn::Add(start, hn::Mul(y.near, row)), left * upper, x.fraction *
           upper,
           sum);
  add_pair(tile.texels.data(), hn::Add(start, hn::Mul(y.far, row)), left * y.fraction,
           x.fraction * y.fraction, sum);
  return sum;
}
HWY_INLINE Channels flat_channels(const Channels& bytes, float slope_range) {
  return {from_byte(bytes.a, 1), from_byte(bytes.b, slope_range), from_byte(bytes.c, slope_range),
          from_byte(bytes.d, 1)};
}
HWY_INLINE Channels tile_at(const TextureTiles::Tile& tile, V u, V v, V texels_per_pixel) {
  return flat_channels(bytes_at(tile, u, v, texels_per_pixel), tile.slope_range);
}

// Corners and weights of the triangle of a grid of half a period around a place. The grid is that
// of s = 2 u - v, t = 2 v: nearly equilateral, and whole where u and v are.
struct Triangle {
  I column[3], row[3];
  V weight[3];
};
HWY_INLINE Triangle triangle_at(V u, V v) {
  const V s = u + u - v, t = v + v, column = hn::Floor(s), row = hn::Floor(t);
  const V a = s - column, b = t - row, c = all(1) - a - b;
  const M lower = c > zero();
  const I i = hn::ConvertTo(IntTag(), column), j = hn::ConvertTo(IntTag(), row);
  const I one = all_int(1), zero_int = all_int(0);
  const auto is_lower = hn::RebindMask(IntTag(), lower);
  const I near = hn::IfThenElse(is_lower, zero_int, one), far = hn::Sub(one, near);
  const I i_near = hn::Add(i, near), j_near = hn::Add(j, near);
  return {{i_near, i_near, hn::Add(i, far)},
          {j_near, hn::Add(j, far), j_near},
          {hn::Abs(c), select(lower, b, all(1) - b), select(lower, a, all(1) - a)}};
}

// The tile without its repetition (after Heitz and Neyret 2018, "High-performance by-example noise
// using a histogram-preserving blending operator"): three copies, each shifted at random with a
// corner of the triangle, blended by the cube of the triangle's coordinates and divided by the root
// of the sum of squares, which keeps the variance. The copies take levels of detail a third of a
// level apart, which hides the change of level. cells (a power of 2): the shifts repeat after that
// many corners. Slopes are blended likewise; the slope of the weights is left out.
HWY_NOINLINE inline Channels scattered_at(const TextureTiles::Tile& tile, V u, V v,
                                          V texels_per_pixel, int32_t cells) {
  const Triangle triangle = triangle_at(u, v);
  const I mask = all_int(cells - 1);
  const float level[3] = {0.79370053f, 1, 1.25992105f};
  Channels sum = no_channels();
  V weights = zero(), squares = zero();
  for (int k = 0; k < 3; ++k) {
    const U bits = cell_hash(hn::And(triangle.column[k], mask), hn::And(triangle.row[k], mask));
    const V du = unit_fraction(bits), dv = unit_fraction(hn::ShiftLeft<16>(bits));
    const Channels one = bytes_at(tile, u + du, v + dv, texels_per_pixel * all(level[k]));
    const V w = square(triangle.weight[k]) * triangle.weight[k];
    sum.a = sum.a + w * one.a;
    sum.b = sum.b + w * one.b;
    sum.c = sum.c + w * one.c;
    sum.d = sum.d + w * one.d;
    weights = weights + w;
    squares = squares + w * w;
  }
  const V fraction = all(1) / hn::Sqrt(squares), middle = weights * all(128);
  const float slope = tile.slope_range / 127;
  return {(sum.a - middle) * fraction * all(1.0f / 127), (sum.b - middle) * fraction * all(slope),
          (sum.c - middle) * fraction * all(slope), (sum.d - middle) * fraction * all(1.0f / 127)};
}

struct Relief {
  V value;
  V3 slope;
};
// Trilinear in the volume; the place in periods.
HWY_INLINE Relief volume_at(const TextureTiles::Tile& tile, V3 p, V texels_per_pixel) {
  constexpr int kSide = TextureTiles::kVolumeSide, kRow = TextureTiles::kVolumeRow;
  const Detail detail = detail_of(texels_per_pixel, kSide);
  const Pair x = pair_of(p.x, detail.side), y = pair_of(p.y, detail.side),
             z = pair_of(p.z, detail.side);
  const V left = all(1) - x.fraction;
  Channels sum = no_channels();
  for (int corner = 0; corner < 4; ++corner) {
    const bool next_row = corner & 1, next_slab = corner & 2;
    const I rows = hn::Add(next_row ? y.far : y.near, hn::ShiftLeft<6>(next_slab ? z.far : z.near));
    static_assert(kSide == 1 << 6);
    const I line = hn::Add(hn::Add(detail.start, x.near), hn::Mul(rows, all_int(kRow)));
    const V weight =
        (next_row ? y.fraction : all(1) - y.fraction) * (next_slab ? z.fraction : all(1) -
                                                         z.fraction);
    add_pair(tile.texels.data(), line, weight * left, weight * x.fraction, sum);
  }
  const float range = tile.slope_range;
  return {from_byte(sum.a, 1),
          {from_byte(sum.b, range), from_byte(sum.c, range), from_byte(sum.d, range)}};
}

}  // namespace hadal::sensors::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
