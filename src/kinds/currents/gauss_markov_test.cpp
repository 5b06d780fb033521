#include "kinds/currents/gauss_markov.h"

#include <gtest/gtest.h>

#include <vector>

#include "base/rng.h"

namespace hadal::inline kinds {
namespace gauss_markov_test {

constexpr GaussMarkov kProcess{0.4, 0.12, 20};

// a = 0.975309912028, sigma sqrt(1 - a^2) = 0.0265008733288 for dt = 0.5 s; path by hand from xi.
TEST(GaussMarkov, PathOfAGivenNoise) {
  const double xi[] = {2.040919,  -2.555665, 0.418099,  -0.56777,  -0.452649,
                       -0.215597, -2.019986, -0.231932, -0.865213, 3.323};
  const double path[] = {0.4540861359, 0.38502339,   0.3964731525, 0.3815138298, 0.3699746611,
                         0.3650024806, 0.3123351793, 0.3083532309, 0.2876870976, 0.3785225151};
  double value = 0.4;
  for (int i = 0; i < 10; ++i) {
    value = gauss_markov_step(kProcess, value, xi[i], 0.5);
    EXPECT_NEAR(value, path[i], 1e-9) << i;
  }
}

TEST(GaussMarkov, TwoStepsAreOneOfTwiceTheLength) {
  const double two = gauss_markov_step(kProcess, gauss_markov_step(kProcess, 0.9, 0, 0.5), 0, 0.5);
  EXPECT_NEAR(two, gauss_markov_step(kProcess, 0.9, 0, 1.0), 1e-15);
}

// Deviation and correlation are those of the parameters for a short and a long step alike. The
// bounds are five standard errors for the effective number of independent samples.
TEST(GaussMarkov, StatisticsDoNotDependOnTheStep) {
  constexpr int kSamples = 400000;
  const RandomStream stream(7, "environment", "gauss_markov_test");
  for (const double dt : {0.5, 5.0}) {
    double value = 0.4, sum = 0, squares = 0, products = 0;
    const int lag = static_cast<int>(20 / dt);  // one correlation time
    std::vector<double> series;
    for (int i = 0; i < kSamples; ++i) {
      value = gauss_markov_step(kProcess, value, stream.normal(i), dt);
      const double deviation = value - 0.4;
      series.push_back(deviation);
      sum += deviation;
      squares += deviation * deviation;
      if (i >= lag) products += deviation * series[static_cast<size_t>(i - lag)];
    }
    const double independent = kSamples * dt / (2 * 20);
    EXPECT_NEAR(sum / kSamples, 0, 5 * 0.12 / std::sqrt(independent));
    EXPECT_NEAR(std::sqrt(squares / kSamples), 0.12, 0.12 * 5 / std::sqrt(2 * independent));
    EXPECT_NEAR(products / squares, std::exp(-1.0), 5 / std::sqrt(independent));
  }
}

}  // namespace gauss_markov_test
}  // namespace hadal::kinds
