#include "environment/optics/phase_function.h"

#include <gtest/gtest.h>

#include <cmath>

#include "math/units.h"

namespace hadal::environment::optics {
namespace phase_function_test {

constexpr double kEdge = 1e-4;  // one step of the quadrature at 90 degrees

struct Moments {
  double whole = 0, back = 0, cosine = 0;
};

// Over the sphere, by the midpoint rule in the logarithm of the angle (the forward peak is narrow).
template <class Phase>
Moments moments(const Phase& of_angle) {
  constexpr int kSteps = 200000;
  constexpr double kFirst = 1e-8;
  const double span = std::log(std::numbers::pi / kFirst);
  Moments out;
  for (int i = 0; i < kSteps; ++i) {
    const double angle = kFirst * std::exp(span * (i + 0.5) / kSteps);
    const double part = of_angle(angle) * kTurn * std::sin(angle) * angle * span / kSteps;
    out.whole += part;
    out.cosine += part * std::cos(angle);
    if (angle > kTurn / 4) out.back += part;
  }
  return out;
}

TEST(PhaseFunction, HenyeyGreenstein) {
  for (const double g : {-0.25, 0.0, 0.5, 0.924}) {
    const Moments m = moments([=](double a) { return henyey_greenstein(std::cos(a), g); });
    EXPECT_NEAR(m.whole, 1, 1e-6) << g;
    EXPECT_NEAR(m.cosine, g, 1e-6) << g;
    EXPECT_NEAR(m.back, backscatter_fraction_henyey_greenstein(g), kEdge) << g;
  }
}

TEST(PhaseFunction, TwoTerms) {
  const TwoTermPhase phase;
  const Moments m = moments([&](double a) { return two_term_phase(std::cos(a), phase); });
  EXPECT_NEAR(m.whole, phase.turned_fraction, 1e-6);
  EXPECT_NEAR(m.back, backscatter_fraction(phase), kEdge);
  EXPECT_NEAR(backscatter_fraction(phase), kParticleBackscatter, 5e-4);
  for (double angle_deg = 5; angle_deg <= 180; angle_deg += 5)
    EXPECT_NEAR(
        two_term_phase(std::cos(angle_deg * kDegree)) / fournier_forand(angle_deg * kDegree), 1,
        0.27)
        << angle_deg;
  EXPECT_NEAR(static_cast<double>(two_term_phase(0.3f)), two_term_phase(0.3), 1e-7);
}

// Petzold's average particle phase function (Mobley et al. 1993): 0.0183 backwards.
TEST(PhaseFunction, FournierForandIsPetzoldLike) {
  const Moments m = moments([](double a) { return fournier_forand(a); });
  EXPECT_NEAR(m.whole, 1, 2e-3);
  EXPECT_NEAR(m.back, backscatter_fraction(FournierForand{}), kEdge);
  EXPECT_NEAR(backscatter_fraction(FournierForand{}), kParticleBackscatter, 1e-3);
  EXPECT_NEAR(m.cosine, 0.924, 0.01);
  constexpr double kPetzold[][2] = {{1, 71.61},      {10, 1.153},    {30, 0.08609},
                                    {60, 0.01313},   {90, 0.004292}, {120, 0.002686},
                                    {150, 0.002365}, {180, 0.003154}};
  for (const auto& [degrees, per_sr] : kPetzold)
    EXPECT_NEAR(fournier_forand(degrees * kDegree) / per_sr, 1, 0.2) << degrees;
  // Without a jump where its formula divides 0 by 0 (delta = 1).
  const double singular = 2 * std::asin(0.1 * std::sqrt(0.75));
  EXPECT_NEAR(fournier_forand(singular) / fournier_forand(singular + 1e-3), 1, 0.03);
  EXPECT_TRUE(std::isfinite(fournier_forand(0)));
}

TEST(PhaseFunction, PureWater) {
  const Moments m = moments([](double a) { return pure_water_phase(std::cos(a)); });
  EXPECT_NEAR(m.whole, 1, 1e-6);
  EXPECT_NEAR(m.back, 0.5, kEdge);
  EXPECT_NEAR(pure_water_phase(0.0), 0.06225, 1e-5);
  EXPECT_EQ(sea_water_phase(-0.3, 0.0), two_term_phase(-0.3));
  EXPECT_NEAR(sea_water_phase(-0.3, 0.25),
              0.75 * two_term_phase(-0.3) + 0.25 * pure_water_phase(-0.3), 1e-15);
}

TEST(PhaseFunction, SamplesByInversion) {
  constexpr int kSamples = 20000;
  for (const double g : {-0.3, 0.0, 0.6, 0.9}) {
    double cosine = 0;
    int back = 0;
    for (int i = 0; i < kSamples; ++i) {
      const double c = sample_henyey_greenstein(g, (i + 0.5) / kSamples);
      cosine += c / kSamples;
      back += c < 0;
    }
    EXPECT_NEAR(cosine, g, 1e-4);
    EXPECT_NEAR(back / double{kSamples}, backscatter_fraction_henyey_greenstein(g), 1e-4);
  }
  EXPECT_NEAR(sample_henyey_greenstein(0.8, 0), -1, 1e-12);
  EXPECT_NEAR(sample_henyey_greenstein(0.8, 1), 1, 1e-12);
}

}  // namespace phase_function_test
}  // namespace hadal::environment::optics
