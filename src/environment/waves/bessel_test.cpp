#include "environment/waves/bessel.h"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

namespace hadal::environment {
namespace bessel_test {

constexpr double kTolerance = 1e-12;

// Integral of cos(m t - x sin t) / pi over half a turn; trapezoids converge geometrically.
double integral_j(int m, double x) {
  constexpr int kSteps = 400;
  double sum = 0;
  for (int i = 0; i < kSteps; ++i) {
    const double t = 2 * M_PI * i / kSteps;
    sum += std::cos(m * t - x * std::sin(t));
  }
  return sum / kSteps;
}
// Integral of e^{x (cos t - 1)} cos(m t) / pi over half a turn.
double integral_i(int m, double x) {
  constexpr int kSteps = 4000;
  double sum = 0;
  for (int i = 0; i < kSteps; ++i) {
    const double t = 2 * M_PI * i / kSteps;
    sum += std::exp(x * (std::cos(t) - 1)) * std::cos(m * t);
  }
  return sum / kSteps;
}

TEST(Bessel, AgreesWithItsIntegrals) {
  std::vector<double> orders(24);
  for (const double x : {1e-6, 0.3, 1.0, 7.5, -7.5, 40.0}) {
    bessel_j(x, orders);
    for (int m = 0; m < 24; ++m) EXPECT_NEAR(orders[m], integral_j(m, x), kTolerance) << m << x;
  }
  for (const double x : {1e-6, 0.3, 1.0, 7.5, 40.0, 900.0}) {
    bessel_i_scaled(x, orders);
    for (int m = 0; m < 24; ++m) EXPECT_NEAR(orders[m], integral_i(m, x), kTolerance) << m << x;
  }
}

TEST(Bessel, Zero) {
  std::vector<double> orders(3);
  bessel_j(0, orders);
  EXPECT_EQ(orders, (std::vector<double>{1, 0, 0}));
  bessel_i_scaled(0, orders);
  EXPECT_EQ(orders, (std::vector<double>{1, 0, 0}));
}

}  // namespace bessel_test
}  // namespace hadal::environment
