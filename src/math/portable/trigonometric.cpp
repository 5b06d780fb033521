// Sine and cosine: reduction to |r| <= pi/4 by parts of pi/2 (Cody and Waite, "Software manual for
// the elementary functions", 1980), of large arguments by the bits of 2/pi (Payne and Hanek,
// "Radian reduction for trigonometric functions", 1983), always as a sum of two doubles; then
// polynomials. Arc functions: a quotient q <= 1 is atan(i/64) of a table and the atan of a small
// rest.
#include "math/portable/exponential.h"
#include "math/portable/portable.h"
#include "math/portable/tables.h"

namespace hadal::portable {
namespace {

using namespace tables;

// x = quadrant pi/2 + r.hi + r.lo; of the quadrant the last two bits count.
struct Reduced {
  Pair r;
  unsigned quadrant = 0;
};

// x 2/pi modulo 4 with 126 bits behind the point, for any finite x of at least 1/2.
Reduced reduce_exactly(double x) {
  __extension__ typedef unsigned __int128 Wide;
  const uint64_t bits = word(x);
  const int exponent = static_cast<int>(bits >> 52 & 0x7ff) - 1075;  // |x| = m 2^exponent
  const uint64_t m = (bits & 0xfffffffffffff) | 0x10000000000000;
  // Bits of 2/pi whose product with m is a multiple of 4 are left out. Bit n of kTwoOverPi stands
  // for 2^-(n + 1), with m for 2^(exponent - n - 1).
  const int first = exponent > 2 ? exponent - 2 : 0;
  uint64_t part[4] = {};
  for (int i = 0; i < 4; ++i) {
    const int at = first + 64 * i, from = at / 64, shift = at % 64;
    if (from > 18) break;
    part[i] = shift == 0 ? kTwoOverPi[from]
                         : kTwoOverPi[from] << shift | kTwoOverPi[from + 1] >> (64 - shift);
  }
  // m times 256 bits, the top 64 of 320 are dropped when they are multiples of 4.
  uint64_t digit[5];
  Wide carry = 0;
  for (int i = 3; i >= 0; --i) {
    const Wide p = static_cast<Wide>(m) * part[i] + carry;
    digit[i + 1] = static_cast<uint64_t>(p);
    carry = p >> 64;
  }
  digit[0] = static_cast<uint64_t>(carry);
  // The product as a fixed-point number has its point after bit (320 - (first + 256 - exponent)).
  const int whole_bits = 64 + exponent - first;  // before the point, of the 320; at most 66
  const auto window = [&](int at) {              // 64 bits from a bit on, which may lie before 0
    const int from = at / 64, shift = at % 64;
    return shift == 0 ? digit[from] : digit[from] << shift | digit[from + 1] >> (64 - shift);
  };
  const uint64_t top = window(whole_bits - 2), next = window(whole_bits + 62),
                 last = window(whole_bits + 126);
  unsigned quadrant = static_cast<unsigned>(top >> 62);
  Wide fraction = static_cast<Wide>(top << 2 | next >> 62) << 64 | (next << 2 | last >> 62);
  const bool above_half = fraction >> 127;
  if (above_half) ++quadrant, fraction = -fraction;
  // To two doubles, from the first bit that is set.
  Pair f;
  if (fraction != 0) {
    const uint64_t upper = static_cast<uint64_t>(fraction >> 64);
    const int zeros =
        upper ? __builtin_clzll(upper) : 64 + __builtin_clzll(static_cast<uint64_t>(fraction));
    const Wide normal = fraction << zeros;
    const double to = number(static_cast<uint64_t>(1023 - zeros) << 52);
    f = quick_sum(static_cast<double>(static_cast<uint64_t>(normal >> 75)) * 0x1p-53 * to,
                  static_cast<double>(static_cast<uint64_t>(normal >> 22) & 0x1fffffffffffff) *
                      0x1p-106 * to);
  }
  Pair r = f * Pair{kHalfPiHi, kHalfPiLo};
  if (above_half) r = -r;
  if (x < 0) return {-r, 0u - quadrant};
  return {r, quadrant};
}

// For finite x.
Reduced reduce(double x) {
  if (std::abs(x) <= 0x1.921fb54442d18p-1) return {{x, 0}, 0};
  if (std::abs(x) > 1e5) [[unlikely]]
    return reduce_exactly(x);
  const double shifted = x * kInvHalfPi + kRound;
  const double quarters = shifted - kRound;
  const Pair r = quick_sum(x - quarters * kHalfPiA, -quarters * kHalfPiB);  // products are exact
  // So near a multiple of pi/2 that the third part of it were not enough.
  if (std::abs(r.hi) < 0x1p-16) [[unlikely]]
    return reduce_exactly(x);
  return {quick_sum(r.hi, r.lo - quarters * kHalfPiC), static_cast<unsigned>(word(shifted))};
}

// Sine and cosine of |r| <= pi/4, as a large part and a correction to add.
Pair small_sin(const Pair& r) {
  const double z = r.hi * r.hi, z2 = z * z;
  const double series = kSin[1] + z * kSin[2] + z2 * (kSin[3] + z * kSin[4] + z2 * kSin[5]);
  return {r.hi, r.lo + z * (r.hi * (kSin[0] + z * series) - 0.5 * r.lo)};
}
Pair small_cos(const Pair& r) {
  const double z = r.hi * r.hi, half = 0.5 * z, z2 = z * z;
  const double series =
      kCos[0] + z * kCos[1] + z2 * (kCos[2] + z * kCos[3] + z2 * (kCos[4] + z * kCos[5]));
  const double first = 1 - half;
  return {first, ((1 - first) - half) + (z2 * series - r.hi * r.lo)};
}
double total(const Pair& p) {
  return p.hi + p.lo;
}

}  // namespace

double sin(double x) noexcept {
  if (!(std::abs(x) < kInfinity)) return kNan;
  if (std::abs(x) < 0x1p-27) return x;
  const auto [r, quadrant] = reduce(x);
  const double y = quadrant & 1 ? total(small_cos(r)) : total(small_sin(r));
  return quadrant & 2 ? -y : y;
}

double cos(double x) noexcept {
  if (!(std::abs(x) < kInfinity)) return kNan;
  const auto [r, quadrant] = reduce(x);
  const double y = quadrant & 1 ? total(small_sin(r)) : total(small_cos(r));
  return (quadrant + 1) & 2 ? -y : y;
}

void sincos(double x, double* sine, double* cosine) noexcept {
  if (!(std::abs(x) < kInfinity)) {
    *sine = *cosine = kNan;
    return;
  }
  const auto [r, quadrant] = reduce(x);
  const double s = std::abs(x) < 0x1p-27 ? x : total(small_sin(r)), c = total(small_cos(r));
  const double a = quadrant & 1 ? c : s, b = quadrant & 1 ? s : c;
  *sine = quadrant & 2 ? -a : a;
  *cosine = (quadrant + 1) & 2 ? -b : b;
}

double tan(double x) noexcept {
  if (!(std::abs(x) < kInfinity)) return kNan;
  if (std::abs(x) < 0x1p-27) return x;
  const auto [r, quadrant] = reduce(x);
  // The same polynomials, with the rounding of r^2 and of r^3 / 6.
  const Pair square = product(r.hi, r.hi), c = small_cos(r);
  const double z = square.hi, z2 = z * z;
  const double series = kSin[1] + z * kSin[2] + z2 * (kSin[3] + z * kSin[4] + z2 * kSin[5]);
  const Pair cubic = (square * Pair{r.hi, 0}) * quick_sum(kSin[0], z * series);
  const Pair s = quick_sum(r.hi, cubic.hi);
  const Pair sine = quick_sum(s.hi, s.lo + (cubic.lo + r.lo * (1 - 0.5 * z)));
  const Pair cosine = quick_sum(c.hi, c.lo - 0.5 * square.lo);
  return quadrant & 1 ? -total(cosine / sine) : total(sine / cosine);
}

namespace {

// atan(a/b) for 0 <= a <= b, as offset + sign * angle, rounded once; both of ordinary size, b > 0.
// a_lo and b_lo are added where they are given.
template <class... Low>
double arc(double a, double b, const Pair& offset, double sign, Low... low) {
  const double shifted = a / b * 64 + kRound;
  const double i = shifted - kRound, c = i * 0x1p-6;
  const AtanEntry& entry = kAtan[word(shifted) & 127];
  // atan(a/b) - atan(c) = atan(n/d), n = a - c b, d = b + c a; c has 7 bits
  const double b1 = top_half(b), b2 = b - b1;
  const double n1 = a - c * b1;  // exact
  double n = n1 - c * b2, n_lo = (n1 - n) - c * b2;
  const double ca = c * a, d = b + ca;
  double d_lo = (b - d) + ca;
  if constexpr (sizeof...(low) == 2) {
    const double lows[] = {low...};
    n_lo += lows[0] - c * lows[1];
    d_lo += lows[1] + c * lows[0];
  }
  const double t = n / d;
  const double t1 = top_half(t), t2 = t - t1, d1 = top_half(d), d2 = d - d1;
  const double t_lo = ((((n - t1 * d1) - t1 * d2) - t2 * d) + (n_lo - t * d_lo)) / d;
  const double z = t * t;
  const double series = t * z * (-1.0 / 3 + z * (1.0 / 5 + z * (-1.0 / 7)));
  const Pair first = quick_sum(offset.hi, sign * entry.hi);
  const Pair second = quick_sum(first.hi, sign * t);
  return second.hi + (second.lo + (first.lo + offset.lo + sign * (entry.lo + (t_lo + series))));
}

constexpr Pair kZero{0, 0}, kRight{kHalfPiHi, kHalfPiLo}, kStraight{kPiHi, kPiLo};

// The angle of (x, y), y >= 0, both of ordinary size.
template <class... Low>
double angle(double y, double x, Low... low) {
  const double size = std::abs(x);
  if (y <= size) return arc(y, size, x < 0 ? kStraight : kZero, x < 0 ? -1 : 1, low...);
  if constexpr (sizeof...(low) == 2) {
    const double lows[] = {low...};
    return arc(size, y, kRight, x < 0 ? 1 : -1, lows[1], lows[0]);
  } else {
    return arc(size, y, kRight, x < 0 ? 1 : -1);
  }
}

// sqrt(1 - x^2)
Pair other_side(double x) {
  const Pair square = product(x, x);
  const Pair rest = quick_sum(1, -square.hi);
  return root(quick_sum(rest.hi, rest.lo - square.lo));
}

// atan2 of numbers that are 0, not finite, or so large, small or different that products of them
// are not to be trusted; y >= 0.
double angle_of_special(double y, double x) {
  if (x != x || y != y) return x + y;
  const double size = std::abs(x);
  if (y == 0) return std::signbit(x) ? kPiHi : 0;
  if (size == 0) return kHalfPiHi;
  if (y == kInfinity && size == kInfinity) return std::signbit(x) ? 3 * (kPiHi / 4) : kPiHi / 4;
  if (y == kInfinity) return kHalfPiHi;
  if (size == kInfinity) return x < 0 ? kPiHi : 0;
  const double larger = size > y ? size : y;
  const double to = larger > 1 ? 0x1p-600 : 0x1p600;
  if (y / size > 0x1p64) return kHalfPiHi;
  if (y / size < 0x1p-64) return x < 0 ? kPiHi : y / size;
  double scaled_y = y, scaled_x = x;
  if (larger > 0x1p400 || larger < 0x1p-400) scaled_y *= to, scaled_x *= to;
  return angle(scaled_y, scaled_x);
}

bool ordinary(double x) {  // 2^-255 <= |x| < 2^256
  return ((word(x) >> 52) & 0x7ff) - 768 < 512;
}

}  // namespace

double atan2(double y, double x) noexcept {
  const double size = std::abs(y);
  const double result = ordinary(x) && ordinary(y) ? angle(size, x) : angle_of_special(size, x);
  return std::copysign(result, y);
}

double atan(double x) noexcept {
  const double size = std::abs(x);
  if (!(size < 0x1p60)) return x != x ? x : std::copysign(kHalfPiHi, x);
  if (size < 0x1p-27) return x;
  return std::copysign(angle(size, 1), x);
}

double asin(double x) noexcept {
  const double size = std::abs(x);
  if (!(size < 1)) return size == 1 ? std::copysign(kHalfPiHi, x) : kNan;
  if (size < 0x1p-27) return x;
  const Pair side = other_side(size);
  return std::copysign(angle(size, side.hi, 0.0, side.lo), x);
}

double acos(double x) noexcept {
  if (!(std::abs(x) < 1)) return x == 1 ? 0 : x == -1 ? kPiHi : kNan;
  if (std::abs(x) < 0x1p-60) return kHalfPiHi;
  const Pair side = other_side(x);
  return angle(side.hi, x, side.lo, 0.0);
}

double hypot(double x, double y) noexcept {
  double a = std::abs(x), b = std::abs(y);
  if (a == kInfinity || b == kInfinity) return kInfinity;
  if (!(a >= b)) {
    const double other = a;
    a = b, b = other;
  }
  if (!(a >= b)) return x + y;  // not numbers
  if (b == 0) return a;
  int back = 0;
  if (a > 0x1p500) a *= 0x1p-600, b *= 0x1p-600, back = 600;
  if (b < 0x1p-450) {
    if (a > 0x1p-350) return back > 0 ? a * 0x1p600 : a;
    a *= 0x1p600, b *= 0x1p600, back = -600;
  }
  const Pair aa = product(a, a), bb = product(b, b);
  const Pair square = quick_sum(aa.hi, bb.hi);
  const double h = std::sqrt(square.hi);
  const Pair hh = product(h, h);
  const double rest = (square.hi - hh.hi) - hh.lo + (square.lo + aa.lo + bb.lo);
  const double correction = rest / (2 * h);
  return back == 0 ? h + correction : scaled({h, correction}, back);
}

}  // namespace hadal::portable
