#include "environment/waves/spreading.h"

#include <gtest/gtest.h>

#include <cmath>
#include <functional>

namespace hadal::environment {
namespace spreading_test {

double integrate(const std::function<double(double)>& f) {
  constexpr int kSteps = 100000;
  double sum = 0;
  for (int i = 0; i < kSteps; ++i) sum += f(-M_PI + (i + 0.5) * 2 * M_PI / kSteps);
  return sum * 2 * M_PI / kSteps;
}

TEST(Spreading, Cos2sIsNormalisedAndHasItsMeanCosine) {
  for (const double s : {0.5, 1.0, 2.0, 10.0, 75.0}) {
    const auto D = [&](double t) { return spreading_density(SpreadingShape::cos_2s, s, t); };
    EXPECT_NEAR(integrate(D), 1, 1e-9) << s;
    EXPECT_NEAR(integrate([&](double t) { return D(t) * std::cos(t); }), s / (s + 1), 1e-9) << s;
  }
  EXPECT_NEAR(spreading_normaliser(1), 1 / M_PI, 1e-12);
  EXPECT_NEAR(spreading_density(SpreadingShape::cos_2s, 4, 1.5), 0.047816044, 1e-9);
}

TEST(Spreading, CosSquaredIsNormalised) {
  const auto D = [](double t) { return spreading_density(SpreadingShape::cos_squared, 0, t); };
  EXPECT_NEAR(integrate(D), 1, 1e-9);
  EXPECT_NEAR(D(0), 2 / M_PI, 1e-12);
  EXPECT_EQ(D(2), 0);
}

TEST(Spreading, QuantilesInvertTheDistribution) {
  for (const SpreadingShape shape : {SpreadingShape::cos_2s, SpreadingShape::cos_squared}) {
    const SpreadingQuantile quantile(shape, 10);
    EXPECT_NEAR(quantile(0.5), 0, 1e-6);
    for (const double fraction : {0.01, 0.2, 0.77}) {
      const double angle = quantile(fraction);
      const double below =
          integrate([&](double t) { return t < angle ? spreading_density(shape, 10, t) : 0.0; });
      EXPECT_NEAR(below, fraction, 1e-4);
    }
  }
  // (2/pi) cos^2 has the distribution 1/2 + (theta + sin(2 theta)/2)/pi.
  const SpreadingQuantile quantile(SpreadingShape::cos_squared, 0);
  const double angle = quantile(0.9);
  EXPECT_NEAR(0.5 + (angle + std::sin(2 * angle) / 2) / M_PI, 0.9, 1e-6);
  EXPECT_EQ(SpreadingQuantile(SpreadingShape::none, 1)(0.123), 0);
}

}  // namespace spreading_test
}  // namespace hadal::environment
