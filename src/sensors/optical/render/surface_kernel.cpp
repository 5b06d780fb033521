#include <limits>

#include "sensors/optical/render/shade_kernel.h"

#define HWY_TARGET_INCLUDE "sensors/optical/render/surface_kernel.cpp"
#include "math/simd/highway.h"
#include "sensors/optical/render/surface-inl.h"
#include "sensors/optical/render/water-inl.h"

#ifndef HADAL_SURFACE_KERNEL_SHARED
#define HADAL_SURFACE_KERNEL_SHARED
namespace hadal::sensors {
constexpr float kMaxGlint = 30;  // radiance per irradiance of the beam
}
#endif

HWY_BEFORE_NAMESPACE();
namespace hadal::sensors::HWY_NAMESPACE {

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

// Rays that stay below the deepest trough, or above the highest crest, meet nothing.
HWY_INLINE bool may_meet(const WaterSurface& water, const Tile16& t, size_t i) {
  constexpr float kDeviations = 6;
  const SurfaceView& s = water.surface;
  const float waves_m = (s.per_deviation > 0 ? kDeviations / s.per_deviation : 0) +
                        (s.sea_per_deviation > 0 ? kDeviations / s.sea_per_deviation : 0) + 0.01f;
  const V from = load(t.rays.oz + i);
  const V to = from + load(t.rays.dz + i) * hn::Min(load(t.rays.far_m + i), all(1e6f));
  return water.from_below ? any(hn::Min(from, to) <= all(s.mean_z + waves_m))
                          : any(hn::Max(from, to) >= all(s.mean_z - waves_m));
}

void MeetSurface(const WaterSurface& water, Tile16& t) {
  HADAL_LANES(i) {
    if (!may_meet(water, t, i))
      store(all(std::numeric_limits<float>::infinity()), t.surface_m + i);
    else if (water.from_below)
      meet_from<true>(water.surface, t, i);
    else
      meet_from<false>(water.surface, t, i);
  }
}

// Radiance of the water below, seen along a downward direction from just under the surface: what it
// scatters and the ground at its mean depth.
HWY_INLINE V water_below(const Light& light, int band, V3 d) {
  const Sight s{zero(), d.z, hn::Min(all(light.bottom_m) / hn::Max(d.z, all(0.02f)), all(200))};
  const V ground = at_depth(light, band, all(light.bottom_m)).total *
                   all(light.bottom_albedo / kPi) * arriving(light, band, s);
  const Glow glow = glow_through(light, band, looking(light, d), s);
  return glow.beam + glow.diffuse + ground;
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
      const SkyPosition place = sky_position(d);
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
                          all(kMaxGlint));
  const SkyPosition place = sky_position(kFromBelow ? c.through : c.mirrored);
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
      seen = (seen + c.reflectance * sky) * clear + white * above * all(SurfaceView::kFoamAlbedo / kPi);
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

}  // namespace hadal::sensors::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace hadal::sensors {

HWY_EXPORT(MeetSurface);
HWY_EXPORT(ShowSurface);

void meet_surface(const WaterSurface& water, Tile16& tile) {
  HWY_DYNAMIC_DISPATCH(MeetSurface)(water, tile);
}
void show_surface(const Light& light, const WaterSurface& water, Tile16& tile,
                  raytrace::Rays& below, float* gain) {
  HWY_DYNAMIC_DISPATCH(ShowSurface)(light, water, tile, below, gain);
}

}  // namespace hadal::sensors
#endif
