#include "sensors/optical/lidar_kernel.h"

#include <limits>

// Baseline, SSE4 and AVX2 only; no operation is fused, every lane is computed alike.
#define HWY_DISABLED_TARGETS (HWY_SSSE3 | HWY_AVX3 | HWY_AVX3_DL)
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "sensors/optical/lidar_kernel.cpp"
#include "hwy/foreach_target.h"
#include "hwy/highway.h"

HWY_BEFORE_NAMESPACE();
namespace hadal::sensors {
namespace HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

using Tag = hn::CappedTag<float, 8>;
using V = hn::Vec<Tag>;
const Tag d;
const hn::RebindToSigned<Tag> di;
constexpr size_t kRays = raytrace::kLanes;

HWY_INLINE V all(float value) {
  return hn::Set(d, value);
}

// exp(-x) of x >= 0.
HWY_INLINE V exp_negative(V x) {
  constexpr float kFalling[] = {1.547800470e-4f,
                                1.340043168e-3f,
                                9.617994580e-3f,
                                5.550327216e-2f,
                                2.402265150e-1f,
                                6.931472067e-1f,
                                1.0f};
  const V y = all(-1.44269504f) * hn::Min(x, all(80.0f));
  const auto whole = hn::ConvertTo(di, y - all(0.5f));  // the nearest
  const V f = y - hn::ConvertTo(d, whole);
  V power = all(kFalling[0]);  // of two
  for (int i = 1; i < 7; ++i) power = power * f + all(kFalling[i]);
  return hn::BitCast(d, hn::BitCast(di, power) + hn::ShiftLeft<23>(whole));
}

void strengths(const raytrace::Rays& rays, const raytrace::Hits& hits, float c2_per_m,
               float* strength) {
  for (size_t k = 0; k < kRays; k += hn::Lanes(d)) {
    const V r = hn::Load(d, hits.range_m + k);
    const V against = hn::Load(d, hits.nx + k) * hn::Load(d, rays.dx + k) +
                      hn::Load(d, hits.ny + k) * hn::Load(d, rays.dy + k) +
                      hn::Load(d, hits.nz + k) * hn::Load(d, rays.dz + k);
    const V seen = hn::Neg(against) * exp_negative(all(c2_per_m) * r) / (r * r);
    const auto hit = hn::Load(di, hits.instance + k) > hn::Set(di, raytrace::kNothing);
    hn::StoreU(hn::IfThenElseZero(hn::RebindMask(d, hit), seen), d, strength + k);
  }
}

void plain_returns(const LidarPlainRules& rules, const float* firm_m, LidarPlainReturns& out) {
  const V nothing = all(std::numeric_limits<float>::quiet_NaN());
  const V infinity = all(std::numeric_limits<float>::infinity());
  const float* R = rules.R_SH;
  for (size_t k = 0; k < kRays; k += hn::Lanes(d)) {
    const V firm = hn::LoadU(d, firm_m + k), strength = hn::Load(d, out.strength + k);
    const auto found = hn::And(strength >= all(rules.faintest), firm >= all(rules.near_m));
    const auto put = [&](V value, V otherwise, float* to) HWY_ATTR {
      hn::Store(hn::IfThenElse(found, value, otherwise), d, to + k);
    };
    const V growing = all(rules.growing) * firm;
    const V sigma = hn::Sqrt(all(rules.fixed_m) * all(rules.fixed_m) + growing * growing);
    const V range = firm + sigma * hn::Load(d, out.range_m + k);
    const V x = hn::Load(d, out.x + k), y = hn::Load(d, out.y + k), z = hn::Load(d, out.z + k);
    put(range, nothing, out.range_m);
    put(range * (all(R[0]) * x + all(R[1]) * y + all(R[2]) * z), nothing, out.x);
    put(range * (all(R[3]) * x + all(R[4]) * y + all(R[5]) * z), nothing, out.y);
    put(range * (all(R[6]) * x + all(R[7]) * y + all(R[8]) * z), nothing, out.z);
    put(strength, hn::Zero(d), out.strength);
    put(strength, nothing, out.point_strength);
    const auto whole = hn::RebindMask(di, found);
    const auto object = hn::Load(di, out.object + k);
    put(hn::ConvertTo(d, object), nothing, out.point_object);
    put(all(1), nothing, out.point_number);
    hn::Store(hn::IfThenElse(whole, object, hn::Set(di, rules.no_object)), di, out.object + k);
    hn::Store(hn::IfThenElseZero(whole, hn::Set(di, 1)), di, out.found + k);
    hn::Store(hn::IfThenElse(firm < infinity, firm, nothing), d, out.true_range_m + k);
  }
}

}  // namespace HWY_NAMESPACE
}  // namespace hadal::sensors
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace hadal::sensors {
namespace {
HWY_EXPORT(strengths);
HWY_EXPORT(plain_returns);
}  // namespace

void lidar_strengths(const raytrace::Rays& rays, const raytrace::Hits& hits, float c2_per_m,
                     float* strength) {
  HWY_DYNAMIC_DISPATCH(strengths)(rays, hits, c2_per_m, strength);
}
void lidar_plain_returns(const LidarPlainRules& rules, const float* firm_m,
                         LidarPlainReturns& returns) {
  HWY_DYNAMIC_DISPATCH(plain_returns)(rules, firm_m, returns);
}

}  // namespace hadal::sensors
#endif
