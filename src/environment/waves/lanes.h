// Short vectors for the wave kernels: four doubles or eight floats at a time, whatever the width of
// the machine's registers, so that every machine adds in the same order and gives the same bits.
// Compiled twice in each kernel, for baseline x86-64 and for AVX2 (never with fused operations).
// Include in .cpp files only.
#pragma once
#include <cstdint>
#include <cstring>
#include <numbers>

// Every function here is inlined, so that the calling convention of wide vectors does not matter.
#pragma GCC diagnostic ignored "-Wpsabi"

namespace hadal::environment::lanes {

using Double4 = double __attribute__((vector_size(32)));
using Float8 = float __attribute__((vector_size(32)));
using Float4 = float __attribute__((vector_size(16)));
using Bits4 = uint64_t __attribute__((vector_size(32)));
using Bits8 = uint32_t __attribute__((vector_size(32)));

constexpr size_t kFloats = 8;
constexpr size_t kDoubles = 4;

constexpr size_t padded(size_t n) {
  return (n + kFloats - 1) / kFloats * kFloats;
}

enum class Registers { baseline, avx2 };

inline Registers best_registers() {
#if defined(__x86_64__)
  static const bool wide = __builtin_cpu_supports("avx2");
  return wide ? Registers::avx2 : Registers::baseline;
#else
  return Registers::baseline;
#endif
}

template <class Kernel>
#if defined(__x86_64__)
[[gnu::target("avx2"), gnu::noinline]]
#endif
void run_avx2(const Kernel& kernel) {
  kernel();
}

// Runs a kernel, a lambda marked always_inline, compiled for the registers asked for.
template <class Kernel>
inline void run(Registers registers, const Kernel& kernel) {
  if (registers == Registers::avx2)
    run_avx2(kernel);
  else
    kernel();
}

template <class V, class T>
[[gnu::always_inline]] inline V load(const T* from) {
  V v;
  std::memcpy(&v, from, sizeof v);
  return v;
}
template <class V, class T>
[[gnu::always_inline]] inline void store(T* to, const V& v) {
  std::memcpy(to, &v, sizeof v);
}

template <class V>
[[gnu::always_inline]] inline V clamp(const V& v, const V& low, const V& high) {
  const V raised = v < low ? low : v;
  return raised > high ? high : raised;
}

[[gnu::always_inline]] inline double sum(const Double4& v) {
  return (v[0] + v[1]) + (v[2] + v[3]);
}
[[gnu::always_inline]] inline float sum(const Float8& v) {
  return ((v[0] + v[4]) + (v[2] + v[6])) + ((v[1] + v[5]) + (v[3] + v[7]));
}

// Nearest whole number by the magic constant 1.5 * 2^(mantissa bits); |v| < 2^51 or 2^22.
constexpr double kMagic = 0x1.8p52;
constexpr float kMagicFloat = 0x1.8p23F;
[[gnu::always_inline]] inline Double4 round(const Double4& v) {
  return (v + kMagic) - kMagic;
}

// Sum of c[i] x^i, compiled into a chain.
template <class V, class T, size_t N>
[[gnu::always_inline]] inline V polynomial(const T (&c)[N], const V& x) {
  V p = x * c[N - 1] + c[N - 2];
#pragma GCC unroll 16
  for (size_t i = 2; i < N; ++i) p = p * x + c[N - 1 - i];
  return p;
}

// Inverse factorials: 1/n!, with the signs of sine and cosine where said.
constexpr double inverse_factorial(int n) {
  double f = 1;
  for (int i = 2; i <= n; ++i) f *= i;
  return 1 / f;
}

// Sine and cosine of an angle in turns, |turns| <= 1/2: Taylor series of half the angle, then
// doubled. Largest error 2e-15 for doubles, 8e-7 for floats.
[[gnu::always_inline]] inline void sincos_turns(const Double4& turns, Double4& sine,
                                                Double4& cosine) {
  constexpr double kSine[] = {1,
                              -inverse_factorial(3),
                              inverse_factorial(5),
                              -inverse_factorial(7),
                              inverse_factorial(9),
                              -inverse_factorial(11),
                              inverse_factorial(13),
                              -inverse_factorial(15),
                              inverse_factorial(17),
                              -inverse_factorial(19)};
  constexpr double kCosine[] = {1,
                                -inverse_factorial(2),
                                inverse_factorial(4),
                                -inverse_factorial(6),
                                inverse_factorial(8),
                                -inverse_factorial(10),
                                inverse_factorial(12),
                                -inverse_factorial(14),
                                inverse_factorial(16),
                                -inverse_factorial(18),
                                inverse_factorial(20)};
  const Double4 half = turns * std::numbers::pi, square = half * half;
  const Double4 s = half * polynomial(kSine, square), c = polynomial(kCosine, square);
  sine = 2 * s * c;
  cosine = 1 - 2 * s * s;
}
[[gnu::always_inline]] inline void sincos_turns(const Float8& turns, Float8& sine, Float8& cosine) {
  constexpr float kSine[] = {1.0F,
                             static_cast<float>(-inverse_factorial(3)),
                             static_cast<float>(inverse_factorial(5)),
                             static_cast<float>(-inverse_factorial(7)),
                             static_cast<float>(inverse_factorial(9)),
                             static_cast<float>(-inverse_factorial(11))};
  constexpr float kCosine[] = {1.0F,
                               static_cast<float>(-inverse_factorial(2)),
                               static_cast<float>(inverse_factorial(4)),
                               static_cast<float>(-inverse_factorial(6)),
                               static_cast<float>(inverse_factorial(8)),
                               static_cast<float>(-inverse_factorial(10)),
                               static_cast<float>(inverse_factorial(12))};
  const Float8 half = turns * std::numbers::pi_v<float>, square = half * half;
  const Float8 s = half * polynomial(kSine, square), c = polynomial(kCosine, square);
  sine = 2 * s * c;
  cosine = 1 - 2 * s * s;
}

// exp(v) for v <= 0, down to the smallest normal number: 2^n times the Taylor series of the rest.
// Largest relative error 2e-13 for doubles, 1e-5 for floats near e^-80 and 1e-6 above e^-8.
[[gnu::always_inline]] inline Double4 exp_negative(const Double4& v) {
  constexpr double kSmallest = -700;
  constexpr double kTaylor[] = {1,
                                1,
                                inverse_factorial(2),
                                inverse_factorial(3),
                                inverse_factorial(4),
                                inverse_factorial(5),
                                inverse_factorial(6),
                                inverse_factorial(7),
                                inverse_factorial(8),
                                inverse_factorial(9),
                                inverse_factorial(10),
                                inverse_factorial(11),
                                inverse_factorial(12)};
  const Double4 powers = (v < kSmallest ? Double4{} + kSmallest : v) * std::numbers::log2e;
  const Double4 shifted = powers + kMagic, whole = shifted - kMagic;
  const Double4 mantissa = polynomial(kTaylor, (powers - whole) * std::numbers::ln2);
  return reinterpret_cast<Double4>(reinterpret_cast<Bits4>(mantissa) +
                                   (reinterpret_cast<Bits4>(shifted) << 52));
}
[[gnu::always_inline]] inline Float8 exp_negative(const Float8& v) {
  constexpr float kSmallest = -86;
  constexpr float kTaylor[] = {1.0F,
                               1.0F,
                               static_cast<float>(inverse_factorial(2)),
                               static_cast<float>(inverse_factorial(3)),
                               static_cast<float>(inverse_factorial(4)),
                               static_cast<float>(inverse_factorial(5)),
                               static_cast<float>(inverse_factorial(6))};
  const Float8 powers = (v < kSmallest ? Float8{} + kSmallest : v) * std::numbers::log2e_v<float>;
  const Float8 shifted = powers + kMagicFloat, whole = shifted - kMagicFloat;
  const Float8 mantissa = polynomial(kTaylor, (powers - whole) * std::numbers::ln2_v<float>);
  return reinterpret_cast<Float8>(reinterpret_cast<Bits8>(mantissa) +
                                  (reinterpret_cast<Bits8>(shifted) << 23));
}

}  // namespace hadal::environment::lanes
