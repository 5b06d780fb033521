#include "math/simd/functions.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "base/hash.h"
#include "math/simd/highway.h"

namespace hadal::inline math {
namespace simd_test {

namespace kernel = simd::HWY_NAMESPACE;

constexpr double kRelative = 1e-6;

TEST(PlainFloats, AgainstTheStandardLibrary) {
  for (double x = 1e-6; x < 1e6; x *= 1.037) {
    const auto f = static_cast<float>(x);
    EXPECT_NEAR(fast_log(f), std::log(static_cast<double>(f)),
                kRelative * std::max(1.0, std::abs(std::log(x))));
  }
  for (float x = -20; x < 20; x += 0.173f)
    EXPECT_NEAR(fast_exp2(x) / std::exp2(static_cast<double>(x)), 1, kRelative);
  for (float x = 0; x < 60; x += 0.37f)
    EXPECT_NEAR(fast_exp_negative(x) / std::exp(-static_cast<double>(x)), 1, 6 * kRelative);
  EXPECT_LT(fast_exp_negative(1e30f), 1e-30f);
  for (float t = 0; t < 4; t += 0.0137f) {
    EXPECT_NEAR(fast_cosine_sine(t).cosine, std::cos(t * std::numbers::pi / 2), kRelative);
    EXPECT_NEAR(fast_cosine_sine(t).sine, std::sin(t * std::numbers::pi / 2), kRelative);
  }
}

TEST(Vectors, SineAndCosine) {
  for (double t = -0.5; t <= 0.5; t += 1e-4) {
    lanes::Double4 sine, cosine;
    lanes::sincos_turns(lanes::Double4{t, t, t, t}, sine, cosine);
    EXPECT_NEAR(sine[1], std::sin(2 * M_PI * t), 4e-15);
    EXPECT_NEAR(cosine[2], std::cos(2 * M_PI * t), 4e-15);
    const auto f = static_cast<float>(t);
    lanes::Float8 sine8, cosine8;
    lanes::sincos_turns(lanes::Float8{} + f, sine8, cosine8);
    EXPECT_NEAR(sine8[5], std::sin(2 * M_PI * f), 1e-6);
    EXPECT_NEAR(cosine8[6], std::cos(2 * M_PI * f), 1e-6);
  }
}

TEST(Vectors, Exponential) {
  for (double x = 0; x > -600; x -= 0.37)
    EXPECT_NEAR(lanes::exp_negative(lanes::Double4{x, x, x, x})[3] / std::exp(x), 1, 1e-12);
  for (float x = 0; x > -8; x -= 0.037F)
    EXPECT_NEAR(lanes::exp_negative(lanes::Float8{} + x)[7] / std::exp(x), 1, 2e-6);
  for (float x = -8; x > -80; x -= 0.37F)
    EXPECT_NEAR(lanes::exp_negative(lanes::Float8{} + x)[7] / std::exp(x), 1, 2e-5);
  EXPECT_LT(lanes::exp_negative(lanes::Float8{} - 5000.0F)[0], 1e-36F);
  EXPECT_LT(lanes::exp_negative(lanes::Double4{-1e9, 0, 0, 0})[0], 1e-300);
}

float first(kernel::V v) {
  return hwy::HWY_NAMESPACE::GetLane(v);
}

TEST(HighwayLanes, Exponentials) {
  for (float x = 0; x < 60; x += 0.37f) {
    const double exact = std::exp(-static_cast<double>(x));
    EXPECT_NEAR(first(kernel::exp_negative(kernel::all(x))) / exact, 1, 6 * kRelative);
    EXPECT_NEAR(first(kernel::exp_negative_truncated(kernel::all(x))) / exact, 1, 6 * kRelative);
    EXPECT_NEAR(first(kernel::exp_negative_fine(kernel::all(x))) / exact, 1, 6 * kRelative);
    EXPECT_NEAR(first(kernel::exp(kernel::all(-x))) / exact, 1, 6 * kRelative);
  }
}

TEST(HighwayLanes, Angles) {
  for (float turns = -3; turns < 3; turns += 0.0137f) {
    kernel::V sine, cosine;
    kernel::sine_cosine(kernel::all(turns), sine, cosine);
    EXPECT_NEAR(first(sine), std::sin(2 * M_PI * turns), 2 * kRelative);
    EXPECT_NEAR(first(cosine), std::cos(2 * M_PI * turns), 2 * kRelative);
    EXPECT_NEAR(first(kernel::arctangent(kernel::all(turns))), std::atan(turns), kRelative);
  }
}

// What is one function for single numbers and for lanes.
TEST(HighwayLanes, SameBitsAsPlain) {
  using simd::HWY_NAMESPACE::Digits;
  for (float x = 1e-6f; x < 1e6f; x *= 1.037f) {
    EXPECT_EQ(first(kernel::logarithm<Digits::kSeven>(kernel::all(x))), fast_log(x));
    EXPECT_NEAR(first(kernel::log2(kernel::all(x))), std::log2(x), 2e-6);
    EXPECT_NEAR(first(kernel::logarithm<Digits::kFive>(kernel::all(x))), std::log(x), 2e-5);
  }
  for (uint32_t i = 0; i < 1000; ++i) {
    const auto lanes = kernel::mix32(hwy::HWY_NAMESPACE::Set(kernel::db, i * 7919u));
    EXPECT_EQ(hwy::HWY_NAMESPACE::GetLane(lanes), mix32(i * 7919u));
  }
}

}  // namespace simd_test
}  // namespace hadal::math
