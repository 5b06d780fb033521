// Single precision and complex numbers, through the functions of double precision.
#include <cmath>

#include "math/portable/pair.h"
#include "math/portable/portable.h"

namespace hadal::portable {

#define HADAL_SINGLE(name)                                   \
  float name##f(float x) noexcept {                          \
    return static_cast<float>(name(static_cast<double>(x))); \
  }
HADAL_FUNCTIONS_OF_ONE(HADAL_SINGLE)
#undef HADAL_SINGLE

#define HADAL_SINGLE(name)                                                           \
  float name##f(float x, float y) noexcept {                                         \
    return static_cast<float>(name(static_cast<double>(x), static_cast<double>(y))); \
  }
HADAL_FUNCTIONS_OF_TWO(HADAL_SINGLE)
#undef HADAL_SINGLE

void sincosf(float x, float* sine, float* cosine) noexcept {
  double s = 0, c = 0;
  sincos(x, &s, &c);
  *sine = static_cast<float>(s), *cosine = static_cast<float>(c);
}

double cabs(__complex__ double z) noexcept {
  return hypot(__real__ z, __imag__ z);
}

namespace {

__complex__ double complex_number(double real, double imaginary) {
  __complex__ double z;
  __real__ z = real;
  __imag__ z = imaginary;
  return z;
}

}  // namespace

__complex__ double csqrt(__complex__ double z) noexcept {
  const double x = __real__ z, y = __imag__ z;
  if (std::isinf(y)) return complex_number(kInfinity, y);
  if (x == 0 && y == 0) return complex_number(0, y);
  if (std::isinf(x) && x > 0) return complex_number(x, y != y ? y : std::copysign(0.0, y));
  if (std::isinf(x)) return complex_number(y != y ? y : 0, std::copysign(kInfinity, y));
  double to = 0.25, back = 2;  // against overflow
  if (std::abs(x) < 0x1p-900 && std::abs(y) < 0x1p-900) to = 0x1p200, back = 0x1p-100;
  const double sx = to * x, sy = to * y;
  const double larger = std::sqrt(0.5 * (hypot(sx, sy) + std::abs(sx)));  // nothing cancels
  const double other = 0.5 * sy / larger;
  if (x >= 0) return complex_number(back * larger, back * other);
  return complex_number(back * std::abs(other), std::copysign(back * larger, y));
}

}  // namespace hadal::portable
