// The elementary functions, with one result on every x86-64 processor: scalar, only additions,
// multiplications, divisions and square roots of IEEE 754 in double precision, no fused operations
// and no choice by processor. The C library's functions take other paths with FMA than without, and
// differ between its versions.
//
// Errors are below 1 unit in the last place (portable_test.cpp compares with MPFR; most are below
// 0.6). Special values are those of C (annex F); neither errno nor the flags of exceptions are
// promised, and rounding is to nearest. Single precision goes through double.
//
// Their symbols are those of the C library, so that no caller need know of them: the linker
// resolves what this program or library calls to these, which come before libm on its command line.
// They are hidden: neither the process of a user nor another library sees them. What is not here
// (floor, fmod, remainder, ldexp, fma ...) is exact and has one result everywhere;
// tests/libm_test.py looks at the finished program for what else might be left. shared_libraries.h
// has other libraries use them.
//
// Calls with constant arguments never come here: the compiler replaces them by the rounded result.
#pragma once
namespace hadal::portable {

#define HADAL_LIBM(name) __asm__(name) __attribute__((visibility("hidden")))

// Each in double and, with an f, in single precision (single.cpp).
#define HADAL_FUNCTIONS_OF_ONE(X)                                                     \
  X(sin) X(cos) X(tan) X(asin) X(acos) X(atan) X(exp) X(exp2) X(expm1) X(log) X(log2) \
  X(log10) X(log1p) X(cbrt) X(sinh) X(cosh) X(tanh) X(asinh) X(acosh) X(atanh) X(erf) X(erfc)
#define HADAL_FUNCTIONS_OF_TWO(X) X(atan2) X(hypot) X(pow)

#define HADAL_DECLARE(name)                         \
  double name(double x) noexcept HADAL_LIBM(#name); \
  float name##f(float x) noexcept HADAL_LIBM(#name "f");
HADAL_FUNCTIONS_OF_ONE(HADAL_DECLARE)
#undef HADAL_DECLARE

// atan2 takes (y, x).
#define HADAL_DECLARE(name)                                   \
  double name(double x, double y) noexcept HADAL_LIBM(#name); \
  float name##f(float x, float y) noexcept HADAL_LIBM(#name "f");
HADAL_FUNCTIONS_OF_TWO(HADAL_DECLARE)
#undef HADAL_DECLARE

void sincos(double x, double* sine, double* cosine) noexcept HADAL_LIBM("sincos");
void sincosf(float x, float* sine, float* cosine) noexcept HADAL_LIBM("sincosf");

// std::abs and std::sqrt of std::complex.
double cabs(__complex__ double z) noexcept HADAL_LIBM("cabs");
__complex__ double csqrt(__complex__ double z) noexcept HADAL_LIBM("csqrt");

}  // namespace hadal::portable
