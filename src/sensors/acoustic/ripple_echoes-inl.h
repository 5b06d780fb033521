// Ripples of sand in the lanes of echoes (ripple_echoes.h).
#if defined(HADAL_SENSORS_ACOUSTIC_RIPPLE_ECHOES_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef HADAL_SENSORS_ACOUSTIC_RIPPLE_ECHOES_INL_H_
#undef HADAL_SENSORS_ACOUSTIC_RIPPLE_ECHOES_INL_H_
#else
#define HADAL_SENSORS_ACOUSTIC_RIPPLE_ECHOES_INL_H_
#endif

#include <numbers>

#include "math/simd/functions.h"
#include "sensors/acoustic/ripple_echoes.h"
#include "sensors/relief/ground_relief-inl.h"

HWY_BEFORE_NAMESPACE();
namespace hadal::sensors::HWY_NAMESPACE {

// sin(pi x) / (pi x) of a number of turns and of twice as many, 0 from the first zero on.
struct Fades {
  V first, second;
};
HWY_INLINE Fades fades(V turns) {
  constexpr float kPi = std::numbers::pi_v<float>;
  const V x = hn::Min(hn::Abs(turns), all(1));
  V sine, cosine;
  sine_cosine(x * all(0.5f), sine, cosine);
  const V first = select(x < all(0.01f), all(1) - square(x) * all(kPi * kPi / 6),
                         hn::Max(sine, zero()) / hn::Max(x * all(kPi), all(1e-6f)));
  return {first, first * hn::Max(cosine, zero())};
}

// Amplitudes of both harmonics of the slope along the ray, where ripples are highest.
struct RippleSlopes {
  V cosine, first, second;
};
HWY_INLINE RippleSlopes ripple_slopes(const RippleSetup& s, const V3& along, const V3& normal,
                                      V range) {
  constexpr float kX = kAcrossSand[0], kY = kAcrossSand[1], kTurns = 1 / kSandRipple_m;
  const V cosine = clamp(zero() - dot(along, normal), 0, 1);
  const V flat = hn::Max(all(1) - square(cosine), all(1e-4f));  // sine squared
  const V lean = all(kX) * along.x + all(kY) * along.y +
                 cosine * (all(kX) * normal.x + all(kY) * normal.y);
  const V3 across = cross(normal, along);
  const V turns_along = lean / flat * all(s.bin_m * kTurns);
  const V turns_across = (all(kX) * across.x + all(kY) * across.y) / hn::Sqrt(flat) * range *
                         all(s.column_rad * kTurns);
  const V slope = all(kSandSlope) * lean;
  const Fades near = fades(turns_along), side = fades(turns_across);
  return {cosine, slope * near.first * side.first,
          all(-0.5f) * slope * near.second * side.second};
}

struct CosineNode {
  I i;
  V fraction;
};
HWY_INLINE CosineNode cosine_node(V cosine) {
  const V c = unit(cosine) * all(RippleTable::kCosines - 1);
  const I i = hn::Min(hn::ConvertTo(IntTag(), c), all_int(RippleTable::kCosines - 2));
  return {i, c - hn::ConvertTo(Tag(), i)};
}
HWY_INLINE V table_between(const float* table, I at, V fraction) {
  const V low = gather(table, at);
  return low + (gather(table + 1, at) - low) * fraction;
}

// 1 / <Q>.
HWY_INLINE V per_mean(const RippleTable& table, I row, V cosine, V slope) {
  constexpr int kCosines = RippleTable::kCosines, kSlopes = RippleTable::kSlopes;
  const V level =
      hn::Min(slope * all((kSlopes - 1) / RippleTable::kMaxSlope), all(kSlopes - 1.001f));
  const I below = hn::ConvertTo(IntTag(), level);
  const CosineNode node = cosine_node(cosine);
  const I at = (row * all_int(kSlopes) + below) * all_int(kCosines) + node.i;
  const V low = table_between(table.mean(), at, node.fraction);
  const V high = table_between(table.mean() + kCosines, at, node.fraction);
  return all(1) / hn::Max(low + (high - low) * (level - hn::ConvertTo(Tag(), below)), all(1e-20f));
}

// Of eight rays from e on; rows of the table, none of them kNoRipples.
HWY_INLINE void put_ripples(const RippleSetup& s, int e, const V3& along, const V3& normal, V range,
                            I row, V cell_x, V cell_y, RippleRays& out) {
  constexpr float kFootprint = 0.05f;  // for the clouds
  const RippleSlopes slopes = ripple_slopes(s, along, normal, range);
  const V x = all(s.origin_m[0]) + cell_x * all(s.cell_m);
  const V y = all(s.origin_m[1]) + cell_y * all(s.cell_m);
  const SandWander wander = sand_wander(x, y, zero() - normal.z, all(kSandRipple_m),
                                        sand_clouds(s.clouds, x, y, all(kFootprint)),
                                        broad_ground(s.clouds, x, y, all(kFootprint)));
  const V first = wander.amount * slopes.first, second = wander.amount * slopes.second;
  const V size = hn::Sqrt((square(first) + square(second)) * all(0.8f));
  hn::StoreU(slopes.cosine, d, out.at[RippleRays::kCosine] + e);
  hn::StoreU(first, d, out.at[RippleRays::kSlope] + e);
  hn::StoreU(second, d, out.at[RippleRays::kSecondSlope] + e);
  hn::StoreU(wander.turns, d, out.at[RippleRays::kTurns] + e);
  hn::StoreU(per_mean(s.table, row, slopes.cosine, size), d, out.at[RippleRays::kPerMean] + e);
}

// M, from the numbers of RippleRays.
template <class At>
HWY_INLINE V ripple_factor(const RippleTable& table, I row, const At& at) {
  V sine, cosine;
  sine_cosine(at(RippleRays::kTurns), sine, cosine);
  const V slope = at(RippleRays::kSlope) * cosine +
                  at(RippleRays::kSecondSlope) * (all(2) * square(cosine) - all(1));
  const CosineNode node = cosine_node(at(RippleRays::kCosine) + slope);
  return at(RippleRays::kPerMean) *
         table_between(table.strength(), row * all_int(RippleTable::kCosines) + node.i,
                       node.fraction);
}

}  // namespace hadal::sensors::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
