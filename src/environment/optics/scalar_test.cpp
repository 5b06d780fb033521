#include "environment/optics/scalar.h"

#include <gtest/gtest.h>

#include <array>

#include "environment/optics/lamp_light.h"
#include "environment/optics/phase_function.h"
#include "environment/optics/refraction.h"
#include "environment/optics/underwater_light.h"

namespace hadal::environment::optics {
namespace scalar_test {

// Four numbers at once, as a renderer has them.
struct Mask {
  std::array<bool, 4> v;
  friend Mask operator&(const Mask& a, const Mask& b) {
    Mask out{};
    for (size_t i = 0; i < 4; ++i) out.v[i] = a.v[i] && b.v[i];
    return out;
  }
};
struct Four {
  std::array<double, 4> v{};
  Four() = default;
  explicit Four(double x) : v{x, x, x, x} {}
  Four(double a, double b, double c, double d) : v{a, b, c, d} {}
};
template <class Function>
auto each(const Four& a, const Four& b, const Function& f) {
  std::conditional_t<std::is_same_v<decltype(f(0.0, 0.0)), bool>, Mask, Four> out{};
  for (size_t i = 0; i < 4; ++i) out.v[i] = f(a.v[i], b.v[i]);
  return out;
}
Four operator+(const Four& a, const Four& b) {
  return each(a, b, [](double x, double y) { return x + y; });
}
Four operator-(const Four& a, const Four& b) {
  return each(a, b, [](double x, double y) { return x - y; });
}
Four operator*(const Four& a, const Four& b) {
  return each(a, b, [](double x, double y) { return x * y; });
}
Four operator/(const Four& a, const Four& b) {
  return each(a, b, [](double x, double y) { return x / y; });
}
Mask operator<(const Four& a, const Four& b) {
  return each(a, b, [](double x, double y) { return x < y; });
}
Mask operator>(const Four& a, const Four& b) {
  return each(a, b, [](double x, double y) { return x > y; });
}
Mask operator<=(const Four& a, const Four& b) {
  return each(a, b, [](double x, double y) { return x <= y; });
}
Four select(const Mask& m, const Four& a, const Four& b) {
  Four out;
  for (size_t i = 0; i < 4; ++i) out.v[i] = m.v[i] ? a.v[i] : b.v[i];
  return out;
}
Four exp(const Four& a) {
  return each(a, a, [](double x, double) { return std::exp(x); });
}
Four sqrt(const Four& a) {
  return each(a, a, [](double x, double) { return std::sqrt(x); });
}

TEST(Scalar, MeanOfExponential) {
  for (const double x : {-30.0, -2.0, -0.011, -0.0099, -1e-9, 0.0, 1e-7, 0.0099, 0.011, 3.0, 50.0})
    EXPECT_NEAR(mean_of_exponential(x) / (x == 0 ? 1 : -std::expm1(-x) / x), 1, 1e-10) << x;
  for (const float x : {-2.0f, -0.005f, 0.0f, 0.005f, 2.0f})
    EXPECT_NEAR(static_cast<double>(mean_of_exponential(x)),
                mean_of_exponential(static_cast<double>(x)), 2e-5);
}

// The same bits lane by lane: the kernels take any such type.
TEST(Scalar, KernelsOfVectors) {
  const Four cosines(0.05, 0.4, 0.8, 1.0), ratio(1.34), lengths(0.0, 0.5, 7.0, 40.0),
      down(-0.9, -1e-5, 0.3, 1.0);
  const Four reflected = fresnel_reflectance(cosines, ratio);
  const Four phase = sea_water_phase(cosines, Four(0.2));
  const Four spot = spot_profile(cosines, Four(0.9), Four(0.3));

  const auto band = [](auto one) {
    using T = decltype(one);
    return ScatteringBand<T>{T(0.3), T(0.2), T(0.01),
                             downwelling(T(1.5), T(1.1), T(0.05), T(0.3), T(0.08), T(0.8)), T(0)};
  };
  const Four glow = in_scatter(band(Four()), Four(0.02), Four(50.0), down, lengths);
  const std::array<LayerBand<Four>, 1> layers{
      LayerBand<Four>{Four(0.0), Four(1e4), Four(0.0), band(Four())}};
  const Four layered =
      in_scatter(std::span<const LayerBand<Four>>(layers), Four(0.02), Four(50.0), down, lengths);
  for (size_t i = 0; i < 4; ++i) {
    EXPECT_EQ(reflected.v[i], fresnel_reflectance(cosines.v[i], 1.34));
    EXPECT_EQ(phase.v[i], sea_water_phase(cosines.v[i], 0.2));
    EXPECT_EQ(spot.v[i], spot_profile(cosines.v[i], 0.9, 0.3));
    EXPECT_EQ(glow.v[i], in_scatter(band(0.0), 0.02, 50.0, down.v[i], lengths.v[i]));
    EXPECT_NEAR(layered.v[i], glow.v[i], 2e-3 * glow.v[i]);
  }
}

}  // namespace scalar_test
}  // namespace hadal::environment::optics
