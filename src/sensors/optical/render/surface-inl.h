// Light at the water surface (surface_view.h), vector by vector. Places are relative to the anchor
// of the view, directions unit vectors in N (down is +z); slopes are rises per metre.
#if defined(HADAL_SENSORS_OPTICAL_RENDER_SURFACE_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef HADAL_SENSORS_OPTICAL_RENDER_SURFACE_INL_H_
#undef HADAL_SENSORS_OPTICAL_RENDER_SURFACE_INL_H_
#else
#define HADAL_SENSORS_OPTICAL_RENDER_SURFACE_INL_H_
#endif

#include <cmath>

#include "sensors/relief/lanes-inl.h"
#include "sensors/optical/render/surface_view.h"
#include "sensors/relief/texture-inl.h"

HWY_BEFORE_NAMESPACE();
namespace hadal::sensors::HWY_NAMESPACE {

struct Waviness {
  V up;           // m
  V north, east;  // slope
  V lost;         // mean square slope of waves that are not in it
};
HWY_INLINE Waviness mix(const Waviness& a, const Waviness& b, V fraction) {
  return {mix(a.up, b.up, fraction), mix(a.north, b.north, fraction), mix(a.east, b.east, fraction),
          mix(a.lost, b.lost, fraction)};
}

// Slopes of one level of the ripples at a place in nodes of the finest.
HWY_INLINE Waviness tile_level(const SurfaceView& s, V x, V y, I level) {
  const I n = gather(s.nodes.data(), level), mask = n - all_int(1);
  const I first = gather(s.first.data(), level);
  const V shrink = hn::ConvertTo(Tag(), n) * all(1.0f / kTileNodes);
  const V u = (x + all(0.5f)) * shrink - all(0.5f), v = (y + all(0.5f)) * shrink - all(0.5f);
  const V fu = hn::Floor(u), fv = hn::Floor(v), a = u - fu, b = v - fv;
  const I i = hn::ConvertTo(IntTag(), fu), j = hn::ConvertTo(IntTag(), fv);
  const I i0 = hn::ShiftLeft<4>(hn::And(i, mask)),
          i1 = hn::ShiftLeft<4>(hn::And(i + all_int(1), mask));
  const auto row = [&](I at) HWY_ATTR {
    const I wrapped = hn::And(at, mask);
    return first + hn::ShiftLeft<4>(hn::ShiftRight<3>(wrapped) * n) + hn::And(wrapped, all_int(7));
  };
  const I r0 = row(j), r1 = row(j + all_int(1));
  const auto linear = [&](const float* from) HWY_ATTR {
    return mix(mix(gather(from, r0 + i0), gather(from, r0 + i1), a),
               mix(gather(from, r1 + i0), gather(from, r1 + i1), a), b);
  };
  return {zero(), linear(s.slopes), linear(s.slopes + kLineLanes), gather(s.lost.data(), level)};
}

// The same averaged over a pixel, between two levels.
HWY_INLINE Waviness tile_slopes(const SurfaceView& s, V x, V y, V pixel_nodes) {
  const V level = hn::Min(log2(hn::Max(pixel_nodes, all(1))), all(kTileLevels - 1));
  const I fine = floor_int(level), coarse = hn::Min(fine + all_int(1), all_int(kTileLevels - 1));
  const V fraction = level - hn::ConvertTo(Tag(), fine);
  const Waviness near = tile_level(s, x, y, fine);
  return any(fraction > zero()) ? mix(near, tile_level(s, x, y, coarse), fraction) : near;
}

// Height of the ripples, m, at a place in nodes.
HWY_INLINE V tile_height(const SurfaceView& s, V x, V y) {
  constexpr int n = kTileNodes;
  const V fx = hn::Floor(x), fy = hn::Floor(y), a = x - fx, b = y - fy;
  const I i = hn::ConvertTo(IntTag(), fx), j = hn::ConvertTo(IntTag(), fy), mask = all_int(n - 1);
  const I i0 = hn::ShiftLeft<4>(hn::And(i, mask)),
          i1 = hn::ShiftLeft<4>(hn::And(i + all_int(1), mask));
  const auto row = [&](I at) HWY_ATTR {
    const I wrapped = hn::And(at, mask);
    return hn::ShiftLeft<13>(hn::ShiftRight<3>(wrapped)) + hn::And(wrapped, all_int(7));
  };
  static_assert(n == 512, "a row of lines has 2^13 numbers");
  const I r0 = row(j), r1 = row(j + all_int(1));
  return mix(mix(gather(s.heights, r0 + i0), gather(s.heights, r0 + i1), a),
             mix(gather(s.heights, r1 + i0), gather(s.heights, r1 + i1), a), b);
}

HWY_INLINE Waviness sea_level(const SurfaceView& s, V north_m, V east_m, I level) {
  constexpr int n = SeaLevels::kNodes;
  const V per_m = exp2(hn::Neg(hn::ConvertTo(Tag(), level))) * all(1 / s.sea_cell_m);
  const V x = clamp((north_m - gather(s.corner_north.data(), level)) * per_m, 0, n - 1.01f);
  const V y = clamp((east_m - gather(s.corner_east.data(), level)) * per_m, 0, n - 1.01f);
  const V fx = hn::Floor(x), fy = hn::Floor(y), a = x - fx, b = y - fy;
  const I at = hn::ShiftLeft<2>(level * all_int(n * n) + hn::ConvertTo(IntTag(), fx) * all_int(n) +
                                hn::ConvertTo(IntTag(), fy));
  const auto linear = [&](const float* from) HWY_ATTR {
    return mix(mix(gather(from, at), gather(from + 4, at), b),
               mix(gather(from + 4 * n, at), gather(from + 4 * n + 4, at), b), a);
  };
  return {linear(s.sea), linear(s.sea + 1), linear(s.sea + 2), gather(s.sea_lost.data(), level)};
}

// The levels of the sea at a place, by distance from the centre and size of the pixel.
struct LevelPair {
  I fine, coarse;
  V fraction;  // of the coarse one
};
HWY_INLINE LevelPair sea_levels_at(const SurfaceView& s, V north_m, V east_m, V pixel_m) {
  constexpr float kReach = SeaLevels::kNodes / 2 - SeaLevels::kMargin;
  const V away =
      hn::Max(hn::Abs(north_m - all(s.centre_north)), hn::Abs(east_m - all(s.centre_east)));
  const V cells = hn::Max(away * all(2 / kReach), pixel_m) * all(1 / s.sea_cell_m);
  const auto last = static_cast<float>(s.sea_levels - 1);
  const V level = hn::Min(log2(hn::Max(cells, all(1))), all(last));
  const I fine = floor_int(level);
  return {fine, hn::Min(fine + all_int(1), all_int(s.sea_levels - 1)),
          unit((level - hn::ConvertTo(Tag(), fine)) * all(2) - all(1))};
}

// The waves of the sea. Rough: of one level, where the other is between two.
enum class Care { kRough, kSmooth };
template <Care kCare>
HWY_INLINE Waviness sea_waves(const SurfaceView& s, V north_m, V east_m, V pixel_m) {
  if (s.sea_levels == 0) return {zero(), zero(), zero(), zero()};
  const LevelPair level = sea_levels_at(s, north_m, east_m, pixel_m);
  const Waviness near = sea_level(s, north_m, east_m, level.fine);
  if (kCare == Care::kRough || !any(level.fraction > zero())) return near;
  return mix(near, sea_level(s, north_m, east_m, level.coarse), level.fraction);
}

// Where a ray meets the surface: from the mean plane by Newton steps, which are kept from turning
// back where the ray grazes the waves. Rays that run level or away do not meet it.
struct Meeting {
  M met;
  V range_m;
  V pixel_m;  // size of a pixel on the surface, of both directions the geometric mean
  V3 at;
  Waviness sea;
};
template <bool kFromBelow>
HWY_INLINE Meeting meet_surface(const SurfaceView& s, V3 from, V3 ray, V pixel_rad, V far_m) {
  constexpr int kNewtonSteps = 2;
  constexpr float kMinDown = 1e-3f;
  constexpr float kRipplePixel_m = 0.1f;  // beyond, ripples do not move the place
  const V down = kFromBelow ? hn::Min(ray.z, all(-kMinDown)) : hn::Max(ray.z, all(kMinDown));
  const V steep = hn::Abs(down), above = from.z - all(s.mean_z);
  Meeting m;
  const auto reach = [&](V range_m) HWY_ATTR {
    m.range_m = hn::Min(hn::Max(range_m, zero()), far_m);
    m.at = from + ray * m.range_m;
    m.pixel_m = m.range_m * pixel_rad / hn::Sqrt(steep);
  };
  reach(hn::Neg(above) / down);
  for (int step = 0; step < kNewtonSteps; ++step) {
    const Waviness sea = sea_waves<Care::kRough>(s, m.at.x, m.at.y, m.pixel_m);
    const V x = m.at.x * all(s.nodes_per_m) + all(s.north);
    const V y = m.at.y * all(s.nodes_per_m) + all(s.east);
    const V ripple = where(m.pixel_m < all(kRipplePixel_m), tile_height(s, x, y));
    const V gap = above + down * m.range_m + sea.up + ripple;
    const V closing = down + sea.north * ray.x + sea.east * ray.y, min = down * all(0.5f);
    reach(m.range_m - gap / (kFromBelow ? hn::Min(closing, min) : hn::Max(closing, min)));
  }
  m.sea = sea_waves<Care::kSmooth>(s, m.at.x, m.at.y, m.pixel_m);
  const M onward = kFromBelow ? ray.z < all(-kMinDown) : ray.z > all(kMinDown);
  m.met = hn::And(onward, m.range_m < far_m);
  return m;
}

// The slope that light meets. Ripples fade with the size of the pixel; their slope variance passes
// to `lost`. Where unseen facets of variance v (along one axis) are looked at aslant, those turned
// to the eye fill more of the view: the mean slope seen leans towards it by v tan(angle), which is
// the first moment of the visible slopes (Cox & Munk), held below one standard deviation.
template <bool kFromBelow>
HWY_INLINE Waviness optical_slope(const SurfaceView& s, const Meeting& m, V3 ray) {
  const V x = m.at.x * all(s.nodes_per_m), y = m.at.y * all(s.nodes_per_m);
  const V pixel = m.pixel_m * all(s.nodes_per_m);
  const Waviness ripples = tile_slopes(s, x + all(s.north), y + all(s.east), pixel);
  const V c = all(SurfaceView::kTurnCos), t = all(SurfaceView::kTurnSin);
  const V scale = all(SurfaceView::kFineScale), gain = all(s.fine_gain);
  const Waviness fine = tile_slopes(s, (c * x + t * y) * scale + all(s.fine_north),
                                    (c * y - t * x) * scale + all(s.fine_east), pixel * scale);
  Waviness sum;
  sum.up = m.sea.up;
  sum.north = m.sea.north + ripples.north + gain * (c * fine.north - t * fine.east);
  sum.east = m.sea.east + ripples.east + gain * (t * fine.north + c * fine.east);
  sum.lost = m.sea.lost + ripples.lost + square(gain) * fine.lost + all(s.roughness);
  const V level = hn::Sqrt(square(ray.x) + square(ray.y));
  const V tangent = level / hn::Max(hn::Abs(ray.z), all(1e-3f));
  const V variance = all(0.5f) * sum.lost;
  const V lean = variance * tangent / (all(1) + hn::Sqrt(variance) * tangent);
  const V each = (kFromBelow ? hn::Neg(lean) : lean) / hn::Max(level, all(1e-6f));
  sum.north = sum.north + ray.x * each;
  sum.east = sum.east + ray.y * each;
  return sum;
}

HWY_INLINE V3 up_normal(const Waviness& w) {
  const V size = all(1) / hn::Sqrt(square(w.north) + square(w.east) + all(1));
  return {hn::Neg(w.north) * size, hn::Neg(w.east) * size, hn::Neg(size)};
}

// Reflectance of unpolarised light (Fresnel); cosines on both sides, indices n1 and n2.
HWY_INLINE V fresnel(V cos1, V cos2, float n1, float n2) {
  const V a = all(n1) * cos1, b = all(n2) * cos2, c = all(n1) * cos2, e = all(n2) * cos1;
  const V across = (a - b) / hn::Max(a + b, all(1e-9f));
  const V along = (c - e) / hn::Max(c + e, all(1e-9f));
  return all(0.5f) * (square(across) + square(along));
}

// What becomes of a line of sight at the surface: its radiance is
//   reflectance L(mirrored) + gain L(through),
// gain = (1 - reflectance) n^2 looking up into the air, / n^2 looking down into the water: light
// that is squeezed into a narrower cone is brighter. Directions are kept on their own side.
// Facets too small to be seen, of mean square slope `lost`, soften the rim of Snell's window: the
// fraction of them that still lets light through is that of a normal distribution of their cosines
// (written as a logistic function, to 0.01), and these reflect by their mean cosine.
struct Crossing {
  V reflectance, gain;
  V3 mirrored, through;
};
// cosine: of the facet seen; ratio of the indices, this side over the other.
template <bool kFromBelow>
HWY_INLINE V rough_reflectance(V cosine, V lost, float ratio) {
  const V spread = hn::Sqrt(all(0.5f) * lost * (all(1) - square(cosine))) + all(1e-5f);
  const float rim = kFromBelow ? std::sqrt(1 - 1 / (ratio * ratio)) : 0;
  const V beyond = (cosine - all(rim)) / spread;
  const V fraction = all(1) / (all(1) + exp(beyond * all(-1.702f)));
  const V open = hn::Min(hn::Max(cosine, all(rim) + spread * all(0.6f)), all(1));
  const V within = root(all(1) - all(ratio * ratio) * (all(1) - square(open)));
  const V reflectance = fresnel(open, within, ratio, 1);
  return kFromBelow ? all(1) - fraction * (all(1) - reflectance) : reflectance;
}
template <bool kFromBelow>
HWY_INLINE Crossing cross_surface(V3 ray, V3 up, V lost, float index) {
  constexpr float kOffLevel = 0.01f;
  const float ratio = kFromBelow ? index : 1 / index;
  const V3 normal = kFromBelow ? V3{hn::Neg(up.x), hn::Neg(up.y), hn::Neg(up.z)} : up;
  const V cosine = clamp(hn::Neg(dot(ray, normal)), 1e-3f, 1);
  const V within = root(all(1) - all(ratio * ratio) * (all(1) - square(cosine)));
  Crossing c;
  c.reflectance = rough_reflectance<kFromBelow>(cosine, lost, ratio);
  c.gain = (all(1) - c.reflectance) * all(ratio * ratio);
  c.mirrored = ray + normal * (all(2) * cosine);
  c.through = normalised(ray * all(ratio) + normal * (all(ratio) * cosine - within));
  const V level = all(kFromBelow ? kOffLevel : -kOffLevel);
  c.mirrored.z = kFromBelow ? hn::Max(c.mirrored.z, level) : hn::Min(c.mirrored.z, level);
  c.through.z =
      kFromBelow ? hn::Min(c.through.z, hn::Neg(level)) : hn::Max(c.through.z, hn::Neg(level));
  return c;
}

// Density of the slope that would send the sun's light into the eye, about the slope seen, per unit
// of both slopes, over cos^4 of its tilt (that is, per solid angle of normals times cosine). The
// sun's disc and the pixel widen it.
HWY_INLINE V facet_density(V3 half, const Waviness& w, V pixel_rad) {
  constexpr float kDisc = 0.00465f / 4;  // tilt that moves the light by the deviation of the disc
  const V cosine = hn::Max(hn::Neg(half.z), all(1e-3f));
  const V north = hn::Neg(half.x) / cosine, east = hn::Neg(half.y) / cosine;
  const V variance = all(0.5f) * w.lost + all(kDisc * kDisc) + square(pixel_rad * all(0.25f));
  const V off = square(north - w.north) + square(east - w.east);
  const V density = exp(hn::Neg(off) / (all(2) * variance)) / (all(6.2831853f) * variance);
  return density / square(square(cosine));
}

// The sun's glitter seen from above, radiance per irradiance across the beam: facets that mirror
// it, R p / (4 cos(view) cos^4(tilt))  (Cox & Munk 1954).
HWY_INLINE V glitter_above(const SkyView& sky, V3 ray, const Waviness& w, V pixel_rad,
                           float index) {
  const V3 sun = all3(sky.toward_sun), half = normalised(sun - ray);
  const V cosine = clamp(dot(sun, half), 0, 1);
  const V within = root(all(1) - (all(1) - square(cosine)) * all(1 / (index * index)));
  const V reflectance = fresnel(cosine, within, 1, index);
  return reflectance * facet_density(half, w, pixel_rad) /
         (all(4) * hn::Max(hn::Abs(ray.z), all(0.02f)));
}

// The sun seen through the surface from below, likewise: facets that bend it into the eye (Walter
// et al. 2007, "Microfacet models for refraction through rough surfaces", eq. 21).
HWY_INLINE V glitter_below(const SkyView& sky, V3 ray, const Waviness& w, V pixel_rad,
                           float index) {
  const V3 sun = all3(sky.toward_sun), sum = ray * all(index) - sun;
  const V3 half = normalised(sum);  // up: along -(sun - index ray)
  const V in = dot(sun, half), out = hn::Neg(dot(ray, half));
  const V reflectance = fresnel(unit(in), unit(hn::Neg(out)), 1, index);
  const V bend = square(in + all(index) * out);
  const V light = in * hn::Neg(out) * all(index * index) * (all(1) - reflectance) *
                  facet_density(half, w, pixel_rad) /
                  (hn::Max(hn::Abs(ray.z), all(0.02f)) * hn::Max(bend, all(1e-6f)));
  return where(hn::And(in > zero(), hn::And(out < zero(), half.z < zero())), light);
}

// Fraction of a normal distribution above x deviations, to 2e-4 (a logistic function of a cubic).
HWY_INLINE V normal_fraction(V x) {
  return all(1) / (all(1) + exp(x * (all(1.5976f) + all(0.07056f) * square(x))));
}

// Where whitecaps lie, in standard deviations: what noise it takes to reach their threshold, and how
// far the noise there is beyond. Noise also stands in for waves of the sea that are left out at a
// distance.
struct Whitecap {
  V needed, beyond;
};
HWY_INLINE Whitecap whitecap_at(const SurfaceView& s, const Meeting& m, V u, V v) {
  constexpr float kCrest = 0.8f, kNoise = 0.6f, kPerDeviation = 1 / TextureTiles::kDeviation;
  constexpr float kTexels = 0.5f * TextureTiles::kSide / SurfaceView::kPatchAcross_m;
  V crest = zero(), noise = all(1);
  if (s.sea_levels > 0) {
    const LevelPair level = sea_levels_at(s, m.at.x, m.at.y, m.pixel_m);
    const V left_out = mix(gather(s.sea_flattened.data(), level.fine),
                           gather(s.sea_flattened.data(), level.coarse), level.fraction);
    crest = m.sea.up * all(kCrest * s.sea_per_deviation);
    noise = hn::Sqrt(all(kNoise * kNoise) + all(kCrest * kCrest) * left_out);
  }
  const V short_of = all(s.foam_threshold) - crest;
  const Channels patch =
      scattered_at(*s.foam, u, v, m.pixel_m * all(kTexels), SurfaceView::kPatchPeriods);
  return {short_of / noise, patch.d * all(kPerDeviation) * noise - short_of};
}

// Fraction of white foam at a place. What is smaller than a pixel passes into its mean: holes into
// that of the foam around, patches into that at the elevation.
HWY_INLINE V foam(const SurfaceView& s, const Meeting& m) {
  constexpr float kSoft = 0.3f, kFromHole_m = 0.03f, kToHole_m = 0.12f;
  constexpr float kFromPatch_m = 0.15f, kToPatch_m = 0.8f;
  constexpr int kHolesAlong = 6, kHolesAcross = 5;  // periods in one of the patches
  constexpr float kTexels = TextureTiles::kSide * kHolesAcross / SurfaceView::kPatchAcross_m;
  if (s.foam_cover < 1e-5f) return zero();
  const V c = all(s.wind_north), t = all(s.wind_east);
  const V u = (c * m.at.x + t * m.at.y) * all(1 / SurfaceView::kPatchAlong_m) + all(s.foam_along);
  const V v = (c * m.at.y - t * m.at.x) * all(1 / SurfaceView::kPatchAcross_m) + all(s.foam_across);
  const Whitecap cap = whitecap_at(s, m, u, v);
  const V mean = all(SurfaceView::kMeanDensity) * normal_fraction(cap.needed);
  const V blurred = smooth_step(kFromPatch_m, kToPatch_m, m.pixel_m);
  if (!any(cap.beyond > zero())) return mean * blurred;
  const V x = hn::Max(cap.beyond, zero());
  const V thinner = all(1) - exp(hn::Neg(x * (all(s.foam_rate) + all(s.foam_curvature) * x)));
  const V density = thinner * hn::Sqrt(thinner);
  const Channels holes =
      tile_at(*s.foam, u * all(kHolesAlong), v * all(kHolesAcross), m.pixel_m * all(kTexels));
  const V rank = all(0.5f) + all(0.5f) * holes.a;
  const V white = mix(smooth_step(-kSoft, kSoft, density - rank), density,
                      smooth_step(kFromHole_m, kToHole_m, m.pixel_m));
  return mix(where(cap.beyond > zero(), white), mean, blurred);
}

// Lookup in the sky: place once, then band by band.
struct SkyPosition {
  I at;
  V a, b;
};
HWY_INLINE SkyPosition sky_position(V3 toward) {
  constexpr int n = SkyTable::kTexels;
  const V up = hn::Max(hn::Neg(toward.z), zero());
  const V size = all(1) / hn::Max(hn::Abs(toward.x) + hn::Abs(toward.y) + up, all(1e-9f));
  const V x = toward.x * size, y = toward.y * size, half = all(0.5f * (n - 1));
  const V u = clamp((x + y + all(1)) * half, 0, n - 1.001f);
  const V v = clamp((x - y + all(1)) * half, 0, n - 1.001f);
  const V fu = hn::Floor(u), fv = hn::Floor(v);
  return {hn::ConvertTo(IntTag(), fv) * all_int(n) + hn::ConvertTo(IntTag(), fu), u - fu, v - fv};
}
HWY_INLINE V sky_radiance(const SkyView& sky, const SkyPosition& place, int band) {
  constexpr int n = SkyTable::kTexels;
  const float* from = sky.radiance + band * n * n;
  return mix(mix(gather(from, place.at), gather(from + 1, place.at), place.a),
             mix(gather(from + n, place.at), gather(from + n + 1, place.at), place.a), place.b);
}

}  // namespace hadal::sensors::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
