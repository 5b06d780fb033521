// Lookups in caustics (caustics.h), vector by vector. Places are relative to the anchor of the
// view, depths below the mean surface. Above the first plane caustics fade in with the depth, below
// the last they stay.
#if defined(HADAL_SENSORS_OPTICAL_RENDER_CAUSTICS_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef HADAL_SENSORS_OPTICAL_RENDER_CAUSTICS_INL_H_
#undef HADAL_SENSORS_OPTICAL_RENDER_CAUSTICS_INL_H_
#else
#define HADAL_SENSORS_OPTICAL_RENDER_CAUSTICS_INL_H_
#endif

#include "sensors/optical/render/caustics.h"
#include "sensors/relief/lanes-inl.h"

HWY_BEFORE_NAMESPACE();
namespace hadal::sensors::HWY_NAMESPACE {

struct CausticPosition {
  V north, east;  // in tiles, in [0, 1]
  V plane;        // in [0, planes - 1]
  V strength;     // of what differs from 1
};

HWY_INLINE CausticPosition caustic_place(const CausticView& c, V north_m, V east_m, V depth_m) {
  constexpr float kPerOctave = 2.30971f;  // 1 / log2(kRatio)
  const V down = hn::Max(depth_m, all(1e-3f)), first = all(1 / float(Caustics::kFirst_m));
  const V north = north_m * all(c.per_m) + all(c.north) - down * all(c.drift_north);
  const V east = east_m * all(c.per_m) + all(c.east) - down * all(c.drift_east);
  const V plane = log2(down * first) * all(kPerOctave);
  return {north - hn::Floor(north), east - hn::Floor(east),
          clamp(plane, 0, static_cast<float>(c.planes - 1)), hn::Min(down * first, all(1))};
}

// Light of the plane whose nodes begin at `first`, n to a side.
HWY_INLINE V plane_light(const CausticView& c, const CausticPosition& at, I first, I n) {
  const I mask = n - all_int(1);
  const V nodes = hn::ConvertTo(Tag(), n), x = at.north * nodes, y = at.east * nodes;
  const V fx = hn::Floor(x), fy = hn::Floor(y), a = x - fx, b = y - fy;
  const I i = hn::ConvertTo(IntTag(), fx), j = hn::ConvertTo(IntTag(), fy);
  const I i0 = hn::And(i, mask), i1 = hn::And(i + all_int(1), mask);
  const I row0 = first + hn::And(j, mask) * n, row1 = first + hn::And(j + all_int(1), mask) * n;
  return mix(mix(gather(c.values, row0 + i0), gather(c.values, row0 + i1), a),
             mix(gather(c.values, row1 + i0), gather(c.values, row1 + i1), a), b);
}
// Neighbours mostly lie by the same plane.
HWY_INLINE V plane_light(const CausticView& c, const CausticPosition& at, I plane) {
  const int32_t one = hn::GetLane(plane);
  if (hn::AllTrue(IntTag(), hn::Eq(plane, all_int(one))))
    return plane_light(c, at, all_int(c.first[one]), all_int(c.nodes[one]));
  return plane_light(c, at, gather(c.first, plane), gather(c.nodes, plane));
}

// For surfaces: linear between nodes and planes. Where a pixel is larger than the webs are fine,
// they pass into their mean.
HWY_INLINE V caustic(const CausticView& c, V north_m, V east_m, V depth_m, V pixel_m) {
  constexpr float kWeb_m = 0.15f;
  const CausticPosition at = caustic_place(c, north_m, east_m, depth_m);
  const I above = floor_int(at.plane), below = hn::Min(above + all_int(1), all_int(c.planes - 1));
  const V fraction = at.plane - hn::ConvertTo(Tag(), above);
  const V light = mix(plane_light(c, at, above), plane_light(c, at, below), fraction);
  const V seen = all(kWeb_m) / hn::Max(pixel_m, all(kWeb_m));
  return all(1) + (light - all(1)) * (at.strength * seen);
}

// For samples along rays: one node of one plane, chosen by a dither in [0, 1).
HWY_INLINE V caustic_sample(const CausticView& c, V north_m, V east_m, V depth_m, V dither) {
  const CausticPosition at = caustic_place(c, north_m, east_m, depth_m);
  const I plane = hn::Min(floor_int(at.plane + dither), all_int(c.planes - 1));
  const I first = gather(c.first, plane), n = gather(c.nodes, plane), last = n - all_int(1);
  const V nodes = hn::ConvertTo(Tag(), n);
  const I i = hn::Min(hn::ConvertTo(IntTag(), at.north * nodes), last);
  const I j = hn::Min(hn::ConvertTo(IntTag(), at.east * nodes), last);
  const V light = gather(c.values, first + j * n + i);
  return all(1) + (light - all(1)) * at.strength;
}

}  // namespace hadal::sensors::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
