// Lanes of floats and of vectors for the renderer (math/simd/highway.h).
#if defined(HADAL_SENSORS_RELIEF_LANES_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef HADAL_SENSORS_RELIEF_LANES_INL_H_
#undef HADAL_SENSORS_RELIEF_LANES_INL_H_
#else
#define HADAL_SENSORS_RELIEF_LANES_INL_H_
#endif

#include "math/simd/highway.h"

HWY_BEFORE_NAMESPACE();
namespace hadal::sensors::HWY_NAMESPACE {
using namespace simd::HWY_NAMESPACE;

HWY_INLINE I all_int(int32_t value) {
  return hn::Set(IntTag(), value);
}
HWY_INLINE V zero() {
  return hn::Zero(Tag());
}
HWY_INLINE V load(const float* from) {
  return hn::Load(Tag(), from);
}
HWY_INLINE I load(const int32_t* from) {
  return hn::Load(IntTag(), from);
}
HWY_INLINE void store(V value, float* to) {
  hn::Store(value, Tag(), to);
}
HWY_INLINE V gather(const float* table, I index) {
  return hn::GatherIndex(Tag(), table, index);
}
HWY_INLINE I gather(const int32_t* table, I index) {
  return hn::GatherIndex(IntTag(), table, index);
}

HWY_INLINE V select(M condition, V yes, V no) {
  return hn::IfThenElse(condition, yes, no);
}
HWY_INLINE V where(M condition, V yes) {
  return hn::IfThenElseZero(condition, yes);
}
HWY_INLINE M equal(I a, int32_t b) {
  return hn::RebindMask(Tag(), hn::Eq(a, all_int(b)));
}
HWY_INLINE bool any(M mask) {
  return !hn::AllFalse(Tag(), mask);
}

HWY_INLINE V clamp(V x, float low, float high) {
  return hn::Min(hn::Max(x, all(low)), all(high));
}
HWY_INLINE V unit(V x) {
  return clamp(x, 0, 1);
}
HWY_INLINE V mix(V a, V b, V fraction) {
  return a + (b - a) * fraction;
}
HWY_INLINE V square(V x) {
  return x * x;
}
HWY_INLINE V root(V x) {
  return hn::Sqrt(hn::Max(x, zero()));
}
// Hermite step from 0 at `from` to 1 at `to`.
HWY_INLINE V smooth_step(float from, float to, V x) {
  const V t = unit((x - all(from)) * all(1 / (to - from)));
  return t * t * (all(3) - all(2) * t);
}

// A hash of two whole numbers, and 24 bits of a hash as a number in [0, 1).
HWY_INLINE U cell_hash(I a, I b) {
  const U first = mix32(hn::BitCast(BitTag(), a));
  return mix32(hn::Add(first, hn::BitCast(BitTag(), b)));
}
HWY_INLINE V unit_fraction(U bits) {
  return hn::ConvertTo(Tag(), hn::BitCast(IntTag(), hn::ShiftRight<8>(bits))) * all(0x1p-24f);
}
HWY_INLINE I floor_int(V x) {
  return hn::ConvertTo(IntTag(), hn::Floor(x));
}

struct V3 {
  V x, y, z;
};
HWY_INLINE V3 all3(const float* v) {
  return {all(v[0]), all(v[1]), all(v[2])};
}
HWY_INLINE V3 load3(const float* x, const float* y, const float* z) {
  return {load(x), load(y), load(z)};
}
HWY_INLINE V3 operator+(V3 a, V3 b) {
  return {a.x + b.x, a.y + b.y, a.z + b.z};
}
HWY_INLINE V3 operator-(V3 a, V3 b) {
  return {a.x - b.x, a.y - b.y, a.z - b.z};
}
HWY_INLINE V3 operator*(V3 a, V s) {
  return {a.x * s, a.y * s, a.z * s};
}
HWY_INLINE V dot(V3 a, V3 b) {
  return a.x * b.x + a.y * b.y + a.z * b.z;
}
HWY_INLINE V3 cross(V3 a, V3 b) {
  return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}
HWY_INLINE V length(V3 a) {
  return hn::Sqrt(dot(a, a));
}
HWY_INLINE V3 normalised(V3 a) {
  return a * (all(1) / hn::Max(length(a), all(1e-20f)));
}
HWY_INLINE V3 select(M condition, V3 yes, V3 no) {
  return {select(condition, yes.x, no.x), select(condition, yes.y, no.y),
          select(condition, yes.z, no.z)};
}

}  // namespace hadal::sensors::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
