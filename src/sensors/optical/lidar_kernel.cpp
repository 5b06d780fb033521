#include "sensors/optical/lidar_kernel.h"

#include <limits>

#define HWY_TARGET_INCLUDE "sensors/optical/lidar_kernel.cpp"
#include "math/simd/highway.h"

HWY_BEFORE_NAMESPACE();
namespace hadal::sensors::HWY_NAMESPACE {
using namespace simd::HWY_NAMESPACE;

constexpr size_t kRays = raytrace::kLanes;

void strengths(const raytrace::Rays& rays, const raytrace::Hits& hits, float c2_per_m,
               float* strength) {
  for (size_t k = 0; k < kRays; k += hn::Lanes(d)) {
    const V r = hn::Load(d, hits.range_m + k);
    const V against = hn::Load(d, hits.nx + k) * hn::Load(d, rays.dx + k) +
                      hn::Load(d, hits.ny + k) * hn::Load(d, rays.dy + k) +
                      hn::Load(d, hits.nz + k) * hn::Load(d, rays.dz + k);
    const V seen = hn::Neg(against) * exp_negative_truncated(all(c2_per_m) * r) / (r * r);
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

}  // namespace hadal::sensors::HWY_NAMESPACE
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
