#include "sensors/optical/render/shade_kernel.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

// Baseline, SSE4 and AVX2 only: see lanes-inl.h.
#define HWY_DISABLED_TARGETS (HWY_SSSE3 | HWY_AVX3 | HWY_AVX3_DL)
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "sensors/optical/render/shade_kernel.cpp"
#include "hwy/foreach_target.h"
#include "sensors/optical/render/brdf-inl.h"
#include "sensors/optical/render/caustics-inl.h"
#include "sensors/optical/render/lanes-inl.h"
#include "sensors/optical/render/surface-inl.h"

#ifndef HADAL_SHADE_KERNEL_SHARED
#define HADAL_SHADE_KERNEL_SHARED
namespace hadal::sensors {
constexpr float kPi = std::numbers::pi_v<float>;
// Scattering of sea water, two lobes: backward share 1.4 %, p(180 deg) = 0.004 1/sr.
constexpr float kForward = 0.9f, kBackward = -0.25f, kForwardShare = 0.986f;
constexpr float kUpward = 0.2f;     // of diffuse light seen looking straight up, 1/sr; by eye
constexpr float kLampReach_m = 14;  // of samples of scattered light
constexpr float kSunShadow_m = 60;
constexpr float kFarthest = 1e4f;
constexpr float kMostGlint = 30;  // radiance per irradiance of the beam
}  // namespace hadal::sensors
#endif

HWY_BEFORE_NAMESPACE();
namespace hadal::sensors::HWY_NAMESPACE {

#define HADAL_LANES(i) for (size_t i = 0; i < Tile16::kLanes; i += hn::Lanes(Tag()))

HWY_INLINE V phase_lobe(float g, V cosine) {
  const V q = all(1 + g * g) - all(2 * g) * cosine;
  return all((1 - g * g) / (4 * kPi)) / (q * hn::Sqrt(q));
}
HWY_INLINE V phase(V cosine) {
  return all(kForwardShare) * phase_lobe(kForward, cosine) +
         all(1 - kForwardShare) * phase_lobe(kBackward, cosine);
}

HWY_INLINE V3 direction(const raytrace::Rays& r, size_t i) {
  return load3(r.dx + i, r.dy + i, r.dz + i);
}
HWY_INLINE V3 origin(const raytrace::Rays& r, size_t i) {
  return load3(r.ox + i, r.oy + i, r.oz + i);
}
HWY_INLINE M found(const Tile16& t, size_t i) {
  return hn::Not(equal(load(t.hits.instance + i), raytrace::kNothing));
}

HWY_INLINE void add(V value, float* to) {
  store(load(to) + value, to);
}

void FindEnds(float surface_z, Tile16& t) {
  HADAL_LANES(i) {
    const V range =
        hn::Min(load(t.hits.range_m + i), hn::Min(load(t.rays.far_m + i), all(kFarthest)));
    const V3 d = direction(t.rays, i), o = origin(t.rays, i), p = o + d * range;
    store(range, t.range_m + i);
    store(p.x, t.at.x + i), store(p.y, t.at.y + i), store(p.z, t.at.z + i);
    // The part below the surface: all or nothing, since rays are cut there.
    const V middle = o.z + d.z * (range * all(0.5f));
    store(where(middle > all(surface_z), range), t.water_m + i);
    const V facing =
        hn::Max(hn::Abs(dot(load3(t.at.gx + i, t.at.gy + i, t.at.gz + i), d)), all(0.15f));
    store(range * load(t.pixel_rad + i) / facing, t.at.footprint_m + i);
  }
}

// Start of a ray that leaves a surface point.
HWY_INLINE void leave(const Tile16& t, size_t i, V3 towards, V far_m, M on, raytrace::Rays& rays) {
  const V away = all(0.003f) + load(t.range_m + i) * all(0.0005f);
  const V3 p = load3(t.at.x + i, t.at.y + i, t.at.z + i) +
               load3(t.at.gx + i, t.at.gy + i, t.at.gz + i) * away;
  store(p.x, rays.ox + i), store(p.y, rays.oy + i), store(p.z, rays.oz + i);
  store(towards.x, rays.dx + i), store(towards.y, rays.dy + i), store(towards.z, rays.dz + i);
  store(zero(), rays.near_m + i);
  store(select(on, far_m, all(-1)), rays.far_m + i);
}

HWY_INLINE V3 normal(const Tile16& t, size_t i) {
  return load3(t.at.nx + i, t.at.ny + i, t.at.nz + i);
}
// Towards the sun from a place that is under water or not.
HWY_INLINE V3 to_sun(const DayLight& day, M wet) {
  return select(wet, all3(day.in_water.data()), all3(day.in_air.data())) * all(-1);
}
HWY_INLINE M is_wet(const Light& light, const Tile16& t, size_t i) {
  return load(t.at.z + i) > all(light.surface_z);
}

void AimAtSun(const Light& light, const Tile16& t, raytrace::Rays& rays) {
  HADAL_LANES(i) {
    const M wet = is_wet(light, t, i);
    const V3 l = to_sun(light.day, wet);
    const V facing = dot(normal(t, i), l);
    const M on =
        hn::And(found(t, i), hn::Or(facing > zero(), load(t.at.transmission + i) > zero()));
    const V up_m = (load(t.at.z + i) - all(light.surface_z)) / hn::Max(hn::Neg(l.z), all(0.02f));
    leave(t, i, l, select(wet, hn::Min(up_m, all(kSunShadow_m)), all(kSunShadow_m)), on, rays);
  }
}

void AimAround(const Tile16& t, const float* first, const float* second, float reach_m,
               raytrace::Rays& rays) {
  HADAL_LANES(i) {
    const V3 n = normal(t, i);
    // A basis about n (Duff et al. 2017).
    const V sign = hn::CopySign(all(1), n.z);
    const V a = all(-1) / (sign + n.z), b = n.x * n.y * a;
    const V3 u{all(1) + sign * n.x * n.x * a, sign * b, hn::Neg(sign * n.x)};
    const V3 v{b, sign + n.y * n.y * a, hn::Neg(n.y)};
    const V r = load(first + i);
    V s, c;
    sine_cosine(load(second + i), s, c);
    const V flat = hn::Sqrt(r);
    const V3 d = u * (flat * c) + v * (flat * s) + n * root(all(1) - r);
    leave(t, i, d, all(reach_m), found(t, i), rays);
  }
}

// The nearest place of a lamp to p, and its light there.
struct Shine {
  V3 to_lamp;  // unit
  V range;
  V share;  // of the intensity on the axis, by the cone
};
HWY_INLINE Shine shine(const LampLight& lamp, V3 p) {
  V3 place = all3(lamp.place.data());
  const V3 along = all3(lamp.along.data());
  const V square_half = dot(along, along);
  const V s = clamp(dot(p - place, along) / hn::Max(square_half, all(1e-12f)), -1, 1);
  place = place + along * s;
  const V3 way = place - p;
  const V range = hn::Max(length(way), all(1e-3f));
  const V3 l = way * (all(1) / range);
  const V cosine = hn::Neg(dot(l, all3(lamp.axis.data())));
  const V edge = unit((cosine - all(lamp.cos_none)) * all(1 / (lamp.cos_full - lamp.cos_none)));
  return {l, range, edge * edge * (all(3) - all(2) * edge)};
}

void AimAtLamp(const LampLight& lamp, const Tile16& t, raytrace::Rays& rays) {
  HADAL_LANES(i) {
    const V3 p = load3(t.at.x + i, t.at.y + i, t.at.z + i);
    const Shine s = shine(lamp, p);
    const M faces =
        hn::Or(dot(normal(t, i), s.to_lamp) > zero(), load(t.at.transmission + i) > zero());
    leave(t, i, s.to_lamp, s.range - all(0.01f),
          hn::And(found(t, i), hn::And(faces, s.share > zero())), rays);
  }
}

// Irradiances of a band at a depth below the surface.
struct Irradiance {
  V sun, total;
};
HWY_INLINE Irradiance at_depth(const Light& light, int band, V depth) {
  Irradiance out{zero(), zero()};
  for (const WaterLayerLight& layer : light.water) {
    const V below = depth - all(layer.top_m);
    const V total = all(layer.total[band]) * exp(hn::Neg(below) * all(layer.k_total[band]));
    const V sun = all(layer.sun[band]) * exp(hn::Neg(below) * all(layer.k_sun[band]));
    const M inside = below >= zero();
    out = {select(inside, sun, out.sun), select(inside, total, out.total)};
  }
  return out;
}

// Integral of the attenuation of lines of sight from the surface to a depth.
HWY_INLINE V optical_depth(const Light& light, int band, V depth) {
  V sum = zero();
  for (const WaterLayerLight& layer : light.water)
    sum = sum + all(layer.path[band]) *
                    hn::Max(hn::Min(depth, all(layer.bottom_m)) - all(layer.top_m), zero());
  return sum;
}

// A line of sight: where it begins below the surface, how it goes down, how far in the water.
struct Sight {
  V depth, down, length;
};
HWY_INLINE V steep(V down) {  // level ones are taken as a little inclined, to be divided by
  constexpr float kLevel = 1e-3f;
  return select(hn::Abs(down) < all(kLevel), hn::CopySign(all(kLevel), down), down);
}
// Share of the light of a thing at its end that arrives.
HWY_INLINE V arriving(const Light& light, int band, const Sight& s) {
  if (light.water.size() == 1) return exp(hn::Neg(s.length) * all(light.water[0].path[band]));
  const V slope = steep(s.down);
  const V way =
      optical_depth(light, band, s.depth + slope * s.length) - optical_depth(light, band, s.depth);
  return exp(hn::Neg(hn::Abs(way / slope)));
}
// The layer that holds a depth.
HWY_INLINE const WaterLayerLight& layer_at(const Light& light, float depth) {
  const WaterLayerLight* found = &light.water.front();
  for (const WaterLayerLight& layer : light.water)
    if (layer.top_m <= depth) found = &layer;
  return *found;
}

HWY_INLINE Sight sight_of(const Light& light, const Tile16& t, size_t i) {
  return {hn::Max(load(t.rays.oz + i) - all(light.surface_z), zero()), load(t.rays.dz + i),
          load(t.water_m + i)};
}

HWY_INLINE Gloss gloss_at(const Tile16& t, size_t i) {
  return gloss_of(normal(t, i), direction(t.rays, i) * all(-1),
                  load3(t.at.r + i, t.at.g + i, t.at.b + i), load(t.at.roughness + i),
                  load(t.at.metallic + i));
}
// Of light from one direction; the folds of a surface take some of it, too.
HWY_INLINE V3 answer(const Tile16& t, size_t i, const Gloss& gloss, V3 to_light) {
  const V fold = all(0.55f) + all(0.45f) * load(t.at.cavity + i);
  const V transmission = load(t.at.transmission + i);
  return (any(transmission > zero()) ? reflected_by_leaf(gloss, transmission, to_light)
                                     : reflected(gloss, to_light)) *
         fold;
}
// Adds a radiance that has the colours of `what`, each band of `light_of` dimmed on its way.
HWY_INLINE void add3(V3 colour, V strength, const V* light, float (*to)[Tile16::kLanes], size_t i) {
  const V parts[kColours] = {colour.x, colour.y, colour.z};
  for (int c = 0; c < kColours; ++c)
    add(strength * parts[c] * (light[kBandsPerColour * c] + light[kBandsPerColour * c + 1]),
        to[c] + i);
}

void LightByDay(const Light& light, Tile16& t) {
  HADAL_LANES(i) {
    const M hit = found(t, i), wet = is_wet(light, t, i);
    if (!any(hit)) continue;
    const V depth = hn::Max(load(t.at.z + i) - all(light.surface_z), zero());
    const V3 l = to_sun(light.day, wet);
    const V per_slant = all(1) / hn::Max(hn::Neg(l.z), all(0.02f));
    const Sight sight = sight_of(light, t, i);
    V sun[kBands], around[kBands];
    for (int band = 0; band < kBands; ++band) {
      const Irradiance e = at_depth(light, band, depth);
      const V arrives = arriving(light, band, sight);
      sun[band] = select(wet, e.sun, all(light.day.sun_in_air[band])) * per_slant * arrives;
      around[band] = select(wet, e.total - e.sun, all(light.day.sky_in_air[band])) * arrives;
    }
    const Gloss gloss = gloss_at(t, i);
    const V shown = where(hit, load(t.sun_shown + i) * load(t.caustic + i));
    add3(answer(t, i, gloss, l), shown, sun, t.direct, i);
    // From above all of it, from below what the ground sends back.
    const V up = hn::Neg(load(t.at.nz + i));
    const V seen = (all(0.5f) + all(0.5f) * up) + all(0.5f * light.bottom_albedo) * (all(1) - up);
    const V even = where(hit, seen * load(t.at.cavity + i));
    add3(reflected_ambient(gloss, {all(1), all(1), all(1)}), even, around, t.ambient, i);
  }
}

void LightByLamp(const Light& light, const LampLight& lamp, Tile16& t) {
  const WaterLayerLight& water = layer_at(light, lamp.place[2] - light.surface_z);
  HADAL_LANES(i) {
    const Shine s = shine(lamp, load3(t.at.x + i, t.at.y + i, t.at.z + i));
    const V shown = where(found(t, i), load(t.lamp_shown + i) * s.share) / (s.range * s.range);
    if (!any(shown > zero())) continue;
    const V path = load(t.water_m + i) + where(is_wet(light, t, i), s.range);
    V arrives[kBands];
    for (int band = 0; band < kBands; ++band)
      arrives[band] = all(lamp.intensity[band]) * exp(hn::Neg(path) * all(water.path[band]));
    add3(answer(t, i, gloss_at(t, i), s.to_lamp), shown, arrives, t.direct, i);
  }
}

// (1 - exp(-x)) / x, 1 at 0.
HWY_INLINE V mean_of_exponential(V x) {
  const M small = hn::Abs(x) < all(1e-2f);
  const V series =
      all(1) - x * all(0.5f) * (all(1) - x * all(1.0f / 3) * (all(1) - x * all(0.25f)));
  const V safe = select(small, all(1), x);
  return select(small, series, (all(1) - exp(hn::Neg(safe))) / safe);
}

// Phase of diffuse light for a line of sight, from the nadir's value to kUpward.
HWY_INLINE V diffuse_phase(float nadir, V share_up) {
  return all(nadir) + all(kUpward - nadir) * share_up;
}

// Radiance scattered into a line of sight that stays in one layer.
HWY_INLINE V scattered_in(const WaterLayerLight& layer, int band, V sun_phase, V share_up,
                          const Sight& s) {
  const V below = s.depth - all(layer.top_m);
  const auto along = [&](float k) {
    return exp(hn::Neg(below) * all(k)) * s.length *
           mean_of_exponential((all(layer.path[band]) + all(k) * s.down) * s.length);
  };
  const V sun = all(layer.sun[band]) * along(layer.k_sun[band]);
  const V total = all(layer.total[band]) * along(layer.k_total[band]);
  return all(layer.scattering[band]) *
         (sun_phase * sun +
          diffuse_phase(layer.nadir_phase[band], share_up) * hn::Max(total - sun, zero()));
}

// The same through all layers: each gives what it scatters, dimmed by the ones before.
HWY_INLINE V scattered_through(const Light& light, int band, V sun_phase, V share_up,
                               const Sight& s) {
  const V slope = steep(s.down), from_surface = optical_depth(light, band, s.depth);
  V sum = zero();
  for (const WaterLayerLight& layer : light.water) {
    const V top = (all(layer.top_m) - s.depth) / slope,
            bottom = (all(layer.bottom_m) - s.depth) / slope;
    const V enter = hn::Max(hn::Min(top, bottom), zero());
    const V inside = hn::Max(hn::Min(hn::Max(top, bottom), s.length) - enter, zero());
    const V entry = select(inside > zero(), s.depth + slope * enter, all(layer.top_m));
    const V before = hn::Abs((all(layer.optical_depth[band]) +
                              all(layer.path[band]) * (entry - all(layer.top_m)) - from_surface) /
                             slope);
    sum = sum + exp(hn::Neg(before)) *
                    scattered_in(layer, band, sun_phase, share_up, {entry, slope, inside});
  }
  return sum;
}

void ScatterDay(const Light& light, Tile16& t) {
  constexpr float kSpread = 1.35f, kLeast = 0.0672055f;  // exp(-2 kSpread)
  const bool one = light.water.size() == 1;
  HADAL_LANES(i) {
    const Sight s = sight_of(light, t, i);
    const M wet = s.length > zero();
    if (!any(wet)) continue;
    const V turned = hn::Neg(dot(direction(t.rays, i), all3(light.day.in_water.data())));
    const V sun_phase = phase(turned) * load(t.beam_gain + i) * all(1 / light.day.in_water[2]);
    const V share_up =
        (exp((all(1) + s.down) * all(-kSpread)) - all(kLeast)) * all(1 / (1 - kLeast));
    for (int colour = 0; colour < kColours; ++colour) {
      V sum = zero();
      for (int band = colour * kBandsPerColour; band < (colour + 1) * kBandsPerColour; ++band)
        sum = sum + (one ? scattered_in(light.water[0], band, sun_phase, share_up, s)
                         : scattered_through(light, band, sun_phase, share_up, s));
      add(where(wet, sum), t.scattered[colour] + i);
    }
  }
}

template <bool kFromBelow>
HWY_INLINE void meet_from(const SurfaceView& surface, Tile16& t, size_t i) {
  const V3 d = direction(t.rays, i);
  const V far_m = load(t.rays.far_m + i);
  const Meeting m =
      meet_surface<kFromBelow>(surface, origin(t.rays, i), d, load(t.pixel_rad + i), far_m);
  store(select(m.met, m.range_m, all(std::numeric_limits<float>::infinity())), t.surface_m + i);
  if (!any(m.met)) return;
  const Waviness w = optical_slope<kFromBelow>(surface, m, d);
  store(w.north, t.slope_north + i), store(w.east, t.slope_east + i);
  store(w.lost, t.unseen_slope + i), store(foam(surface, m), t.foam + i);
  store(select(m.met, m.range_m, far_m), t.rays.far_m + i);
}

void MeetSurface(const WaterSurface& water, Tile16& t) {
  HADAL_LANES(i) {
    if (water.from_below)
      meet_from<true>(water.surface, t, i);
    else
      meet_from<false>(water.surface, t, i);
  }
}

// Radiance of the water below, seen along a downward direction from just under the surface: what it
// scatters and the ground at its mean depth.
HWY_INLINE V water_below(const Light& light, int band, V3 d) {
  constexpr float kSpread = 1.35f, kLeast = 0.0672055f;
  const Sight s{zero(), d.z, hn::Min(all(light.bottom_m) / hn::Max(d.z, all(0.02f)), all(200))};
  const V turned = hn::Neg(dot(d, all3(light.day.in_water.data())));
  const V share_up = (exp((all(1) + d.z) * all(-kSpread)) - all(kLeast)) * all(1 / (1 - kLeast));
  const V sun_phase = phase(turned) * all(1 / light.day.in_water[2]);
  const V depth = all(light.bottom_m);
  const V ground = at_depth(light, band, depth).total * all(light.bottom_albedo / kPi) *
                   arriving(light, band, s);
  return scattered_through(light, band, sun_phase, share_up, s) + ground;
}

template <bool kFromBelow>
HWY_INLINE void show_from(const Light& light, const WaterSurface& water, Tile16& t, size_t i,
                          raytrace::Rays& below, float* gain) {
  const V range = load(t.surface_m + i);
  const M open = hn::Not(found(t, i)), met = hn::And(open, range < all(1e30f));
  const V3 d = direction(t.rays, i);
  const float n = light.refractive_index;
  store(zero(), gain + i);
  store(all(-1), below.far_m + i), store(zero(), below.near_m + i);
  if constexpr (!kFromBelow) {  // the sky itself
    const M sky = hn::And(open, hn::Not(met));
    if (any(sky)) {
      const SkyPlace place = sky_place(d);
      const V disc = where(dot(d, all3(water.sky.toward_sun)) > all(0.9999892f), all(1 / 6.80e-5f));
      for (int band = 0; band < kBands; ++band)
        add(where(sky, sky_radiance(water.sky, place, band) +
                           disc * all(water.sky.sun_irradiance[band])),
            t.direct[band / kBandsPerColour] + i);
    }
  }
  if (!any(met)) return;
  const Waviness w{zero(), load(t.slope_north + i), load(t.slope_east + i),
                   load(t.unseen_slope + i)};
  const Crossing c = cross_surface<kFromBelow>(d, up_normal(w), w.lost, n);
  const V white = load(t.foam + i), clear = all(1) - white;
  const V pixel = load(t.pixel_rad + i);
  // One glint must not outshine its neighbourhood: the sun is a hundred times whiter than white.
  const V glint = hn::Min(kFromBelow ? glitter_below(water.sky, d, w, pixel, n)
                                     : glitter_above(water.sky, d, w, pixel, n),
                          all(kMostGlint));
  const SkyPlace place = sky_place(kFromBelow ? c.through : c.mirrored);
  const Sight sight = sight_of(light, t, i);
  for (int band = 0; band < kBands; ++band) {
    const V sky = sky_radiance(water.sky, place, band);
    const V above = all(light.day.sun_in_air[band] + light.day.sky_in_air[band]);
    V seen = all(water.sky.sun_irradiance[band]) * glint;
    if constexpr (kFromBelow) {
      const V through = all(light.water[0].total[band] * 0.3f / kPi);  // foam from below
      seen = seen + c.gain * sky + c.reflectance * water_below(light, band, c.mirrored);
      seen = (seen * clear + white * through) * arriving(light, band, sight);
    } else {
      seen = (seen + c.reflectance * sky) * clear + white * above * all(0.55f / kPi);
    }
    add(where(met, seen), t.direct[band / kBandsPerColour] + i);
  }
  if constexpr (!kFromBelow) {
    const V3 p = origin(t.rays, i) + d * where(met, range);
    store(p.x, below.ox + i), store(p.y, below.oy + i);
    store(hn::Max(p.z, all(light.surface_z)) + all(0.01f), below.oz + i);
    const V3 through = select(met, c.through, d);
    store(through.x, below.dx + i), store(through.y, below.dy + i), store(through.z, below.dz + i);
    store(where(met, c.gain * clear), gain + i);
  }
}

void ShowSurface(const Light& light, const WaterSurface& water, Tile16& t, raytrace::Rays& below,
                 float* gain) {
  HADAL_LANES(i) {
    if (water.from_below)
      show_from<true>(light, water, t, i, below, gain);
    else
      show_from<false>(light, water, t, i, below, gain);
  }
}

// Samples of a ray lie where the light of the beam that reaches the eye is even in between.
void GatherBeams(const Light& light, const CausticView& caustics, int samples, Tile16& t) {
  constexpr int kGreen = kBandsPerColour;
  const WaterLayerLight& water = light.water.front();
  HADAL_LANES(i) {
    const V depth = load(t.at.z + i) - all(light.surface_z);
    store(select(depth > zero(),
                 caustic(caustics, load(t.at.x + i), load(t.at.y + i), depth,
                         load(t.at.footprint_m + i)),
                 all(1)),
          t.caustic + i);
    const Sight s = sight_of(light, t, i);
    if (samples == 0 || !any(s.length > zero())) continue;
    const V3 d = direction(t.rays, i), o = origin(t.rays, i);
    const V fades =
        hn::Max(all(water.path[kGreen]) + all(water.k_sun[kGreen]) * s.down, all(0.02f));
    const V lost = all(1) - exp(hn::Neg(fades * s.length));
    V sum = zero();
    for (int k = 0; k < samples; ++k) {
      const V share = (all(static_cast<float>(k)) + load(t.dither + i)) *
                      all(1.0f / static_cast<float>(samples));
      const V at =
          hn::Min(log2(all(1) - lost * share * all(0.9999f)) * all(-0.693147f) / fades, s.length);
      const V3 p = o + d * at;
      sum = sum + caustic_sample(caustics, p.x, p.y, hn::Max(p.z - all(light.surface_z), zero()),
                                 load(t.dither + i));
    }
    store(select(s.length > zero(), sum * all(1.0f / static_cast<float>(samples)), all(1)),
          t.beam_gain + i);
  }
}

// The stretch of a ray within the cone of a lamp, and the angles of its ends as seen from the lamp,
// about the nearest place of the ray.
struct Stretch {
  V from, to;        // along the ray, m
  V nearest, apart;  // place along the ray nearest to the lamp, and its distance
  V first, last;     // angles
  M lit;
};
HWY_INLINE Stretch stretch(const LampLight& lamp, const Tile16& t, size_t i) {
  const V3 d = direction(t.rays, i), v = origin(t.rays, i) - all3(lamp.place.data());
  const V end = hn::Min(load(t.water_m + i), all(kLampReach_m));
  Stretch s;
  s.from = zero(), s.to = end;
  s.lit = end > s.from;
  if (lamp.cos_none > 0) {  // within a cone: v.D + t d.D >= cos |v + t d|
    const V3 axis = all3(lamp.axis.data());
    const V dd = dot(d, axis), vd = dot(v, axis);
    const float c2 = lamp.cos_none * lamp.cos_none;
    V a = dd * dd - all(c2);
    const V b = vd * dd - all(c2) * dot(v, d), c = vd * vd - all(c2) * dot(v, v);
    const V inner = b * b - a * c;
    const M meets = inner >= zero();
    a = select(hn::Abs(a) < all(1e-5f), all(1e-5f), a);
    const V spread = hn::Sqrt(hn::Max(inner, zero()));
    const V p = (hn::Neg(b) - spread) / a, q = (hn::Neg(b) + spread) / a;
    const V low = hn::Min(p, q), high = hn::Max(p, q);
    const M opens = a > zero();  // the ray is steeper than the cone: inside beyond a root
    const M starts_inside = hn::And(c > zero(), vd > zero());
    const M ahead = dd > zero();
    V from = select(opens, select(starts_inside, zero(), high), low);
    V to = select(opens, select(ahead, end, select(starts_inside, low, zero())), high);
    from = select(meets, from, select(opens, zero(), end));
    to = select(meets, to, end);
    const M front = vd + all(0.5f) * (from + hn::Min(to, end)) * dd > zero();
    s.from = hn::Max(from, s.from), s.to = hn::Min(to, end);
    s.lit = hn::And(s.lit, hn::And(front, s.to > s.from));
  }
  s.nearest = hn::Neg(dot(v, d));
  const V3 closest = v + d * s.nearest;
  s.apart = hn::Sqrt(hn::Max(dot(closest, closest), all(1e-4f)));
  s.first = arctangent((s.from - s.nearest) / s.apart);
  s.last = arctangent((s.to - s.nearest) / s.apart);
  return s;
}

// Place of a sample along the ray: even in the angle.
HWY_INLINE V sample_at(const Stretch& s, const Tile16& t, int sample, int samples, size_t i) {
  const V share = (all(static_cast<float>(sample)) + load(t.dither + i)) *
                  all(1.0f / static_cast<float>(samples));
  const V angle = mix(s.first, s.last, share) * all(0.5f / kPi);  // turns
  V sine, cosine;
  sine_cosine(angle, sine, cosine);
  const V at = s.nearest + s.apart * sine / hn::Max(cosine, all(1e-6f));
  return hn::Min(hn::Max(at, s.from), s.to);
}

void AimSamples(const LampLight& lamp, int samples, int sample, const Tile16& t,
                raytrace::Rays& rays) {
  HADAL_LANES(i) {
    const Stretch s = stretch(lamp, t, i);
    const V3 p = origin(t.rays, i) + direction(t.rays, i) * sample_at(s, t, sample, samples, i);
    const Shine light = shine(lamp, p);
    store(p.x, rays.ox + i), store(p.y, rays.oy + i), store(p.z, rays.oz + i);
    store(light.to_lamp.x, rays.dx + i), store(light.to_lamp.y, rays.dy + i);
    store(light.to_lamp.z, rays.dz + i);
    store(zero(), rays.near_m + i);
    store(select(hn::And(s.lit, light.share > zero()), light.range - all(0.01f), all(-1)),
          rays.far_m + i);
  }
}

void ScatterLamp(const Light& light, const LampLight& lamp, int samples, const uint32_t* shown,
                 Tile16& t) {
  const WaterLayerLight& water = layer_at(light, lamp.place[2] - light.surface_z);
  HADAL_LANES(i) {
    const Stretch s = stretch(lamp, t, i);
    if (!any(s.lit)) continue;
    const V3 d = direction(t.rays, i), o = origin(t.rays, i);
    const V share =
        where(s.lit, (s.last - s.first) / s.apart) * all(1.0f / static_cast<float>(samples));
    V sums[kColours] = {zero(), zero(), zero()};
    for (int k = 0; k < samples; ++k) {
      const V at = sample_at(s, t, k, samples, i);
      const V3 p = o + d * at;
      const Shine lit = shine(lamp, p);
      V strength = share * lit.share * phase(dot(lit.to_lamp, d));
      if (shown) {
        alignas(64) float on[Tile16::kLanes];
        for (int lane = 0; lane < Tile16::kLanes; ++lane)
          on[lane] = (shown[k] >> lane & 1) ? 1.0f : 0.0f;
        strength = strength * load(on + i);
      }
      // The density of samples is that of a point; a line lamp is taken at its nearest place.
      const V point = s.apart * s.apart + square(at - s.nearest);
      strength = strength * point / (lit.range * lit.range);
      for (int band = 0; band < kBands; ++band)
        sums[band / kBandsPerColour] =
            sums[band / kBandsPerColour] + all(lamp.intensity[band] * water.scattering[band]) *
                                               strength *
                                               exp(hn::Neg(at + lit.range) * all(water.path[band]));
    }
    for (int colour = 0; colour < kColours; ++colour) add(sums[colour], t.scattered[colour] + i);
  }
}

#undef HADAL_LANES

}  // namespace hadal::sensors::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace hadal::sensors {

HWY_EXPORT(FindEnds);
HWY_EXPORT(AimAtSun);
HWY_EXPORT(AimAround);
HWY_EXPORT(AimAtLamp);
HWY_EXPORT(LightByDay);
HWY_EXPORT(LightByLamp);
HWY_EXPORT(MeetSurface);
HWY_EXPORT(ShowSurface);
HWY_EXPORT(GatherBeams);
HWY_EXPORT(ScatterDay);
HWY_EXPORT(AimSamples);
HWY_EXPORT(ScatterLamp);

void find_ends(float surface_z, Tile16& tile) {
  HWY_DYNAMIC_DISPATCH(FindEnds)(surface_z, tile);
}
void aim_at_sun(const Light& light, const Tile16& tile, raytrace::Rays& rays) {
  HWY_DYNAMIC_DISPATCH(AimAtSun)(light, tile, rays);
}
void aim_around(const Tile16& tile, const float* first, const float* second, float reach_m,
                raytrace::Rays& rays) {
  HWY_DYNAMIC_DISPATCH(AimAround)(tile, first, second, reach_m, rays);
}
void aim_at_lamp(const LampLight& lamp, const Tile16& tile, raytrace::Rays& rays) {
  HWY_DYNAMIC_DISPATCH(AimAtLamp)(lamp, tile, rays);
}
void light_by_day(const Light& light, Tile16& tile) {
  HWY_DYNAMIC_DISPATCH(LightByDay)(light, tile);
}
void light_by_lamp(const Light& light, const LampLight& lamp, Tile16& tile) {
  HWY_DYNAMIC_DISPATCH(LightByLamp)(light, lamp, tile);
}
void meet_surface(const WaterSurface& water, Tile16& tile) {
  HWY_DYNAMIC_DISPATCH(MeetSurface)(water, tile);
}
void show_surface(const Light& light, const WaterSurface& water, Tile16& tile,
                  raytrace::Rays& below, float* gain) {
  HWY_DYNAMIC_DISPATCH(ShowSurface)(light, water, tile, below, gain);
}
void gather_beams(const Light& light, const CausticView& caustics, int samples, Tile16& tile) {
  HWY_DYNAMIC_DISPATCH(GatherBeams)(light, caustics, samples, tile);
}
void scatter_day(const Light& light, Tile16& tile) {
  HWY_DYNAMIC_DISPATCH(ScatterDay)(light, tile);
}
void aim_samples(const LampLight& lamp, int samples, int sample, const Tile16& tile,
                 raytrace::Rays& rays) {
  HWY_DYNAMIC_DISPATCH(AimSamples)(lamp, samples, sample, tile, rays);
}
void scatter_lamp(const Light& light, const LampLight& lamp, int samples, const uint32_t* shown,
                  Tile16& tile) {
  HWY_DYNAMIC_DISPATCH(ScatterLamp)(light, lamp, samples, shown, tile);
}

}  // namespace hadal::sensors
#endif
