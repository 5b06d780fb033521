// What the kernels of shading share: reading a Tile16, the phase function, daylight at a depth, and
// lines of sight through the water. Formulas: shade_kernel.h.
#if defined(HADAL_SENSORS_OPTICAL_RENDER_WATER_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef HADAL_SENSORS_OPTICAL_RENDER_WATER_INL_H_
#undef HADAL_SENSORS_OPTICAL_RENDER_WATER_INL_H_
#else
#define HADAL_SENSORS_OPTICAL_RENDER_WATER_INL_H_
#endif

#include <numbers>

#include "sensors/optical/render/brdf-inl.h"
#include "sensors/relief/lanes-inl.h"
#include "sensors/optical/render/shade_kernel.h"

#ifndef HADAL_LANES
#define HADAL_LANES(i) for (size_t i = 0; i < Tile16::kLanes; i += hn::Lanes(Tag()))
#endif

HWY_BEFORE_NAMESPACE();
namespace hadal::sensors::HWY_NAMESPACE {

constexpr float kPi = std::numbers::pi_v<float>;
// Scattering of particles, two lobes, and of water itself (environment/optics/phase_function.h).
constexpr float kForward = 0.888f, kBackward = -0.38f;
constexpr float kTurned = 0.56f, kForwardFraction = kTurned * 0.9905f;
constexpr float kMolecular = 0.0622498f, kAnisotropy = 0.835f;
constexpr float kUpward = 0.2f;  // of diffuse light seen looking straight up, 1/sr; by eye

// Henyey and Greenstein's function is a number over a power of this.
HWY_INLINE V phase_distance(float g, V cosine) {
  const V q = all(1 + g * g) - all(2 * g) * cosine;
  return q * hn::Sqrt(q);
}
// Phase functions for light turned by an angle with a cosine.
struct Phase {
  V particles, molecules;
  HWY_INLINE V mixed(float molecular_fraction) const {
    return particles + (molecules - particles) * all(molecular_fraction);
  }
};
HWY_INLINE Phase phase_at(V cosine) {
  constexpr float kAhead = kForwardFraction * (1 - kForward * kForward) / (4 * kPi);
  constexpr float kBack = (kTurned - kForwardFraction) * (1 - kBackward * kBackward) / (4 * kPi);
  const V ahead = phase_distance(kForward, cosine), back = phase_distance(kBackward, cosine);
  return {(all(kAhead) * back + all(kBack) * ahead) / (ahead * back),
          all(kMolecular) * (all(1) + all(kAnisotropy) * cosine * cosine)};
}
// Phase of diffuse light for a line of sight: of nadir_phase and kUpward, the fraction of the
// latter.
HWY_INLINE V fraction_up(V down) {
  constexpr float kSpread = 1.35f, kMin = 0.0672055f;  // exp(-2 kSpread)
  return (exp((all(1) + down) * all(-kSpread)) - all(kMin)) * all(1 / (1 - kMin));
}
HWY_INLINE V diffuse_phase(float nadir, V fraction) {
  return all(nadir) + all(kUpward - nadir) * fraction;
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
// Fraction of the light of a thing at its end that arrives.
HWY_INLINE V arriving(const Light& light, int band, const Sight& s) {
  if (light.water.size() == 1) return exp(hn::Neg(s.length) * all(light.water[0].path[band]));
  const V slope = steep(s.down);
  const V path =
      optical_depth(light, band, s.depth + slope * s.length) - optical_depth(light, band, s.depth);
  return exp(hn::Neg(hn::Abs(path / slope)));
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

// Light that a line of sight gathers on its way through the water, in one band.
struct Glow {
  V beam, diffuse;  // of the sun's beam, of the rest
};
struct Viewing {
  Phase sun;     // for the turn from the sun's beam into the eye
  V fraction;       // fraction_up
  V per_cosine;  // from irradiance on level ground to that across the beam
};
HWY_INLINE Viewing looking(const Light& light, V3 d) {
  return {phase_at(hn::Neg(dot(d, all3(light.day.in_water.data())))), fraction_up(d.z),
          all(1 / light.day.in_water[2])};
}
HWY_INLINE Glow glow_of(const WaterLayerLight& layer, int band, const Viewing& viewing, V sun,
                        V total) {
  const V b = all(layer.scattering[band]);
  return {b * viewing.sun.mixed(layer.molecular_fraction[band]) * viewing.per_cosine * sun,
          b * diffuse_phase(layer.nadir_phase[band], viewing.fraction) *
              hn::Max(total - sun, zero())};
}

// (1 - exp(-x)) / x, 1 at 0.
HWY_INLINE V mean_of_exponential(V x) {
  const M small = hn::Abs(x) < all(1e-2f);
  const V series =
      all(1) - x * all(0.5f) * (all(1) - x * all(1.0f / 3) * (all(1) - x * all(0.25f)));
  const V safe = select(small, all(1), x);
  return select(small, series, (all(1) - exp(hn::Neg(safe))) / safe);
}

// Through all layers: each gives what it scatters, dimmed by the ones before.
HWY_INLINE Glow glow_through(const Light& light, int band, const Viewing& viewing, const Sight& s) {
  const V slope = steep(s.down), from_surface = optical_depth(light, band, s.depth);
  Glow sum{zero(), zero()};
  for (const WaterLayerLight& layer : light.water) {
    const V top = (all(layer.top_m) - s.depth) / slope,
            bottom = (all(layer.bottom_m) - s.depth) / slope;
    const V enter = hn::Max(hn::Min(top, bottom), zero());
    const V inside = hn::Max(hn::Min(hn::Max(top, bottom), s.length) - enter, zero());
    const V entry = select(inside > zero(), s.depth + slope * enter, all(layer.top_m));
    const V below = entry - all(layer.top_m);
    const V before = hn::Abs(
        (all(layer.optical_depth[band]) + all(layer.path[band]) * below - from_surface) / slope);
    const auto along = [&](float light_at_top, float k) {
      return all(light_at_top) * exp(hn::Neg(before) - below * all(k)) * inside *
             mean_of_exponential((all(layer.path[band]) + all(k) * slope) * inside);
    };
    const Glow here = glow_of(layer, band, viewing, along(layer.sun[band], layer.k_sun[band]),
                              along(layer.total[band], layer.k_total[band]));
    sum = {sum.beam + here.beam, sum.diffuse + here.diffuse};
  }
  return sum;
}

}  // namespace hadal::sensors::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
