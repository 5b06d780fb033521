#include "sensors/optical/render/silt_kernel.h"

#define HWY_TARGET_INCLUDE "sensors/optical/render/silt_kernel.cpp"
#include "math/simd/highway.h"
#include "sensors/optical/render/water-inl.h"

#ifndef HADAL_SILT_KERNEL_SHARED
#define HADAL_SILT_KERNEL_SHARED
namespace hadal::sensors {
constexpr float kSiltFarOff = 25;       // of q: less than 4e-6 of the middle is left
constexpr float kSiltReach_m = 8;       // of parts; the last one is what is left
constexpr float kLongestPart_m = 2;     // that light is looked up in
constexpr float kScalarOfPlane = 4.0f / 3;  // irradiance from all around over that on level ground
}  // namespace hadal::sensors
#endif

HWY_BEFORE_NAMESPACE();
namespace hadal::sensors::HWY_NAMESPACE {

// Abramowitz & Stegun 7.1.26, to 1.5e-7.
HWY_INLINE V error_function(V x) {
  const V size = hn::Abs(x), t = all(1) / (all(1) + all(0.3275911f) * size);
  const V poly =
      ((((all(1.061405429f) * t + all(-1.453152027f)) * t + all(1.421413741f)) * t +
        all(-0.284496736f)) *
           t +
       all(0.254829592f)) *
      t;
  return hn::CopySign(all(1) - poly * exp(hn::Neg(hn::Min(size * size, all(80)))), x);
}

// Adds the integral of b from the origin to each of `count` places along the rays.
HWY_INLINE void silt_to(const environment::SiltView& view, V3 o, V3 d, const V* at, int count,
                        V* sums) {
  const auto& f = view.lanes;
  for (size_t p = 0; p < f[0].size(); ++p) {
    const V3 r = o - V3{all(f[0][p]), all(f[1][p]), all(f[2][p])};
    const V l = all(f[3][p]), u = all(f[4][p]);
    const V A = (d.x * d.x + d.y * d.y) * l + d.z * d.z * u;
    const V B = (d.x * r.x + d.y * r.y) * l + d.z * r.z * u;
    // The nearest place of the line: from there, so that nothing cancels.
    const V nearest_t = hn::Neg(B) / A;
    const V3 n = r + d * nearest_t;
    const V q = (n.x * n.x + n.y * n.y) * l + n.z * n.z * u;
    const M near = q < all(kSiltFarOff);
    if (!any(near)) continue;
    const V scale = hn::Sqrt(all(0.5f) * A);
    const V before = error_function(hn::Neg(nearest_t) * scale);
    const V size = where(near, all(f[5][p] * 0.886226925f) *
                                   exp(all(-0.5f) * hn::Min(q, all(kSiltFarOff))) / scale);
    for (int k = 0; k < count; ++k)
      sums[k] = sums[k] + size * (error_function((at[k] - nearest_t) * scale) - before);
  }
}

void SiltAlong(const environment::SiltView& view, const raytrace::Rays& rays,
               const float* length_m, float* out) {
  HADAL_LANES(i) {
    V sum = zero();
    const V length = hn::LoadU(Tag(), length_m + i);
    silt_to(view, origin(rays, i), direction(rays, i), &length, 1, &sum);
    hn::StoreU(sum, Tag(), out + i);
  }
}

// The light of a lamp at a place: direction to it, distance, fraction of the intensity on the axis.
struct SiltShine {
  V3 to_lamp;
  V range, fraction;
};
HWY_INLINE SiltShine shine_in_silt(const LampLight& lamp, V3 p) {
  const V3 along = all3(lamp.along.data());
  const V3 middle = all3(lamp.place.data());
  const V s = clamp(dot(p - middle, along) / hn::Max(dot(along, along), all(1e-12f)), -1, 1);
  const V3 toward = middle + along * s - p;
  const V range = hn::Max(length(toward), all(0.02f));
  const V3 l = toward * (all(1) / range);
  const V cosine = hn::Neg(dot(l, all3(lamp.axis.data())));
  const V edge = unit((cosine - all(lamp.cos_none)) * all(1 / (lamp.cos_full - lamp.cos_none)));
  return {l, range, edge * edge * (all(3) - all(2) * edge)};
}

void DimLamp(const SiltLight& silt, const LampLight& lamp, Tile16& t) {
  HADAL_LANES(i) {
    const V3 p = load3(t.at.x + i, t.at.y + i, t.at.z + i);
    const SiltShine s = shine_in_silt(lamp, p);
    const V range = where(is_wet(*silt.light, t, i), s.range);
    V sum = zero();
    silt_to(*silt.view, p, s.to_lamp, &range, 1, &sum);
    store(load(t.lamp_shown + i) * exp(sum * all(-silt.picture_loss[1])), t.lamp_shown + i);
  }
}

// Light of all lamps that a cloud turns into the eye at a place, per colour and unit of scattering.
HWY_INLINE void lamps_in_silt(const SiltLight& silt, V3 p, V3 d, V at, V* light) {
  for (const LampLight& lamp : silt.light->lamps) {
    const SiltShine s = shine_in_silt(lamp, p);
    if (!any(s.fraction > zero())) continue;
    const WaterLayerLight& water =
        layer_at(*silt.light, lamp.place[2] - silt.light->surface_z);
    V cloud = zero();
    silt_to(*silt.view, p, s.to_lamp, &s.range, 1, &cloud);
    const V strength =
        s.fraction * phase_at(dot(s.to_lamp, d)).particles / (s.range * s.range);
    for (int band = 0; band < kBands; ++band) {
      const int c = band / kBandsPerColour;
      light[c] = light[c] + all(lamp.intensity[band]) * strength *
                                exp(hn::Neg((at + s.range) * all(water.path[band]) +
                                            cloud * all(silt.picture_loss[c])));
    }
  }
}

void VeilBySilt(const SiltLight& silt, SiltVeil veil, Tile16& t) {
  const Light& light = *silt.light;
  HADAL_LANES(i) {
    const V3 o = origin(t.rays, i), d = direction(t.rays, i);
    const V end = load(t.water_m + i);
    V at[kSiltParts + 1], S[kSiltParts + 1];
    for (int k = 0; k <= kSiltParts; ++k) {
      const float fraction = static_cast<float>(k) / kSiltParts;
      at[k] = k < kSiltParts ? hn::Min(end, all(kSiltReach_m * fraction * fraction)) : end;
      S[k] = zero();
    }
    silt_to(*silt.view, o, d, at + 1, kSiltParts, S + 1);
    // Lanes are masked, not only skipped together: the light of one depends on no other.
    const M cloudy = S[kSiltParts] > all(1e-5f);
    if (!any(cloudy)) continue;
    const Sight sight = sight_of(light, t, i);
    for (int c = 0; c < kColours; ++c) {
      const float loss = silt.picture_loss[c];
      const int band = c * kBandsPerColour;
      const WaterLayerLight& water = light.water.front();
      // The glow of the water, by the parts of its way.
      const V fade = all(0.5f * (water.path[band] + water.path[band + 1]));
      V glow = zero(), all_glow = zero();
      for (int k = 0; k < kSiltParts; ++k) {
        const V length = at[k + 1] - at[k];
        const V part = length * exp(hn::Neg(fade) * at[k]) * mean_of_exponential(fade * length);
        glow = glow + part * exp((S[k] + S[k + 1]) * all(-0.5f * loss));
        all_glow = all_glow + part;
      }
      glow = select(cloudy, glow / hn::Max(all_glow, all(1e-20f)), all(1));
      if (veil.day) {
        const V passes = select(cloudy, exp(S[kSiltParts] * all(-loss)), all(1));
        store(load(t.direct[c] + i) * passes, t.direct[c] + i);
        store(load(t.ambient[c] + i) * passes, t.ambient[c] + i);
        store(load(t.beam[c] + i) * glow, t.beam[c] + i);
      }
      store(load(t.scattered[c] + i) * glow, t.scattered[c] + i);
    }
    for (int k = 0; k < kSiltParts; ++k) {
      const M here = hn::And(cloudy, S[k + 1] - S[k] > all(1e-6f));
      if (!any(here)) continue;
      const V length = hn::Min(at[k + 1] - at[k], all(kLongestPart_m));
      const V middle = at[k] + all(0.5f) * length;
      V lamps[kColours] = {zero(), zero(), zero()}, day[kColours] = {zero(), zero(), zero()};
      if (veil.lamps) {
        const V there = at[k] + load(t.dither + i) * length;
        lamps_in_silt(silt, o + d * there, d, there, lamps);
      }
      for (int band = 0; veil.day && band < kBands; ++band) {
        const int c = band / kBandsPerColour;
        const Sight so_far{sight.depth, sight.down, middle};
        const V depth = hn::Max(sight.depth + sight.down * middle, zero());
        day[c] = day[c] + at_depth(light, band, depth).total * arriving(light, band, so_far);
      }
      for (int c = 0; c < kColours; ++c) {
        const float loss = silt.picture_loss[c];
        const V taken = where(here, exp(S[k] * all(-loss)) - exp(S[k + 1] * all(-loss)));
        const V from = day[c] * all(0.5f * kScalarOfPlane / (4 * kPi)) + lamps[c];
        add(taken * from * all(1 / loss), t.scattered[c] + i);
      }
    }
  }
}

}  // namespace hadal::sensors::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace hadal::sensors {

HWY_EXPORT(SiltAlong);
HWY_EXPORT(DimLamp);
HWY_EXPORT(VeilBySilt);

SiltLight::SiltLight(const environment::SiltView& clouds, const Light& lit,
                     const std::array<double, kColours>& wavelength_nm)
    : view(&clouds), light(&lit) {
  for (size_t c = 0; c < kColours; ++c)
    picture_loss[c] = static_cast<float>(environment::silt_picture_loss(wavelength_nm[c]));
}

void silt_along(const environment::SiltView& view, const raytrace::Rays& rays,
                const float* length_m, float* out) {
  HWY_DYNAMIC_DISPATCH(SiltAlong)(view, rays, length_m, out);
}
void veil_by_silt(const SiltLight& silt, SiltVeil veil, Tile16& tile) {
  HWY_DYNAMIC_DISPATCH(VeilBySilt)(silt, veil, tile);
}
void dim_lamp_by_silt(const SiltLight& silt, const LampLight& lamp, Tile16& tile) {
  HWY_DYNAMIC_DISPATCH(DimLamp)(silt, lamp, tile);
}

}  // namespace hadal::sensors
#endif
