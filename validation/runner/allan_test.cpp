#include "runner/allan.h"

#include <gtest/gtest.h>

#include <cmath>

namespace hadal::validation {
namespace allan_test {

// A ramp y = r t has the Allan deviation r tau / sqrt(2) (IEEE Std 952, rate ramp).
TEST(Allan, RampIsExact) {
  std::vector<double> ramp(1000);
  for (size_t i = 0; i < ramp.size(); ++i) ramp[i] = 0.5 * 0.1 * static_cast<double>(i);
  const std::vector<double> taus{0.1, 1, 10};
  const auto deviation = allan_deviation(ramp, 0.1, taus);
  for (size_t i = 0; i < taus.size(); ++i)
    EXPECT_NEAR(deviation[i], 0.5 * taus[i] / std::sqrt(2.0), 1e-9);
}

// +1, -1, +1, ...: neighbours differ by 2, so sigma(dt) = sqrt(4/2); pairs average to zero.
TEST(Allan, AlternatingSequenceIsExact) {
  std::vector<double> x(100);
  for (size_t i = 0; i < x.size(); ++i) x[i] = i % 2 ? -1 : 1;
  const auto deviation = allan_deviation(x, 1, std::vector<double>{1, 2, 3});
  EXPECT_DOUBLE_EQ(deviation[0], std::sqrt(2.0));
  EXPECT_DOUBLE_EQ(deviation[1], 0);
  EXPECT_DOUBLE_EQ(deviation[2], std::sqrt(2.0) / 3);
}

// The nine-point frequency data of NBS Monograph 140 with the overlapping deviations of NIST
// Special Publication 1065 (Riley, Handbook of Frequency Stability Analysis).
TEST(Allan, MatchesTheNistTestSuite) {
  const std::vector<double> nbs{892, 809, 823, 798, 671, 644, 883, 903, 677};
  const auto deviation = allan_deviation(nbs, 1, std::vector<double>{1, 2});
  EXPECT_NEAR(deviation[0], 91.22945, 5e-6);
  EXPECT_NEAR(deviation[1], 85.95287, 5e-6);
}

TEST(Allan, TooShortASequenceHasNoDeviation) {
  const std::vector<double> x{1, 2, 3, 4};
  const auto deviation = allan_deviation(x, 1, std::vector<double>{2, 3});
  EXPECT_FALSE(std::isnan(deviation[0]));
  EXPECT_TRUE(std::isnan(deviation[1]));
}

}  // namespace allan_test
}  // namespace hadal::validation
