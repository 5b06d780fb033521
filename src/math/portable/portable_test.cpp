// Against MPFR, whose results are exact for this purpose (200 bits).
#include "math/portable/portable.h"

#include <gtest/gtest.h>
#include <mpfr.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <complex>
#include <limits>
#include <numbers>
#include <string>
#include <vector>

#include "base/hash.h"

namespace hadal::portable_test {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
constexpr double kSmallest = std::numeric_limits<double>::denorm_min();
constexpr int kSamples = 4000;  // per range
constexpr double kBar_ulp = 0.9;

class Number {
 public:
  explicit Number(double value = 0) {
    mpfr_init2(x, 200);
    mpfr_set_d(x, value, MPFR_RNDN);
  }
  ~Number() { mpfr_clear(x); }
  Number(const Number&) = delete;
  Number& operator=(const Number&) = delete;
  mpfr_t x;
};

// Distance of a result from the exact one in units of the last place of the latter.
double error_ulp(double result, const Number& exact) {
  const double rounded = mpfr_get_d(exact.x, MPFR_RNDN);
  if (!std::isfinite(rounded) || !std::isfinite(result)) return rounded == result ? 0 : kInfinity;
  int exponent = 0;
  std::frexp(rounded, &exponent);
  Number difference;
  mpfr_sub_d(difference.x, exact.x, result, MPFR_RNDN);
  return std::ldexp(std::abs(mpfr_get_d(difference.x, MPFR_RNDN)), -std::max(exponent - 53, -1074));
}

// A sequence of numbers that is the same everywhere (splitmix64).
class Source {
 public:
  double uniform() {
    state_ += kGoldenRatio64;
    return static_cast<double>(mix64(state_) >> 11) * 0x1p-53;
  }
  double between(double low, double high) { return low + (high - low) * uniform(); }
  // 2^low to 2^high with either sign.
  double of_any_size(double low, double high) {
    const double exponent = between(low, high), whole = std::floor(exponent);
    const double size = std::ldexp(1 + uniform(), static_cast<int>(whole));
    return uniform() < 0.5 ? -size : size;
  }

 private:
  uint64_t state_ = 1;
};

using Exact1 = int (*)(mpfr_t, const mpfr_t, mpfr_rnd_t);
using Exact2 = int (*)(mpfr_t, const mpfr_t, const mpfr_t, mpfr_rnd_t);

struct Range {
  double low, high;
  bool logarithmic = false;  // powers of two, either sign
};

struct Case1 {
  const char* name;
  double (*own)(double);
  float (*single)(float);
  Exact1 exact;
  std::vector<Range> ranges;
};

#define HADAL_CASE(name, ...)                                                                       \
  Case1 {                                                                                           \
#name,                                                                                          \
        [](double                                                                                   \
               x) { return portable::name(x); },                                                    \
                                              [](float                                              \
                                                     x) { return portable::name##f(x); },           \
                                                                                       mpfr_##name, \
                                                                                       __VA_ARGS__  \
  }

const std::vector<Case1>& cases() {
  static const std::vector<Case1> list{
      HADAL_CASE(sin, {{-1, 1}, {-20, 20}, {-1e5, 1e5}, {-30, 1023, true}}),
      HADAL_CASE(cos, {{-1, 1}, {-20, 20}, {-1e5, 1e5}, {-30, 1023, true}}),
      HADAL_CASE(tan, {{-1, 1}, {-20, 20}, {-1e5, 1e5}, {-30, 1023, true}}),
      HADAL_CASE(asin, {{-1, 1}, {0.99, 1}, {-60, 0, true}}),
      HADAL_CASE(acos, {{-1, 1}, {0.99, 1}, {-1, -0.99}, {-60, 0, true}}),
      HADAL_CASE(atan, {{-1, 1}, {-50, 50}, {-0.02, 0.02}, {-80, 80, true}}),
      HADAL_CASE(exp, {{-1, 1}, {-40, 40}, {-746, 710}, {-60, 0, true}}),
      HADAL_CASE(exp2, {{-1, 1}, {-40, 40}, {-1076, 1024}, {-60, 0, true}}),
      HADAL_CASE(expm1, {{-1, 1}, {-0.1, 0.1}, {-45, 709}, {-60, 0, true}}),
      HADAL_CASE(log, {{0.5, 2}, {0.99, 1.01}, {1e-3, 1e3}, {0, 1e308}}),
      HADAL_CASE(log2, {{0.5, 2}, {0.99, 1.01}, {1e-3, 1e3}, {0, 1e308}}),
      HADAL_CASE(log10, {{0.5, 2}, {0.99, 1.01}, {1e-3, 1e3}, {0, 1e308}}),
      HADAL_CASE(log1p, {{-0.5, 1}, {-1, 10}, {0, 1e300}, {-60, -1, true}}),
      HADAL_CASE(cbrt, {{-1, 1}, {0, 100}, {-1074, 1023, true}}),
      HADAL_CASE(sinh, {{-1, 1}, {-10, 10}, {-711, 711}, {-60, 0, true}}),
      HADAL_CASE(cosh, {{-1, 1}, {-10, 10}, {-711, 711}, {-60, 0, true}}),
      HADAL_CASE(tanh, {{-1, 1}, {-10, 10}, {-30, 30}, {-60, 0, true}}),
      HADAL_CASE(asinh, {{-1, 1}, {-10, 10}, {-60, 1023, true}}),
      HADAL_CASE(acosh, {{1, 1.1}, {1, 100}, {1, 1e300}}),
      HADAL_CASE(atanh, {{-1, 1}, {0.99, 1}, {-60, 0, true}}),
      HADAL_CASE(erf, {{-1, 1}, {-6.5, 6.5}, {-60, 0, true}}),
      HADAL_CASE(erfc, {{-1, 1}, {-6.5, 6.5}, {2.5, 27}}),
  };
  return list;
}

TEST(Portable, FunctionsOfOneNumberAgreeWithMpfr) {
  for (const Case1& c : cases()) {
    Source source;
    double worst = 0, at = 0;
    for (const Range& range : c.ranges)
      for (int i = 0; i < kSamples; ++i) {
        const double x = range.logarithmic ? source.of_any_size(range.low, range.high)
                                           : source.between(range.low, range.high);
        const Number argument(x);
        Number exact;
        c.exact(exact.x, argument.x, MPFR_RNDN);
        if (mpfr_nan_p(exact.x)) continue;  // beyond the end of a range
        const double error = error_ulp(c.own(x), exact);
        if (!(error <= worst)) worst = error, at = x;
      }
    EXPECT_LT(worst, kBar_ulp) << c.name << "(" << at << ")";
    RecordProperty(c.name, std::to_string(worst));
  }
}

TEST(Portable, SinglePrecisionIsTheRoundedResult) {
  for (const Case1& c : cases()) {
    Source source;
    for (int i = 0; i < 2000; ++i) {
      const auto x = static_cast<float>(source.between(c.ranges[0].low, c.ranges[0].high));
      Number argument(x), exact;
      c.exact(exact.x, argument.x, MPFR_RNDN);
      if (mpfr_nan_p(exact.x)) continue;
      const float rounded = mpfr_get_flt(exact.x, MPFR_RNDN);
      EXPECT_LE(std::abs(c.single(x) - rounded),
                std::nextafter(std::abs(rounded), 1e30f) - std::abs(rounded))
          << c.name << "f(" << x << ")";
    }
  }
}

double worst_of_two(double (*own)(double, double), Exact2 exact, auto&& draw) {
  Source source;
  double worst = 0;
  for (int i = 0; i < 4 * kSamples; ++i) {
    const auto [x, y] = draw(source);
    const Number a(x), b(y);
    Number result;
    exact(result.x, a.x, b.x, MPFR_RNDN);
    worst = std::max(worst, error_ulp(own(x, y), result));
  }
  return worst;
}

TEST(Portable, FunctionsOfTwoNumbersAgreeWithMpfr) {
  const auto atan2 = [](double y, double x) { return portable::atan2(y, x); };
  const auto hypot = [](double x, double y) { return portable::hypot(x, y); };
  const auto pow = [](double x, double y) { return portable::pow(x, y); };
  using Two = std::array<double, 2>;
  const auto near = [](Source& s) { return Two{s.between(-1, 1), s.between(-1, 1)}; };
  const auto any = [](Source& s) {
    return Two{s.of_any_size(-1000, 1000), s.of_any_size(-1000, 1000)};
  };
  const auto like = [](Source& s) {
    const double x = s.of_any_size(-1060, 1000);
    return Two{x, x * s.of_any_size(-20, 0)};
  };
  EXPECT_LT(worst_of_two(atan2, mpfr_atan2, near), 0.6);
  EXPECT_LT(worst_of_two(atan2, mpfr_atan2, any), kBar_ulp);
  EXPECT_LT(worst_of_two(atan2, mpfr_atan2, like), kBar_ulp);
  EXPECT_LT(worst_of_two(hypot, mpfr_hypot, near), 0.6);
  EXPECT_LT(worst_of_two(hypot, mpfr_hypot, like), kBar_ulp);
  EXPECT_LT(worst_of_two(pow, mpfr_pow,
                         [](Source& s) {
                           return Two{s.between(0.01, 50), s.between(-5, 5)};
                         }),
            0.6);
  EXPECT_LT(worst_of_two(pow, mpfr_pow,
                         [](Source& s) {
                           return Two{s.between(0.999, 1.001), s.between(-5e5, 5e5)};
                         }),
            0.6);
  EXPECT_LT(worst_of_two(pow, mpfr_pow,
                         [](Source& s) {
                           return Two{std::abs(s.of_any_size(-1070, 1023)), s.between(-1, 1)};
                         }),
            0.6);
  EXPECT_LT(worst_of_two(pow, mpfr_pow,
                         [](Source& s) {
                           return Two{s.of_any_size(-60, 60), std::floor(s.between(-20, 20))};
                         }),
            kBar_ulp);
}

// Doubles beside multiples of pi/2, where nothing of the argument is left but its last bits; the
// last is the double that comes nearest to one of all (Muller, "Elementary functions", ch. 11).
TEST(Portable, ReductionIsExactBesideMultiplesOfAQuarterTurn) {
  std::vector<double> arguments{std::ldexp(6381956970095103.0, 797)};
  for (int k = 1; k < 2000; ++k)
    for (const double quarters : {1.0 * k, 1000.0 * k, 1e6 * k, 1e12 * k}) {
      const double x = quarters * (std::numbers::pi / 2);
      arguments.insert(arguments.end(), {x, std::nextafter(x, 0.0), -std::nextafter(x, kInfinity)});
    }
  for (const double x : arguments) {
    const Number argument(x);
    Number exact;
    mpfr_sin(exact.x, argument.x, MPFR_RNDN);
    EXPECT_LT(error_ulp(portable::sin(x), exact), kBar_ulp) << x;
    mpfr_cos(exact.x, argument.x, MPFR_RNDN);
    EXPECT_LT(error_ulp(portable::cos(x), exact), kBar_ulp) << x;
    double sine = 0, cosine = 0;
    portable::sincos(x, &sine, &cosine);
    EXPECT_EQ(sine, portable::sin(x));
    EXPECT_EQ(cosine, portable::cos(x));
  }
}

// Exactly, with the sign of zero; NaN is NaN.
void expect_same(double result, double expected, const char* what) {
  if (std::isnan(expected)) {
    EXPECT_TRUE(std::isnan(result)) << what << " " << result;
  } else {
    EXPECT_EQ(result, expected) << what;
    EXPECT_EQ(std::signbit(result), std::signbit(expected)) << what;
  }
}
#define EXPECT_VALUE(call, expected) expect_same(portable::call, expected, #call)

TEST(Portable, SpecialValuesAreThoseOfAnnexF) {
  constexpr double kPi = std::numbers::pi;
  for (const double x : {kInfinity, -kInfinity, kNan}) {
    EXPECT_VALUE(sin(x), kNan);
    EXPECT_VALUE(cos(x), kNan);
    EXPECT_VALUE(tan(x), kNan);
  }
  for (const double zero : {0.0, -0.0, kSmallest, -kSmallest}) {
    EXPECT_VALUE(sin(zero), zero);
    EXPECT_VALUE(tan(zero), zero);
    EXPECT_VALUE(asin(zero), zero);
    EXPECT_VALUE(atan(zero), zero);
    EXPECT_VALUE(expm1(zero), zero);
    EXPECT_VALUE(log1p(zero), zero);
    EXPECT_VALUE(sinh(zero), zero);
    EXPECT_VALUE(tanh(zero), zero);
    EXPECT_VALUE(asinh(zero), zero);
    EXPECT_VALUE(atanh(zero), zero);
    EXPECT_VALUE(cos(zero), 1);
    EXPECT_VALUE(exp(zero), 1);
    EXPECT_VALUE(exp2(zero), 1);
    EXPECT_VALUE(cosh(zero), 1);
    EXPECT_VALUE(erfc(zero), 1);
    EXPECT_VALUE(acos(zero), kPi / 2);
  }
  EXPECT_VALUE(cbrt(-0.0), -0.0);
  EXPECT_VALUE(cbrt(-27), -3);
  EXPECT_VALUE(erf(-0.0), -0.0);
  EXPECT_VALUE(asin(1), kPi / 2);
  EXPECT_VALUE(acos(1), 0);
  EXPECT_VALUE(acos(-1), kPi);
  EXPECT_VALUE(asin(1.5), kNan);
  EXPECT_VALUE(acos(-1.5), kNan);
  EXPECT_VALUE(atan(-kInfinity), -kPi / 2);
  EXPECT_VALUE(exp(kInfinity), kInfinity);
  EXPECT_VALUE(exp(-kInfinity), 0);
  EXPECT_VALUE(exp(kNan), kNan);
  EXPECT_VALUE(exp2(-1074), kSmallest);
  EXPECT_VALUE(expm1(-kInfinity), -1);
  EXPECT_VALUE(log(0), -kInfinity);
  EXPECT_VALUE(log(-1), kNan);
  EXPECT_VALUE(log(1), 0);
  EXPECT_VALUE(log(kInfinity), kInfinity);
  EXPECT_VALUE(log2(kSmallest), -1074);
  EXPECT_VALUE(log10(1e22), 22);
  EXPECT_VALUE(log1p(-1), -kInfinity);
  EXPECT_VALUE(acosh(1), 0);
  EXPECT_VALUE(acosh(0.5), kNan);
  EXPECT_VALUE(atanh(-1), -kInfinity);
  EXPECT_VALUE(sinh(-kInfinity), -kInfinity);
  EXPECT_VALUE(cosh(-kInfinity), kInfinity);
  EXPECT_VALUE(tanh(-kInfinity), -1);
  EXPECT_VALUE(erf(kInfinity), 1);
  EXPECT_VALUE(erfc(-kInfinity), 2);

  EXPECT_VALUE(atan2(0.0, -0.0), kPi);
  EXPECT_VALUE(atan2(-0.0, 1), -0.0);
  EXPECT_VALUE(atan2(-0.0, -1), -kPi);
  EXPECT_VALUE(atan2(1, -0.0), kPi / 2);
  EXPECT_VALUE(atan2(-1, kInfinity), -0.0);
  EXPECT_VALUE(atan2(1, -kInfinity), kPi);
  EXPECT_VALUE(atan2(-kInfinity, -kInfinity), -3 * (kPi / 4));
  EXPECT_VALUE(atan2(kSmallest, kSmallest), kPi / 4);
  EXPECT_VALUE(hypot(kNan, -kInfinity), kInfinity);
  EXPECT_VALUE(hypot(1e308, kNan), kNan);
  EXPECT_VALUE(hypot(3 * kSmallest, 4 * kSmallest), 5 * kSmallest);
  EXPECT_VALUE(hypot(3e307, -4e307), 5e307);
  EXPECT_VALUE(pow(kNan, 0), 1);
  EXPECT_VALUE(pow(1, kNan), 1);
  EXPECT_VALUE(pow(-1, kInfinity), 1);
  EXPECT_VALUE(pow(-0.0, -3), -kInfinity);
  EXPECT_VALUE(pow(-0.0, 3), -0.0);
  EXPECT_VALUE(pow(-0.0, 2), 0);
  EXPECT_VALUE(pow(-8, 1.0 / 3), kNan);
  EXPECT_VALUE(pow(-2, 3), -8);
  EXPECT_VALUE(pow(-kInfinity, -3), -0.0);
  EXPECT_VALUE(pow(0.5, kInfinity), 0);
  EXPECT_VALUE(pow(2, -1074), kSmallest);
  EXPECT_VALUE(pow(2, 1024), kInfinity);
  EXPECT_VALUE(pow(-2, 1e300), kInfinity);
  EXPECT_VALUE(pow(1e-300, 0.5), 1e-150);
}

TEST(Portable, RootsOfComplexNumbersSquareToThem) {
  Source source;
  for (int i = 0; i < 2000; ++i) {
    const std::complex<double> z(source.of_any_size(-500, 500), source.of_any_size(-500, 500));
    const std::complex<double> root = std::sqrt(z);
    EXPECT_NEAR(std::abs(root * root - z) / std::abs(z), 0, 1e-15) << z;
    EXPECT_GE(root.real(), 0);
    EXPECT_EQ(std::signbit(root.imag()), std::signbit(z.imag()));
  }
}

// The functions that code calls by the names of the C library are these: hidden symbols of this
// program.
TEST(Portable, StandTrueForTheCLibrary) {
  volatile double x = 0.7;
  EXPECT_EQ(std::sin(x), portable::sin(x));
  EXPECT_EQ(reinterpret_cast<void*>(static_cast<double (*)(double)>(&std::sin)),
            reinterpret_cast<void*>(static_cast<double (*)(double)>(&portable::sin)));
  EXPECT_EQ(reinterpret_cast<void*>(static_cast<double (*)(double, double)>(&std::pow)),
            reinterpret_cast<void*>(static_cast<double (*)(double, double)>(&portable::pow)));
}

}  // namespace
}  // namespace hadal::portable_test
