// Made patterns: checker boards, tiled walls, the colour chart, pictures. Edges are filtered by the
// exact mean over a square pixel along each axis.
#if defined(HADAL_SENSORS_OPTICAL_RENDER_TARGET_APPEARANCES_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef HADAL_SENSORS_OPTICAL_RENDER_TARGET_APPEARANCES_INL_H_
#undef HADAL_SENSORS_OPTICAL_RENDER_TARGET_APPEARANCES_INL_H_
#else
#define HADAL_SENSORS_OPTICAL_RENDER_TARGET_APPEARANCES_INL_H_
#endif

#include "sensors/optical/render/appearance_parts-inl.h"

HWY_BEFORE_NAMESPACE();
namespace hadal::sensors::HWY_NAMESPACE {

// Place on the plane of the pattern, in units of `scale`.
struct Plane {
  V a, b;
  V pixel;  // in the same units
};
HWY_INLINE Plane plane_of(const Place& at, const Finish& appearance, float own_scale) {
  const V scale = select(appearance.scale > zero(), appearance.scale, all(own_scale));
  const M by_uv = equal(appearance.mapping, static_cast<int32_t>(Mapping::kUv));
  const Side side = side_of(at);
  return {select(by_uv, at.u, side.a / scale), select(by_uv, at.v, side.b / scale),
          hn::Max(at.footprint / scale, all(1e-4f))};
}

// Integral of the square wave that is 1 on [2k, 2k + 1) and -1 on [2k + 1, 2k + 2).
HWY_INLINE V square_wave_integral(V x) {
  const V t = x - all(2) * hn::Floor(x * all(0.5f));
  return all(1) - hn::Abs(t - all(1));
}
HWY_INLINE V square_wave(V x, V width) {
  const V half = all(0.5f) * width;
  return (square_wave_integral(x + half) - square_wave_integral(x - half)) / width;
}
HWY_NOINLINE inline Skin checker(const Place& at, const Finish& appearance) {
  const Plane plane = plane_of(at, appearance, 0.1f);
  const V sign = square_wave(plane.a, plane.pixel) * square_wave(plane.b, plane.pixel);
  Skin skin = plain_skin(appearance);
  skin.albedo = mix(appearance.second, appearance.albedo, all(0.5f) + all(0.5f) * sign);
  return skin;
}

// Fraction of a pixel that lies on a joint: joints of `joint` tiles about whole numbers.
HWY_INLINE V joint_integral(V x, float joint) {
  const V shifted = x + all(0.5f * joint), whole = hn::Floor(shifted);
  return whole * all(joint) + hn::Min(shifted - whole, all(joint));
}
HWY_INLINE V joint_fraction(V x, V width, float joint) {
  const V half = all(0.5f) * width;
  return unit((joint_integral(x + half, joint) - joint_integral(x - half, joint)) / width);
}
// Tiles of slightly different tone, joints of a fiftieth.
HWY_NOINLINE inline Skin grid(const Place& at, const Finish& appearance) {
  constexpr float kJoint = 0.02f;
  const Plane plane = plane_of(at, appearance, 0.25f);
  const V joint = all(1) - (all(1) - joint_fraction(plane.a, plane.pixel, kJoint)) *
                               (all(1) - joint_fraction(plane.b, plane.pixel, kJoint));
  const V tone = unit_fraction(cell_hash(floor_int(plane.a), floor_int(plane.b))) - all(0.5f);
  Skin skin = plain_skin(appearance);
  const V own = all(1) + all(0.06f) * tone * unit(all(1.5f) - plane.pixel);
  skin.albedo = mix(appearance.albedo * own, appearance.second, joint);
  skin.roughness = mix(appearance.roughness, all(0.95f), joint);
  return skin;
}

// 6 x 4 patches in a black card, first row at low b (or v); beyond the card black. With uv the card
// fills the unit square, else it lies about the origin of the body.
HWY_NOINLINE inline Skin colour_chart(const Place& at, const Finish& appearance) {
  constexpr float kBorder = 0.08f;  // of a patch
  const Plane plane = plane_of(at, appearance, 0.04f);
  const M by_uv = equal(appearance.mapping, static_cast<int32_t>(Mapping::kUv));
  const V x = select(by_uv, plane.a * all(kChartColumns), plane.a + all(0.5f * kChartColumns));
  const V y = select(by_uv, plane.b * all(kChartRows), plane.b + all(0.5f * kChartRows));
  const V column = clamp(hn::Floor(x), 0, kChartColumns - 1),
          row = clamp(hn::Floor(y), 0, kChartRows - 1);
  const auto inside = [&](V in) {  // fraction of the pixel on the patch
    return unit((hn::Min(in, all(1) - in) - all(kBorder)) / plane.pixel + all(0.5f));
  };
  const V fraction = inside(x - column) * inside(y - row);
  const I index = hn::ConvertTo(IntTag(), (row * all(kChartColumns) + column) * all(3));
  const float* table = chart_reflectance().data();
  Skin skin = plain_skin(appearance);
  const V3 patch = {gather(table, index), gather(table + 1, index), gather(table + 2, index)};
  skin.albedo = mix(rgb(0.02f, 0.02f, 0.02f), patch, fraction);
  return skin;
}

// Bilinear in the level of detail nearest to the pixel; `pixel` in widths of the picture.
HWY_INLINE V3 image_at(const ImageTexture& image, V u, V v, V pixel) {
  const auto levels = image.levels();
  const V texels = pixel * all(static_cast<float>(std::max(levels[0].width, levels[0].height)));
  const V exact = log2(clamp(texels, 1, 1e6f)) + all(0.5f);
  const I level = floor_int(clamp(exact, 0, static_cast<float>(levels.size() - 1)));
  static_assert(sizeof(ImageTexture::Level) == 3 * sizeof(int32_t));
  const I at = level * all_int(3);
  const int32_t* sizes = &levels[0].width;
  const I width = gather(sizes, at), height = gather(sizes + 1, at), first = gather(sizes + 2, at);
  const auto pair = [](V periods, I n) -> Pair {
    const V size = hn::ConvertTo(Tag(), n), x = (periods - hn::Floor(periods)) * size - all(0.5f);
    const V whole = hn::Floor(x);
    const I last = hn::Sub(n, all_int(1)), low = hn::ConvertTo(IntTag(), whole);
    const I high = hn::Add(low, all_int(1));
    return {hn::IfThenElse(hn::Lt(low, all_int(0)), last, hn::Min(low, last)),
            hn::IfThenElse(hn::Gt(high, last), all_int(0), high), x - whole};
  };
  const Pair x = pair(u, width), y = pair(v, height);
  const auto texel = [&](I column, I row) -> V3 {
    const I index = hn::Add(first, hn::Mul(hn::Add(hn::Mul(row, width), column), all_int(3)));
    return {gather(image.data(), index), gather(image.data() + 1, index),
            gather(image.data() + 2, index)};
  };
  return mix(mix(texel(x.near, y.near), texel(x.far, y.near), x.fraction),
             mix(texel(x.near, y.far), texel(x.far, y.far), x.fraction), y.fraction);
}
// Replaces the albedo of the looks that carry a picture.
HWY_NOINLINE inline void lay_images(std::span<const ImageTexture> textures, const Place& at,
                                    Finish& appearance) {
  if (textures.empty()) return;
  const M with_image = hn::RebindMask(Tag(), hn::Gt(appearance.texture, all_int(-1)));
  if (!any(with_image)) return;
  const Plane plane = plane_of(at, appearance, 1);
  for (size_t k = 0; k < textures.size(); ++k) {
    const M mine = equal(appearance.texture, static_cast<int32_t>(k));
    if (any(mine))
      appearance.albedo = select(mine, image_at(textures[k], plane.a, plane.b, plane.pixel),
                                 appearance.albedo);
  }
}

}  // namespace hadal::sensors::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
