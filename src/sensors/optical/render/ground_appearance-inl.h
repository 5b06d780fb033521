// Loose ground, seen from above: sand, gravel, mud.
#if defined(HADAL_SENSORS_OPTICAL_RENDER_GROUND_APPEARANCES_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef HADAL_SENSORS_OPTICAL_RENDER_GROUND_APPEARANCES_INL_H_
#undef HADAL_SENSORS_OPTICAL_RENDER_GROUND_APPEARANCES_INL_H_
#else
#define HADAL_SENSORS_OPTICAL_RENDER_GROUND_APPEARANCES_INL_H_
#endif

#include "sensors/optical/render/appearance_parts-inl.h"

HWY_BEFORE_NAMESPACE();
namespace hadal::sensors::HWY_NAMESPACE {

// Single grains of 2 mm, only where pixels are smaller: light and dark ones about the mean.
HWY_INLINE V grains(const Place& at) {
  const V left = unit(all(1.5f) - at.footprint * all(500));
  if (!any(left > zero())) return zero();
  const I mask = all_int((1 << 19) - 1);
  const U bits = cell_hash(hn::And(floor_int(at.p.x * all(512)), mask),
                          hn::And(floor_int(at.p.y * all(512)), mask));
  const V grain = unit_fraction(bits) - all(0.5f);
  return left * (all(0.22f) * grain + where(grain < all(-0.46f), all(-0.3f)) +
                 where(grain > all(0.47f), all(0.4f)));
}

// Bits of shell and stone of some millimetres, in one of twenty cells of 16 mm.
struct Shells {
  V pale, dark;
  V slope_x, slope_y;
};
HWY_INLINE Shells shells(const Place& at) {
  const V left = shown(at.footprint, 0.014f);
  if (!any(left > zero())) return {zero(), zero(), zero(), zero()};
  const Spot spot = spot_at(at.p.x, at.p.y, 64, 1);
  const V body = left * smooth_step(1.0f, 0.7f, spot.distance + all(0.25f) * spot.dx);
  const V pale = body * where(spot.chance < all(0.022f), all(1));
  const V dark = body * where(spot.chance > all(0.97f), all(1));
  const V steep = all(-0.5f) * (pale + dark);
  return {pale, dark, steep * spot.dx, steep * spot.dy};
}

// Relief of 0.5 to 4 cm, as animals and sorted grains make it: 0.6 mm rms. Only from near by,
// where a pixel is smaller.
HWY_INLINE Channels small_relief(const TextureTiles& tiles, const Place& at) {
  const V left = shown(at.footprint, 0.012f);
  if (!any(left > zero())) return no_channels();
  Channels out = ground_tile(tiles.clouds, at.p.x, at.p.y, 4928, 3696, at.footprint);  // 17 cm
  const V height_m = all(0.0024f) * left;
  return {out.a * left, out.b * height_m, out.c * height_m, out.d * left};
}

HWY_NOINLINE inline Skin sand(const TextureTiles& tiles, const Place& at,
                              const Finish& appearance) {
  const Channels broad = broad_ground(tiles.clouds, at.p.x, at.p.y, at.footprint);
  const Channels cloud = sand_clouds(tiles.clouds, at.p.x, at.p.y, at.footprint);
  const Channels fine = ground_tile(tiles.clouds, at.p.x, at.p.y, 1448, 1086, at.footprint);
  const Channels small = small_relief(tiles, at);
  const V wavelength = select(appearance.scale > zero(), appearance.scale, all(kSandRipple_m));
  const SandWander wander = sand_wander(at.p.x, at.p.y, at.up, wavelength, cloud, broad);
  V s1, c1;
  sine_cosine(wander.turns, s1, c1);
  const V s2 = all(2) * s1 * c1, c2 = c1 * c1 - s1 * s1;
  const V left = wander.amount * shown(at.footprint, wavelength);
  const V crest = left * (s1 - all(0.25f) * s2);
  const V rise = left * all(kSandSlope) * (c1 - all(0.5f) * c2);
  const Shells shell = shells(at);
  const V tone = all(1) + all(0.2f) * cloud.a + all(0.34f) * fine.a + all(0.16f) * crest +
                 all(0.35f) * broad.a + all(0.25f) * small.a + grains(at);
  // Dark, light remains of weed gather in the troughs, in some places more than in others.
  const V litter = cloud.d + all(0.5f) * fine.d + all(1.1f) * broad.d - all(0.3f) * crest;
  const V debris = all(0.7f) * smooth_step(0.1f, 1.0f, litter);
  V3 albedo = appearance.albedo * hn::Max(tone, all(0.2f));
  albedo = mix(albedo, tinted(albedo, rgb(0.45f, 0.46f, 0.44f)), debris);
  albedo = mix(albedo, rgb(0.62f, 0.58f, 0.50f), shell.pale);
  albedo = mix(albedo, rgb(0.13f, 0.11f, 0.09f), shell.dark);
  const V3 slope = {rise * all(kAcrossSand[0]) + all(0.014f) * cloud.b + all(0.0026f) * fine.b +
                        small.b + shell.slope_x,
                    rise * all(kAcrossSand[1]) + all(0.014f) * cloud.c + all(0.0026f) * fine.c +
                        small.c + shell.slope_y,
                    zero()};
  return {albedo, slope,  appearance.roughness,
          zero(), zero(), unit(all(0.86f) + all(0.14f) * crest + all(0.2f) * fine.a)};
}

// Two layers of stones of 3 and 4.5 cm, the higher one on top: without a period together.
HWY_INLINE Channels large_stones(const TextureTiles& tiles, const Place& at) {
  const Channels one = ground_tile(tiles.pebbles, at.p.x, at.p.y, 2010, 392, at.footprint);
  const Channels other = ground_tile(tiles.pebbles, at.p.x, at.p.y, 1152, -832, at.footprint);
  const V taller = all(1.44f);  // of the same shape at another scale
  const M top = other.a * taller > one.a;
  return {select(top, other.a, one.a), select(top, other.b * taller, one.b),
          select(top, other.c * taller, one.c), select(top, other.d, one.d)};
}

// Stones of 3 to 5 cm in finer ones of 1.3 cm, each of its own tone.
HWY_NOINLINE inline Skin gravel(const TextureTiles& tiles, const Place& at,
                                const Finish& appearance) {
  const Channels broad = broad_ground(tiles.clouds, at.p.x, at.p.y, at.footprint);
  const Channels cloud = ground_tile(tiles.clouds, at.p.x, at.p.y, 144, 192, at.footprint);  // 4 m
  const Channels large = large_stones(tiles, at);
  const Channels small = ground_tile(tiles.pebbles, at.p.x, at.p.y, 3072, -4096, at.footprint);
  // Large stones where they stand out of the small ones, which lie higher in some places.
  const V near = shown(at.footprint, 0.06f), nearest = shown(at.footprint, 0.026f);
  const V bed = all(0.4f) * small.a + all(0.12f) + all(0.4f) * cloud.d + all(0.4f) * broad.d;
  const V is_large = smooth_step(-0.03f, 0.03f, large.a - bed) * near;
  const V stone = mix(small.d * nearest, large.d, is_large);
  const V dome = mix((small.a - all(0.1f)) * nearest, large.a - bed - all(0.2f), is_large);
  const V tone = all(1.02f) + all(0.8f) * stone + all(0.3f) * broad.a + all(0.2f) * cloud.a;
  const V warm = unit(all(0.4f) + all(1.8f) * stone * stone + all(1.2f) * small.d);
  V3 albedo = mix(appearance.albedo, tinted(appearance.albedo, rgb(1.2f, 0.98f, 0.76f)), warm);
  albedo = albedo * (hn::Max(tone, all(0.25f)) *
                     (all(0.96f) + all(0.12f) * near + all(0.7f) * hn::Min(dome, zero())));
  const V coarse = all(0.022f) * is_large, fine = all(0.005f) * (all(1) - is_large);
  const V3 slope = {coarse * large.b + fine * small.b + all(0.015f) * cloud.b,
                    coarse * large.c + fine * small.c + all(0.015f) * cloud.c, zero()};
  return {albedo, slope, appearance.roughness, zero(), zero(), unit(all(0.85f) + all(0.8f) * dome)};
}

// Burrows, in one of seven cells of 25 cm: a dark hole with a pale rim of what was thrown out.
struct Burrow {
  V rim, hole;
  V slope_x, slope_y;
};
HWY_INLINE Burrow burrows(const Place& at) {
  const V left = shown(at.footprint, 0.06f);
  if (!any(left > zero())) return {zero(), zero(), zero(), zero()};
  const Spot spot = spot_at(at.p.x, at.p.y, 4, 2);
  const V inhabited = left * where(spot.chance < all(0.14f), all(1));
  const V rim = inhabited * smooth_step(1.0f, 0.25f, spot.distance);
  const V hole = inhabited * smooth_step(0.24f, 0.17f, spot.distance);
  // A cone of 0.3 up to the hole.
  const V steep =
      inhabited * where(spot.distance < all(1), all(0.3f)) *
      (select(spot.distance < all(0.24f), all(2.5f), all(-1)) * (all(1) - spot.distance));
  const V scale = steep / hn::Max(spot.distance, all(0.05f));
  return {rim, hole, scale * spot.dx, scale * spot.dy};
}

HWY_NOINLINE inline Skin mud(const TextureTiles& tiles, const Place& at, const Finish& appearance) {
  const Channels broad = broad_ground(tiles.clouds, at.p.x, at.p.y, at.footprint);
  const Channels cloud = scattered_tile(tiles.clouds, at.p.x, at.p.y, 256, at.footprint);
  const Channels fine = ground_tile(tiles.clouds, at.p.x, at.p.y, 1086, 1448, at.footprint);
  const Burrow burrow = burrows(at);
  const V tone = all(1) + all(0.24f) * cloud.a + all(0.3f) * fine.a + all(0.4f) * broad.a +
                 all(0.3f) * burrow.rim + grains(at) * all(0.4f);
  // A film of algae and fluff in patches.
  const V film = smooth_step(0.05f, 0.6f, cloud.d + all(0.5f) * fine.d + broad.d);
  V3 albedo = mix(appearance.albedo, tinted(appearance.albedo, rgb(0.74f, 0.80f, 0.58f)),
                  all(0.6f) * film);
  albedo = albedo * (hn::Max(tone, all(0.3f)) * (all(1) - all(0.8f) * burrow.hole));
  const V3 slope = {all(0.018f) * cloud.b + all(0.0022f) * fine.b + burrow.slope_x,
                    all(0.018f) * cloud.c + all(0.0022f) * fine.c + burrow.slope_y, zero()};
  return {albedo, slope,  appearance.roughness,
          zero(), zero(), unit(all(0.95f) + all(0.15f) * fine.a - all(0.6f) * burrow.hole)};
}

}  // namespace hadal::sensors::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
