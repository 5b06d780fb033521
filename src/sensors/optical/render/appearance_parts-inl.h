// What the patterns of appearance.h are made of: the place that is asked about, the skin that is
// found there, and lookups of the volume in metres.
#if defined(HADAL_SENSORS_OPTICAL_RENDER_APPEARANCE_PARTS_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef HADAL_SENSORS_OPTICAL_RENDER_APPEARANCE_PARTS_INL_H_
#undef HADAL_SENSORS_OPTICAL_RENDER_APPEARANCE_PARTS_INL_H_
#else
#define HADAL_SENSORS_OPTICAL_RENDER_APPEARANCE_PARTS_INL_H_
#endif

#include <algorithm>
#include <cmath>

#include "sensors/optical/render/appearance.h"
#include "sensors/relief/ground_relief-inl.h"

HWY_BEFORE_NAMESPACE();
namespace hadal::sensors::HWY_NAMESPACE {

struct Place {
  V3 p;         // in the frame of the body
  V3 normal;    // likewise, smooth
  V up;         // upward part of the normal in N
  V footprint;  // of a pixel, m
  V u, v;
};
// An appearance, one per lane.
struct Finish {
  I pattern, mapping, texture;
  V3 albedo, second;
  V roughness, metallic, fouling, sediment, transmission, scale, wear;
};
struct Skin {
  V3 albedo;
  V3 slope;  // of the relief, in the frame of the body
  V roughness, metallic, transmission, cavity;
};

HWY_INLINE V3 rgb(float r, float g, float b) {
  return {all(r), all(g), all(b)};
}
HWY_INLINE V3 none() {
  return {zero(), zero(), zero()};
}
HWY_INLINE V3 mix(V3 a, V3 b, V fraction) {
  return {mix(a.x, b.x, fraction), mix(a.y, b.y, fraction), mix(a.z, b.z, fraction)};
}
HWY_INLINE V3 tinted(V3 a, V3 b) {
  return {a.x * b.x, a.y * b.y, a.z * b.z};
}
HWY_INLINE V mean_of(V3 a) {
  return (a.x + a.y + a.z) * all(1.0f / 3);
}
HWY_INLINE Skin plain_skin(const Finish& appearance) {
  return {appearance.albedo, none(), appearance.roughness, appearance.metallic,
          appearance.transmission, all(1)};
}
HWY_INLINE Skin select(M condition, const Skin& yes, const Skin& no) {
  return {select(condition, yes.albedo, no.albedo),
          select(condition, yes.slope, no.slope),
          select(condition, yes.roughness, no.roughness),
          select(condition, yes.metallic, no.metallic),
          select(condition, yes.transmission, no.transmission),
          select(condition, yes.cavity, no.cavity)};
}

// Rotations times a whole number, with whole numbers only: a plane through the volume turned like
// this meets the same values again only after several periods, at an angle to the axes.
struct Shear {
  int m[3][3];
  int factor;
};
constexpr Shear kOneShear = {{{13, 16, 4}, {4, -8, 19}, {16, -11, -8}}, 21};
constexpr Shear kOtherShear = {{{16, -7, 28}, {7, 32, 4}, {28, -4, -17}}, 33};

// The volume turned askew, `cycles` times the factor of its turn in 1024 m. stretch > 1 draws it
// out along z. Slope per metre. Fades before its period could show.
HWY_INLINE Relief sheared_volume(const TextureTiles& tiles, V3 p, const Shear& path, int cycles,
                               V footprint, float stretch = 1) {
  const float k = static_cast<float>(cycles) * kPerMetre, k_z = k / stretch;
  const float period_m = 1 / (k * static_cast<float>(path.factor));
  const V3 q = {p.x * all(k), p.y * all(k), p.z * all(k_z)};
  const auto m = [&](int i, int j) { return all(static_cast<float>(path.m[i][j])); };
  const auto row = [&](int i) { return q.x * m(i, 0) + q.y * m(i, 1) + q.z * m(i, 2); };
  const Relief at = volume_at(tiles.volume, {row(0), row(1), row(2)},
                              footprint * all(TextureTiles::kVolumeSide / period_m));
  const V left = shown(footprint, 0.3f * period_m);
  const V3 s = at.slope * (left * all(k));
  const auto column = [&](int j) { return s.x * m(0, j) + s.y * m(1, j) + s.z * m(2, j); };
  return {at.value * left, {column(0), column(1), column(2) * all(1 / stretch)}};
}
// Likewise straight, drawn out along x: fibres of wood. Periods along x and across, m.
HWY_INLINE Relief fibre_volume(const TextureTiles& tiles, V3 p, float along_m, float across_m,
                               V footprint) {
  const V left = shown(footprint, 0.3f * across_m);
  const float a = 1 / along_m, b = 1 / across_m;
  const Relief at = volume_at(tiles.volume, {p.x * all(a), p.y * all(b), p.z * all(b)},
                              footprint * all(TextureTiles::kVolumeSide * b));
  return {at.value * left,
          {at.slope.x * all(a) * left, at.slope.y * all(b) * left, at.slope.z * all(b) * left}};
}

// At most one round spot in each square cell, of random place and size: for shells, pores, holes.
struct Spot {
  V chance;    // uniform in [0, 1), one for each cell
  V distance;  // from the middle of the spot, in its radii
  V dx, dy;    // likewise, parts
  V radius_m;
};
// cells_per_m is a power of 2 up to 512.
HWY_INLINE Spot spot_at(V a, V b, int cells_per_m, int32_t seed) {
  const float size = static_cast<float>(cells_per_m);
  const V x = a * all(size), y = b * all(size), column = hn::Floor(x), row = hn::Floor(y);
  const I mask = all_int(1024 * cells_per_m - 1);
  const U bits =
      cell_hash(hn::And(hn::ConvertTo(IntTag(), column), mask),
                hn::Add(hn::And(hn::ConvertTo(IntTag(), row), mask), all_int(seed << 20)));
  const I word = hn::BitCast(IntTag(), bits);
  const V radius = all(0.14f) + byte_of(hn::ShiftRight<16>(word)) * all(0.22f / 255);
  const V room = all(1) - radius - radius;
  const V dx = x - column - radius - room * byte_of(word) * all(1.0f / 255),
          dy = y - row - radius - room * byte_of(hn::ShiftRight<8>(word)) * all(1.0f / 255);
  const V scale = all(1) / radius;
  return {unit_fraction(hn::ShiftLeft<22>(mix32(bits))), hn::Sqrt(dx * dx + dy * dy) * scale,
          dx * scale, dy * scale, radius * all(1 / size)};
}

// The plane of two axes of the body that the surface lies along most.
struct Side {
  M along_x, along_y;  // the axis that is left out; else z
  V a, b;
};
HWY_INLINE Side side_of(const Place& at) {
  const V x = hn::Abs(at.normal.x), y = hn::Abs(at.normal.y), z = hn::Abs(at.normal.z);
  const M along_x = hn::And(x > y, x > z), along_y = hn::AndNot(along_x, y > z);
  return {along_x, along_y, select(along_x, at.p.y, at.p.x),
          select(hn::Or(along_x, along_y), at.p.z, at.p.y)};
}
HWY_INLINE V3 slope_on(const Side& side, V along_a, V along_b) {
  return {where(hn::Not(side.along_x), along_a),
          select(side.along_x, along_a, where(hn::Not(side.along_y), along_b)),
          where(hn::Or(side.along_x, side.along_y), along_b)};
}

}  // namespace hadal::sensors::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
