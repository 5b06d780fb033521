#include "sensors/optical/render/shade_kernel.h"

#define HWY_TARGET_INCLUDE "sensors/optical/render/day_kernel.cpp"
#include "math/simd/highway.h"
#include "sensors/optical/render/caustics-inl.h"
#include "sensors/optical/render/water-inl.h"

HWY_BEFORE_NAMESPACE();
namespace hadal::sensors::HWY_NAMESPACE {

// Light of one band along a line of sight: sun and all of it, on level ground, at the eye, and what
// of that at the far end arrives at the eye.
struct Ends {
  V sun_here, sun_there, total_here, total_there;
};

// The factors exp(-k z) of all bands at the depth of the eye, which lines of sight mostly share:
// then the bands take the lanes of one vector.
struct EyeFactors {
  alignas(32) float sun[8], total[8];
};
HWY_INLINE void eye_factors(const WaterLayerLight& water, float depth, EyeFactors& out) {
  alignas(32) float k_sun[8] = {}, k_total[8] = {};
  for (size_t band = 0; band < kBands; ++band)
    k_sun[band] = water.k_sun[band], k_total[band] = water.k_total[band];
  const V down = all(-(depth - water.top_m));
  for (size_t i = 0; i < 8; i += hn::Lanes(Tag())) {
    store(exp(down * load(k_sun + i)), out.sun + i);
    store(exp(down * load(k_total + i)), out.total + i);
  }
}
HWY_INLINE Ends ends_of(const WaterLayerLight& water, int band, const Sight& s, V far_depth,
                        const EyeFactors* eye) {
  const V sun = all(water.sun[band]), total = all(water.total[band]), top = all(water.top_m);
  const V optical_depth = s.length * all(water.path[band]), far_below = top - far_depth;
  const auto here = [&](float k) { return exp((top - s.depth) * all(k)); };
  const auto there = [&](float k) { return exp(far_below * all(k) - optical_depth); };
  return {sun * (eye ? all(eye->sun[band]) : here(water.k_sun[band])),
          sun * there(water.k_sun[band]),
          total * (eye ? all(eye->total[band]) : here(water.k_total[band])),
          total * there(water.k_total[band])};
}

// Integral along a line of sight of what falls by exp(-x s / length), where x is small.
HWY_INLINE V short_integral(V here, V x, V length) {
  const V series =
      all(1) - x * all(0.5f) * (all(1) - x * all(1.0f / 3) * (all(1) - x * all(0.25f)));
  return here * length * series;
}
// Integrals of the sun's beam and of all light, which fall from `here` to `there` by exp(-rate s);
// both by one division.
struct Sums {
  V sun, total;
};
HWY_INLINE Sums integrals(const Ends& e, V sun_rate, V total_rate, V length) {
  constexpr float kSmall = 1e-2f;
  const V x = sun_rate * length, y = total_rate * length;
  const M small_x = hn::Abs(x) < all(kSmall), small_y = hn::Abs(y) < all(kSmall);
  const V a = select(small_x, all(1), sun_rate), b = select(small_y, all(1), total_rate);
  const V per_both = all(1) / (a * b);
  const V sun = (e.sun_here - e.sun_there) * (b * per_both);
  const V total = (e.total_here - e.total_there) * (a * per_both);
  if (!any(hn::Or(small_x, small_y))) return {sun, total};
  return {select(small_x, short_integral(e.sun_here, x, length), sun),
          select(small_y, short_integral(e.total_here, y, length), total)};
}

// What a line of sight shows: the light on the surface at its end, and that of the water before it.
struct Shown {
  V sun[kBands], around[kBands];  // on the surface, as it arrives
  V beam[kColours], diffuse[kColours];
};

HWY_INLINE void show_in_one(const Light& light, const Sight& s, const Viewing& viewing,
                            const EyeFactors* eye, Shown& out) {
  const WaterLayerLight& water = light.water.front();
  const V far_depth = s.depth + s.down * s.length;
  for (int band = 0; band < kBands; ++band) {
    const Ends e = ends_of(water, band, s, far_depth, eye);
    const V path = all(water.path[band]);
    const Sums sums = integrals(e, path + all(water.k_sun[band]) * s.down,
                                path + all(water.k_total[band]) * s.down, s.length);
    const Glow glow = glow_of(water, band, viewing, sums.sun, sums.total);
    const int c = band / kBandsPerColour;
    out.beam[c] = out.beam[c] + glow.beam;
    out.diffuse[c] = out.diffuse[c] + glow.diffuse;
    out.sun[band] = e.sun_there;
    out.around[band] = e.total_there - e.sun_there;
  }
}

HWY_INLINE void show_in_layers(const Light& light, const Sight& s, const Viewing& viewing,
                               Shown& out) {
  const V far_depth = s.depth + s.down * s.length;
  for (int band = 0; band < kBands; ++band) {
    const Irradiance e = at_depth(light, band, far_depth);
    const V arrives = arriving(light, band, s);
    const Glow glow = glow_through(light, band, viewing, s);
    const int c = band / kBandsPerColour;
    out.beam[c] = out.beam[c] + glow.beam;
    out.diffuse[c] = out.diffuse[c] + glow.diffuse;
    out.sun[band] = e.sun * arrives;
    out.around[band] = (e.total - e.sun) * arrives;
  }
}

// Daylight on the surfaces. Above the water it comes through air.
HWY_INLINE void light_surfaces(const Light& light, M hit, const Sight& s, Shown& shown, Tile16& t,
                               Leaving16* leaving, size_t i) {
  const M wet = is_wet(light, t, i);
  const V3 l = to_sun(light.day, wet);
  const V per_slant = all(1) / hn::Max(hn::Neg(l.z), all(0.02f));
  if (!hn::AllTrue(Tag(), wet))
    for (int band = 0; band < kBands; ++band) {
      shown.sun[band] = select(wet, shown.sun[band], all(light.day.sun_in_air[band]));
      shown.around[band] = select(wet, shown.around[band], all(light.day.sky_in_air[band]));
    }
  const Gloss gloss = gloss_at(t, i);
  const V bright = where(hit, load(t.sun_shown + i) * load(t.caustic + i) * per_slant);
  add3(answer(t, i, gloss, l), bright, shown.sun, t.direct, i);
  // From above all of it, from below what the ground sends back.
  const V up = hn::Neg(load(t.at.nz + i));
  const V seen = (all(0.5f) + all(0.5f) * up) + all(0.5f * light.bottom_albedo) * (all(1) - up);
  const V even = where(hit, seen * load(t.at.cavity + i));
  const V3 ambient = reflected_ambient(gloss, {all(1), all(1), all(1)});
  add3(ambient, even, shown.around, t.ambient, i);
  if (!leaving) return;
  V sun[kBands], around[kBands];
  for (int band = 0; band < kBands; ++band) {
    const Irradiance e = at_depth(light, band, s.depth + s.down * s.length);
    sun[band] = select(wet, e.sun, all(light.day.sun_in_air[band]));
    around[band] = select(wet, e.total - e.sun, all(light.day.sky_in_air[band]));
  }
  add3(answer(t, i, gloss, l), bright, sun, leaving->direct, i);
  add3(ambient, even, around, leaving->ambient, i);
}

HWY_INLINE bool all_alike(const float* lanes) {
  V min = load(lanes), max = min;
  for (size_t i = hn::Lanes(Tag()); i < Tile16::kLanes; i += hn::Lanes(Tag()))
    min = hn::Min(min, load(lanes + i)), max = hn::Max(max, load(lanes + i));
  return hn::GetLane(hn::MinOfLanes(Tag(), min)) == hn::GetLane(hn::MaxOfLanes(Tag(), max));
}

// Water goes on beyond the range within which things are drawn: lines of sight that end on nothing
// are followed to the mean surface or until nothing more arrives. What lies in the last tenth of the
// range fades into that water, so that what is drawn ends without an edge.
HWY_INLINE V length_of(const Light& light, const Tile16& t, const Sight& s, size_t i) {
  constexpr float kOpenWater_m = 1000;
  const M ends = hn::Or(found(t, i), load(t.surface_m + i) < all(1e30f));
  const V to_surface = s.depth / hn::Max(hn::Neg(s.down), all(1e-6f));
  const V open = select(s.down < zero(), hn::Min(to_surface, all(kOpenWater_m)),
                        all(kOpenWater_m));
  const V farther = hn::Max(s.length, open);
  const V left = (all(light.range_m) - load(t.range_m + i)) * all(10 / light.range_m);
  const V gone = all(1) - left, more = gone * gone / hn::Max(left, all(1e-3f));
  const V fading = hn::Min(s.length + s.length * more, farther);
  const V length = select(hn::And(found(t, i), left < all(1)), fading, s.length);
  return select(hn::Or(ends, s.length <= zero()), length, farther);
}

void LightByDay(const Light& light, Tile16& t, Leaving16* leaving) {
  const bool one = light.water.size() == 1, same_eye = one && all_alike(t.rays.oz);
  EyeFactors eye;
  if (same_eye)
    eye_factors(light.water.front(), HWY_MAX(t.rays.oz[0] - light.surface_z, 0.0f), eye);
  HADAL_LANES(i) {
    Sight s = sight_of(light, t, i);
    s.length = length_of(light, t, s, i);
    const M hit = found(t, i), has_length = s.length > zero();
    if (!any(hit) && !any(has_length)) continue;
    const Viewing viewing = looking(light, direction(t.rays, i));
    Shown shown;
    for (int c = 0; c < kColours; ++c) shown.beam[c] = shown.diffuse[c] = zero();
    if (one)
      show_in_one(light, s, viewing, same_eye ? &eye : nullptr, shown);
    else
      show_in_layers(light, s, viewing, shown);
    for (int c = 0; c < kColours; ++c) {
      add(where(has_length, shown.beam[c]), t.beam[c] + i);
      add(where(has_length, shown.diffuse[c]), t.scattered[c] + i);
    }
    if (any(hit)) light_surfaces(light, hit, s, shown, t, leaving, i);
  }
}

void FindCaustics(const Light& light, const CausticView& caustics, Tile16& t) {
  HADAL_LANES(i) {
    const V depth = load(t.at.z + i) - all(light.surface_z);
    const M on = hn::And(found(t, i), depth > zero());
    if (!any(on)) continue;
    const V web =
        caustic(caustics, load(t.at.x + i), load(t.at.y + i), depth, load(t.at.footprint_m + i));
    store(select(on, web, all(1)), t.caustic + i);
  }
}

// Samples of a ray lie where the light of the beam that reaches the eye is even in between.
void GatherBeams(const Light& light, const CausticView& caustics, int samples, Tile16& t) {
  constexpr int kGreen = kBandsPerColour;
  const WaterLayerLight& water = light.water.front();
  HADAL_LANES(i) {
    const Sight s = sight_of(light, t, i);
    if (!any(s.length > zero())) continue;
    const V3 d = direction(t.rays, i), o = origin(t.rays, i);
    const V fades =
        hn::Max(all(water.path[kGreen]) + all(water.k_sun[kGreen]) * s.down, all(0.02f));
    const V lost = all(1) - exp(hn::Neg(fades * s.length)), per_fade = all(-0.693147f) / fades;
    V sum = zero();
    for (int k = 0; k < samples; ++k) {
      const V fraction = (all(static_cast<float>(k)) + load(t.dither + i)) *
                      all(1.0f / static_cast<float>(samples));
      const V at = hn::Min(log2(all(1) - lost * fraction * all(0.9999f)) * per_fade, s.length);
      const V3 p = o + d * at;
      sum = sum + caustic_sample(caustics, p.x, p.y, hn::Max(p.z - all(light.surface_z), zero()),
                                 load(t.dither + i));
    }
    store(select(s.length > zero(), sum * all(1.0f / static_cast<float>(samples)), all(1)),
          t.beam_gain + i);
  }
}

}  // namespace hadal::sensors::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace hadal::sensors {

HWY_EXPORT(LightByDay);
HWY_EXPORT(FindCaustics);
HWY_EXPORT(GatherBeams);

void light_by_day(const Light& light, Tile16& tile, Leaving16* leaving) {
  HWY_DYNAMIC_DISPATCH(LightByDay)(light, tile, leaving);
}
void find_caustics(const Light& light, const CausticView& caustics, Tile16& tile) {
  HWY_DYNAMIC_DISPATCH(FindCaustics)(light, caustics, tile);
}
void gather_beams(const Light& light, const CausticView& caustics, int samples, Tile16& tile) {
  HWY_DYNAMIC_DISPATCH(GatherBeams)(light, caustics, samples, tile);
}

}  // namespace hadal::sensors
#endif
