#include "sensors/optical/render/shade_kernel.h"

#define HWY_TARGET_INCLUDE "sensors/optical/render/lamp_kernel.cpp"
#include "math/simd/highway.h"
#include "sensors/optical/render/water-inl.h"

#ifndef HADAL_LAMP_KERNEL_SHARED
#define HADAL_LAMP_KERNEL_SHARED
namespace hadal::sensors {
constexpr float kLampReach_m = 14;  // of samples of scattered light
}
#endif

HWY_BEFORE_NAMESPACE();
namespace hadal::sensors::HWY_NAMESPACE {

// The nearest place of a lamp to p, and its light there.
struct Shine {
  V3 to_lamp;  // unit
  V range;
  V fraction;  // of the intensity on the axis, by the cone
};
HWY_INLINE Shine shine(const LampLight& lamp, V3 p) {
  V3 place = all3(lamp.place.data());
  const V3 along = all3(lamp.along.data());
  const V square_half = dot(along, along);
  const V s = clamp(dot(p - place, along) / hn::Max(square_half, all(1e-12f)), -1, 1);
  place = place + along * s;
  const V3 toward_lamp = place - p;
  const V range = hn::Max(length(toward_lamp), all(1e-3f));
  const V3 l = toward_lamp * (all(1) / range);
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
    leave(t, i, s.to_lamp, s.range - all(lamp.housing_m),
          hn::And(found(t, i), hn::And(faces, s.fraction > zero())), rays);
  }
}

void LightByLamp(const Light& light, const LampLight& lamp, Tile16& t, Leaving16* leaving) {
  const WaterLayerLight& water = layer_at(light, lamp.place[2] - light.surface_z);
  HADAL_LANES(i) {
    const Shine s = shine(lamp, load3(t.at.x + i, t.at.y + i, t.at.z + i));
    const V shown = where(found(t, i), load(t.lamp_shown + i) * s.fraction) / (s.range * s.range);
    if (!any(shown > zero())) continue;
    const V3 answered = answer(t, i, gloss_at(t, i), s.to_lamp);
    const auto add_after = [&](V path, float (*to)[Tile16::kLanes]) {
      V light_of[kBands];
      for (int band = 0; band < kBands; ++band)
        light_of[band] = all(lamp.intensity[band]) * exp(hn::Neg(path) * all(water.path[band]));
      add3(answered, shown, light_of, to, i);
    };
    const V from_lamp = where(is_wet(light, t, i), s.range);
    add_after(load(t.water_m + i) + from_lamp, t.direct);
    if (leaving) add_after(from_lamp, leaving->direct);
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
  const V fraction = (all(static_cast<float>(sample)) + load(t.dither + i)) *
                  all(1.0f / static_cast<float>(samples));
  const V angle = mix(s.first, s.last, fraction) * all(0.5f / kPi);  // turns
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
    store(select(hn::And(s.lit, light.fraction > zero()), light.range - all(lamp.housing_m),
                 all(-1)),
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
    const V fraction =
        where(s.lit, (s.last - s.first) / s.apart) * all(1.0f / static_cast<float>(samples));
    V sums[kColours] = {zero(), zero(), zero()};
    for (int k = 0; k < samples; ++k) {
      const V at = sample_at(s, t, k, samples, i);
      const V3 p = o + d * at;
      const Shine lit = shine(lamp, p);
      const Phase turned = phase_at(dot(lit.to_lamp, d));
      V strength = fraction * lit.fraction;
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
        sums[band / kBandsPerColour] = sums[band / kBandsPerColour] +
                                       all(lamp.intensity[band] * water.scattering[band]) *
                                           strength * turned.mixed(water.molecular_fraction[band]) *
                                           exp(hn::Neg(at + lit.range) * all(water.path[band]));
    }
    for (int colour = 0; colour < kColours; ++colour) add(sums[colour], t.scattered[colour] + i);
  }
}

}  // namespace hadal::sensors::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace hadal::sensors {

HWY_EXPORT(AimAtLamp);
HWY_EXPORT(LightByLamp);
HWY_EXPORT(AimSamples);
HWY_EXPORT(ScatterLamp);

void aim_at_lamp(const LampLight& lamp, const Tile16& tile, raytrace::Rays& rays) {
  HWY_DYNAMIC_DISPATCH(AimAtLamp)(lamp, tile, rays);
}
void light_by_lamp(const Light& light, const LampLight& lamp, Tile16& tile, Leaving16* leaving) {
  HWY_DYNAMIC_DISPATCH(LightByLamp)(light, lamp, tile, leaving);
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
