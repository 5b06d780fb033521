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

double sin(double x) noexcept HADAL_LIBM("sin");
double cos(double x) noexcept HADAL_LIBM("cos");
double tan(double x) noexcept HADAL_LIBM("tan");
double asin(double x) noexcept HADAL_LIBM("asin");
double acos(double x) noexcept HADAL_LIBM("acos");
double atan(double x) noexcept HADAL_LIBM("atan");
double exp(double x) noexcept HADAL_LIBM("exp");
double exp2(double x) noexcept HADAL_LIBM("exp2");
double expm1(double x) noexcept HADAL_LIBM("expm1");
double log(double x) noexcept HADAL_LIBM("log");
double log2(double x) noexcept HADAL_LIBM("log2");
double log10(double x) noexcept HADAL_LIBM("log10");
double log1p(double x) noexcept HADAL_LIBM("log1p");
double cbrt(double x) noexcept HADAL_LIBM("cbrt");
double sinh(double x) noexcept HADAL_LIBM("sinh");
double cosh(double x) noexcept HADAL_LIBM("cosh");
double tanh(double x) noexcept HADAL_LIBM("tanh");
double asinh(double x) noexcept HADAL_LIBM("asinh");
double acosh(double x) noexcept HADAL_LIBM("acosh");
double atanh(double x) noexcept HADAL_LIBM("atanh");
double erf(double x) noexcept HADAL_LIBM("erf");
double erfc(double x) noexcept HADAL_LIBM("erfc");
double atan2(double y, double x) noexcept HADAL_LIBM("atan2");
double hypot(double x, double y) noexcept HADAL_LIBM("hypot");
double pow(double x, double y) noexcept HADAL_LIBM("pow");
void sincos(double x, double* sine, double* cosine) noexcept HADAL_LIBM("sincos");

// Single precision (single.cpp).
float sinf(float x) noexcept HADAL_LIBM("sinf");
float cosf(float x) noexcept HADAL_LIBM("cosf");
float tanf(float x) noexcept HADAL_LIBM("tanf");
float asinf(float x) noexcept HADAL_LIBM("asinf");
float acosf(float x) noexcept HADAL_LIBM("acosf");
float atanf(float x) noexcept HADAL_LIBM("atanf");
float expf(float x) noexcept HADAL_LIBM("expf");
float exp2f(float x) noexcept HADAL_LIBM("exp2f");
float expm1f(float x) noexcept HADAL_LIBM("expm1f");
float logf(float x) noexcept HADAL_LIBM("logf");
float log2f(float x) noexcept HADAL_LIBM("log2f");
float log10f(float x) noexcept HADAL_LIBM("log10f");
float log1pf(float x) noexcept HADAL_LIBM("log1pf");
float cbrtf(float x) noexcept HADAL_LIBM("cbrtf");
float sinhf(float x) noexcept HADAL_LIBM("sinhf");
float coshf(float x) noexcept HADAL_LIBM("coshf");
float tanhf(float x) noexcept HADAL_LIBM("tanhf");
float asinhf(float x) noexcept HADAL_LIBM("asinhf");
float acoshf(float x) noexcept HADAL_LIBM("acoshf");
float atanhf(float x) noexcept HADAL_LIBM("atanhf");
float erff(float x) noexcept HADAL_LIBM("erff");
float erfcf(float x) noexcept HADAL_LIBM("erfcf");
float atan2f(float y, float x) noexcept HADAL_LIBM("atan2f");
float hypotf(float x, float y) noexcept HADAL_LIBM("hypotf");
float powf(float x, float y) noexcept HADAL_LIBM("powf");
void sincosf(float x, float* sine, float* cosine) noexcept HADAL_LIBM("sincosf");

// std::abs and std::sqrt of std::complex.
double cabs(__complex__ double z) noexcept HADAL_LIBM("cabs");
__complex__ double csqrt(__complex__ double z) noexcept HADAL_LIBM("csqrt");

}  // namespace hadal::portable
