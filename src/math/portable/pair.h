// Numbers as unevaluated sums of two doubles (Dekker, "A floating-point technique for extending the
// available precision", 1971; Knuth's sum of six operations), about 104 bits, for the tails of the
// portable functions; and their bits. Arguments are finite and far from overflow and underflow.
#pragma once
#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>

namespace hadal::portable {

inline constexpr double kInfinity = std::numeric_limits<double>::infinity();
inline constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
inline constexpr double kRound = 0x1.8p52;  // x + kRound - kRound rounds to a whole number

inline uint64_t word(double x) {
  return std::bit_cast<uint64_t>(x);
}
inline double number(uint64_t word) {
  return std::bit_cast<double>(word);
}

struct Pair {
  double hi = 0, lo = 0;
};

// The first 26 bits of x; the rest has 27.
inline double top_half(double x) {
  return number(word(x) & 0xfffffffff8000000);
}

// a + b exactly, for |a| >= |b| or a = 0.
inline Pair quick_sum(double a, double b) {
  const double hi = a + b;
  return {hi, (a - hi) + b};
}
inline Pair sum(double a, double b) {
  const double hi = a + b, of_b = hi - a;
  return {hi, (a - (hi - of_b)) + (b - of_b)};
}
// a b exactly.
inline Pair product(double a, double b) {
  const double a1 = top_half(a), a2 = a - a1, b1 = top_half(b), b2 = b - b1;
  const double hi = a * b;
  return {hi, (((a1 * b1 - hi) + a1 * b2) + a2 * b1) + a2 * b2};
}

inline Pair operator-(const Pair& a) {
  return {-a.hi, -a.lo};
}
inline Pair operator+(const Pair& a, const Pair& b) {
  const Pair hi = sum(a.hi, b.hi), lo = sum(a.lo, b.lo);
  const Pair first = quick_sum(hi.hi, hi.lo + lo.hi);
  return quick_sum(first.hi, first.lo + lo.lo);
}
inline Pair operator+(const Pair& a, double b) {
  const Pair hi = sum(a.hi, b);
  return quick_sum(hi.hi, hi.lo + a.lo);
}
inline Pair operator*(const Pair& a, const Pair& b) {
  const Pair p = product(a.hi, b.hi);
  return quick_sum(p.hi, p.lo + (a.hi * b.lo + a.lo * b.hi));
}
inline Pair operator/(const Pair& a, const Pair& b) {
  const double first = a.hi / b.hi;
  const Pair p = product(first, b.hi);
  const double rest = ((a.hi - p.hi) - p.lo) + a.lo - first * b.lo;
  return quick_sum(first, rest / b.hi);
}
inline Pair root(const Pair& a) {
  if (a.hi <= 0) return {};
  const double first = std::sqrt(a.hi);
  const Pair p = product(first, first);
  return quick_sum(first, (((a.hi - p.hi) - p.lo) + a.lo) / (2 * first));
}

}  // namespace hadal::portable
