// The appearance of a vector of surface points: pattern, growth, silt, relief. See appearance.h.
#if defined(HADAL_SENSORS_OPTICAL_RENDER_APPEARANCES_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef HADAL_SENSORS_OPTICAL_RENDER_APPEARANCES_INL_H_
#undef HADAL_SENSORS_OPTICAL_RENDER_APPEARANCES_INL_H_
#else
#define HADAL_SENSORS_OPTICAL_RENDER_APPEARANCES_INL_H_
#endif

#include "sensors/optical/render/ground_appearance-inl.h"
#include "sensors/optical/render/hard_appearance-inl.h"
#include "sensors/optical/render/life_appearance-inl.h"
#include "sensors/optical/render/target_appearance-inl.h"

HWY_BEFORE_NAMESPACE();
namespace hadal::sensors::HWY_NAMESPACE {

// The looks of the lanes: spread where all share one, else gathered field by field.
template <class Word, class Number>
HWY_INLINE Finish finish_by(Word word, Number number) {
  return {word(0),
          word(1),
          word(2),
          {number(3), number(4), number(5)},
          {number(6), number(7), number(8)},
          number(9),
          number(10),
          number(11),
          number(12),
          number(13),
          number(14),
          number(15)};
}
HWY_INLINE Finish finish_of(const Appearance* appearances, I index) {
  const auto* words = reinterpret_cast<const int32_t*>(appearances);
  const auto* numbers = reinterpret_cast<const float*>(appearances);
  const int32_t first = hn::GetLane(index);
  if (hn::AllTrue(IntTag(), hn::Eq(index, all_int(first))))
    return finish_by([&](int k) { return all_int(words[16 * first + k]); },
                     [&](int k) { return all(numbers[16 * first + k]); });
  const I start = hn::ShiftLeft<4>(index);
  return finish_by([&](int k) { return gather(words + k, start); },
                   [&](int k) { return gather(numbers + k, start); });
}

// Replaces the skins of the lanes with a pattern.
template <class Make>
HWY_INLINE void put(const Finish& appearance, Pattern pattern, Skin& skin, Make make) {
  const M mine = equal(appearance.pattern, static_cast<int32_t>(pattern));
  if (any(mine)) skin = select(mine, make(), skin);
}
HWY_INLINE Skin pattern_of(const TextureTiles& tiles, const Place& at, const Finish& appearance) {
  Skin skin = plain_skin(appearance);
  put(appearance, Pattern::kSand, skin, [&] { return sand(tiles, at, appearance); });
  put(appearance, Pattern::kGravel, skin, [&] { return gravel(tiles, at, appearance); });
  put(appearance, Pattern::kMud, skin, [&] { return mud(tiles, at, appearance); });
  put(appearance, Pattern::kRock, skin, [&] { return rock(tiles, at, appearance); });
  put(appearance, Pattern::kConcrete, skin, [&] { return concrete(tiles, at, appearance); });
  put(appearance, Pattern::kRust, skin, [&] { return rust(tiles, at, appearance); });
  put(appearance, Pattern::kPaint, skin, [&] { return paint(tiles, at, appearance); });
  put(appearance, Pattern::kWood, skin, [&] { return wood(tiles, at, appearance); });
  put(appearance, Pattern::kCoral, skin, [&] { return coral(tiles, at, appearance); });
  put(appearance, Pattern::kLeaf, skin, [&] { return leaf(tiles, at, appearance); });
  put(appearance, Pattern::kFish, skin, [&] { return fish(tiles, at, appearance); });
  put(appearance, Pattern::kChecker, skin, [&] { return checker(at, appearance); });
  put(appearance, Pattern::kColourChart, skin, [&] { return colour_chart(at, appearance); });
  put(appearance, Pattern::kGrid, skin, [&] { return grid(at, appearance); });
  return skin;
}

// Barnacles of 1 to 2 cm, in clusters.
struct Barnacles {
  V shell, mouth;
  V3 slope;
};
HWY_INLINE Barnacles barnacles(const Place& at, V density) {
  const V left = shown(at.footprint, 0.03f);
  if (!any(left > zero())) return {zero(), zero(), none()};
  const Side side = side_of(at);
  const Spot spot = spot_at(side.a, side.b, 32, 4);
  const V lives = left * where(spot.chance < density, all(1));
  const V shell = lives * smooth_step(1.0f, 0.85f, spot.distance);
  const V mouth = lives * smooth_step(0.42f, 0.3f, spot.distance);
  const V steep = (all(1.6f) * mouth - all(0.8f) * shell) / hn::Max(spot.distance, all(0.1f));
  return {shell, mouth, slope_on(side, steep * spot.dx, steep * spot.dy)};
}

// Green-brown growth over a fraction `fouling` of the surface.
HWY_NOINLINE inline void overgrow(const TextureTiles& tiles, const Place& at,
                                  const Finish& appearance,
                                  Skin& skin) {
  const Relief patch = sheared_volume(tiles, at.p, kOneShear, 37, at.footprint);    // 1.3 m
  const Relief tuft = sheared_volume(tiles, at.p, kOtherShear, 120, at.footprint);  // 0.26 m
  const V some = hn::Min(appearance.fouling * all(12), all(1));
  // The level that a fraction `fouling` of the noise (deviation 0.3) passes.
  const V fraction = appearance.fouling - all(0.5f);
  const V level =
      patch.value + all(0.7f) * tuft.value + fraction * (all(0.67f) + all(2.4f) * fraction *
                                                         fraction);
  const V cover = some * smooth_step(-0.08f, 0.12f, level);
  const V tone = hn::Max(all(0.85f) + all(1.4f) * tuft.value + all(0.4f) * patch.value, all(0.25f));
  const V3 weed = mix(rgb(0.105f, 0.085f, 0.045f), rgb(0.10f, 0.108f, 0.058f),
                      smooth_step(-0.25f, 0.25f, patch.value - tuft.value));
  skin.albedo = mix(skin.albedo, weed * tone, cover);
  // Never in all cells: their lattice would show.
  const V crowd = hn::Min((level - all(0.05f)) * all(1.5f), all(0.45f));
  const Barnacles grown = barnacles(at, some * crowd);
  const V3 lime = rgb(0.47f, 0.44f, 0.38f) * (all(1) + all(0.5f) * tuft.value);
  skin.albedo = mix(skin.albedo, lime, grown.shell * (all(0.9f) - all(0.7f) * grown.mouth));
  const V3 growth = patch.slope * all(0.02f) + tuft.slope * all(0.014f);
  skin.slope = mix(skin.slope, growth, cover) + grown.slope;
  const V both = hn::Max(cover, grown.shell);
  skin.roughness = mix(skin.roughness, all(1), both);
  skin.metallic = skin.metallic * (all(1) - both);
  skin.cavity =
      mix(skin.cavity, unit(all(0.85f) + tuft.value), cover) * (all(1) - all(0.5f) * grown.mouth);
}

// Silt that rests on what points up, in hollows first; it smooths the relief.
HWY_NOINLINE inline void cover_with_silt(const TextureTiles& tiles, const Place& at,
                                         const Finish& appearance, Skin& skin) {
  const Relief drift = sheared_volume(tiles, at.p, kOtherShear, 39, at.footprint);  // 0.8 m
  const V level = at.up + all(0.9f) * drift.value - all(0.35f) * (skin.cavity - all(0.75f)) -
                  (all(1.15f) - all(0.95f) * appearance.sediment);
  const V cover = hn::Min(appearance.sediment * all(8), all(1)) * smooth_step(-0.12f, 0.22f, level);
  const V3 silt = rgb(0.34f, 0.30f, 0.235f) * (all(1) + all(0.4f) * drift.value);
  skin.albedo = mix(skin.albedo, silt, all(0.92f) * cover);
  skin.slope = mix(skin.slope, skin.slope * all(0.3f) + drift.slope * all(0.008f), cover);
  skin.roughness = mix(skin.roughness, all(1), cover);
  skin.metallic = skin.metallic * (all(1) - cover);
  skin.transmission = skin.transmission * (all(1) - cover);
  skin.cavity = mix(skin.cavity, all(1), all(0.6f) * cover);
}

// The normal with the relief, kept on the outer side of the face.
HWY_INLINE V3 tilted(V3 normal, V3 face, V3 slope_N) {
  constexpr float kMinCosine = 0.02f;
  const V3 in_surface = slope_N - normal * dot(normal, slope_N);
  const V3 n = normalised(normal - in_surface);
  const V below = hn::Max(all(kMinCosine) - dot(n, face), zero());
  return normalised(n + face * below);
}

HWY_INLINE void look_at(const TextureTiles& tiles, std::span<const Appearance> appearances,
                        std::span<const ImageTexture> textures, Surface16& s, int i) {
  const V3 normal = load3(s.nx + i, s.ny + i, s.nz + i);
  V r[9];
  for (int k = 0; k < 9; ++k) r[k] = load(s.turn[k] + i);
  const V3 in_body = {r[0] * normal.x + r[3] * normal.y + r[6] * normal.z,
                      r[1] * normal.x + r[4] * normal.y + r[7] * normal.z,
                      r[2] * normal.x + r[5] * normal.y + r[8] * normal.z};
  const Place at = {load3(s.lx + i, s.ly + i, s.lz + i),
                    in_body,
                    zero() - normal.z,
                    load(s.footprint_m + i),
                    load(s.u + i),
                    load(s.v + i)};
  Finish appearance = finish_of(appearances.data(), load(s.appearance + i));
  lay_images(textures, at, appearance);
  Skin skin = pattern_of(tiles, at, appearance);
  if (any(appearance.fouling > zero())) overgrow(tiles, at, appearance, skin);
  if (any(appearance.sediment > zero())) cover_with_silt(tiles, at, appearance, skin);
  const V3 g = skin.slope;
  const V3 slope = {r[0] * g.x + r[1] * g.y + r[2] * g.z, r[3] * g.x + r[4] * g.y + r[5] * g.z,
                    r[6] * g.x + r[7] * g.y + r[8] * g.z};
  const V3 n = tilted(normal, load3(s.gx + i, s.gy + i, s.gz + i), slope);
  store(n.x, s.nx + i), store(n.y, s.ny + i), store(n.z, s.nz + i);
  store(unit(skin.albedo.x), s.r + i), store(unit(skin.albedo.y), s.g + i);
  store(unit(skin.albedo.z), s.b + i);
  store(unit(skin.roughness), s.roughness + i), store(unit(skin.metallic), s.metallic + i);
  store(unit(skin.transmission), s.transmission + i), store(unit(skin.cavity), s.cavity + i);
}

}  // namespace hadal::sensors::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
