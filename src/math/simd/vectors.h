// Short vectors of the compiler: four doubles or eight floats at a time, whatever the width of the
// machine's registers, so that every machine adds in the same order and gives the same bits. The
// wave kernels use them for their doubles, of which Highway's baseline holds two at a time.
// Compiled twice in each kernel, for baseline x86-64 and for AVX2 (never with fused operations).
#pragma once
#include <cstddef>
#include <cstdint>
#include <cstring>

// Every function here is inlined, so that the calling convention of wide vectors does not matter.
#pragma GCC diagnostic ignored "-Wpsabi"

namespace hadal::inline math::lanes {

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

}  // namespace hadal::math::lanes
