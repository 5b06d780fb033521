// Elementary functions for loops over many numbers, without branches and calls, in plain IEEE
// operations, so that every width of registers gives the same bits. For single numbers there are
// the functions of <cmath> (portable/portable.h). Three kinds of code use them:
//   plain    loops over pixels, which the compiler makes into vectors     float
//   vectors  waves (vectors.h)                                            Float8, Double4
//   lanes    Highway kernels (highway.h; the lower part of this header)   V
//
// Logs depend on the bits of each, so functions that differ in their last bits stay apart:
//   exp     plain fast_exp2               rounds to whole powers by adding 256.5: no call in a loop
//           vectors exp_negative          Taylor series, as waves need it in double too
//           lanes exp_negative            sonars: polynomial of fast_exp2, rounded half to even
//           lanes exp_negative_truncated  lidars: the same, rounded by truncating y - 1/2
//           lanes exp_negative_fine       hull faces: polynomial to 9e-9 instead of 2.3e-8
//           lanes exp2, exp               pictures: even and odd powers apart, faster; to 2.4e-7
//   log     plain fast_log, lanes logarithm<kSeven>: the same bits
//           lanes logarithm<kFive>        levels of sonars: shorter, to 1e-5
//           lanes log2                    pictures: in base 2 before the exponent is added
//   sincos  plain fast_cosine_sine        rounds to quarter turns by adding 1/2: no call in a loop
//           vectors sincos_turns          Taylor series of half the angle
//           lanes cosine_sine             rounds half to even; sine_cosine takes any angle
#ifndef HADAL_MATH_SIMD_FUNCTIONS_H_
#define HADAL_MATH_SIMD_FUNCTIONS_H_

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <numbers>

#include "math/simd/vectors.h"

namespace hadal::inline math::simd {

// Coefficients, highest power first.
inline constexpr float kExp2[] = {1.547800470e-4f, 1.340043168e-3f, 9.617994580e-3f,
                                  5.550327216e-2f, 2.402265150e-1f, 6.931472067e-1f,
                                  1.0f};  // 2^f, |f| <= 1/2
// (ln(1 + f) - f + f^2/2) / f^3, 1 + f in [sqrt 1/2, sqrt 2].
inline constexpr float kLog[] = {-7.859337732e-2f, 1.288154241e-1f,  -1.312880816e-1f,
                                 1.418120942e-1f,  -1.662455032e-1f, 2.000228548e-1f,
                                 -2.500081050e-1f, 3.333331673e-1f};
// Of pi/2 f, |f| <= 1/2, in powers of f^2; the sine over f.
inline constexpr float kSine[] = {1.582067457e-4f, -4.681266478e-3f, 7.969258276e-2f,
                                  -6.459640961e-1f, 1.570796327f};
inline constexpr float kCosine[] = {9.036316986e-4f, -2.086007132e-2f, 2.536692039e-1f,
                                    -1.233700541f, 1.0f};

constexpr float kLog2E = 1.44269504f, kLn2 = 0.693147181f;
constexpr float kLargestExp = 80;             // exp(-80) is a normal number
constexpr int32_t kHalfRootBits = 0x3f3504f3;  // of sqrt 1/2

template <size_t kCount>
[[gnu::always_inline]] inline float polynomial(float x, const float (&falling)[kCount]) {
  float p = falling[0];
#pragma GCC unroll 16
  for (size_t i = 1; i < kCount; ++i) p = p * x + falling[i];
  return p;
}

}  // namespace hadal::math::simd

// Plain floats. Relative errors below 1e-6 unless said.
namespace hadal::inline math {

// ln x of normal positive numbers: ln 2 e + ln(1 + f). Absolute error below 1e-6 around 1.
inline float fast_log(float x) {
  const int32_t bits = std::bit_cast<int32_t>(x), exponent = (bits - simd::kHalfRootBits) >> 23;
  const float e = static_cast<float>(exponent) * simd::kLn2;
  const float f = std::bit_cast<float>(bits - (exponent << 23)) - 1.0f;
  return (f * f * (f * simd::polynomial(f, simd::kLog) - 0.5f) + f) + e;
}

// 2^x, x in [-120, 120].
inline float fast_exp2(float x) {
  const int32_t k = static_cast<int32_t>(x + 256.5f) - 256;
  const float p = simd::polynomial(x - static_cast<float>(k), simd::kExp2);
  return std::bit_cast<float>(std::bit_cast<int32_t>(p) + (k << 23));
}

// exp(-x), x >= 0; results below 2^-115 stay there.
inline float fast_exp_negative(float x) {
  return fast_exp2((x < simd::kLargestExp ? x : simd::kLargestExp) * -simd::kLog2E);
}

struct CosineSine {
  float cosine, sine;
};

// Of a quarter turn times t, t in [0, 4).
inline CosineSine fast_cosine_sine(float t) {
  const int32_t quarter = static_cast<int32_t>(t + 0.5f);
  const float f = t - static_cast<float>(quarter), z = f * f;
  const float s = simd::polynomial(z, simd::kSine) * f, c = simd::polynomial(z, simd::kCosine);
  const bool odd = (quarter & 1) != 0;
  const uint32_t cosine_sign = (static_cast<uint32_t>(quarter + 1) & 2u) << 30,
                 sine_sign = (static_cast<uint32_t>(quarter) & 2u) << 30;
  return {std::bit_cast<float>(std::bit_cast<uint32_t>(odd ? s : c) ^ cosine_sign),
          std::bit_cast<float>(std::bit_cast<uint32_t>(odd ? c : s) ^ sine_sign)};
}

}  // namespace hadal::math

// Vectors of the compiler.
namespace hadal::inline math::lanes {

// The numbers of a vector, and how many terms give its precision.
template <class V>
struct Precision;
template <>
struct Precision<Double4> {
  using Number = double;
  using Bits = Bits4;
  static constexpr int kMantissaBits = 52, kSineTerms = 10, kExpTerms = 13;
  static constexpr double kMagic = lanes::kMagic, kSmallest = -700;
};
template <>
struct Precision<Float8> {
  using Number = float;
  using Bits = Bits8;
  static constexpr int kMantissaBits = 23, kSineTerms = 6, kExpTerms = 7;
  static constexpr float kMagic = lanes::kMagicFloat, kSmallest = -86;
};

// 1/n! for n = first, first + step ..., times powers of `sign`.
template <class T, size_t kCount>
constexpr std::array<T, kCount> inverse_factorials(int first, int step, int sign) {
  std::array<T, kCount> out{};
  double factorial = 1, power = 1;
  int n = 0;
  for (size_t i = 0; i < kCount; ++i, power *= sign) {
    const int to = first + static_cast<int>(i) * step;
    while (n < to) factorial *= ++n;
    out[i] = static_cast<T>(power * (1 / factorial));
  }
  return out;
}

// Sum of c[i] x^i, compiled into a chain.
template <class V, class T, size_t kCount>
[[gnu::always_inline]] inline V polynomial(const std::array<T, kCount>& c, const V& x) {
  V p = x * c[kCount - 1] + c[kCount - 2];
#pragma GCC unroll 16
  for (size_t i = 2; i < kCount; ++i) p = p * x + c[kCount - 1 - i];
  return p;
}

// Sine and cosine of an angle in turns, |turns| <= 1/2: Taylor series of half the angle, then
// doubled. Largest error 2e-15 for doubles, 8e-7 for floats.
template <class V>
[[gnu::always_inline]] inline void sincos_turns(const V& turns, V& sine, V& cosine) {
  using P = Precision<V>;
  using T = typename P::Number;
  constexpr auto kSine = inverse_factorials<T, P::kSineTerms>(1, 2, -1);
  constexpr auto kCosine = inverse_factorials<T, P::kSineTerms + 1>(0, 2, -1);
  const V half = turns * std::numbers::pi_v<T>, square = half * half;
  const V s = half * polynomial(kSine, square), c = polynomial(kCosine, square);
  sine = 2 * s * c;
  cosine = 1 - 2 * s * s;
}

// exp(v) for v <= 0, down to the smallest normal number: 2^n times the Taylor series of the rest.
// Largest relative error 2e-13 for doubles, 1e-5 for floats near e^-80 and 1e-6 above e^-8.
template <class V>
[[gnu::always_inline]] inline V exp_negative(const V& v) {
  using P = Precision<V>;
  using T = typename P::Number;
  using Bits = typename P::Bits;
  constexpr auto kTaylor = inverse_factorials<T, P::kExpTerms>(0, 1, 1);
  const V powers = (v < P::kSmallest ? V{} + P::kSmallest : v) * std::numbers::log2e_v<T>;
  const V shifted = powers + P::kMagic, whole = shifted - P::kMagic;
  const V mantissa = polynomial(kTaylor, (powers - whole) * std::numbers::ln2_v<T>);
  return reinterpret_cast<V>(reinterpret_cast<Bits>(mantissa) +
                             (reinterpret_cast<Bits>(shifted) << P::kMantissaBits));
}

}  // namespace hadal::math::lanes

#endif  // HADAL_MATH_SIMD_FUNCTIONS_H_

// Highway lanes, for files that include highway.h.
#if defined(HADAL_SIMD_HAS_LANES) && \
    defined(HADAL_MATH_SIMD_FUNCTIONS_LANES_) == defined(HWY_TARGET_TOGGLE)
#ifdef HADAL_MATH_SIMD_FUNCTIONS_LANES_
#undef HADAL_MATH_SIMD_FUNCTIONS_LANES_
#else
#define HADAL_MATH_SIMD_FUNCTIONS_LANES_
#endif

HWY_BEFORE_NAMESPACE();
namespace hadal::inline math::simd::HWY_NAMESPACE {

template <size_t kCount>
HWY_INLINE V polynomial(V x, const float (&falling)[kCount]) {
  V sum = all(falling[0]);
  for (size_t i = 1; i < kCount; ++i) sum = sum * x + all(falling[i]);
  return sum;
}

// p 2^k, p in [1/2, 2].
HWY_INLINE V times_power_of_two(V p, I k) {
  return hn::BitCast(d, hn::Add(hn::BitCast(di, p), hn::ShiftLeft<23>(k)));
}

// exp(-x), x >= 0.
HWY_INLINE V exp_negative(V x) {
  const V y = hn::Min(x, all(kLargestExp)) * all(-kLog2E);
  const I k = hn::NearestInt(y);
  return times_power_of_two(polynomial(y - hn::ConvertTo(d, k), kExp2), k);
}
HWY_INLINE V exp_negative_truncated(V x) {
  const V y = hn::Min(x, all(kLargestExp)) * all(-kLog2E);
  const I k = hn::ConvertTo(di, y - all(0.5f));
  return times_power_of_two(polynomial(y - hn::ConvertTo(d, k), kExp2), k);
}
HWY_INLINE V exp_negative_fine(V x) {
  const V y = hn::Min(x, all(kLargestExp)) * all(-kLog2E);
  const I k = hn::NearestInt(y);
  const V p = polynomial(y - hn::ConvertTo(d, k),
                         {1.545316294565939e-4f, 1.3390863364053593e-3f, 9.618082557271744e-3f,
                          5.550357114220392e-2f, 2.4022650760568312e-1f, 6.931471880262285e-1f,
                          1.0f});
  return times_power_of_two(p, k);
}

// 2^x, x in [-126, 126]; clamped beyond.
HWY_INLINE V exp2(V x) {
  const V y = hn::Min(hn::Max(x, all(-126)), all(126));
  const I k = hn::NearestInt(y);
  const V f = y - hn::ConvertTo(d, k), f2 = f * f;
  const V even = polynomial(f2, {9.671512761e-3f, 2.402224208e-1f, 1.0f});
  const V odd = polynomial(f2, {1.326473096e-3f, 5.550733728e-2f, 6.931469776e-1f});
  return times_power_of_two(odd * f + even, k);
}
// Relative error 2e-6 for |x| below 24.
HWY_INLINE V exp(V x) {
  return exp2(x * all(kLog2E));
}

// x = 2^exponent (1 + f), 1 + f in [sqrt 1/2, sqrt 2], of normal positive numbers.
HWY_INLINE void split_exponent(V x, V& exponent, V& f) {
  const I bits = hn::BitCast(di, x);
  const I k = hn::ShiftRight<23>(hn::Sub(bits, hn::Set(di, kHalfRootBits)));
  exponent = hn::ConvertTo(d, k);
  f = hn::BitCast(d, hn::Sub(bits, hn::ShiftLeft<23>(k))) - all(1);
}

enum class Digits { kSeven, kFive };

// ln x of normal positive numbers.
template <Digits kDigits>
HWY_INLINE V logarithm(V x) {
  V exponent, f;
  split_exponent(x, exponent, f);
  const V e = exponent * all(kLn2);
  if constexpr (kDigits == Digits::kFive)
    return f * polynomial(f, {-1.431955898e-1f, 2.232999371e-1f, -2.547250704e-1f, 3.322587985e-1f,
                              -4.998504982e-1f, 1.000012781f}) +
           e;
  return (f * f * (f * polynomial(f, kLog) - all(0.5f)) + f) + e;
}

// log2 of normal positive numbers, to 2e-6 absolute.
HWY_INLINE V log2(V x) {
  V exponent, f;
  split_exponent(x, exponent, f);
  const V natural = f * f * (f * polynomial(f, kLog) - all(0.5f)) + f;
  return natural * all(kLog2E) + exponent;
}

// Cosine and sine of a quarter turn times t, t in [0, 4].
HWY_INLINE void cosine_sine(V t, V& cosine, V& sine) {
  const I quarter = hn::NearestInt(t);
  const V f = t - hn::ConvertTo(d, quarter), z = f * f;
  const V s = f * polynomial(z, kSine), c = polynomial(z, kCosine);
  const M odd = hn::MaskFromVec(hn::BitCast(d, hn::ShiftLeft<31>(quarter)));
  const V top = hn::BitCast(d, hn::Set(db, 0x80000000u));
  const V sine_sign = hn::And(hn::BitCast(d, hn::ShiftLeft<30>(quarter)), top);
  const V cosine_sign =
      hn::And(hn::BitCast(d, hn::ShiftLeft<30>(hn::Add(quarter, hn::Set(di, 1)))), top);
  cosine = hn::Xor(hn::IfThenElse(odd, s, c), cosine_sign);
  sine = hn::Xor(hn::IfThenElse(odd, c, s), sine_sign);
}
// Sine and cosine of an angle in turns; 1e-6 absolute for |turns| below 1e4.
HWY_INLINE void sine_cosine(V turns, V& sine, V& cosine) {
  cosine_sine((turns - hn::Floor(turns)) * all(4), cosine, sine);
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
  const V r = hn::IfThenElse(large, all(1) / hn::Max(size, all(1e-30f)), size), z = r * r;
  const V p = r * polynomial(z, {-4.054058e-3f, 2.186122e-2f, -5.590986e-2f, 9.642004e-2f,
                                 -1.390853e-1f, 1.994654e-1f, -3.332986e-1f, 9.999993e-1f});
  return hn::CopySign(hn::IfThenElse(large, all(1.57079633f) - p, p), x);
}

// mix32() of base/hash.h.
HWY_INLINE U mix32(U x) {
  x = hn::Xor(x, hn::ShiftRight<16>(x)) * hn::Set(db, 0x7feb352du);
  x = hn::Xor(x, hn::ShiftRight<15>(x)) * hn::Set(db, 0x846ca68bu);
  return hn::Xor(x, hn::ShiftRight<16>(x));
}

}  // namespace hadal::math::simd::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
