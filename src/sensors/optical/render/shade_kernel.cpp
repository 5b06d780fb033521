#include "sensors/optical/render/shade_kernel.h"

#define HWY_TARGET_INCLUDE "sensors/optical/render/shade_kernel.cpp"
#include "math/simd/highway.h"
#include "sensors/optical/render/water-inl.h"

#ifndef HADAL_SHADE_KERNEL_SHARED
#define HADAL_SHADE_KERNEL_SHARED
namespace hadal::sensors {
constexpr float kSunShadow_m = 60;
constexpr float kFarthest = 1e4f;
}  // namespace hadal::sensors
#endif

HWY_BEFORE_NAMESPACE();
namespace hadal::sensors::HWY_NAMESPACE {

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

}  // namespace hadal::sensors::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace hadal::sensors {

HWY_EXPORT(FindEnds);
HWY_EXPORT(AimAtSun);
HWY_EXPORT(AimAround);

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

}  // namespace hadal::sensors
#endif
