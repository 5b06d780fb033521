// Table-driven: P. T. P. Tang, "Table-driven implementation of the exponential function in IEEE
// floating-point arithmetic" (1989) and "... of the logarithm function ..." (1990), with 128
// entries each, so that short Taylor series do for the rest. pow takes the logarithm to 66 bits.
#include "math/portable/exponential.h"

#include "math/portable/portable.h"
#include "math/portable/tables.h"

namespace hadal::portable {
namespace {

using namespace tables;

uint32_t biased_exponent(double x) {
  return static_cast<uint32_t>(word(x) >> 52) & 0x7ff;
}

// The whole number in x + kRound.
int64_t whole(double shifted) {
  return static_cast<int64_t>(word(shifted) << 13) >> 13;
}

// 2^(steps/128) (1 + rest): results that are neither normal nor near overflow go the long way.
double raise(int64_t steps, double rest) {
  const ExpEntry& entry = kExp[steps & 127];
  const int64_t exponent = steps >> 7;
  const double r = entry.missing + rest;
  if (exponent < -960 || exponent > 1022) [[unlikely]] {
    if (exponent > 1100) return kInfinity;
    if (exponent < -1200) return 0;
    return scaled(quick_sum(entry.value, entry.value * r), static_cast<int>(exponent));
  }
  const double value = number(word(entry.value) + (static_cast<uint64_t>(exponent) << 52));
  return value + value * r;
}

// exp(r) - 1 for |r| < 0.0028.
double small_expm1(double r) {
  const double r2 = r * r;
  return r + r2 * (0.5 + r * (1.0 / 6)) + (r2 * r2) * (1.0 / 24 + r * (1.0 / 120));
}

// exp(x + tail), |x| < 800.
double exp_near(double x, double tail) {
  const double shifted = x * kExpSteps + kRound;
  const double steps = shifted - kRound;
  const double r = ((x - steps * kStepHi) - steps * kStepLo) + tail;
  return raise(whole(shifted), small_expm1(r));
}

// x = 2^exponent z with z in [0.705, 1.41), near entry->inv^-1.
struct Split {
  double z, exponent;
  const LogEntry* entry;
};
Split split(uint64_t x) {
  constexpr uint64_t kFirst = 0x3fe6900000000000;
  const uint64_t from_first = x - kFirst;
  return {number(x - (from_first & 0xfff0000000000000)),
          static_cast<double>(static_cast<int64_t>(from_first) >> 52),
          &kLog[from_first >> 45 & 127]};
}

// z/c - 1 exactly: the first part of z, rounded so that the second is the smaller one even beside
// 1, has 21 bits, and 1/c has 13.
Pair off_centre(const Split& s) {
  const double z1 = number((word(s.z) + 0x80000000) & 0xffffffff00000000), z2 = s.z - z1;
  return {z1 * s.entry->inv - 1, z2 * s.entry->inv};
}

// The word of x with a normal exponent, which for subnormal numbers is below that of any other.
uint64_t normal_word(double x) {
  return biased_exponent(x) ? word(x) : word(x * 0x1p52) - (uint64_t{52} << 52);
}

bool positive_finite(double x) {
  return word(x) - 1 < 0x7fefffffffffffff;
}
// log of what is not positive and finite.
double log_of_special(double x) {
  return x == 0 ? -kInfinity : x > 0 ? x : x != x ? x : kNan;
}

Pair log_pair_of(uint64_t x) {
  const Split s = split(x);
  const Pair r12 = off_centre(s);
  const double r = r12.hi + r12.lo;
  const double base = s.exponent * kLn2Hi + s.entry->log_hi;  // exact
  const Pair first = quick_sum(base, r);                      // base is 0 or larger than r
  // r^2/2: the first part of r has 25 bits, its square is exact.
  const double half_square = -0.5 * r12.hi * r12.hi;
  const Pair second = quick_sum(first.hi, half_square);
  const double r_lo = (r12.hi - r) + r12.lo;
  const double square_lo = -0.5 * r12.lo * (r + r12.hi);
  const double r3 = r * r * r;
  const double series =
      r3 * (1.0 / 3 + r * (-1.0 / 4) +
            r * r * (1.0 / 5 + r * (-1.0 / 6) + r * r * (1.0 / 7 + r * (-1.0 / 8))));
  const double lo =
      s.exponent * kLn2Lo + s.entry->log_lo + r_lo + first.lo + square_lo + second.lo + series;
  return quick_sum(second.hi, lo);
}

}  // namespace

double scaled(const Pair& x, int exponent) {
  const auto power = [](int e) { return number(static_cast<uint64_t>(1023 + e) << 52); };
  const double value = x.hi + x.lo;
  if (value == 0) return value;
  const int result = exponent + static_cast<int>(biased_exponent(value)) - 1023;
  if (result > 1025) return std::copysign(kInfinity, value);
  if (result < -1080) return std::copysign(0.0, value);
  if (exponent > 1000) return value * power(exponent - 1000) * power(1000);
  if (result >= -1022) return value * power(exponent / 2) * power(exponent - exponent / 2);
  // Subnormal: beside a number of the size of 2^-1022 2^52 bits the sum is rounded at their last.
  const double to = power(exponent + 1022);  // exact: 2^-58 at least
  const double hi = x.hi * to, lo = x.lo * to, one = std::copysign(1.0, value);
  const Pair beside = quick_sum(one, hi);
  return ((beside.hi + (beside.lo + lo)) - one) * 0x1p-1022;
}

Pair log_pair(double x) {
  return log_pair_of(normal_word(x));
}

Pair log1p_pair(const Pair& x) {
  const Pair one = sum(1, x.hi);
  const Pair of_first = log_pair(one.hi);
  const double rest = (one.lo + x.lo) / one.hi;
  const Pair both = sum(of_first.hi, rest);
  return quick_sum(both.hi, both.lo + of_first.lo);
}

Power exp_pair(const Pair& x) {
  const double shifted = x.hi * kExpSteps + kRound;
  const double steps = shifted - kRound;
  const double near = x.hi - steps * kStepHi;  // exact
  const Pair r = quick_sum(near, -steps * kStepLo + x.lo);
  const int64_t count = whole(shifted);
  const ExpEntry& entry = kExp[count & 127];
  const double r2 = r.hi * r.hi;
  const double rest = r2 * (0.5 + r.hi * (1.0 / 6)) +
                      (r2 * r2) * (1.0 / 24 + r.hi * (1.0 / 120) + r2 * (1.0 / 720));
  // value (1 + missing + r + rest)
  const Pair tail = quick_sum(r.hi, r.lo + rest + entry.missing);
  const Pair grown = product(entry.value, tail.hi);
  const Pair total = quick_sum(entry.value, grown.hi);
  return {quick_sum(total.hi, total.lo + (grown.lo + entry.value * tail.lo)),
          static_cast<int>(count >> 7)};
}

double exp(double x) noexcept {
  const uint32_t exponent = biased_exponent(x);
  if (exponent - 0x3c9 >= 0x408 - 0x3c9) [[unlikely]] {
    if (exponent < 0x3c9) return 1 + x;
    if (x != x) return x;
    if (x > 710) return kInfinity;
    if (x < -746) return 0;
  }
  return exp_near(x, 0);
}

double exp2(double x) noexcept {
  if (!(std::abs(x) < 1080)) return x != x ? x : x > 0 ? kInfinity : 0;
  const double shifted = x * 128 + kRound;
  const double r = (x - (shifted - kRound) * 0x1p-7) * kLn2;  // the difference is exact
  return raise(whole(shifted), small_expm1(r));
}

double expm1(double x) noexcept {
  if (std::abs(x) < 0x1p-5) {
    if (std::abs(x) < 0x1p-54) return x;
    return x +
           x * x *
               (1.0 / 2 +
                x * (1.0 / 6 +
                     x * (1.0 / 24 +
                          x * (1.0 / 120 +
                               x * (1.0 / 720 +
                                    x * (1.0 / 5040 + x * (1.0 / 40320 + x * (1.0 / 362880))))))));
  }
  if (x != x) return x;
  if (x > 710) return kInfinity;
  if (x < -40) return -1 + 0x1p-54;  // rounds to -1
  const Power e = exp_pair({x, 0});
  if (e.exponent > 100) return scaled(e.value, e.exponent);
  const double to = number(static_cast<uint64_t>(1023 + e.exponent) << 52);
  const Pair less = Pair{e.value.hi * to, e.value.lo * to} + -1.0;
  return less.hi + less.lo;
}

double log(double x) noexcept {
  const uint64_t bits = word(x);
  if (bits - 0x0010000000000000 >= 0x7fe0000000000000) [[unlikely]] {
    if (!positive_finite(x)) return log_of_special(x);
  }
  const Split s = split(bits >= 0x0010000000000000 ? bits : normal_word(x));
  const Pair r12 = off_centre(s);
  const double r = r12.hi + r12.lo;
  const double base = s.exponent * kLn2Hi + s.entry->log_hi;  // exact
  const Pair first = quick_sum(base, r);                      // base is 0 or larger than r
  const double lo = s.exponent * kLn2Lo + s.entry->log_lo + first.lo + ((r12.hi - r) + r12.lo);
  const double r2 = r * r;
  const double series = r2 * (-0.5 + r * (1.0 / 3) +
                              r2 * (-1.0 / 4 + r * (1.0 / 5) + r2 * (-1.0 / 6 + r * (1.0 / 7))));
  return first.hi + (lo + series);
}

double log2(double x) noexcept {
  if (!positive_finite(x)) return log_of_special(x);
  const Pair y = log_pair(x) * Pair{kInvLn2Hi, kInvLn2Lo};
  return y.hi + y.lo;
}

double log10(double x) noexcept {
  if (!positive_finite(x)) return log_of_special(x);
  const Pair y = log_pair(x) * Pair{kInvLn10Hi, kInvLn10Lo};
  return y.hi + y.lo;
}

double log1p(double x) noexcept {
  if (std::abs(x) < 0x1p-54) return x;
  if (!(x > -1) || x > 0x1p60) return x == -1 ? -kInfinity : x > 0 ? log(x) : x != x ? x : kNan;
  const Pair y = log1p_pair({x, 0});
  return y.hi + y.lo;
}

namespace {

// 0: not whole, 1: odd, 2: even
int whole_number(double y) {
  const double size = std::abs(y);
  if (size >= 0x1p53) return 2;
  if (size < 1) return size == 0 ? 2 : 0;
  const auto whole = static_cast<int64_t>(size);
  return static_cast<double>(whole) != size ? 0 : whole & 1 ? 1 : 2;
}

// pow where x is not a positive normal number or y is not of ordinary size.
double pow_of_special(double x, double y) {
  if (x == 1 || y == 0) return 1;
  if (x != x || y != y) return x + y;
  const double size = std::abs(x);
  if (std::isinf(y)) return size == 1 ? 1 : (size > 1) == (y > 0) ? kInfinity : 0;
  const int whole = whole_number(y);
  const double sign = std::signbit(x) && whole == 1 ? -1 : 1;
  if (size == 0 || std::isinf(x)) return sign * ((size == 0) == (y > 0) ? 0 : kInfinity);
  if (x < 0 && whole == 0) return kNan;
  if (size == 1) return sign;
  if (std::abs(y) >= 0x1p65) return (size > 1) == (y > 0) ? kInfinity * sign : 0 * sign;
  if (std::abs(y) < 0x1p-65) return 1;
  const Pair l = log_pair(size);
  const double e = y * l.hi;
  if (e > 710) return sign * kInfinity;
  if (e < -750) return sign * 0.0;
  if (std::abs(e) < 0x1p-54) return sign * (1 + e);
  const Pair p = product(y, l.hi);
  return sign * exp_near(p.hi, p.lo + y * l.lo);
}

}  // namespace

double pow(double x, double y) noexcept {
  const uint32_t of_y = biased_exponent(y);
  // y between 2^-65 and 2^63: products with it are far from overflow.
  if (word(x) - 0x0010000000000000 >= 0x7fe0000000000000 || of_y - 0x3be >= 0x43e - 0x3be)
      [[unlikely]]
    return pow_of_special(x, y);
  const Pair l = log_pair_of(word(x));
  const double e = y * l.hi;
  if (!(std::abs(e) < 700 && std::abs(e) > 0x1p-54)) [[unlikely]]
    return pow_of_special(x, y);
  const double y1 = top_half(y), l1 = top_half(l.hi);
  const double e1 = y1 * l1;
  return exp_near(e1, (y - y1) * l1 + y * ((l.hi - l1) + l.lo));
}

double cbrt(double x) noexcept {
  const double size = std::abs(x);
  if (!(size > 0 && size < kInfinity)) return x + x;
  const Pair e = log_pair(size) * Pair{kThirdHi, kThirdLo};
  return std::copysign(exp_near(e.hi, e.lo), x);
}

// Hyperbolic functions: from e^x and e^-x, or where these would cancel from the series of sinh.
namespace {

Pair times_power(const Power& e) {  // for exponents of ordinary size
  const double to = number(static_cast<uint64_t>(1023 + e.exponent) << 52);
  return {e.value.hi * to, e.value.lo * to};
}

// For |x| <= 40.
Pair sinh_pair(double x) {
  if (std::abs(x) < 0.0625) {
    const double z = x * x;
    const double series =
        z *
        (1.0 / 6 + z * (1.0 / 120 + z * (1.0 / 5040 + z * (1.0 / 362880 + z * (1.0 / 39916800)))));
    return quick_sum(x, x * series);
  }
  const Pair twice = times_power(exp_pair({x, 0})) + -times_power(exp_pair({-x, 0}));
  return {0.5 * twice.hi, 0.5 * twice.lo};
}
Pair cosh_pair(double x) {
  const Pair twice = times_power(exp_pair({x, 0})) + times_power(exp_pair({-x, 0}));
  return {0.5 * twice.hi, 0.5 * twice.lo};
}
double large(double size) {  // e^size / 2
  if (!(size < 711)) return size + kInfinity;
  const Power e = exp_pair({size, 0});
  return scaled(e.value, e.exponent - 1);
}

}  // namespace

double sinh(double x) noexcept {
  if (!(std::abs(x) <= 40)) return x != x ? x : std::copysign(large(std::abs(x)), x);
  if (std::abs(x) < 0x1p-28) return x;
  const Pair y = sinh_pair(x);
  return y.hi + y.lo;
}

double cosh(double x) noexcept {
  if (!(std::abs(x) <= 40)) return x != x ? x : large(std::abs(x));
  const Pair y = cosh_pair(x);
  return y.hi + y.lo;
}

double tanh(double x) noexcept {
  if (!(std::abs(x) <= 22)) return x != x ? x : std::copysign(1.0, x);
  if (std::abs(x) < 0x1p-28) return x;
  const Pair y = sinh_pair(x) / cosh_pair(x);
  return y.hi + y.lo;
}

// asinh x = log1p(x + x^2 / (1 + sqrt(1 + x^2))), acosh x = log1p(x - 1 + sqrt((x - 1)(x + 1))),
// atanh x = log1p(2 x / (1 - x)) / 2.
double asinh(double x) noexcept {
  const double size = std::abs(x);
  if (size < 0x1p-28 || !(size < kInfinity)) return x;
  Pair y;
  if (size > 0x1p30) {
    y = log_pair(size) + Pair{kLn2Hi, kLn2Lo};
  } else {
    const Pair square = product(size, size);
    y = log1p_pair(square / (root(square + 1.0) + 1.0) + size);
  }
  return std::copysign(y.hi + y.lo, x);
}

double acosh(double x) noexcept {
  if (!(x >= 1)) return x != x ? x : kNan;
  if (!(x < kInfinity)) return x;
  if (x == 1) return 0;
  if (x > 0x1p30) {
    const Pair y = log_pair(x) + Pair{kLn2Hi, kLn2Lo};
    return y.hi + y.lo;
  }
  const Pair less = sum(x, -1), more = sum(x, 1);
  const Pair y = log1p_pair(root(less * more) + less);
  return y.hi + y.lo;
}

double atanh(double x) noexcept {
  const double size = std::abs(x);
  if (!(size < 1)) return size == 1 ? std::copysign(kInfinity, x) : x != x ? x : kNan;
  if (size < 0x1p-28) return x;
  const Pair y = log1p_pair(Pair{2 * size, 0} / sum(1, -size));
  return std::copysign(0.5 * (y.hi + y.lo), x);
}

}  // namespace hadal::portable
