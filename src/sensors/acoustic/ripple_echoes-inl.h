// Ripples of sand in the lanes of echoes (ripple_echoes.h).
#if defined(HADAL_SENSORS_ACOUSTIC_RIPPLE_ECHOES_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef HADAL_SENSORS_ACOUSTIC_RIPPLE_ECHOES_INL_H_
#undef HADAL_SENSORS_ACOUSTIC_RIPPLE_ECHOES_INL_H_
#else
#define HADAL_SENSORS_ACOUSTIC_RIPPLE_ECHOES_INL_H_
#endif

#include <numbers>

#include "sensors/acoustic/ripple_echoes.h"
#include "sensors/relief/ground_relief-inl.h"

HWY_BEFORE_NAMESPACE();
namespace hadal::sensors::HWY_NAMESPACE {

// Of a ray on the ground: the cosine, the amplitudes of both harmonics of the slope along the ray
// where ripples are highest, and the upward part of the normal.
struct RippleView {
  V cosine, slope[2], up;
};

// sin(pi x) / (pi x), 0 from its first zero on.
HWY_INLINE V faded(V turns) {
  const V x = hn::Min(hn::Abs(turns), all(1));
  V sine, cosine;
  sine_cosine(x * all(0.5f), sine, cosine);
  const V near = all(1) - square(x) * all(std::numbers::pi_v<float> * std::numbers::pi_v<float> / 6);
  return select(x < all(0.01f), near,
                hn::Max(sine, zero()) / hn::Max(x * all(std::numbers::pi_v<float>), all(1e-6f)));
}

HWY_INLINE RippleView ripple_view(const RippleSetup& s, const V3& along, const V3& normal,
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
  return {cosine,
          {slope * faded(turns_along) * faded(turns_across),
           all(-0.5f) * slope * faded(turns_along + turns_along) *
               faded(turns_across + turns_across)},
          zero() - normal.z};
}

HWY_INLINE V table_between(const float* table, I at, V fraction) {
  const V low = gather(table, at);
  return low + (gather(table + 1, at) - low) * fraction;
}

// M at places in cells; rows of the table, none of them kNoRipples.
HWY_INLINE V ripple_factor(const RippleSetup& s, const RippleView& view, I row, V cell_x,
                           V cell_y) {
  constexpr int kCosines = RippleTable::kCosines, kSlopes = RippleTable::kSlopes;
  constexpr float kFootprint = 0.05f;  // for the clouds that ripples wander with
  const V x = all(s.origin_m[0]) + cell_x * all(s.cell_m);
  const V y = all(s.origin_m[1]) + cell_y * all(s.cell_m);
  const SandRipples wave =
      sand_ripples(x, y, view.up, all(kSandRipple_m), sand_clouds(s.clouds, x, y, all(kFootprint)),
                   broad_ground(s.clouds, x, y, all(kFootprint)));
  const V slope = wave.amount * (view.slope[0] * wave.cosine[0] + view.slope[1] * wave.cosine[1]);
  const auto node = [](V cosine, V& fraction) HWY_ATTR {
    const V c = unit(cosine) * all(kCosines - 1);
    const I i = hn::Min(hn::ConvertTo(IntTag(), c), all_int(kCosines - 2));
    fraction = c - hn::ConvertTo(Tag(), i);
    return i;
  };
  V fraction;
  const I here = node(view.cosine + slope, fraction);
  const V strength = table_between(s.table.strength(), row * all_int(kCosines) + here, fraction);

  const V size = wave.amount * hn::Sqrt((square(view.slope[0]) + square(view.slope[1])) * all(0.8f));
  const V level = hn::Min(size * all((kSlopes - 1) / RippleTable::kMaxSlope), all(kSlopes - 1.001f));
  const I below = hn::ConvertTo(IntTag(), level);
  const I at = (row * all_int(kSlopes) + below) * all_int(kCosines) + node(view.cosine, fraction);
  const V low = table_between(s.table.mean(), at, fraction);
  const V high = table_between(s.table.mean() + kCosines, at, fraction);
  const V mean = low + (high - low) * (level - hn::ConvertTo(Tag(), below));
  return strength / hn::Max(mean, all(1e-20f));
}

}  // namespace hadal::sensors::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
