// Living things: coral, leaves, fish. The body's z points down, so its top is at low z.
#if defined(HADAL_SENSORS_OPTICAL_RENDER_LIFE_APPEARANCES_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef HADAL_SENSORS_OPTICAL_RENDER_LIFE_APPEARANCES_INL_H_
#undef HADAL_SENSORS_OPTICAL_RENDER_LIFE_APPEARANCES_INL_H_
#else
#define HADAL_SENSORS_OPTICAL_RENDER_LIFE_APPEARANCES_INL_H_
#endif

#include "sensors/optical/render/appearance_parts-inl.h"

HWY_BEFORE_NAMESPACE();
namespace hadal::sensors::HWY_NAMESPACE {

// Polyps of 9 mm; young, pale flesh towards the top, over `scale_m` (0.5 m).
HWY_NOINLINE inline Skin coral(const TextureTiles& tiles, const Place& at,
                               const Finish& appearance) {
  const Relief middle = sheared_volume(tiles, at.p, kOneShear, 108, at.footprint);  // 0.45 m
  const Relief fine = sheared_volume(tiles, at.p, kOtherShear, 240, at.footprint);
  const Side side = side_of(at);
  const Channels polyp = ground_tile(tiles.polyps, side.a, side.b, 5760, 4320, at.footprint);
  const V left = shown(at.footprint, 0.009f);
  const V size = select(appearance.scale > zero(), appearance.scale, all(0.5f));
  const V tip = smooth_step(0.15f, 0.95f, zero() - at.p.z / size);
  const V mouth = left * smooth_step(0.18f, 0.28f, polyp.a),
          ring = left * smooth_step(-0.3f, 0.1f, polyp.a);
  const V tone = all(0.85f) + all(0.8f) * middle.value + all(0.5f) * fine.value + all(0.45f) * tip +
                 all(0.3f) * ring - all(0.55f) * mouth;
  V3 albedo = appearance.albedo * hn::Max(tone, all(0.2f));
  albedo = mix(albedo, rgb(0.72f, 0.68f, 0.60f), tip * (all(0.15f) + all(0.25f) * ring));
  const V knob = left * all(0.0022f);
  const V3 slope = slope_on(side, knob * polyp.b, knob * polyp.c) + middle.slope * all(0.012f) +
                   fine.slope * all(0.004f);
  return {albedo,
          slope,
          appearance.roughness,
          zero(),
          appearance.transmission,
          unit(all(0.72f) + all(0.5f) * middle.value + all(0.25f) * ring)};
}

// A blade: v from foot to tip, ribs along it, spots of epiphytes, paler and browner at the tip.
HWY_NOINLINE inline Skin leaf(const TextureTiles& tiles, const Place& at,
                              const Finish& appearance) {
  const Relief spot = sheared_volume(tiles, at.p, kOneShear, 290, at.footprint);  // 0.17 m
  const V size = select(appearance.scale > zero(), appearance.scale, all(0.6f));
  const M by_uv = equal(appearance.mapping, static_cast<int32_t>(Mapping::kUv));
  const V along = unit(select(by_uv, at.v, zero() - at.p.z / size));
  const V ribs = where(by_uv, shown(at.footprint, 0.003f) * sine(at.u * all(6)));
  const V middle = where(by_uv, unit(all(1) - hn::Abs(at.u - all(0.5f)) * all(12)));
  const V grown = smooth_step(0.1f, 0.4f, spot.value + all(0.5f) * along - all(0.25f));
  const V tone = all(0.72f) + all(0.45f) * along + all(0.35f) * spot.value + all(0.08f) * ribs +
                 all(0.15f) * middle;
  V3 albedo = appearance.albedo * hn::Max(tone, all(0.2f));
  albedo = mix(albedo, tinted(albedo, rgb(1.7f, 1.15f, 0.7f)), all(0.6f) * along * along);
  albedo = mix(albedo, rgb(0.30f, 0.28f, 0.20f), all(0.5f) * grown);
  return {albedo,
          spot.slope * all(0.004f),
          appearance.roughness,
          zero(),
          appearance.transmission * (all(1) - all(0.6f) * grown),
          all(0.45f) + all(0.55f) * along};
}

// Rows of scales, every other row shifted by half: distance from the middle of the scale that lies
// on top, 0..1 at its edge, on a body as long as 70 scales.
HWY_INLINE V scale_edge(const Place& at, V length) {
  const V size = length * all(1.0f / 70);
  const V row = at.p.z / (size * all(0.6f)), whole = hn::Floor(row);
  const V half = whole * all(0.5f) - hn::Floor(whole * all(0.5f));
  const V column = at.p.x / size + half;
  const V x = column - hn::Floor(column) - all(0.5f), z = (row - whole) * all(0.8f) - all(0.3f);
  return root(x * x + z * z) * all(1.7f) * shown(at.footprint, size);
}

// Counter-shading: the back takes `second`, flanks the albedo with a silver sheen, the belly is
// pale (Thayer 1896).
HWY_NOINLINE inline Skin fish(const TextureTiles& tiles, const Place& at,
                              const Finish& appearance) {
  const V length = select(appearance.scale > zero(), appearance.scale, all(0.3f));
  const Relief mottle =
      volume_at(tiles.volume, at.p * (all(1.5f) / length), at.footprint * (all(96) / length));
  const V upward = zero() - at.normal.z;
  const V back = smooth_step(0.1f, 0.75f, upward + all(0.5f) * mottle.value);
  const V belly = smooth_step(0.25f, 0.9f, zero() - upward);
  const V edge = scale_edge(at, length), rim = smooth_step(0.75f, 1.0f, edge);
  V3 albedo = mix(appearance.albedo, appearance.second, back);
  albedo = mix(albedo, rgb(0.72f, 0.72f, 0.70f), all(0.85f) * belly);
  albedo = albedo * (all(1) + all(0.25f) * mottle.value - all(0.25f) * rim * (all(1) - belly));
  const V flank = (all(1) - back) * (all(1) - all(0.5f) * belly);
  const V3 slope = {all(0.10f) * (edge - all(0.5f)) * shown(at.footprint, length * all(1.0f / 70)),
                    zero(), zero()};
  return {albedo,         slope,
          appearance.roughness, hn::Max(appearance.metallic, all(0.45f) * flank),
          zero(),         all(1) - all(0.15f) * rim};
}

}  // namespace hadal::sensors::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
