// Hard things: rock, concrete, rust, paint, wood. Patterns in the frame of the body.
#if defined(HADAL_SENSORS_OPTICAL_RENDER_HARD_APPEARANCES_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef HADAL_SENSORS_OPTICAL_RENDER_HARD_APPEARANCES_INL_H_
#undef HADAL_SENSORS_OPTICAL_RENDER_HARD_APPEARANCES_INL_H_
#else
#define HADAL_SENSORS_OPTICAL_RENDER_HARD_APPEARANCES_INL_H_
#endif

#include "sensors/optical/render/appearance_parts-inl.h"

HWY_BEFORE_NAMESPACE();
namespace hadal::sensors::HWY_NAMESPACE {

// Four sizes of the volume: 16 m, 2 m, 0.4 m, and 8 cm near by.
struct Rough {
  V broad, middle, fine;        // values
  V3 middle_slope, fine_slope;  // per metre
};
HWY_INLINE Rough roughness_of(const TextureTiles& tiles, const Place& at) {
  const Relief broad = sheared_volume(tiles, at.p, kOtherShear, 2, at.footprint);
  const Relief middle = sheared_volume(tiles, at.p, kOneShear, 24, at.footprint);
  const Relief fine = sheared_volume(tiles, at.p, kOtherShear, 77, at.footprint);
  Rough rough = {broad.value, middle.value, fine.value, middle.slope, fine.slope};
  const V left = shown(at.footprint, 0.012f);
  if (any(left > zero())) {
    const Relief grain = sheared_volume(tiles, at.p, kOneShear, 580, at.footprint);
    rough.fine = rough.fine + all(0.5f) * left * grain.value;
    rough.fine_slope = rough.fine_slope + grain.slope * (all(0.2f) * left);
  }
  return rough;
}
// A thin line where a field passes through zero; width in values of the field.
HWY_INLINE V vein(V field, float width) {
  return unit(all(1) - hn::Abs(field) * all(1 / width));
}

// Edges and faces: the relief is that of -|noise|, sharp along its ridges.
HWY_NOINLINE inline Skin rock(const TextureTiles& tiles, const Place& at,
                              const Finish& appearance) {
  const Rough rough = roughness_of(tiles, at);
  // Zero on the average (|noise| has mean 0.2), also where the noise fades.
  const V middle_ridge = all(0.2f) * shown(at.footprint, 0.6f) - hn::Abs(rough.middle),
          fine_ridge = all(0.2f) * shown(at.footprint, 0.12f) - hn::Abs(rough.fine);
  const V near = shown(at.footprint, 0.08f);
  const V crack = vein(rough.middle + all(0.3f) * rough.fine - all(0.12f), 0.03f) * near *
                  smooth_step(-0.15f, 0.15f, rough.broad);
  const V tone = all(1) + all(0.5f) * rough.middle + all(0.55f) * rough.fine +
                 all(0.35f) * rough.broad + all(0.6f) * middle_ridge + all(0.5f) * fine_ridge;
  V3 albedo = appearance.albedo * (hn::Max(tone, all(0.3f)) * (all(1) - all(0.65f) * crack));
  // Brown stains at large, films of algae where it is rough, few pink crusts in between.
  const V stain = smooth_step(-0.4f, 0.6f, rough.broad - all(0.4f) * rough.middle);
  albedo = mix(albedo, tinted(albedo, rgb(1.08f, 0.96f, 0.82f)), stain);
  const V algae =
      smooth_step(-0.02f, 0.3f, rough.middle - all(0.5f) * rough.fine - all(0.5f) * rough.broad);
  albedo = mix(albedo, tinted(albedo, rgb(0.66f, 0.70f, 0.52f)), all(0.75f) * algae);
  const V crust =
      smooth_step(0.3f, 0.42f, rough.fine - rough.middle * all(0.5f) + all(0.3f) * rough.broad);
  albedo = mix(albedo, rgb(0.25f, 0.18f, 0.18f), all(0.35f) * crust);
  const V3 slope = rough.middle_slope * hn::CopySign(all(0.10f), zero() - rough.middle) +
                   rough.fine_slope * hn::CopySign(all(0.022f), zero() - rough.fine) +
                   rough.fine_slope * all(0.012f);
  return {
      albedo, slope,  appearance.roughness,
      zero(), zero(), unit(all(0.86f) + middle_ridge + fine_ridge * all(0.7f) - all(0.5f) * crack)};
}

HWY_NOINLINE inline Skin concrete(const TextureTiles& tiles, const Place& at,
                                  const Finish& appearance) {
  const Relief cloud = sheared_volume(tiles, at.p, kOneShear, 24, at.footprint);
  const Relief fine = sheared_volume(tiles, at.p, kOtherShear, 160, at.footprint);
  const Relief run = sheared_volume(tiles, at.p, kOtherShear, 16, at.footprint, 6);
  const Side side = side_of(at);
  // Pores of some millimetres in every fifth cell of 16 mm.
  const Spot spot = spot_at(side.a, side.b, 64, 3);
  const V pore = smooth_step(0.85f, 0.6f, spot.distance) * where(spot.chance < all(0.2f), all(1)) *
                 shown(at.footprint, 0.012f);
  const V stain = smooth_step(0.0f, 0.5f, run.value + all(0.5f) * cloud.value);
  const V tone = all(1) + all(0.3f) * cloud.value + all(0.4f) * fine.value - all(0.3f) * stain;
  const V3 albedo = tinted(appearance.albedo, mix(rgb(1, 1, 1), rgb(0.96f, 0.92f, 0.80f), stain)) *
                    (hn::Max(tone, all(0.3f)) * (all(1) - all(0.65f) * pore));
  const V pit = all(0.9f) * pore;
  const V3 slope = slope_on(side, pit * spot.dx, pit * spot.dy) + fine.slope * all(0.0016f) +
                   cloud.slope * all(0.008f);
  return {albedo, slope, appearance.roughness, zero(), zero(), all(1) - all(0.6f) * pore};
}

// Dark scale and orange bloom in streaks down the body, flakes, pale knobs of concretion.
HWY_NOINLINE inline Skin rust(const TextureTiles& tiles, const Place& at,
                              const Finish& appearance) {
  const Rough rough = roughness_of(tiles, at);
  const Relief streak = sheared_volume(tiles, at.p, kOneShear, 40, at.footprint, 7);  // 1.2 m
  const V bloom = unit(all(0.42f) + all(1.0f) * streak.value + all(0.6f) * rough.fine +
                       all(0.5f) * rough.middle + all(0.6f) * rough.broad);
  const V3 scale = tinted(appearance.albedo, rgb(0.34f, 0.46f, 0.72f));
  const V3 orange = tinted(appearance.albedo, rgb(1.9f, 1.85f, 1.6f));
  V3 albedo = mix(scale, orange, bloom * bloom);
  // Flakes: plates with edges at one level of the relief.
  const V level = rough.middle * all(0.6f) + rough.fine;
  const V near = shown(at.footprint, 0.03f);
  const V flake = smooth_step(0.02f, 0.1f, level), edge = vein(level - all(0.06f), 0.05f) * near;
  albedo = albedo * ((all(1.12f) - all(0.3f) * flake) * (all(1) - all(0.45f) * edge));
  const V knob =
      smooth_step(0.24f, 0.5f, rough.fine + all(0.4f) * streak.value - all(0.4f) * rough.middle);
  albedo = mix(albedo, rgb(0.22f, 0.185f, 0.14f) * (all(1) + rough.fine), all(0.55f) * knob);
  const V lift = all(0.010f) + all(0.010f) * knob + all(0.04f) * edge;
  return {albedo,         rough.fine_slope * lift + rough.middle_slope * all(0.02f),
          appearance.roughness, appearance.metallic * all(0.2f),
          zero(),         unit(all(0.85f) + all(0.6f) * level - all(0.3f) * edge)};
}

// A coat over `second`. Wear opens chips, first where the noise is high; rust runs down from them.
HWY_NOINLINE inline Skin paint(const TextureTiles& tiles, const Place& at,
                               const Finish& appearance) {
  const Relief middle = sheared_volume(tiles, at.p, kOneShear, 65, at.footprint);   // 0.75 m
  const Relief fine = sheared_volume(tiles, at.p, kOtherShear, 200, at.footprint);  // 0.16 m
  const V level = middle.value + all(0.6f) * fine.value;
  const V limit = all(0.8f) - all(1.45f) * appearance.wear;
  const V rise = (level - limit) * all(1 / 0.035f);
  const V chip = unit(rise) * hn::Min(appearance.wear * all(20), all(1));
  const V rim = unit(all(1) - hn::Abs(rise - all(0.5f)) * all(0.7f)) *
                hn::Min(appearance.wear * all(20), all(1)) * shown(at.footprint, 0.01f);
  const V stain = unit((level - limit) * all(3) + all(0.75f)) * appearance.wear;
  const V3 bare = appearance.second * unit(all(0.8f) + all(1.3f) * fine.value + all(0.5f) *
                                           middle.value);
  const V3 faded = mix(appearance.albedo, rgb(0.5f, 0.5f, 0.48f) * (mean_of(appearance.albedo) +
      all(0.15f)),
                       all(0.4f) * appearance.wear);
  V3 coat = faded * (all(1) + all(0.18f) * middle.value + all(0.1f) * fine.value);
  coat = mix(coat, tinted(coat, rgb(0.75f, 0.55f, 0.38f)), stain);
  const V3 slope = (middle.slope + fine.slope * all(0.6f)) * (all(-0.012f) * rim) +
                   fine.slope * (all(0.0012f) + all(0.004f) * chip);
  return {mix(coat, bare, chip),
          slope,
          mix(appearance.roughness, all(0.95f), hn::Max(chip, appearance.wear * all(0.6f))),
          appearance.metallic * (all(1) - chip),
          zero(),
          all(1) - all(0.25f) * rim};
}

// Planks side by side along y of the body; where in its own timber each lies.
struct Plank {
  V3 p;
  V tone;  // of the whole plank, -0.5 .. 0.5
  V gap;   // fraction of the pixel that is joint: 4 mm dark
};
HWY_INLINE Plank plank_of(const Place& at, const Finish& appearance) {
  constexpr float kHalfGap_m = 0.002f;
  const M planked = appearance.scale > zero();
  const V width = select(planked, appearance.scale, all(1));
  const V across = at.p.y / width, number = hn::Floor(across), in = across - number;
  const U bits = cell_hash(hn::ConvertTo(IntTag(), number), all_int(17));
  const V shift = where(planked, unit_fraction(bits) * all(7)),
          tone = where(planked, unit_fraction(hn::ShiftLeft<12>(bits)) - all(0.5f));
  const V edge = hn::Min(in, all(1) - in) * width, pixel = hn::Max(at.footprint, all(1e-4f));
  const V covered = unit((all(kHalfGap_m) - edge) / pixel + all(0.5f));
  return {{at.p.x + shift, at.p.y + shift, at.p.z},
          tone * shown(at.footprint, width),
          where(planked, hn::Min(covered, all(2 * kHalfGap_m) / pixel))};
}

// Growth rings cut lengthwise, fibres, cracks along the grain.
HWY_NOINLINE inline Skin wood(const TextureTiles& tiles, const Place& at,
                              const Finish& appearance) {
  const Plank plank = plank_of(at, appearance);
  const Relief ring = fibre_volume(tiles, plank.p, 2.05f, 0.256f, at.footprint);
  const Relief fibre = fibre_volume(tiles, plank.p, 0.64f, 0.037f, at.footprint);
  const Relief cloud = sheared_volume(tiles, at.p, kOneShear, 24, at.footprint);
  const V near = shown(at.footprint, 0.012f);
  const V bands = sine(ring.value * all(4) + (plank.p.y + plank.p.z) * all(9)) * near;
  const V split = ring.value - all(0.2f) * fibre.value - all(0.22f);
  const V crack = vein(split, 0.05f) * near * (all(0.3f) + all(0.7f) * appearance.wear);
  const V tone = all(1) + all(0.18f) * bands + all(0.7f) * fibre.value + all(0.45f) * ring.value +
                 all(0.4f) * plank.tone + all(0.2f) * cloud.value;
  const V3 grey = rgb(1, 1, 1) * (mean_of(appearance.albedo) * all(1.15f));
  V3 albedo = mix(appearance.albedo, grey, all(0.7f) * appearance.wear);
  albedo =
      mix(albedo, tinted(albedo, rgb(1.12f, 0.92f, 0.75f)), unit(all(0.5f) + all(0.5f) * bands));
  const V dark = hn::Max(crack, plank.gap);
  albedo = albedo * (hn::Max(tone, all(0.3f)) * (all(1) - all(0.8f) * dark));
  const V rough = all(0.5f) + appearance.wear;
  const V3 slope = fibre.slope * (all(0.0010f) * rough) +
                   ring.slope * (all(0.004f) * rough - all(0.02f) * crack);
  return {albedo, slope, appearance.roughness, zero(), zero(), all(1) - all(0.7f) * dark};
}

}  // namespace hadal::sensors::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
