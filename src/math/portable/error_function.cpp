// Rare, and therefore short rather than fast: the Taylor series of erf up to 3 (Abramowitz & Stegun
// 7.1.5) and the continued fraction of erfc beyond (7.1.14), in pairs of doubles.
#include "math/portable/exponential.h"
#include "math/portable/portable.h"
#include "math/portable/tables.h"

namespace hadal::portable {
namespace {

using namespace tables;

// 2/sqrt(pi) sum over n of (-1)^n x^(2n+1) / (n! (2n+1)), for 0 <= x <= 3.
Pair erf_series(double x) {
  const Pair square = product(x, x);
  Pair power{x, 0}, total{x, 0};
  for (int n = 1; n < 200; ++n) {
    power = -(power * square) / Pair{static_cast<double>(n), 0};
    const Pair term = power / Pair{2.0 * n + 1, 0};
    total = total + term;
    if (std::abs(term.hi) < 0x1p-108 * x) break;
  }
  return total * Pair{kTwoOverSqrtPiHi, kTwoOverSqrtPiLo};
}

// exp(-x^2) / sqrt(pi) / (x + (1/2) / (x + (2/2) / (x + (3/2) / ...))), for 3 <= x < 28.
double erfc_fraction(double x) {
  constexpr int kDepth = 60;  // 2^-70 at 3
  Pair below{x, 0};
  for (int n = kDepth; n > 0; --n) below = Pair{0.5 * n, 0} / below + x;
  const Power e = exp_pair(-product(x, x));
  return scaled(e.value * Pair{kInvSqrtPiHi, kInvSqrtPiLo} / below, e.exponent);
}

}  // namespace

double erf(double x) noexcept {
  const double size = std::abs(x);
  if (x != x) return x;
  if (size > 6) return std::copysign(1.0, x);
  if (size >= 3) return std::copysign(1 - erfc_fraction(size), x);
  if (size < 0x1p-200) return x * kTwoOverSqrtPiHi;
  const Pair y = erf_series(size);
  return std::copysign(y.hi + y.lo, x);
}

double erfc(double x) noexcept {
  if (x != x) return x;
  if (x < 0) {
    if (x < -6) return 2;
    if (x <= -3) return 2 - erfc_fraction(-x);
    const Pair y = (x > -0x1p-200 ? Pair{} : erf_series(-x)) + 1.0;
    return y.hi + y.lo;
  }
  if (x > 27.5) return 0;
  if (x >= 3) return erfc_fraction(x);
  const Pair y = -(x < 0x1p-200 ? Pair{} : erf_series(x)) + 1.0;
  return y.hi + y.lo;
}

}  // namespace hadal::portable
