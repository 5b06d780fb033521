// Vectors of floats for the renderer, per instruction set (Highway's way: this header is included
// once per target by each kernel's .cpp). Only operations that round alike on every x86-64 are
// used: no fused multiply-add, no approximate reciprocals, and exp, log and the angles below are
// polynomials of our own, so that every target gives the same bits.
#if defined(HADAL_SENSORS_OPTICAL_RENDER_LANES_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef HADAL_SENSORS_OPTICAL_RENDER_LANES_INL_H_
#undef HADAL_SENSORS_OPTICAL_RENDER_LANES_INL_H_
#else
#define HADAL_SENSORS_OPTICAL_RENDER_LANES_INL_H_
#endif

#include "hwy/highway.h"

HWY_BEFORE_NAMESPACE();
namespace hadal::sensors::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

using Tag = hn::CappedTag<float, 8>;
using IntTag = hn::RebindToSigned<Tag>;
using BitTag = hn::RebindToUnsigned<Tag>;
using V = hn::Vec<Tag>;
using I = hn::Vec<IntTag>;
using U = hn::Vec<BitTag>;
using M = hn::Mask<Tag>;

HWY_INLINE V all(float value) {
  return hn::Set(Tag(), value);
}
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
HWY_INLINE V mix(V a, V b, V share) {
  return a + (b - a) * share;
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

template <size_t kCount>
HWY_INLINE V polynomial(V x, const float (&falling)[kCount]) {
  V sum = all(falling[0]);
  for (size_t i = 1; i < kCount; ++i) sum = sum * x + all(falling[i]);
  return sum;
}

// 2^x, x in [-126, 126]; clamped beyond. The polynomial, of even and of odd powers apart so that
// they need not wait for each other, is good to 2.4e-7.
HWY_INLINE V exp2(V x) {
  const V y = clamp(x, -126, 126);
  const I k = hn::NearestInt(y);
  const V f = y - hn::ConvertTo(Tag(), k), f2 = f * f;
  const V even = polynomial(f2, {9.671512761e-3f, 2.402224208e-1f, 1.0f});
  const V odd = polynomial(f2, {1.326473096e-3f, 5.550733728e-2f, 6.931469776e-1f});
  const V p = odd * f + even;
  return hn::BitCast(Tag(), hn::Add(hn::BitCast(IntTag(), p), hn::ShiftLeft<23>(k)));
}
// Relative error 2e-6 for |x| below 24.
HWY_INLINE V exp(V x) {
  return exp2(x * all(1.44269504f));
}

// log2 of normal positive numbers, to 2e-6 absolute.
HWY_INLINE V log2(V x) {
  constexpr int32_t kHalfRoot = 0x3f3504f3;  // bits of sqrt 1/2
  const I bits = hn::BitCast(IntTag(), x);
  const I exponent = hn::ShiftRight<23>(hn::Sub(bits, all_int(kHalfRoot)));
  const V f = hn::BitCast(Tag(), hn::Sub(bits, hn::ShiftLeft<23>(exponent))) - all(1);
  const V cubic =
      polynomial(f, {-7.859337732e-2f, 1.288154241e-1f, -1.312880816e-1f, 1.418120942e-1f,
                     -1.662455032e-1f, 2.000228548e-1f, -2.500081050e-1f, 3.333331673e-1f});
  const V natural = f * f * (f * cubic - all(0.5f)) + f;
  return natural * all(1.44269504f) + hn::ConvertTo(Tag(), exponent);
}
HWY_INLINE V power(V x, V exponent) {
  return exp2(log2(x) * exponent);
}

// Sine and cosine of an angle in turns; 1e-6 absolute for |turns| below 1e4.
HWY_INLINE void sine_cosine(V turns, V& sine, V& cosine) {
  const V t = (turns - hn::Floor(turns)) * all(4);
  const I quarter = hn::NearestInt(t);
  const V f = t - hn::ConvertTo(Tag(), quarter), z = f * f;
  const V s = f * polynomial(z, {1.582067457e-4f, -4.681266478e-3f, 7.969258276e-2f,
                                 -6.459640961e-1f, 1.570796327f});
  const V c =
      polynomial(z, {9.036316986e-4f, -2.086007132e-2f, 2.536692039e-1f, -1.233700541f, 1.0f});
  const auto odd = hn::MaskFromVec(hn::BitCast(Tag(), hn::ShiftLeft<31>(quarter)));
  const V top = hn::BitCast(Tag(), hn::Set(BitTag(), 0x80000000u));
  const V sine_sign = hn::And(hn::BitCast(Tag(), hn::ShiftLeft<30>(quarter)), top);
  const V cosine_sign =
      hn::And(hn::BitCast(Tag(), hn::ShiftLeft<30>(hn::Add(quarter, all_int(1)))), top);
  cosine = hn::Xor(hn::IfThenElse(odd, s, c), cosine_sign);
  sine = hn::Xor(hn::IfThenElse(odd, c, s), sine_sign);
}
HWY_INLINE V sine(V turns) {
  V s, c;
  sine_cosine(turns, s, c);
  return s;
}

// atan(x), 3e-7 absolute: a minimax polynomial on [-1, 1], pi/2 - atan(1/x) beyond.
HWY_INLINE V arctangent(V x) {
  const V size = hn::Abs(x);
  const M large = size > all(1);
  const V r = select(large, all(1) / hn::Max(size, all(1e-30f)), size), z = r * r;
  const V p = r * polynomial(z, {-4.054058e-3f, 2.186122e-2f, -5.590986e-2f, 9.642004e-2f,
                                 -1.390853e-1f, 1.994654e-1f, -3.332986e-1f, 9.999993e-1f});
  return hn::CopySign(select(large, all(1.57079633f) - p, p), x);
}

// Hash of whole numbers (lowbias32 by C. Wellons) and 24 bits of it as a number in [0, 1).
HWY_INLINE U scramble(U x) {
  x = hn::Xor(x, hn::ShiftRight<16>(x)) * hn::Set(BitTag(), 0x7feb352du);
  x = hn::Xor(x, hn::ShiftRight<15>(x)) * hn::Set(BitTag(), 0x846ca68bu);
  return hn::Xor(x, hn::ShiftRight<16>(x));
}
HWY_INLINE U scramble(I a, I b) {
  const U first = scramble(hn::BitCast(BitTag(), a));
  return scramble(hn::Add(first, hn::BitCast(BitTag(), b)));
}
HWY_INLINE V fraction(U bits) {
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
